/* What the test choice/set_uid runs as a set-uid program: says whether it runs with more rights than its caller, and which backend
 * it computes with. */
#include <stdint.h>
#include <stdio.h>
#include <sys/auxv.h>

#include "polycha.h"

int main(void)
{
  const uint8_t key[32] = {0};
  uint8_t tag[16];
  int computes = polycha_poly1305(tag, NULL, 0, key) == POLYCHA_OK;
  const char *backend = polycha_backend();

  return printf("%lu %d %s\n", getauxval(AT_SECURE), computes, backend ? backend : "none") < 0;
}
