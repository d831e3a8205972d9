#include "grid.h"

#include "report.h"
#include "worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void bench_grid_init(bench_grid *grid, const bench_workload *workloads, size_t total,
                     const bench_candidates *candidates)
{
  *grid = (bench_grid){.cell_total = total, .candidates = candidates};
  grid->cells = bench_allocate(total, sizeof *grid->cells);
  grid->samples = bench_allocate(total * candidates->total, sizeof *grid->samples);
  for (size_t cell = 0; cell < total; cell++) {
    bench_cell_init(&grid->cells[cell], &workloads[cell]);
  }
}

void bench_grid_free(bench_grid *grid)
{
  for (size_t i = 0; i < grid->cell_total * grid->candidates->total; i++) {
    free(grid->samples[i].cycles);
  }
  free(grid->samples);
  free(grid->cells);
}

bool bench_grid_can(const bench_grid *grid, size_t cell, size_t candidate)
{
  return bench_candidate_can(&grid->candidates->all[candidate], &grid->cells[cell].workload);
}

static bench_samples *samples_of(const bench_grid *grid, size_t cell, size_t candidate)
{
  return &grid->samples[cell * grid->candidates->total + candidate];
}

static void add_samples(bench_samples *samples, const bench_runs *runs)
{
  if (samples->total + runs->total > samples->room) {
    samples->room = 2 * samples->room + BENCH_RUNS_MAX;
    samples->cycles = realloc(samples->cycles, samples->room * sizeof *samples->cycles);
    if (!samples->cycles) {
      bench_die("out of memory");
    }
  }
  memcpy(samples->cycles + samples->total, runs->cycles, runs->total * sizeof *runs->cycles);
  samples->total += runs->total;
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void shuffle(size_t *order, size_t total)
{
  static uint32_t state = 1;
  for (size_t i = total; i > 1; i--) {
    state = state * 1664525 + 1013904223;
    size_t other = (state >> 8) % i;
    size_t swapped = order[i - 1];
    order[i - 1] = order[other];
    order[other] = swapped;
  }
}

/* Rounds beyond those asked for, in the hope of a steady clock for all. */
#define EXTRA_ROUNDS 100

static bool all_measured(const bench_grid *grid, size_t cell, const size_t *candidates, size_t total)
{
  bool all = true;
  for (size_t i = 0; i < total; i++) {
    all &= samples_of(grid, cell, candidates[i])->total > 0;
  }
  return all;
}

static void measure_cell(bench_grid *grid, size_t cell, size_t rounds, double seconds)
{
  size_t total = grid->candidates->total;
  size_t *order = bench_allocate(total, sizeof *order);
  size_t able = 0;
  for (size_t candidate = 0; candidate < total; candidate++) {
    if (bench_grid_can(grid, cell, candidate)) {
      order[able++] = candidate;
    }
  }
  double start = now();
  for (size_t round = 0; able; round++) {
    bool enough = round >= rounds && now() - start >= seconds;
    if (enough && (all_measured(grid, cell, order, able) || round >= rounds + EXTRA_ROUNDS)) {
      break;
    }
    shuffle(order, able);
    for (size_t i = 0; i < able; i++) {
      bench_runs runs;
      bench_measure_candidate(&grid->candidates->all[order[i]], &grid->cells[cell], round, &runs);
      add_samples(samples_of(grid, cell, order[i]), &runs);
      grid->calls += runs.calls;
      grid->bytes += runs.bytes;
    }
  }
  free(order);
}

static void show_progress(size_t pass, size_t passes, size_t cell, size_t cells)
{
  if (isatty(STDERR_FILENO)) {
    fprintf(stderr, "\rpass %zu of %zu, cell %zu of %zu ", pass + 1, passes, cell + 1, cells);
    if (pass + 1 == passes && cell + 1 == cells) {
      fprintf(stderr, "\r\033[K");
    }
  }
}

void bench_grid_measure(bench_grid *grid, const bool *wanted, const bench_effort *effort)
{
  for (size_t pass = 0; pass < effort->passes; pass++) {
    for (size_t cell = 0; cell < grid->cell_total; cell++) {
      if (!wanted || wanted[cell]) {
        measure_cell(grid, cell, effort->rounds, effort->seconds / (double)effort->passes);
      }
      show_progress(pass, effort->passes, cell, grid->cell_total);
    }
  }
}

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static const bench_samples *checked_samples(const bench_grid *grid, size_t cell, size_t candidate)
{
  const bench_samples *samples = samples_of(grid, cell, candidate);
  if (!samples->total) {
    char title[80];
    bench_die("%s: no run had a steady clock; the machine is too busy",
              bench_candidate_title(&grid->candidates->all[candidate], title));
  }
  return samples;
}

double bench_grid_min(const bench_grid *grid, size_t cell, size_t candidate)
{
  const bench_samples *samples = checked_samples(grid, cell, candidate);
  double least = samples->cycles[0];
  for (size_t i = 1; i < samples->total; i++) {
    least = samples->cycles[i] < least ? samples->cycles[i] : least;
  }
  return least;
}

double bench_grid_median(const bench_grid *grid, size_t cell, size_t candidate)
{
  const bench_samples *samples = checked_samples(grid, cell, candidate);
  qsort(samples->cycles, samples->total, sizeof *samples->cycles, compare);
  return samples->cycles[samples->total / 2];
}
