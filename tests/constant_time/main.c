/* Does the library keep its time, and the addresses it uses, apart from keys, data and tags? Calls every function that gets
 * a secret, over every backend and every rung by itself, under the eyes of a tool (tool.h).
 *
 *   polycha-constant-time [--rungs] [--longest BYTES] [BACKEND...]
 *
 * --rungs:   every rung of every ladder by itself too
 * --longest: leaves out longer messages (17408: none)
 * BACKEND:   only these */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../harness/backends.h"
#include "cases.h"
#include "lengths.h"
#include "tool.h"

/* backends_native.c knows it as what is under test. */
const pch_backend *suite_backend;

static struct {
  unsigned long passed, failed, skipped, calls;
} count;

/* NULL, or what was wrong. */
static const char *call(const constant_time_case *test, size_t len, size_t aad_len)
{
  size_t before = tool_leaks();
  const char *wrong = test->run(test, len, aad_len);

  tool_public(&cases_data, sizeof cases_data);
  count.calls++;
  return tool_leaks() == before ? wrong : "a secret has decided on a jump or an address";
}

/* On both sides of PCH_TRANSCRIPT_AAD_MAX, of 0 and of a block. A rung by itself gets one length, which is no whole block. */
static const size_t aad_lengths[] = {13, 0, 16, PCH_TRANSCRIPT_AAD_MAX, PCH_TRANSCRIPT_AAD_MAX + 1};
enum { AAD_LENGTHS = sizeof aad_lengths / sizeof *aad_lengths };

static bool run_case(const char *subject, const constant_time_case *test, const lengths_list *lengths, size_t aads)
{
  for (size_t i = 0; i < (test->no_len ? 1 : lengths->total); i++)
    for (size_t j = 0; j < (test->no_aad ? 1 : aads); j++) {
      const char *wrong = call(test, lengths->at[i], aad_lengths[j]);

      if (wrong) {
        printf("FAILED  %s: %s: %s (%zu bytes, aad of %zu)\n", subject, test->name, wrong, lengths->at[i],
               aad_lengths[j]);
        return false;
      }
    }
  return true;
}

static void run_cases(const char *subject, const pch_backend *backend, const lengths_list *lengths, size_t aads)
{
  unsigned long passed = 0, calls = count.calls;

  suite_backend = backend;
  backends_set(backend);
  for (size_t i = 0; i < cases_total; i++)
    if (run_case(subject, &cases[i], lengths, aads))
      passed++;
  count.passed += passed;
  count.failed += cases_total - passed;
  printf("%s %-28s %lu ways to call it, %zu lengths, %zu of aad, %lu calls\n",
         passed == cases_total ? "ok     " : "FAILED ", subject, passed, lengths->total, aads, count.calls - calls);
  fflush(stdout);
}

/* What the tool must not overlook. */
static void run_leaks(void)
{
  for (size_t i = 0; i < leaking_cases_total; i++) {
    size_t before = tool_leaks();
    const char *wrong = call(&leaking_cases[i], 100, 0);

    if (tool_leaks() != before) {
      count.passed++;
      printf("ok      noticed: %s\n", leaking_cases[i].name);
    } else {
      count.failed++;
      printf("FAILED  not noticed: %s (%s)\n", leaking_cases[i].name, wrong ? wrong : "no report");
    }
  }
}

static void run_backend(size_t i, size_t longest, bool rungs)
{
  const pch_backend *backend = backends_at(i);
  lengths_list lengths;

  if (!backends_usable(i)) {
    printf("skipped %s: %s shows a CPU without\n", backend->name, tool_name);
    count.skipped++;
    return;
  }
  lengths_of(backend, longest, &lengths);
  run_cases(backend->name, backend, &lengths, AAD_LENGTHS);
  if (!rungs)
    return;
  lengths_of(backend, longest < 4500 ? longest : 4500, &lengths);
  for (size_t r = 0; r < backends_rung_total(i); r++) {
    backends_rung rung;
    char subject[64];

    backends_rung_at(i, r, &rung);
    snprintf(subject, sizeof subject, "%s:%s", backend->name, rung.name);
    run_cases(subject, &rung.backend, &lengths, 1);
  }
}

static bool is_among(const char *name, char **names)
{
  if (!*names)
    return true;
  for (; *names; names++)
    if (strcmp(name, *names) == 0)
      return true;
  return false;
}

int main(int argc, char **argv)
{
  size_t longest = CASES_LEN_MAX;
  bool rungs = false;

  for (argv++; argc > 1 && *argv && strncmp(*argv, "--", 2) == 0; argv++)
    if (strcmp(*argv, "--rungs") == 0)
      rungs = true;
    else if (strcmp(*argv, "--longest") == 0 && argv[1])
      longest = strtoul(*++argv, NULL, 10);
    else {
      fprintf(stderr, "constant-time: unknown argument %s\n", *argv);
      return 2;
    }
  tool_start();
  printf("%s, CPU features: %s\n", tool_name, backends_features());
  run_leaks();
  for (size_t i = 0; i < backends_total(); i++)
    if (is_among(backends_at(i)->name, argv))
      run_backend(i, longest, rungs);
  printf("%lu passed, %lu failed, %lu skipped\n", count.passed, count.failed, count.skipped);
  return count.failed != 0;
}
