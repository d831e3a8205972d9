/* The Criterion runner: one parameterized test over the cases of plan.h. Criterion runs each in a process of its own,
 * to which it hands the parameter: so that is a number alone, from which the case is looked up again. */
#include <stdio.h>
#include <stdlib.h>

#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <criterion/parameterized.h>
#include <criterion/stats.h>

#include "harness/plan.h"

static void free_indices(struct criterion_test_params *params)
{
  cr_free(params->params);
}

ParameterizedTestParameters(polycha, cases)
{
  size_t total = plan_total();
  size_t *indices = cr_malloc(total * sizeof *indices);

  for (size_t i = 0; i < total; i++)
    indices[i] = i;
  return cr_make_param_array(size_t, indices, total, free_indices);
}

ParameterizedTest(size_t *index, polycha, cases)
{
  plan_case test = plan_case_at(*index);

  switch (plan_run(&test)) {
  case OUTCOME_PASSED:
    break;
  case OUTCOME_FAILED:
    cr_assert_fail("%s: %s", test.label, plan_reason());
  case OUTCOME_SKIPPED:
    cr_skip_test("%s: %s", test.label, plan_reason());
  }
}

ReportHook(PRE_ALL)(struct criterion_test_set *tests)
{
  (void)tests;
  plan_print_surroundings();
}

/* The last line is the plain runner's. A filter of Criterion's own leaves cases out, and so fails this. */
ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
  size_t ran = stats->tests_passed + stats->tests_failed + stats->tests_skipped;
  size_t failed = stats->tests_failed;

  if (ran != plan_expected_total()) {
    printf("FAILED  %zu cases ran, of %zu\n", ran, plan_expected_total());
    failed++;
  }
  printf("%zu passed, %zu failed, %zu skipped\n", stats->tests_passed, failed, stats->tests_skipped);
  fflush(stdout);
  if (failed != stats->tests_failed)
    exit(1);
}
