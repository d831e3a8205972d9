/* From the registry to cases, and a case's run: the backend is set, the body called, a crash explained. */
#include "plan.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backends.h"
#include "handler.h"
#include "sanitized.h"
#include "suite_run.h"

static const plan_case *running;

static size_t cases_of(plan_scope scope, size_t backend)
{
  return scope == SCOPE_RUNG ? backends_rung_total(backend) : 1;
}

/* Goes over the cases in order until the one with that index, which it fills in; returns how many it has seen. */
static size_t walk(size_t until, plan_case *found)
{
  size_t index = 0;

  for (size_t b = 0; b < plan_body_total; b++) {
    const plan_body *body = &plan_bodies[b];
    size_t backends = body->scope == SCOPE_ONCE ? 1 : backends_total();

    for (size_t backend = 0; backend < backends; backend++)
      for (size_t rung = 0; rung < cases_of(body->scope, backend); rung++)
        if (index++ == until) {
          *found = (plan_case){.body = body, .backend = backend, .rung = rung};
          return index;
        }
  }
  return index;
}

size_t plan_total(void)
{
  return walk(SIZE_MAX, NULL);
}

size_t plan_expected_total(void)
{
  size_t bodies[3] = {0}, rungs = 0;

  for (size_t i = 0; i < plan_body_total; i++)
    bodies[plan_bodies[i].scope]++;
  for (size_t i = 0; i < backends_total(); i++)
    rungs += backends_rung_total(i);
  return bodies[SCOPE_ONCE] + bodies[SCOPE_BACKEND] * backends_total() + bodies[SCOPE_RUNG] * rungs;
}

plan_case plan_case_at(size_t index)
{
  plan_case test = {0};
  backends_rung rung;

  walk(index, &test);
  snprintf(test.label, sizeof test.label, "%s/%s", test.body->group, test.body->name);
  if (test.body->scope != SCOPE_ONCE) {
    strcat(test.label, "@");
    strcat(test.label, backends_at(test.backend)->name);
  }
  if (test.body->scope == SCOPE_RUNG) {
    backends_rung_at(test.backend, test.rung, &rung);
    strcat(test.label, ":");
    strcat(test.label, rung.name);
  }
  return test;
}

#ifndef SANITIZED
/* The body is lost, but not the place where it was. The functions that a handler should not call may at worst add
 * another crash to the first. */
SIGNAL_HANDLER static void explain_crash(int number)
{
  char where[128] = "";

  signal(number, SIG_DFL);
  suite_place_text(where, sizeof where);
  fprintf(stderr, "%s: signal %d, at %s\n", running->label, number, where);
  raise(number);
}
#endif

static void watch_for_crashes(void)
{
#ifndef SANITIZED /* they have handlers of their own, which tell more */
  static const int numbers[] = {SIGSEGV, SIGILL, SIGFPE, SIGABRT,
#ifdef SIGBUS
                                SIGBUS
#endif
  };

  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    signal(numbers[i], explain_crash);
#endif
}

static void read_level(void)
{
  const char *level = getenv("POLYCHA_TEST_LEVEL");

  suite_full = !level || strcmp(level, "quick") != 0;
}

plan_outcome plan_run(const plan_case *test)
{
  static backends_rung rung;
  const clock_t started = clock();
  plan_outcome outcome;

  suite_begin(test->label);
  read_level();
  suite_backend = NULL;
  suite_rung_ladder = LADDER_BOTH;
  if (test->body->scope != SCOPE_ONCE) {
    if (!backends_usable(test->backend)) {
      snprintf(suite_message, sizeof suite_message, "this CPU cannot run %s", backends_at(test->backend)->name);
      printf("skipped %s: %s\n", test->label, suite_message);
      return OUTCOME_SKIPPED;
    }
    suite_backend = backends_at(test->backend);
    if (test->body->scope == SCOPE_RUNG) {
      backends_rung_at(test->backend, test->rung, &rung);
      suite_backend = &rung.backend;
      suite_rung_ladder = rung.ladder;
    }
    backends_set(suite_backend);
  }
  running = test;
  watch_for_crashes();
  switch (setjmp(suite_exit)) {
  case 0:
    test->body->run();
    outcome = OUTCOME_PASSED;
    printf("ok      %s, %.0f ms\n", test->label, (double)(clock() - started) * 1000 / CLOCKS_PER_SEC);
    break;
  case SUITE_SKIPPED:
    outcome = OUTCOME_SKIPPED;
    printf("skipped %s: %s\n", test->label, suite_message);
    break;
  default:
    outcome = OUTCOME_FAILED;
    printf("FAILED  %s: %s\n", test->label, suite_message);
  }
  suite_end();
  return outcome;
}

const char *plan_reason(void)
{
  return suite_message;
}

void plan_print_surroundings(void)
{
  read_level();
  printf("polycha %s, %s build; level: %s\n", polycha_version(), polycha_build(), suite_full ? "full" : "quick");
  printf("seen: %s; %s; ", TEST_COMPILER, TEST_MACHINE);
  fputs(backends_features(), stdout);
  printf(";");
  for (size_t i = 0; i < backends_total(); i++)
    if (backends_usable(i))
      printf(" %s", backends_at(i)->name);
  printf("\n");
  fflush(stdout);
}
