/* The command line. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include "grid.h"

typedef enum {
  BENCH_TABLES,
  BENCH_SWEEP,
  BENCH_CLIFFS,
  BENCH_RADIX,
  BENCH_KERNELS,
  BENCH_STARTUP,
  BENCH_LEAKS
} bench_mode;

typedef struct {
  bench_mode mode;
  const char *what;       /* NULL: all series */
  const char *candidates; /* NULL: all */
  size_t *lengths;        /* NULL: the series' own */
  size_t length_total;
  bool rungs;
  bench_effort effort;
  double tolerance; /* the part by which a sweep lets the automatic choice be slower */
  int cpu;          /* -1: any */
  const char *tsv;
  const char *library;
} bench_options;

/* Ends the program after --help and after an error. */
void bench_parse_options(bench_options *options, int argc, char **argv);

/* What the options ask for. Returns how many. */
size_t bench_chosen_workloads(const bench_options *options, bench_workload **workloads);

#endif
