/* The choice of backend in a build that has only one. */
#include <string.h>

#include "backend.h"
#include "polycha.h"

const pch_backend *pch_backend_active(void)
{
  return &pch_backend_portable;
}

const char *polycha_build(void)
{
  return "portable";
}

size_t polycha_backend_count(void)
{
  return 1;
}

const char *polycha_backend_name(size_t i)
{
  return i == 0 ? pch_backend_portable.name : NULL;
}

int polycha_backend_usable(size_t i)
{
  return i == 0;
}

const char *polycha_backend(void)
{
  return pch_backend_portable.name;
}

polycha_status polycha_backend_use(const char *name)
{
  return !name || strcmp(name, pch_backend_portable.name) == 0 ? POLYCHA_OK : POLYCHA_ERR_BACKEND;
}
