#include "worker.h"

#include "clock.h"
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The position in bench_peers and what to run. */
typedef struct {
  size_t peer, place;
  bench_workload workload;
} order;

typedef struct {
  const char *environment;
  int orders, answers;
} worker;

#define WORKERS_MAX 8
static worker workers[WORKERS_MAX];
static size_t worker_total;
static char cpu_text[16], len_text[24];

void bench_workers_start(int cpu, size_t len_max)
{
  snprintf(cpu_text, sizeof cpu_text, "%d", cpu);
  snprintf(len_text, sizeof len_text, "%zu", len_max);
}

static void become_worker(const char *environment, int orders, int answers)
{
  char *copy = strdup(environment);
  if (!copy || putenv(copy) || dup2(orders, STDIN_FILENO) < 0 || dup2(answers, STDOUT_FILENO) < 0) {
    bench_die("starting a process with %s: %s", environment, strerror(errno));
  }
  execl("/proc/self/exe", program_invocation_short_name, BENCH_WORKER_ARGUMENT, cpu_text, len_text, (char *)NULL);
  bench_die("starting a process with %s: %s", environment, strerror(errno));
}

static worker *start_worker(const char *environment)
{
  int orders[2], answers[2];
  if (worker_total == WORKERS_MAX || pipe2(orders, O_CLOEXEC) || pipe2(answers, O_CLOEXEC)) {
    bench_die("no room for a process with %s", environment);
  }
  fflush(stdout);
  pid_t child = fork();
  if (child < 0) {
    bench_die("fork: %s", strerror(errno));
  }
  if (child == 0) {
    close(orders[1]);
    close(answers[0]);
    become_worker(environment, orders[0], answers[1]);
  }
  close(orders[0]);
  close(answers[1]);
  workers[worker_total] = (worker){environment, orders[1], answers[0]};
  return &workers[worker_total++];
}

static worker *worker_for(const char *environment)
{
  for (size_t i = 0; i < worker_total; i++) {
    if (!strcmp(workers[i].environment, environment)) {
      return &workers[i];
    }
  }
  return start_worker(environment);
}

static size_t peer_position(const bench_peer *peer)
{
  size_t i = 0;
  while (bench_peers[i].peer != peer) {
    i++;
  }
  return i;
}

void bench_measure_candidate(const bench_candidate *candidate, const bench_cell *cell, size_t place, bench_runs *runs)
{
  const bench_variant *variant = candidate->variant;
  if (!variant || !variant->environment) {
    bench_choose(candidate, &cell->workload);
    char title[80];
    bench_measure(candidate->peer, bench_candidate_title(candidate, title), cell, place, runs);
    return;
  }
  worker *w = worker_for(variant->environment);
  order o = {.peer = peer_position(candidate->peer), .place = place, .workload = cell->workload};
  if (write(w->orders, &o, sizeof o) != sizeof o || read(w->answers, runs, sizeof *runs) != sizeof *runs) {
    bench_die("the process for %s has ended", candidate->name);
  }
}

/* Cells are made once: their tags take longer to compute than a run. */
static bench_cell *cell_for(const bench_workload *workload)
{
  static bench_cell **cells;
  static size_t total;
  for (size_t i = 0; i < total; i++) {
    const bench_workload *known = &cells[i]->workload;
    if (known->operation == workload->operation && known->piece == workload->piece && known->len == workload->len) {
      return cells[i];
    }
  }
  cells = realloc(cells, (total + 1) * sizeof(bench_cell *));
  if (!cells) {
    bench_die("out of memory");
  }
  cells[total] = bench_allocate(1, sizeof(bench_cell));
  bench_cell_init(cells[total], workload);
  return cells[total++];
}

int bench_worker_main(int argc, char **argv)
{
  if (argc != 4) {
    bench_die("%s is for this program's own use", BENCH_WORKER_ARGUMENT);
  }
  bench_clock_start(atoi(argv[2]));
  bench_inputs_start(strtoul(argv[3], NULL, 10));
  bench_prepare_peers(bench_key());
  order o;
  while (read(STDIN_FILENO, &o, sizeof o) == sizeof o) {
    bench_runs runs;
    bench_measure(bench_peers[o.peer].peer, bench_peers[o.peer].name, cell_for(&o.workload), o.place, &runs);
    if (write(STDOUT_FILENO, &runs, sizeof runs) != sizeof runs) {
      return EXIT_FAILURE;
    }
  }
  return EXIT_SUCCESS;
}
