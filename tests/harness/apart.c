#include "apart.h"

#include <stdio.h>

#include "suite.h"
#include "suite_run.h"

#if defined(__unix__) || defined(__APPLE__)

#include <sys/wait.h>
#include <unistd.h>

/* A fork without exec, for the reason given in runner_plain.c. */
void apart(void (*function)(const char *argument), const char *argument)
{
  int status;
  pid_t child;

  fflush(NULL);
  child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    /* A failure must end here, not in the runner's copy. */
    if (setjmp(suite_exit) == 0) {
      function(argument);
      _exit(0);
    }
    printf("        with \"%s\": %s\n", argument ? argument : "(nothing)", suite_message);
    fflush(stdout);
    _exit(1);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

#else

void apart(void (*function)(const char *argument), const char *argument)
{
  (void)function, (void)argument;
  suite_skip("no fork here");
}

#endif
