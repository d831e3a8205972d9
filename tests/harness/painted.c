#include "painted.h"

#include <string.h>

#include "sanitized.h"

#define PAINT 0xa5

#if (defined(__unix__) || defined(__APPLE__)) && defined(__OPTIMIZE__) && !defined(SANITIZED)

#include <pthread.h>
#include <stdlib.h>

/* More than any function here needs, and more than any system wants at least. */
#define STACK_BYTES (128 * 1024)

typedef struct {
  void (*function)(void *argument);
  void *argument;
} start;

/* As 64-bit words. */
static _Alignas(65536) uint64_t stack_words[STACK_BYTES / 8];

/* What was on the stack when the function returned. The thread's own end writes over some of it. */
static uint64_t snapshot[STACK_BYTES / 8];

static void *begin(void *argument)
{
  const start *s = argument;
  volatile uint64_t here = PAINT;
  /* Read as volatile, or the compiler would call memcpy, which has a stack frame too. */
  const volatile uint64_t *from = stack_words;

  s->function(s->argument);
  for (uint64_t *to = snapshot; from < &here;)
    *to++ = *from++;
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

  memset(stack_words, PAINT, sizeof stack_words);
  memset(stack.bytes, PAINT, stack.len);
  CHECK(pthread_attr_init(&attributes) == 0);
  CHECK(pthread_attr_setstack(&attributes, stack_words, sizeof stack_words) == 0);
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
