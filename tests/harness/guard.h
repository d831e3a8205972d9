/* Memory between two pages that trap. */
#ifndef GUARD_H
#define GUARD_H

#include "suite.h"

typedef struct {
  uint8_t *start;
  size_t room; /* whole pages */
} guard_area;

/* At least len bytes. Skips the body where pages cannot be protected. */
guard_area guard_new(size_t len);
void guard_free(guard_area area);

/* len bytes of the area that begin at its start, or end at its end as closely as align allows. */
uint8_t *guard_flush(guard_area area, size_t len, bool at_end, size_t align);

#endif
