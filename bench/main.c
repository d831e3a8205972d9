/* polycha-bench: how many cycles polycha takes, and how many other libraries take, on this machine. */
#include "clock.h"
#include "kernels.h"
#include "leaks.h"
#include "options.h"
#include "polycha.h"
#include "radix.h"
#include "report.h"
#include "startup.h"
#include "sweep.h"
#include "table.h"
#include "worker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "GCC " __VERSION__
#endif

static void print_cpu(int cpu)
{
  char line[256];
  FILE *info = fopen("/proc/cpuinfo", "r");
  const char *model = "unknown model";
  while (info && fgets(line, sizeof line, info)) {
    char *colon = strchr(line, ':');
    if (!strncmp(line, "model name", 10) && colon) {
      line[strcspn(line, "\n")] = 0;
      model = colon + 2;
      break;
    }
  }
  printf("CPU %d, %s, %.2f GHz\n", cpu, model, bench_clock_hertz() / 1e9);
  if (info) {
    fclose(info);
  }
}

static void print_libraries(void)
{
  /* Whatever POLYCHA_BACKEND says: the candidates name their backends. */
  if (polycha_backend_use(NULL)) {
    bench_die("no backend can be used");
  }
  printf("polycha %s, automatic choice %s, compiled by %s\n", polycha_version(), polycha_backend(), COMPILER);
  printf("compared with:");
  for (size_t i = 0; i < bench_peer_total; i++) {
    if (bench_peers[i].peer) {
      printf(" %s %s;", bench_peers[i].name, bench_peers[i].peer->version());
    }
  }
  printf("\nmissing here:");
  for (size_t i = 0; i < bench_peer_total; i++) {
    if (!bench_peers[i].peer) {
      printf(" %s;", bench_peers[i].name);
    }
  }
  printf("\n\n");
}

static bench_candidates choose_candidates(const bench_options *options)
{
  bench_candidates list = {0};
  bench_add_automatic(&list);
  if (options->mode != BENCH_CLIFFS || options->candidates) {
    bench_add_backends(&list);
  }
  if (options->mode == BENCH_SWEEP || options->rungs) {
    bench_add_rungs(&list);
  }
  if (options->mode == BENCH_TABLES) {
    bench_add_peers(&list);
  }
  if (options->candidates) {
    bench_keep_named(&list, options->candidates);
  }
  return list;
}

static size_t longest(const bench_workload *workloads, size_t total)
{
  size_t len = 0;
  for (size_t i = 0; i < total; i++) {
    len = workloads[i].len > len ? workloads[i].len : len;
  }
  return len;
}

/* Returns whether all is as it should be. */
static bool measure(const bench_options *options, int cpu)
{
  bench_workload *workloads;
  bench_grid grid;
  bool good = true;
  FILE *tsv = options->tsv ? fopen(options->tsv, "w") : NULL; /* now, so that a wrong path costs no measurement */
  if (options->tsv && !tsv) {
    bench_die("%s: %s", options->tsv, strerror(errno));
  }
  size_t total = bench_chosen_workloads(options, &workloads);
  size_t len_max = longest(workloads, total);
  bench_inputs_start(len_max);
  bench_workers_start(cpu, len_max);
  bench_prepare_peers(bench_key());
  bench_candidates candidates = choose_candidates(options);
  bench_grid_init(&grid, workloads, total, &candidates);
  switch (options->mode) {
  case BENCH_SWEEP:
    good = bench_sweep(&grid, &options->effort, options->tolerance);
    bench_print_ladders(&grid);
    break;
  case BENCH_CLIFFS:
    good = bench_cliffs(&grid, &options->effort);
    break;
  default:
    bench_grid_measure(&grid, NULL, &options->effort);
    bench_print_tables(&grid);
    break;
  }
  if (tsv) {
    bench_write_tsv(&grid, tsv);
    if (fclose(tsv)) {
      bench_die("%s: %s", options->tsv, strerror(errno));
    }
  }
  bench_grid_free(&grid);
  free(workloads);
  return good;
}

int main(int argc, char **argv)
{
  if (argc > 1 && !strcmp(argv[1], BENCH_WORKER_ARGUMENT)) {
    return bench_worker_main(argc, argv);
  }
  if (argc > 1 && !strcmp(argv[1], BENCH_FIRST_CALL_ARGUMENT)) {
    return bench_first_call_main();
  }
  bench_options options;
  bench_parse_options(&options, argc, argv);
  int cpu = bench_clock_start(options.cpu);
  if (options.mode == BENCH_STARTUP) {
    bench_print_first_call();
    if (options.library) {
      bench_print_size(options.library);
    }
    return EXIT_SUCCESS;
  }
  if (options.mode == BENCH_KERNELS) {
    bench_kernels();
    return EXIT_SUCCESS;
  }
  print_cpu(cpu);
  print_libraries();
  if (options.mode == BENCH_RADIX) {
    bench_radix();
    return EXIT_SUCCESS;
  }
  if (options.mode == BENCH_LEAKS) {
    bool good = bench_leaks(options.lengths, options.length_total, options.effort.seconds);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
  }
  return measure(&options, cpu) ? EXIT_SUCCESS : EXIT_FAILURE;
}
