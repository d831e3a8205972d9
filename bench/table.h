/* What a grid says: for people, and as tab-separated values. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "grid.h"

#include <stdio.h>

/* For each operation cycles and cycles per byte, and the ratios that polycha is judged by. */
void bench_print_tables(const bench_grid *grid);

void bench_write_tsv(const bench_grid *grid, FILE *file);

#endif
