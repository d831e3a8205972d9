/* The runner that needs nothing but C: for emulators, other targets and sanitizers that Criterion does not survive.
 *
 * Each case runs in a child of its own, so that a crash is counted and the rest still runs. The child is a fork that
 * never executes a file: under a user-mode emulator an exec would be the kernel's, which runs the file for the host if
 * it can, or leaves the emulator that was asked for; a fork stays inside. And since the parent computes nothing, each
 * child is as fresh as a new process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/backends.h"
#include "harness/plan.h"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/wait.h>
#include <unistd.h>
#define HAVE_FORK 1

/* A case that hangs is a failure too. The longest takes 3 s, and fifty times that under valgrind. */
#define CASE_SECONDS 300
#endif

static const char usage[] =
  "usage: polycha-plain [list] [--backend NAME] [--test TEXT] [--in-process]"
  " [--expect-features \"NAME...\"]\n"
  "  list               print the cases, run none\n"
  "  --backend NAME     only this backend's cases\n"
  "  --test TEXT        only cases whose label contains the text\n"
  "  --in-process       no child processes, for a debugger\n"
  "  --expect-features  fail unless the CPU has these and no others of ssse3 avx2 avx512 ifma neon; or \"none\"\n";

typedef struct {
  bool list, in_process;
  const char *backend, *test, *features;
} options;

static options parse(int argc, char **argv)
{
  options chosen = {0};

  for (int i = 1; i < argc; i++) {
    const char **value = strcmp(argv[i], "--backend") == 0           ? &chosen.backend
                         : strcmp(argv[i], "--test") == 0            ? &chosen.test
                         : strcmp(argv[i], "--expect-features") == 0 ? &chosen.features
                                                                     : NULL;

    if (value && i + 1 < argc) {
      *value = argv[++i];
    } else if (strcmp(argv[i], "list") == 0) {
      chosen.list = true;
    } else if (strcmp(argv[i], "--in-process") == 0) {
      chosen.in_process = true;
    } else {
      fputs(usage, stderr);
      exit(2);
    }
  }
  return chosen;
}

static bool wanted(const plan_case *test, const options *chosen)
{
  if (chosen->backend &&
      (test->body->scope == SCOPE_ONCE || strcmp(backends_at(test->backend)->name, chosen->backend) != 0))
    return false;
  return !chosen->test || strstr(test->label, chosen->test);
}

/* An emulated run that sees other features than it was set up for would test something else than it says. */
static bool features_are(const char *expected)
{
  if (strcmp(backends_features(), expected) == 0)
    return true;
  printf("FAILED  expected the CPU features \"%s\"\n", expected);
  return false;
}

static plan_outcome run(const plan_case *test, bool in_process)
{
#ifdef HAVE_FORK
  if (!in_process) {
    int status;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0) {
      alarm(CASE_SECONDS);
      exit((int)plan_run(test));
    }
    if (child < 0 || waitpid(child, &status, 0) < 0) {
      perror("fork");
      exit(2);
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) <= OUTCOME_SKIPPED)
      return (plan_outcome)WEXITSTATUS(status);
    if (WIFSIGNALED(status))
      printf("FAILED  %s: ended by signal %d\n", test->label, WTERMSIG(status));
    else
      printf("FAILED  %s: ended with status %d\n", test->label, WEXITSTATUS(status));
    return OUTCOME_FAILED;
  }
#endif
  (void)in_process;
  return plan_run(test);
}

int main(int argc, char **argv)
{
  options chosen = parse(argc, argv);
  size_t counts[3] = {0}, total = plan_total();

  if (!chosen.list) {
    plan_print_surroundings();
    if (chosen.features && !features_are(chosen.features)) {
      printf("0 passed, 1 failed, 0 skipped\n");
      return 1;
    }
  }
  for (size_t i = 0; i < total; i++) {
    plan_case test = plan_case_at(i);

    if (!wanted(&test, &chosen))
      continue;
    if (chosen.list) {
      puts(test.label);
      continue;
    }
    counts[run(&test, chosen.in_process)]++;
  }
  if (chosen.list)
    return 0;
  size_t ran = counts[OUTCOME_PASSED] + counts[OUTCOME_FAILED] + counts[OUTCOME_SKIPPED];
  bool complete = chosen.backend || chosen.test ? ran > 0 : ran == plan_expected_total();
  if (!complete) {
    printf("FAILED  %zu cases ran, of %zu\n", ran, plan_expected_total());
    counts[OUTCOME_FAILED]++;
  }
  printf("%zu passed, %zu failed, %zu skipped\n", counts[OUTCOME_PASSED], counts[OUTCOME_FAILED],
         counts[OUTCOME_SKIPPED]);
  return counts[OUTCOME_FAILED] ? 1 : 0;
}
