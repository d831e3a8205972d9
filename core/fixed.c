/* The choice of backend in a build that has only one, which FIXED_BACKEND and FIXED_BUILD may name. */
#include <string.h>

#include "backend.h"
#include "polycha.h"

#ifndef FIXED_BACKEND
#define FIXED_BACKEND pch_backend_portable
#define FIXED_BUILD "portable"
#endif

extern const pch_backend FIXED_BACKEND;

const pch_backend *pch_backend_active(void)
{
  return &FIXED_BACKEND;
}

const char *polycha_build(void)
{
  return FIXED_BUILD;
}

size_t polycha_backend_count(void)
{
  return 1;
}

const char *polycha_backend_name(size_t i)
{
  return i == 0 ? FIXED_BACKEND.name : NULL;
}

int polycha_backend_usable(size_t i)
{
  return i == 0;
}

const char *polycha_backend(void)
{
  return FIXED_BACKEND.name;
}

polycha_status polycha_backend_use(const char *name)
{
  return !name || strcmp(name, FIXED_BACKEND.name) == 0 ? POLYCHA_OK : POLYCHA_ERR_BACKEND;
}
