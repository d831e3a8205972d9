#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* A message has no place for a callback, so a signal speaks up; in its handler only write() is allowed. */
static char line[128];
static volatile sig_atomic_t line_len;

static void speak(int signal_number)
{
  (void)signal_number;
  ssize_t ignored = write(STDERR_FILENO, line, (size_t)line_len);
  (void)ignored;
}

static void every_second(int seconds)
{
  struct itimerval timer = {.it_interval.tv_sec = seconds, .it_value.tv_sec = seconds};
  setitimer(ITIMER_REAL, &timer, NULL);
}

void run_progress_step(const char *doing, const char *build, const char *backend)
{
  every_second(0);
  int len = snprintf(line, sizeof line, "... %s: %s %s\n", doing, build, backend);
  line_len = len < (int)sizeof line ? len : (int)sizeof line - 1;
  struct sigaction action = {.sa_handler = speak, .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &action, NULL);
  every_second(1);
}

void run_progress_end(void)
{
  every_second(0);
}
