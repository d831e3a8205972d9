/* The command line. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include "grid.h"

typedef enum { BENCH_TABLES, BENCH_SWEEP, BENCH_CLIFFS, BENCH_RADIX, BENCH_STARTUP } bench_mode;

typedef struct {
  bench_mode mode;
  const char *what;       /* NULL: the mode's default */
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

/* What the options ask for, from one series or from all that `what` (or else fallback; NULL: all) names.
 * Returns how many. */
size_t bench_chosen_workloads(const bench_options *options, const char *fallback, bench_workload **workloads);

/* Whether a list like "seal,open" has the name. */
bool bench_listed(const char *names, const char *name);

#endif
