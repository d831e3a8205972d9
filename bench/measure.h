/* Runs one candidate on one cell, a few times. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "inputs.h"

/* The most runs of one call of bench_measure. */
#define BENCH_RUNS_MAX 8

typedef struct {
  size_t total;                  /* runs that count: those with a steady clock */
  double cycles[BENCH_RUNS_MAX]; /* of one call, for each of them */
  uint64_t calls, bytes;         /* measured and checked */
} bench_runs;

/* A run is a batch of calls; one goes before that is not measured. The first run has its inputs at that place (bench_place),
 * those after it at the next ones. Ends the program, with the name in the message, if a
 * tag or an output is wrong, if a wrong tag is accepted, or if the speed is one that no CPU can reach. */
void bench_measure(const bench_peer *peer, const char *name, const bench_cell *cell, size_t place, bench_runs *runs);

#endif
