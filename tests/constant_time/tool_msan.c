/* Clang's MemorySanitizer: poisoned values may be moved and computed with, but not decide about a jump or an address. */
#include <sanitizer/msan_interface.h>
#include <string.h>

#include "tool.h"

const char tool_name[] = "msan";
const bool tool_carries = false;

static size_t leaks;

/* The sanitizer calls it with every line that it prints. */
void __sanitizer_on_print(const char *line);
__attribute__((no_sanitize("memory"))) void __sanitizer_on_print(const char *line)
{
  __msan_unpoison_string(line);
  if (strstr(line, "use-of-uninitialized-value"))
    leaks++;
}

/* The exit status is the program's own. */
const char *__msan_default_options(void);
const char *__msan_default_options(void)
{
  return "exitcode=0";
}

void tool_start(void)
{
}

void tool_secret(void *p, size_t len)
{
  __msan_poison(p, len);
}

void tool_secret_bits(void *p, const void *mask, size_t len)
{
  __msan_partial_poison(p, (void *)(uintptr_t)mask, len);
}

void tool_public(void *p, size_t len)
{
  __msan_unpoison(p, len);
}

size_t tool_secret_bytes(const void *p, size_t len)
{
  const uint8_t *bytes = p;
  size_t total = 0;

  for (size_t i = 0; i < len; i++)
    total += __msan_test_shadow(bytes + i, 1) == 0;
  return total;
}

size_t tool_leaks(void)
{
  return leaks;
}
