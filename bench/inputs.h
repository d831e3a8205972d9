/* What every candidate is fed, and what it must answer: computed here with the portable backend.
 *
 * All processes of a benchmark make the same inputs: they come from a fixed generator. Messages are prefixes of one
 * text. Each call has another nonce than the one before; the nonces are used in turn, so that every answer is known. */
#ifndef BENCH_INPUTS_H
#define BENCH_INPUTS_H

#include "peer.h"

#define BENCH_NONCES 16

typedef struct {
  bench_workload workload;
  size_t first_nonce;                          /* from here to BENCH_NONCES: fewer where messages are long */
  uint8_t tags[BENCH_NONCES][BENCH_TAG_BYTES]; /* the right ones; unused by the ciphers alone */
} bench_cell;

/* Makes room for messages of up to len_max bytes. This and bench_cell_init choose the portable backend. */
void bench_inputs_start(size_t len_max);

const uint8_t *bench_key(void);

void bench_cell_init(bench_cell *cell, const bench_workload *workload);

/* Where input and output lie in their pages, and the stack in its own: how far apart they are modulo 4096 and how they are
 * aligned makes short messages up to 10 % slower, by the luck of a process. So runs go through all places in turn, every
 * candidate through the same. Messages and outputs of another place are stale. */
#define BENCH_PLACES 8
void bench_place(size_t number);

/* By how much a run moves the stack before it calls. */
size_t bench_place_stack(void);

/* A message of the cell, for calls with bench_set_nonce. Its output and its tags are scratch space. */
bench_message bench_cell_message(const bench_cell *cell);
void bench_set_nonce(bench_message *m, size_t nonce);

/* Before a run: the input lies where it has to; what the calls are to write holds something else, and what they are to read is there. */
void bench_cell_spoil(const bench_cell *cell);

/* After a run whose last call had the last nonce. */
bool bench_cell_right(const bench_cell *cell, const bench_peer *peer);

#endif
