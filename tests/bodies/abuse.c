/* Thousands of threads while the choice of backend changes, first calls in fresh processes, forks at bad moments, and signal
 * handlers that compute while their thread does. */
#include "../harness/apart.h"
#include "../harness/backends.h"
#include "../harness/handler.h"
#include "../registry.h"
#include "work.h"

#if defined(__unix__) || defined(__APPLE__)

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../harness/sanitized.h"

#define THREADS_MAX 2000

/* A sanitizer's threads need more than the library's. */
#ifdef SANITIZED
#define STACK_BYTES (1024 * 1024)
#else
#define STACK_BYTES (128 * 1024)
#endif

static work_known known[16];
#define KNOWN (sizeof known / sizeof *known)

static void prepare(void)
{
  for (size_t i = 0; i < KNOWN; i++)
    known[i] = work_new(i * i * 13);
}

/* ---- A gate that opens when all have come ---- */

static pthread_mutex_t gate_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_open = PTHREAD_COND_INITIALIZER;
static size_t gate_waiting, gate_total;

static void gate_set(size_t total)
{
  gate_waiting = 0;
  gate_total = total;
}

static void gate_pass(void)
{
  pthread_mutex_lock(&gate_lock);
  if (++gate_waiting == gate_total)
    pthread_cond_broadcast(&gate_open);
  while (gate_waiting < gate_total)
    pthread_cond_wait(&gate_open, &gate_lock);
  pthread_mutex_unlock(&gate_lock);
}

/* ---- Threads ---- */

typedef struct {
  pthread_t thread;
  size_t index;
  const char *backend;
  bool right;
} worker;

static worker workers[THREADS_MAX];

static void start(size_t total, void *(*function)(void *worker))
{
  pthread_attr_t attributes;

  CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0);
  for (size_t i = 0; i < total; i++) {
    AT({"thread", i});
    workers[i] = (worker){.index = i};
    CHECK(pthread_create(&workers[i].thread, &attributes, function, &workers[i]) == 0);
  }
  pthread_attr_destroy(&attributes);
}

static void join(size_t total)
{
  for (size_t i = 0; i < total; i++)
    CHECK(pthread_join(workers[i].thread, NULL) == 0);
  for (size_t i = 0; i < total; i++) {
    AT({"thread", i});
    CHECK(workers[i].right);
  }
}

static atomic_bool stop;

static void *change_backends(void *argument)
{
  bool *right = argument;

  *right = true;
  for (size_t i = 0; !atomic_load(&stop); i++) {
    size_t backend = i % (backends_total() + 1);

    if (backend == backends_total())
      *right = *right && polycha_backend_use(NULL) == POLYCHA_OK;
    else if (backends_usable(backend))
      *right = *right && polycha_backend_use(backends_at(backend)->name) == POLYCHA_OK;
    if (i % 16 == 0)
      sched_yield();
  }
  return NULL;
}

/* All are alive before any goes on, and what they have begun on one backend they end while another is active. */
static void *begin_wait_end(void *argument)
{
  worker *self = argument;
  work w;

  work_begin(&w, &known[self->index % KNOWN]);
  gate_pass();
  self->right = work_end(&w);
  for (size_t i = 0; i < 3; i++) {
    const work_known *next = &known[(self->index + i) % KNOWN];

    self->right = self->right && work_at_once(next);
    work_begin(&w, next);
    sched_yield();
    self->right = self->right && work_end(&w);
  }
  return NULL;
}

void abuse_threads(void)
{
  const size_t total = suite_scaled(THREADS_MAX, 200);
  pthread_t changers[2];
  bool right[2];

  prepare();
  gate_set(total);
  atomic_store(&stop, false);
  for (size_t i = 0; i < 2; i++)
    CHECK(pthread_create(&changers[i], NULL, change_backends, &right[i]) == 0);
  start(total, begin_wait_end);
  join(total);
  atomic_store(&stop, true);
  for (size_t i = 0; i < 2; i++)
    CHECK(pthread_join(changers[i], NULL) == 0 && right[i]);
}

/* ---- First calls ---- */

#define FIRST_CALLERS 64

static void *call_first(void *argument)
{
  worker *self = argument;

  gate_pass();
  self->right = work_at_once(&known[self->index % KNOWN]);
  self->backend = polycha_backend();
  return NULL;
}

static void all_call_first(const char *argument)
{
  (void)argument;
  backends_set(NULL);
  gate_set(FIRST_CALLERS);
  start(FIRST_CALLERS, call_first);
  join(FIRST_CALLERS);
  for (size_t i = 0; i < FIRST_CALLERS; i++) {
    AT({"thread", i});
    CHECK(workers[i].backend && workers[i].backend == workers[0].backend);
  }
}

/* Each process as fresh as one that has just started. */
void abuse_first_calls(void)
{
  prepare();
  for (size_t process = 0; process < suite_scaled(100, 10); process++)
    apart(all_call_first, NULL);
}

