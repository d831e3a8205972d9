/* A table of measurements: cells by candidates. Runs alternate between the candidates, in another order each round, and
 * rounds of a cell are spread over the whole time, so that neither drift nor a noisy moment falls on one of them. */
#ifndef BENCH_GRID_H
#define BENCH_GRID_H

#include "candidates.h"
#include "inputs.h"

typedef struct {
  double *cycles; /* of a call, one for each run that counted */
  size_t total, room;
} bench_samples;

typedef struct {
  bench_cell *cells;
  size_t cell_total;
  const bench_candidates *candidates;
  bench_samples *samples; /* of a cell's candidates one after another */
  uint64_t calls, bytes;  /* measured and checked */
} bench_grid;

typedef struct {
  size_t passes;  /* through all cells */
  size_t rounds;  /* at least, in each pass */
  double seconds; /* for each cell, in all passes */
} bench_effort;

void bench_grid_init(bench_grid *grid, const bench_workload *workloads, size_t total,
                     const bench_candidates *candidates);
void bench_grid_free(bench_grid *grid);

/* wanted: NULL, or for each cell whether to measure it. */
void bench_grid_measure(bench_grid *grid, const bool *wanted, const bench_effort *effort);

bool bench_grid_can(const bench_grid *grid, size_t cell, size_t candidate);
double bench_grid_min(const bench_grid *grid, size_t cell, size_t candidate); /* cycles of a call */
double bench_grid_median(const bench_grid *grid, size_t cell, size_t candidate);

#endif
