/* What shim.c and shim_contexts.c share. */
#ifndef PCH_SHIM_RESULT_H
#define PCH_SHIM_RESULT_H

#include "polycha.h"

/* What a function returns that has written `written` bytes if it succeeded. No buffer has 2^63 bytes. */
static inline int64_t pch_shim_result(polycha_status status, size_t written)
{
  return status == POLYCHA_OK ? (int64_t)written : (int64_t)status;
}

#endif
