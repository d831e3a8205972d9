/* Who competes: the libraries that this machine has, each in its variants, and ours with each backend. */
#ifndef BENCH_CANDIDATES_H
#define BENCH_CANDIDATES_H

#include "backend.h"
#include "peer.h"

/* Which ladder a candidate is about, if it is about one row of a ladder. It runs the ladder without the rows above, and
 * takes its first step by this row even at lengths where the table would take a lower one. What is left after whole
 * strides goes down the ladder as always. So it shows what the message would cost if the row's threshold were lower. A
 * backend's fused kernel counts as a row above the ladders, of which the one below is "unfused"; and the Poly1305 ladder,
 * which takes over where texts are too long for the transcript kernels, as the row above those. */
typedef enum {
  BENCH_NO_RUNG,
  BENCH_CHACHA_RUNG,
  BENCH_POLY_RUNG,
  BENCH_TRANSCRIPT_RUNG,
  BENCH_FUSED_SEAL,
  BENCH_FUSED_OPEN
} bench_rung_kind;

typedef struct {
  char name[32];    /* "openssl-avx2"; "polycha" for all of ours */
  char backend[48]; /* of ours: "auto", "avx2", "avx2/chacha>256" (the row over 256); "-" for peers */
  const bench_peer *peer;
  const bench_variant *variant; /* NULL: ours */
  const pch_backend *table;     /* ours */
  bool automatic;               /* the one that a user gets */
  bench_rung_kind rung_kind;
  const pch_backend *origin; /* whose row it is */
  size_t *over, table_over;  /* the threshold in `table`, and in `origin` */
  size_t over_min;           /* the kernel cannot take less */
} bench_candidate;

typedef struct {
  bench_candidate *all;
  size_t total;
} bench_candidates;

static inline bool bench_is_ours(const bench_candidate *candidate)
{
  return !candidate->variant;
}

/* Whether it offers the operation, and whether its rung has a part in it. */
bool bench_candidate_can(const bench_candidate *candidate, const bench_workload *workload);

/* "openssl-avx2", "polycha avx2" */
const char *bench_candidate_title(const bench_candidate *candidate, char text[80]);

void bench_add_automatic(bench_candidates *list);
void bench_add_backends(bench_candidates *list); /* those that this CPU can run */
void bench_add_rungs(bench_candidates *list);    /* a candidate for each row of their ladders */
void bench_add_peers(bench_candidates *list);

/* The length by which a ladder chooses its first step in a message. */
size_t bench_ladder_length(bench_rung_kind kind, const bench_workload *workload);

/* Before the candidate runs in this process. */
void bench_choose(const bench_candidate *candidate, const bench_workload *workload);

/* Keeps the candidates of which the name, the backend or the title is in a list like "polycha,openssl". */
void bench_keep_named(bench_candidates *list, const char *names);

/* Calls prepare() of every library that is there and ends the program if one cannot work. */
void bench_prepare_peers(const uint8_t key[32]);

#endif
