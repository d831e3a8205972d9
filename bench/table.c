#include "table.h"

#include <string.h>

#define TITLE_WIDTH 24
#define CELL_WIDTH 15
#define CELLS_ACROSS 6

#define NOBODY SIZE_MAX

/* The cells of one operation, side by side. */
typedef struct {
  const bench_grid *grid;
  size_t first, total;
} row_of_cells;

static const bench_candidate *candidate_of(const bench_grid *grid, size_t candidate)
{
  return &grid->candidates->all[candidate];
}

static void print_cell(double cycles, size_t len)
{
  char text[32];
  if (len) {
    snprintf(text, sizeof text, "%.0f %6.2f", cycles, cycles / (double)len);
  } else {
    snprintf(text, sizeof text, "%.0f       ", cycles);
  }
  printf("%*s", CELL_WIDTH, text);
}

static void print_lengths(const row_of_cells *row)
{
  printf("%-*s", TITLE_WIDTH, "bytes");
  for (size_t i = 0; i < row->total; i++) {
    printf("%*zu%*s", CELL_WIDTH - 7, row->grid->cells[row->first + i].workload.len, 7, "");
  }
  putchar('\n');
}

static void print_candidate(const row_of_cells *row, size_t candidate)
{
  char title[80];
  if (!bench_grid_can(row->grid, row->first, candidate)) {
    return;
  }
  printf("%-*s", TITLE_WIDTH, bench_candidate_title(candidate_of(row->grid, candidate), title));
  for (size_t i = 0; i < row->total; i++) {
    size_t cell = row->first + i;
    print_cell(bench_grid_min(row->grid, cell, candidate), row->grid->cells[cell].workload.len);
  }
  putchar('\n');
}

typedef bool chooser(const bench_candidate *candidate);

static bool any_peer(const bench_candidate *candidate)
{
  return !bench_is_ours(candidate);
}

static bool avx2_peer(const bench_candidate *candidate)
{
  return !bench_is_ours(candidate) && candidate->variant->at_most_avx2;
}

static bool plain_c_peer(const bench_candidate *candidate)
{
  return !strcmp(candidate->name, "monocypher");
}

/* The fastest of those that the chooser takes. */
static size_t best(const bench_grid *grid, size_t cell, chooser *takes)
{
  size_t found = NOBODY;
  for (size_t i = 0; i < grid->candidates->total; i++) {
    if (takes(candidate_of(grid, i)) && bench_grid_can(grid, cell, i) &&
        (found == NOBODY || bench_grid_min(grid, cell, i) < bench_grid_min(grid, cell, found))) {
      found = i;
    }
  }
  return found;
}

static size_t ours(const bench_grid *grid, const char *backend)
{
  for (size_t i = 0; i < grid->candidates->total; i++) {
    const bench_candidate *candidate = candidate_of(grid, i);
    if (bench_is_ours(candidate) && !strcmp(candidate->backend, backend)) {
      return i;
    }
  }
  return NOBODY;
}

/* Cycles of the best peer over our cycles, and who it is. */
static void print_ratio(const row_of_cells *row, const char *title, chooser *takes, const char *backend)
{
  size_t us = ours(row->grid, backend);
  if (us == NOBODY || best(row->grid, row->first, takes) == NOBODY) {
    return;
  }
  printf("%-*s", TITLE_WIDTH, title);
  for (size_t i = 0; i < row->total; i++) {
    size_t cell = row->first + i;
    size_t peer = best(row->grid, cell, takes);
    printf("%*.2f%*s", CELL_WIDTH - 7, bench_grid_min(row->grid, cell, peer) / bench_grid_min(row->grid, cell, us), 7,
           "");
  }
  printf("\n%-*s", TITLE_WIDTH, "  best peer");
  for (size_t i = 0; i < row->total; i++) {
    printf("%*s", CELL_WIDTH, candidate_of(row->grid, best(row->grid, row->first + i, takes))->name);
  }
  putchar('\n');
}

static void print_row_of_cells(const row_of_cells *row)
{
  print_lengths(row);
  for (size_t candidate = 0; candidate < row->grid->candidates->total; candidate++) {
    print_candidate(row, candidate);
  }
  print_ratio(row, "best peer / auto", any_peer, "auto");
  print_ratio(row, "<= AVX2 peer / avx2", avx2_peer, "avx2");
  print_ratio(row, "plain C / portable", plain_c_peer, "portable");
  putchar('\n');
}

static bool same_series(const bench_workload *a, const bench_workload *b)
{
  return a->operation == b->operation && a->piece == b->piece;
}

/* In rows of about the same length. */
static void print_series(const bench_grid *grid, size_t first, size_t total)
{
  printf("== %s: cycles of a call, and cycles per byte ==\n", bench_workload_name(&grid->cells[first].workload));
  size_t rows = (total + CELLS_ACROSS - 1) / CELLS_ACROSS;
  for (size_t i = 0; i < rows; i++) {
    size_t start = total * i / rows;
    row_of_cells row = {grid, first + start, total * (i + 1) / rows - start};
    print_row_of_cells(&row);
  }
}

static size_t find_cell(const bench_grid *grid, bench_operation operation, size_t len)
{
  size_t cell = 0;
  while (cell < grid->cell_total &&
         (grid->cells[cell].workload.operation != operation || grid->cells[cell].workload.len != len)) {
    cell++;
  }
  return cell;
}

static void print_cost_of_authentication(const bench_grid *grid, size_t len)
{
  size_t us = ours(grid, "auto");
  size_t seal = find_cell(grid, BENCH_SEAL, len), chacha20 = find_cell(grid, BENCH_CHACHA20, len);
  if (us != NOBODY && seal < grid->cell_total && chacha20 < grid->cell_total) {
    printf("At %zu bytes polycha's seal costs %.2f times its ChaCha20.\n", len,
           bench_grid_min(grid, seal, us) / bench_grid_min(grid, chacha20, us));
  }
}

void bench_print_tables(const bench_grid *grid)
{
  for (size_t first = 0, end; first < grid->cell_total; first = end) {
    end = first;
    while (end < grid->cell_total && same_series(&grid->cells[first].workload, &grid->cells[end].workload)) {
      end++;
    }
    print_series(grid, first, end - first);
  }
  print_cost_of_authentication(grid, 16384);
  printf("Measured and found right: %llu calls, %llu bytes.\n", (unsigned long long)grid->calls,
         (unsigned long long)grid->bytes);
}

void bench_write_tsv(const bench_grid *grid, FILE *file)
{
  fprintf(file, "what\tcandidate\tbackend\tlength\tcycles_min\tcycles_median\n");
  for (size_t cell = 0; cell < grid->cell_total; cell++) {
    const bench_workload *workload = &grid->cells[cell].workload;
    for (size_t i = 0; i < grid->candidates->total; i++) {
      const bench_candidate *candidate = candidate_of(grid, i);
      if (bench_grid_can(grid, cell, i)) {
        fprintf(file, "%s\t%s\t%s\t%zu\t%.1f\t%.1f\n", bench_workload_name(workload), candidate->name,
                candidate->backend, workload->len, bench_grid_min(grid, cell, i), bench_grid_median(grid, cell, i));
      }
    }
  }
}
