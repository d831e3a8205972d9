/* Time in cycles of the core that runs.
 *
 * The counter that a program can read (TSC, or the Arm virtual counter) ticks at a fixed rate; the core does not: its
 * clock follows load, heat and, on some CPUs, the use of wide vectors. So every measured span stands between two runs
 * of a chain of dependent additions, whose length in core cycles is known on every CPU, one for each. A span counts
 * only if both chains ran at the same rate: else the clock changed, or something else had the core.
 */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdbool.h>

typedef void bench_timed(void *argument);

/* Pins the process to one CPU (-1: the last that it may use), then measures the cost of reading the counter.
 * Returns the CPU. */
int bench_clock_start(int cpu);

/* Runs it once. Returns false if the span does not count. */
bool bench_clock_time(bench_timed *run, void *argument, double *cycles);

/* The core's clock, now. */
double bench_clock_hertz(void);

#endif
