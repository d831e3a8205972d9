/* How much stack the library takes: threads of 64 KiB run everything, and none of it goes deeper than SECURITY.md says. */
#include <stdio.h>
#include <string.h>

#include "../harness/backends.h"
#include "../harness/painted.h"
#include "../harness/sanitized.h"
#include "../registry.h"
#include "calls.h"

static const size_t lens[] = {0, 1, 16, 64, 100, 192, 256, 448, 512, 1000, 1024, 1216, 1500, 4096, 9000, 40000};

/* ---- How deep ---- */

/* As SECURITY.md says. Where kernels' frames are not known (backend.h), every wipe is of the largest there could be. */
#ifdef PCH_FRAMES_UNKNOWN
#define DEEPEST (24 * 1024)
#else
#define DEEPEST (8 * 1024)
#endif

typedef struct {
  const call *function;
  call_lengths lengths;
  call_buffers buffers;
  polycha_status status;
} trial;

static void run(void *argument)
{
  trial *t = argument;

  t->status = t->function->run(&t->buffers, t->lengths);
}

static void run_nothing(void *argument)
{
  ((trial *)argument)->status = POLYCHA_OK;
}

static size_t depth_of(painted_stack stack, void (*function)(void *argument), trial *t)
{
  painted_run(stack, function, t);
  CHECK_STATUS(t->status, POLYCHA_OK);
  return stack.len - painted_depth(stack);
}

void stack_depth(void)
{
  painted_stack stack = painted_new();
  trial nothing = {0}, deepest = {0};
  size_t own = depth_of(stack, run_nothing, &nothing), most = 0;

  for (size_t i = 0; i < calls_total; i++)
    for (size_t l = 0; l < sizeof lens / sizeof *lens; l++)
      for (int again = 0; again < 2; again++) { /* the first call of all has the dynamic linker's work on its stack */
        trial t = {.function = &calls[i], .lengths = {lens[l], 21}};
        size_t depth;

        AT({t.function->name, i}, {"len", lens[l]});
        t.buffers = call_new_buffers(t.function, t.lengths);
        depth = depth_of(stack, run, &t);
        if (again && depth - own > most) {
          most = depth - own;
          deepest = t;
        }
      }
  printf("        %s: at most %zu bytes of stack, by polycha_%s of %zu bytes\n", suite_backend->name, most,
         deepest.function->name, deepest.lengths.len);
  AT({deepest.function->name, most}, {"len", deepest.lengths.len});
  CHECK(most > 0 && most <= DEEPEST);
}

/* ---- Threads of 64 KiB ---- */

#if (defined(__unix__) || defined(__APPLE__)) && !defined(SANITIZED) /* whose run-time needs more than that by itself */

#include <alloca.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#define SMALL (64 * 1024)

typedef struct {
  trial *trials;
  size_t total;
  size_t spare; /* bytes of the stack beyond SMALL, for which the system insists */
} batch;

static void run_batch(const batch *b)
{
  for (size_t i = 0; i < b->total; i++)
    run(&b->trials[i]);
}

static void *run_low(void *argument)
{
  const batch *b = argument;

  if (b->spare)
    *(volatile uint8_t *)alloca(b->spare) = 0;
  run_batch(b);
  return NULL;
}

void stack_small_threads(void)
{
  size_t page = (size_t)sysconf(_SC_PAGESIZE), least = (size_t)sysconf(_SC_THREAD_STACK_MIN);
  size_t bytes = least > SMALL ? least : SMALL;
  uint8_t *guarded = mmap(NULL, page + bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_attr_t attributes;

  CHECK(guarded != MAP_FAILED && mprotect(guarded, page, PROT_NONE) == 0);
  CHECK(pthread_attr_init(&attributes) == 0);
  CHECK(pthread_attr_setstack(&attributes, guarded + page, bytes) == 0);
  for (size_t l = 0; l < sizeof lens / sizeof *lens; l++) {
    trial trials[64];
    batch all = {trials, calls_total, bytes - SMALL};
    pthread_t thread;

    AT({"len", lens[l]});
    CHECK(calls_total <= sizeof trials / sizeof *trials);
    for (size_t i = 0; i < calls_total; i++) {
      trials[i] = (trial){.function = &calls[i], .lengths = {lens[l], 21}};
      trials[i].buffers = call_new_buffers(&calls[i], trials[i].lengths);
    }
    CHECK(pthread_create(&thread, &attributes, run_low, &all) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    for (size_t i = 0; i < calls_total; i++) {
      AT({calls[i].name, i}, {"len", lens[l]});
      CHECK_STATUS(trials[i].status, POLYCHA_OK);
    }
  }
  pthread_attr_destroy(&attributes);
  munmap(guarded, page + bytes);
}

#else

void stack_small_threads(void)
{
  suite_skip("needs POSIX threads, and no sanitizer in them");
}

#endif
