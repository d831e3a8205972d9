/* POLYCHA_BACKEND in a program that runs with more rights than its caller. */
#include "../harness/suite.h"
#include "../registry.h"

#ifdef SET_UID_PROBE

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOBODY 65534

static void copy(const char *from, const char *to, mode_t mode)
{
  static char bytes[1 << 16];
  int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_EXCL, 0700);
  ssize_t len;

  CHECK(in >= 0 && out >= 0);
  while ((len = read(in, bytes, sizeof bytes)) > 0)
    CHECK(write(out, bytes, (size_t)len) == len);
  /* Last, since a write takes the bit away. */
  CHECK(len == 0 && fchmod(out, mode) == 0 && close(in) == 0 && close(out) == 0);
}

/* The first line that the program prints when nobody runs it with that variable. */
static void ask(const char *program, const char *value, char answer[100])
{
  int ends[2], status;
  pid_t child;
  ssize_t len;

  CHECK(pipe(ends) == 0);
  fflush(NULL);
  child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    if (dup2(ends[1], 1) == 1 && setgid(NOBODY) == 0 && setuid(NOBODY) == 0 && setenv("POLYCHA_BACKEND", value, 1) == 0)
      execl(program, program, (char *)NULL);
    _exit(127);
  }
  close(ends[1]);
  len = read(ends[0], answer, 99);
  close(ends[0]);
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK(len > 0 && answer[len - 1] == '\n');
  answer[len - 1] = '\0';
}

static bool any_rights_given(const char *program)
{
  char answer[100];

  ask(program, "portable", answer);
  return answer[0] == '1';
}

/* A user-mode emulator does not follow: the kernel runs the program on the host's CPU. */
static bool same_cpu(const char *program, const char *best)
{
  char answer[100], wanted[100];

  ask(program, "", answer);
  snprintf(wanted, sizeof wanted, "0 1 %s", best);
  return strcmp(answer, wanted) == 0;
}

static void check(const char *program, bool set_uid, const char *value, const char *expected)
{
  char answer[100], wanted[100];

  ask(program, value, answer);
  snprintf(wanted, sizeof wanted, "%d %d %s", set_uid, strcmp(expected, "none") != 0, expected);
  if (strcmp(answer, wanted) != 0)
    suite_fail(__FILE__, __LINE__, "%s with \"%s\" says \"%s\" instead of \"%s\"", program, value, answer, wanted);
}

void choice_set_uid(void)
{
  char directory[] = P_tmpdir "/polycha-XXXXXX", plain[64], set_uid[64];
  const char *best;
  bool works, emulated = false;

  if (geteuid() != 0)
    suite_skip("only root can make a set-uid program of root's");
  if (getenv("LD_PRELOAD"))
    suite_skip("a set-uid program cannot be run under what LD_PRELOAD brings");
  CHECK(mkdtemp(directory) && chmod(directory, 0755) == 0);
  snprintf(plain, sizeof plain, "%s/plain", directory);
  snprintf(set_uid, sizeof set_uid, "%s/set-uid", directory);
  copy(SET_UID_PROBE, plain, 0755);
  copy(SET_UID_PROBE, set_uid, 04755);
  works = any_rights_given(set_uid);
  if (works) {
    CHECK_STATUS(polycha_backend_use(NULL), POLYCHA_OK);
    best = polycha_backend();
    emulated = !same_cpu(plain, best);
    if (!emulated) {
      check(plain, false, "portable", "portable");
      check(plain, false, "nonsense", "none");
      check(set_uid, true, "portable", best);
      check(set_uid, true, "nonsense", best);
    }
  }
  unlink(plain);
  unlink(set_uid);
  rmdir(directory);
  if (!works)
    suite_skip("set-uid programs are given no rights here (nosuid, or no_new_privs)");
  if (emulated)
    suite_skip("a program run from here sees another CPU: this one is an emulator's");
}

#else

void choice_set_uid(void)
{
  suite_skip("needs Linux, and programs that run without an emulator");
}

#endif
