/* Looks at every length for where the choice of kernels could be better. */
#ifndef BENCH_SWEEP_H
#define BENCH_SWEEP_H

#include "grid.h"

/* Measures, then lists the lengths where the automatic choice is slower, by more than the tolerance (0.03: 3 %), than a
 * forced backend or another row of a ladder. What was found is measured again before it is listed. Returns whether
 * there is nothing. */
bool bench_sweep(bench_grid *grid, const bench_effort *effort, double tolerance);

/* Measures, then lists the lengths where the step to the next length costs over 15 % more. */
bool bench_cliffs(bench_grid *grid, const bench_effort *effort);

/* For each ladder of which the grid has the rungs: where its thresholds should be, and what it costs where they are. */
void bench_print_ladders(const bench_grid *grid);

#endif
