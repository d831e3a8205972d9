#include "apart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "suite_run.h"

#define VARIABLE "POLYCHA_BACKEND"

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

#include "backends.h"

void apart(void (*function)(const char *argument), const char *argument)
{
  const char *value = getenv(VARIABLE);
  char before[64] = "";

  CHECK(!value || strlen(value) < sizeof before);
  if (value)
    strcpy(before, value);
  function(argument);
  apart_set_environment(*before ? before : NULL);
  backends_set(NULL);
}

#endif

void apart_set_environment(const char *value)
{
#ifdef _WIN32 /* where an empty value is none */
  CHECK(_putenv_s(VARIABLE, value ? value : "") == 0);
#else
  CHECK((value ? setenv(VARIABLE, value, 1) : unsetenv(VARIABLE)) == 0);
#endif
}
