/* The build with one backend, which is chosen at link time. */
#include <string.h>

#include "backends.h"

size_t backends_total(void)
{
  return 1;
}

const pch_backend *backends_at(size_t i)
{
  return i == 0 ? &pch_backend_portable : NULL;
}

bool backends_usable(size_t i)
{
  return i == 0;
}

void backends_set(const pch_backend *backend)
{
  (void)backend;
}

size_t backends_rung_total(size_t i)
{
  (void)i;
  return 0;
}

void backends_rung_at(size_t i, size_t rung, backends_rung *out)
{
  (void)i, (void)rung;
  memset(out, 0, sizeof *out);
}

const char *backends_features(void)
{
  return "-"; /* this build looks for none */
}

void backends_use_oracle(void)
{
}

void backends_use_tested(void)
{
}
