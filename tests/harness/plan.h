/* The registry of bodies spread over backends and rungs: the cases that both runners run. */
#ifndef PLAN_H
#define PLAN_H

#include "suite.h"

/* Once, for each backend, or for each rung of each backend by itself. */
typedef enum { SCOPE_ONCE, SCOPE_BACKEND, SCOPE_RUNG } plan_scope;

typedef struct {
  const char *group, *name;
  plan_scope scope;
  void (*run)(void);
} plan_body;

extern const plan_body plan_bodies[];
extern const size_t plan_body_total;

typedef struct {
  const plan_body *body;
  size_t backend; /* an index for backends.h, for all scopes but SCOPE_ONCE */
  size_t rung;    /* an index for backends_rung, for SCOPE_RUNG */
  char label[96]; /* "group/name", "group/name@backend", "group/name@backend:rung" */
} plan_case;

/* How many cases there are: by walking over them, and from the numbers of bodies, backends and rungs. The runners
 * compare what they ran with the second. */
size_t plan_total(void);
size_t plan_expected_total(void);

plan_case plan_case_at(size_t index);

typedef enum { OUTCOME_PASSED, OUTCOME_FAILED, OUTCOME_SKIPPED } plan_outcome;

/* Runs a case in this process and prints how it went. A backend that this CPU lacks skips the case. */
plan_outcome plan_run(const plan_case *test);

/* The reason of the last OUTCOME_SKIPPED, the report of the last OUTCOME_FAILED. */
const char *plan_reason(void);

/* What a log should begin with: build and level; and a line for the table of scripts/test.sh, "seen: COMPILER; MACHINE;
 * CPU FEATURES; BACKENDS", where features and backends are names with spaces between, the backends those that this CPU runs. */
void plan_print_surroundings(void);

#endif
