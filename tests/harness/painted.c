#include "painted.h"

#include <string.h>

#include "sanitized.h"

#define PAINT 0xa5

#if (defined(__unix__) || defined(__APPLE__) || defined(_WIN32)) && defined(__OPTIMIZE__) && !defined(SANITIZED)

#include <pthread.h>
#include <stdlib.h>

/* What is painted: more than any function here needs. And the whole stack. */
#define PAINTED_BYTES (128 * 1024)
#define STACK_BYTES (512 * 1024)

/* More than the frames of the two functions below, which must not paint over themselves. */
#define OWN_BYTES 1024

typedef struct {
  void (*function)(void *argument);
  void *argument;
} start;

/* What was on the stack when the function returned. The thread's own end writes over some of it. */
static uint64_t snapshot[PAINTED_BYTES / 8];

/* Downwards: Windows lets a stack grow by the page below, and no further at once. */
__attribute__((noinline)) static void paint(uintptr_t top, uintptr_t bottom)
{
  while (top > bottom) {
    top -= 8;
    *(volatile uint64_t *)top = PAINT * UINT64_C(0x0101010101010101);
  }
}

static void *begin(void *argument)
{
  const start *s = argument;
  volatile uint64_t here = 0;
  const uintptr_t bottom = (uintptr_t)&here - PAINTED_BYTES;

  paint((uintptr_t)&here - OWN_BYTES, bottom);
  s->function(s->argument);
  /* Read as volatile, or the compiler would call memcpy, which has a stack frame too. */
  for (size_t i = 0; i < sizeof snapshot / sizeof *snapshot; i++)
    snapshot[i] = ((const volatile uint64_t *)bottom)[i];
  return NULL;
}

/* Valgrind takes what lies below the stack pointer for gone, and reading it for a fault. It preloads a library of its
 * own. */
static bool under_valgrind(void)
{
  const char *preloaded = getenv("LD_PRELOAD");

  return preloaded && strstr(preloaded, "vgpreload");
}

painted_stack painted_new(void)
{
  if (under_valgrind())
    suite_skip("Valgrind does not let the stack be searched");
  return (painted_stack){(uint8_t *)snapshot, sizeof snapshot};
}

void painted_run(painted_stack stack, void (*function)(void *argument), void *argument)
{
  start s = {function, argument};
  pthread_attr_t attributes;
  pthread_t thread;

  memset(stack.bytes, PAINT, stack.len);
  CHECK(pthread_attr_init(&attributes) == 0);
  CHECK(pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0);
  CHECK(pthread_create(&thread, &attributes, begin, &s) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  pthread_attr_destroy(&attributes);
}

#else

painted_stack painted_new(void)
{
  suite_skip("no stack of our own in this build");
}

void painted_run(painted_stack stack, void (*function)(void *argument), void *argument)
{
  (void)stack;
  function(argument);
}

#endif

size_t painted_depth(painted_stack stack)
{
  size_t i = 0;

  while (i < stack.len && stack.bytes[i] == PAINT)
    i++;
  return i;
}
