#include "measure.h"

#include "clock.h"
#include "report.h"

#include <alloca.h>

/* A run takes about so long: much longer than reading the clock, much shorter than the time between two interrupts. */
#define RUN_CYCLES 20000.0

/* No CPU stores more in a cycle. */
#define BYTES_PER_CYCLE_MAX 64.0

typedef struct {
  const char *name;
  bench_function *function;
  const bench_cell *cell;
  size_t turns; /* through all nonces */
  bool ok;
} batch;

static void run_batch(void *argument)
{
  batch *b = argument;
  bench_message m = bench_cell_message(b->cell);
  bool ok = true;
  for (size_t turn = 0; turn < b->turns; turn++) {
    for (size_t nonce = b->cell->first_nonce; nonce < BENCH_NONCES; nonce++) {
      bench_set_nonce(&m, nonce);
      ok &= b->function(&m);
    }
  }
  b->ok = ok;
}

static _Noreturn void refuse(const char *name, const bench_cell *cell, const char *reason)
{
  bench_die("%s, %s of %zu bytes: %s", name, bench_workload_name(&cell->workload), cell->workload.len, reason);
}

/* Leaves the message spoilt. */
static void check_refusal(const batch *b)
{
  const bench_cell *cell = b->cell;
  bench_message m = bench_cell_message(cell);
  bench_cell_spoil(cell);
  bench_set_nonce(&m, BENCH_NONCES - 1);
  m.tag[BENCH_TAG_BYTES - 1] ^= 0x80;
  if (b->function(&m)) {
    refuse(b->name, cell, "a wrong tag was accepted");
  }
}

/* warm_up: run once more before. Returns whether the clock was steady. */
static bool run_checked(const bench_peer *peer, batch *b, bool warm_up, double *cycles)
{
  const bench_cell *cell = b->cell;
  size_t calls = b->turns * (BENCH_NONCES - cell->first_nonce);
  bench_cell_spoil(cell);
  void *hole = alloca(bench_place_stack());
  __asm__ volatile("" : : "r"(hole) : "memory"); /* it is needed, as far as the compiler knows */
  if (warm_up) {
    run_batch(b);
  }
  bool steady = bench_clock_time(run_batch, b, cycles);
  *cycles /= (double)calls;
  if (!b->ok) {
    refuse(b->name, cell, "a call failed");
  }
  if (!bench_cell_right(cell, peer)) {
    refuse(b->name, cell, "a tag or an output is wrong");
  }
  if (steady && (double)cell->workload.len > BYTES_PER_CYCLE_MAX * *cycles) {
    refuse(b->name, cell, "over 64 bytes in a cycle: it cannot have done the work");
  }
  return steady;
}

void bench_measure(const bench_peer *peer, const char *name, const bench_cell *cell, size_t place, bench_runs *runs)
{
  batch b = {.name = name, .function = peer->run[cell->workload.operation], .cell = cell, .turns = 1};
  size_t turn_calls = BENCH_NONCES - cell->first_nonce;
  bench_place(place);
  if (bench_opens(cell->workload.operation)) {
    check_refusal(&b);
  }
  double once;
  run_checked(peer, &b, false, &once);
  double turn_cycles = once * (double)turn_calls;
  /* Checking a long output throws the message out of the near caches, so that a run must come first. */
  bool is_long = turn_cycles > RUN_CYCLES;
  size_t total = is_long ? 1 : BENCH_RUNS_MAX;
  b.turns = 1 + (size_t)(RUN_CYCLES / (turn_cycles + 1));
  *runs = (bench_runs){.calls = total * b.turns * turn_calls};
  runs->bytes = runs->calls * cell->workload.len;
  for (size_t run = 0; run < total; run++) {
    bench_place(place + run);
    runs->total += run_checked(peer, &b, is_long, &runs->cycles[runs->total]);
  }
}