/* ---- Forks ---- */

#define CHILD_SECONDS 60

static void wait_for(pid_t child)
{
  int status;

  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Contexts are plain memory: parent and child both end what was begun before the fork. */
void abuse_fork(void)
{
  prepare();
  for (size_t i = 0; i < KNOWN; i++) {
    work w;
    pid_t child;

    AT({"work", i});
    work_begin(&w, &known[i]);
    child = fork();
    if (child == 0)
      _exit(work_end(&w) && work_at_once(&known[i]) ? 0 : 1);
    wait_for(child);
    CHECK(work_end(&w));
  }
}

static void *work_until_stop(void *argument)
{
  worker *self = argument;
  work w;

  self->right = true;
  for (size_t i = self->index; !atomic_load(&stop); i++) {
    work_begin(&w, &known[i % KNOWN]);
    self->right = self->right && work_end(&w) && work_at_once(&known[(i + 7) % KNOWN]);
  }
  return NULL;
}

/* The library holds no lock that a child could find held by a thread that it does not have; nor is a first call that was
 * cut short by the fork in the child's way. */
void abuse_fork_under_work(void)
{
  enum { WORKERS = 8 };

  prepare();
  atomic_store(&stop, false);
  start(WORKERS, work_until_stop);
  for (size_t i = 0; i < suite_scaled(100, 10); i++) {
    pid_t child;
    work w;

    AT({"fork", i});
    backends_set(NULL);
    work_begin(&w, &known[i % KNOWN]);
    child = fork();
    if (child == 0) {
      alarm(CHILD_SECONDS);
      backends_set(NULL);
      _exit(work_at_once(&known[5]) && work_end(&w) ? 0 : 1);
    }
    wait_for(child);
    CHECK(work_end(&w));
  }
  atomic_store(&stop, true);
  join(WORKERS);
}

/* ---- Signals ---- */

static volatile sig_atomic_t handled, handled_wrong;

/* Between any two instructions of the thread's own call, on a small stack of its own. */
SIGNAL_HANDLER static void compute(int number)
{
  static work w;

  (void)number;
  work_begin(&w, &known[handled % (int)KNOWN]);
  if (!work_end(&w) || !work_at_once(&known[(handled + 3) % (int)KNOWN]))
    handled_wrong = 1;
  handled = handled + 1;
}

static void *send_signals(void *argument)
{
  const struct timespec pause = {.tv_nsec = 30000};

  while (!atomic_load(&stop)) {
    pthread_kill(*(pthread_t *)argument, SIGUSR1);
    nanosleep(&pause, NULL);
  }
  return NULL;
}

void abuse_signals(void)
{
  static uint8_t stack[STACK_BYTES];
  const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = compute, .sa_flags = SA_ONSTACK | SA_RESTART};
  message m = message_random(50000, 13, 12);
  uint8_t *out = suite_bytes(m.len), tag[16];
  const sig_atomic_t wanted = (sig_atomic_t)suite_scaled(600, 200);
  pthread_t self = pthread_self(), sender;

  prepare();
  handled = handled_wrong = 0;
  CHECK(sigaltstack(&alternate, NULL) == 0 && sigaction(SIGUSR1, &action, NULL) == 0);
  atomic_store(&stop, false);
  CHECK(pthread_create(&sender, NULL, send_signals, &self) == 0);
  for (size_t round = 0; handled < wanted; round++) {
    work w;

    AT({"round", round}, {"handled", (size_t)handled});
    CHECK_STATUS(message_seal_detached(&m, out, tag, m.plaintext), POLYCHA_OK);
    CHECK_SAME(out, m.ciphertext, m.len);
    CHECK_SAME(tag, m.tag, 16);
    CHECK_STATUS(message_open_detached(&m, out, out, tag), POLYCHA_OK);
    CHECK_SAME(out, m.plaintext, m.len);
    /* Mostly short messages, so that most signals come in the midst of one. */
    for (size_t i = 0; i < 4 * KNOWN; i++) {
      work_begin(&w, &known[i % KNOWN]);
      CHECK(work_end(&w));
      for (size_t again = 0; again < 8; again++)
        CHECK(work_at_once(&known[i % KNOWN]));
    }
  }
  atomic_store(&stop, true);
  CHECK(pthread_join(sender, NULL) == 0);
  CHECK(!handled_wrong);
}

#else

static const char reason[] = "needs POSIX threads, processes and signals";

void abuse_threads(void)
{
  suite_skip(reason);
}

void abuse_first_calls(void)
{
  suite_skip(reason);
}

void abuse_fork(void)
{
  suite_skip(reason);
}

void abuse_fork_under_work(void)
{
  suite_skip(reason);
}

void abuse_signals(void)
{
  suite_skip(reason);
}

#endif
