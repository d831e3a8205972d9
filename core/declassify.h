/* What a checker of constant time has to be told: from here on, a value that was computed from secrets is public.
 *
 * The library says so of one thing, the verdict on a tag (status.c). tests/constant_time compiles that file with
 * PCH_DECLASSIFY and defines the function; everywhere else this is nothing. */
#ifndef PCH_DECLASSIFY_H
#define PCH_DECLASSIFY_H

#include <stddef.h>

#ifdef PCH_DECLASSIFY
void pch_declassify(void *p, size_t len);
#else
#define pch_declassify(p, len) ((void)0)
#endif

#endif
