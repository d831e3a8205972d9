/* Deliberate leaks. A tool that does not report them proves nothing. */
#include "cases.h"
#include "tool.h"

#if defined(__GNUC__)
#define SEPARATE __attribute__((noinline))
#else
#define SEPARATE
#endif

static const uint8_t table[256] = {1, 2, 3, 5, 8, 13, 21, 34, 55};
static volatile uint8_t taken;

static SEPARATE polycha_status branch(const uint8_t key[32])
{
  if (key[31] & 1)
    taken = 1; /* no compiler may store without being told to */
  return POLYCHA_OK;
}

static SEPARATE polycha_status look_up(const uint8_t key[32])
{
  taken = *(const volatile uint8_t *)&table[key[31]];
  return POLYCHA_OK;
}

static SEPARATE polycha_status compare(const uint8_t expected[16], const volatile uint8_t tag[16])
{
  for (int i = 0; i < 16; i++)
    if (expected[i] != tag[i])
      return POLYCHA_ERR_TAG;
  return POLYCHA_OK;
}

static void start(void)
{
  cases_fill(cases_data.key, 32);
  tool_secret(cases_data.key, 32);
}

static const char *run_branch(const constant_time_case *how, size_t len, size_t aad_len)
{
  (void)how, (void)len, (void)aad_len;
  start();
  (void)branch(cases_data.key);
  return NULL;
}

static const char *run_look_up(const constant_time_case *how, size_t len, size_t aad_len)
{
  (void)how, (void)len, (void)aad_len;
  start();
  (void)look_up(cases_data.key);
  tool_public((void *)(uintptr_t)&taken, 1);
  return NULL;
}

/* Of a real tag, which the library has computed, with a forgery. */
static const char *run_compare(const constant_time_case *how, size_t len, size_t aad_len)
{
  polycha_status status;

  (void)how, (void)aad_len;
  cases_fill(cases_data.key, 32);
  tool_secret(cases_data.key, 32);
  status = polycha_poly1305(cases_data.tag, cases_data.text, len, cases_data.key);
  for (int i = 0; i < 16; i++)
    cases_data.out[i] = cases_data.tag[i];
  cases_data.out[15] ^= 1;
  (void)compare(cases_data.tag, cases_data.out);
  return status == POLYCHA_OK ? NULL : "poly1305 failed";
}

const constant_time_case leaking_cases[] = {
  {.name = "a branch on a byte of the key", .run = run_branch},
  {.name = "a table indexed by a byte of the key", .run = run_look_up},
  {.name = "a comparison of tags that ends early", .run = run_compare},
};
const size_t leaking_cases_total = sizeof leaking_cases / sizeof *leaking_cases;
