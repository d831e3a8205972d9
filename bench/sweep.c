#include "sweep.h"

#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A cell that was found too slow is measured again so many times: most are noise. */
#define SECOND_LOOKS 4

/* Marks the cells that are worth a second look. Returns how many. */
typedef size_t finder(const bench_grid *grid, double tolerance, bool *found);

static size_t look(bench_grid *grid, const bench_effort *effort, double tolerance, finder *find, bool *found)
{
  bench_effort again = {.passes = 2, .rounds = 4 * effort->rounds, .seconds = 2 * effort->seconds};
  bench_grid_measure(grid, NULL, effort);
  size_t total = find(grid, tolerance, found);
  for (int i = 0; i < SECOND_LOOKS && total; i++) {
    bench_grid_measure(grid, found, &again);
    total = find(grid, tolerance, found);
  }
  return total;
}

static size_t automatic(const bench_grid *grid)
{
  size_t i = 0;
  while (i < grid->candidates->total && !grid->candidates->all[i].automatic) {
    i++;
  }
  if (i == grid->candidates->total) {
    bench_die("the candidates must have the automatic choice among them");
  }
  return i;
}

/* The fastest of all but the automatic choice. */
static size_t fastest(const bench_grid *grid, size_t cell)
{
  size_t found = automatic(grid);
  for (size_t i = 0; i < grid->candidates->total; i++) {
    if (bench_grid_can(grid, cell, i) && !grid->candidates->all[i].automatic &&
        (grid->candidates->all[found].automatic || bench_grid_min(grid, cell, i) < bench_grid_min(grid, cell, found))) {
      found = i;
    }
  }
  return found;
}

/* 0.03: the automatic choice is 3 % slower than the fastest. */
static double lost(const bench_grid *grid, size_t cell)
{
  return bench_grid_min(grid, cell, automatic(grid)) / bench_grid_min(grid, cell, fastest(grid, cell)) - 1;
}

static size_t find_slower(const bench_grid *grid, double tolerance, bool *found)
{
  size_t total = 0;
  for (size_t cell = 0; cell < grid->cell_total; cell++) {
    found[cell] = lost(grid, cell) > tolerance;
    total += found[cell];
  }
  return total;
}

bool bench_sweep(bench_grid *grid, const bench_effort *effort, double tolerance)
{
  bool *found = bench_allocate(grid->cell_total, sizeof *found);
  size_t total = look(grid, effort, tolerance, find_slower, found);
  double worst = 0;
  printf("== automatic choice, against forced backends and other rows of the ladders ==\n");
  for (size_t cell = 0; cell < grid->cell_total; cell++) {
    const bench_workload *workload = &grid->cells[cell].workload;
    double part = lost(grid, cell);
    worst = part > worst ? part : worst;
    if (found[cell]) {
      size_t best = fastest(grid, cell);
      printf("%s %6zu bytes: %.1f %% slower: %.0f cycles, %s %.0f\n", bench_workload_name(workload), workload->len,
             100 * part, bench_grid_min(grid, cell, automatic(grid)), grid->candidates->all[best].backend,
             bench_grid_min(grid, cell, best));
    }
  }
  printf("%zu of %zu lengths are over %.1f %% slower; the worst is %.1f %%.\n", total, grid->cell_total,
         100 * tolerance, 100 * worst);
  free(found);
  return total == 0;
}

#define CLIFF 0.15

static double climb(const bench_grid *grid, size_t cell, size_t candidate)
{
  return bench_grid_min(grid, cell + 1, candidate) / bench_grid_min(grid, cell, candidate) - 1;
}

/* Two neighbours of one operation. */
static bool is_step(const bench_grid *grid, size_t cell)
{
  return cell + 1 < grid->cell_total &&
         grid->cells[cell].workload.operation == grid->cells[cell + 1].workload.operation;
}

static size_t find_cliffs(const bench_grid *grid, double tolerance, bool *found)
{
  size_t total = 0;
  memset(found, 0, grid->cell_total * sizeof *found);
  for (size_t cell = 0; cell + 1 < grid->cell_total; cell++) {
    for (size_t i = 0; is_step(grid, cell) && i < grid->candidates->total; i++) {
      if (bench_grid_can(grid, cell, i) && climb(grid, cell, i) > tolerance) {
        found[cell] = found[cell + 1] = true;
        total++;
      }
    }
  }
  return total;
}

bool bench_cliffs(bench_grid *grid, const bench_effort *effort)
{
  bool *found = bench_allocate(grid->cell_total, sizeof *found);
  size_t total = look(grid, effort, CLIFF, find_cliffs, found);
  printf("== cliffs: steps that cost over %.0f %% more ==\n", 100 * CLIFF);
  for (size_t cell = 0; cell + 1 < grid->cell_total; cell++) {
    for (size_t i = 0; is_step(grid, cell) && i < grid->candidates->total; i++) {
      char title[80];
      if (bench_grid_can(grid, cell, i) && climb(grid, cell, i) > CLIFF) {
        printf("%s, %s from %zu to %zu bytes: %.0f to %.0f cycles, %.1f %% more\n",
               bench_candidate_title(&grid->candidates->all[i], title),
               bench_workload_name(&grid->cells[cell].workload), grid->cells[cell].workload.len,
               grid->cells[cell + 1].workload.len, bench_grid_min(grid, cell, i), bench_grid_min(grid, cell + 1, i),
               100 * climb(grid, cell, i));
      }
    }
  }
  printf("%zu cliffs in %zu lengths.\n", total, grid->cell_total);
  free(found);
  return total == 0;
}
