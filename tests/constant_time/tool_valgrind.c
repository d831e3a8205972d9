/* Valgrind's memcheck: undefined values may be moved and computed with, but not decide about a jump or an address. */
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/memcheck.h>

#include "tool.h"

const char tool_name[] = "valgrind";
const bool tool_carries = true;

void tool_start(void)
{
  if (!RUNNING_ON_VALGRIND) {
    fputs("constant-time: to be run by valgrind\n", stderr);
    exit(2);
  }
}

void tool_secret(void *p, size_t len)
{
  (void)VALGRIND_MAKE_MEM_UNDEFINED(p, len);
}

void tool_secret_bits(void *p, const void *mask, size_t len)
{
  (void)VALGRIND_SET_VBITS(p, mask, len);
}

void tool_public(void *p, size_t len)
{
  (void)VALGRIND_MAKE_MEM_DEFINED(p, len);
}

size_t tool_secret_bytes(const void *p, size_t len)
{
  const uint8_t *bytes = p;
  size_t total = 0;

  for (size_t i = 0; i < len; i++) {
    uint8_t undefined_bits = 0;

    (void)VALGRIND_GET_VBITS(bytes + i, &undefined_bits, 1);
    total += undefined_bits != 0;
  }
  return total;
}

size_t tool_leaks(void)
{
  return VALGRIND_COUNT_ERRORS;
}
