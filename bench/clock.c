#include "clock.h"

#include "report.h"

#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#ifdef __x86_64__
#include <x86intrin.h>
#endif

/* The fences keep what is measured from moving out of the span, and what stands before it from moving in. */
static inline uint64_t ticks(void)
{
#ifdef __x86_64__
  _mm_lfence();
  uint64_t now = __rdtsc();
  _mm_lfence();
  return now;
#elif defined(__aarch64__)
  uint64_t now;
  __asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(now) : : "memory");
  return now;
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
#endif
}

/* Long enough for the counter's granularity to be a thousandth of it. An interrupt makes a chain longer, and two by
 * about the same; so each time the shortest of some is taken. */
#define CHAIN_TURNS 64
#define CHAINS 3
#define CHAIN_CYCLES (64 * CHAIN_TURNS)

/* The addend is a register: some CPUs do additions of constants while renaming, in no time. */
#define ADD                                                                                                            \
  sum += addend;                                                                                                       \
  __asm__ volatile("" : "+r"(sum));
#define ADD8 ADD ADD ADD ADD ADD ADD ADD ADD

static uint64_t overhead; /* ticks of an empty span */

static double chain_ticks(void)
{
  uint64_t least = UINT64_MAX;
  for (int chain = 0; chain < CHAINS; chain++) {
    size_t sum = 0;
    size_t addend = 1;
    __asm__ volatile("" : "+r"(addend));
    uint64_t start = ticks();
    for (int turn = 0; turn < CHAIN_TURNS; turn++) {
      ADD8 ADD8 ADD8 ADD8 ADD8 ADD8 ADD8 ADD8
    }
    uint64_t span = ticks() - start;
    least = span < least ? span : least;
  }
  return (double)(least - overhead);
}

int bench_clock_start(int cpu)
{
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed)) {
    bench_die("sched_getaffinity: %s", strerror(errno));
  }
  for (int i = CPU_SETSIZE - 1; cpu < 0 && i >= 0; i--) {
    cpu = CPU_ISSET((size_t)i, &allowed) ? i : -1;
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  if (cpu < CPU_SETSIZE) {
    CPU_SET((size_t)cpu, &one);
  }
  if (sched_setaffinity(0, sizeof one, &one)) {
    bench_die("cannot run on CPU %d: %s", cpu, strerror(errno));
  }
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < 1000; i++) {
    uint64_t start = ticks();
    uint64_t span = ticks() - start;
    least = span < least ? span : least;
  }
  overhead = least;
  return cpu;
}

bool bench_clock_time(bench_timed *run, void *argument, double *cycles)
{
  double before = chain_ticks();
  uint64_t start = ticks();
  run(argument);
  double span = (double)(ticks() - start - overhead);
  double after = chain_ticks();
  double difference = before > after ? before - after : after - before;
  *cycles = span * CHAIN_CYCLES / ((before + after) / 2);
  return difference < 0.01 * before;
}

double bench_clock_hertz(void)
{
  struct timespec start, now;
  double seconds;
  double least = 0;
  clock_gettime(CLOCK_MONOTONIC, &start);
  uint64_t start_ticks = ticks();
  do {
    double chain = chain_ticks();
    least = least == 0 || chain < least ? chain : least;
    clock_gettime(CLOCK_MONOTONIC, &now);
    seconds = (double)(now.tv_sec - start.tv_sec) + 1e-9 * (double)(now.tv_nsec - start.tv_nsec);
  } while (seconds < 0.05);
  double ticks_per_second = (double)(ticks() - start_ticks) / seconds;
  return CHAIN_CYCLES / (least / ticks_per_second);
}
