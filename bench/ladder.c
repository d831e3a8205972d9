/* Where the thresholds of a ladder should be, from a sweep over its rungs. */
#include "sweep.h"

#include <stdint.h>
#include <stdio.h>

/* Two neighbouring rows of a ladder, as candidates of the grid: `high` has the larger threshold. */
typedef struct {
  const bench_grid *grid;
  size_t high, low;
} pair;

/* What a threshold costs: the average loss against always taking the faster of the two, and the worst. */
typedef struct {
  double average, worst;
  size_t worst_at;
} loss;

static size_t length_of(const pair *p, size_t cell)
{
  return bench_ladder_length(p->grid->candidates->all[p->high].rung_kind, &p->grid->cells[cell].workload);
}

static loss cost(const pair *p, size_t threshold)
{
  loss l = {0};
  for (size_t cell = 0; cell < p->grid->cell_total; cell++) {
    double high = bench_grid_min(p->grid, cell, p->high);
    double low = bench_grid_min(p->grid, cell, p->low);
    double part = (length_of(p, cell) > threshold ? high : low) / (high < low ? high : low) - 1;
    l.average += part / (double)p->grid->cell_total;
    if (part > l.worst) {
      l.worst = part;
      l.worst_at = length_of(p, cell);
    }
  }
  return l;
}

/* The table's, unless another one is better. */
static size_t best_threshold(const pair *p, size_t table)
{
  size_t best = cost(p, 0).average < cost(p, table).average ? 0 : table;
  for (size_t cell = 0; cell < p->grid->cell_total; cell++) {
    if (cost(p, length_of(p, cell)).average < cost(p, best).average) {
      best = length_of(p, cell);
    }
  }
  return best;
}

static void print_loss(const char *title, size_t threshold, loss l)
{
  printf("  %s %6zu: loses %5.2f %% on average", title, threshold, 100 * l.average);
  if (l.worst > 0) {
    printf(", at most %.1f %% (at %zu)", 100 * l.worst, l.worst_at);
  }
  putchar('\n');
}

void bench_print_ladders(const bench_grid *grid)
{
  printf("== thresholds: each row of a ladder against the row below it ==\n");
  printf(
    "Lengths are as the ladder counts them: ChaCha20's in the AEAD have 64 bytes more, Poly1305's are whole blocks.\n");
  for (size_t i = 0; i + 1 < grid->candidates->total; i++) {
    const bench_candidate *high = &grid->candidates->all[i];
    const bench_candidate *low = &grid->candidates->all[i + 1];
    if (high->rung_kind == BENCH_NO_RUNG || high->origin != low->origin || high->rung_kind != low->rung_kind ||
        !bench_grid_can(grid, 0, i)) {
      continue;
    }
    pair p = {grid, i, i + 1};
    size_t measured = best_threshold(&p, high->table_over);
    printf("%s over %s\n", high->backend, low->backend);
    print_loss("table   ", high->table_over, cost(&p, high->table_over));
    print_loss("measured", measured, cost(&p, measured));
  }
}
