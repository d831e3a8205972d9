/* Candidates that need an environment of their own run in another process, a worker: this program again, on the same
 * CPU, taking orders over a pipe. Their runs alternate with all others: the process that waits costs nothing. */
#ifndef BENCH_WORKER_H
#define BENCH_WORKER_H

#include "candidates.h"
#include "measure.h"

#define BENCH_WORKER_ARGUMENT "--worker"

/* Before the first run of a worker: what its process must be told. */
void bench_workers_start(int cpu, size_t len_max);

/* bench_measure for any candidate, in the process that it needs. */
void bench_measure_candidate(const bench_candidate *candidate, const bench_cell *cell, size_t place, bench_runs *runs);

/* What main() does when its first argument is BENCH_WORKER_ARGUMENT. */
int bench_worker_main(int argc, char **argv);

#endif
