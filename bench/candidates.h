/* Who competes: the libraries that this machine has, each in its variants, and ours with each backend. */
#ifndef BENCH_CANDIDATES_H
#define BENCH_CANDIDATES_H

#include "backend.h"
#include "peer.h"

/* Which kernel of a one-row ladder a candidate stands for. */
typedef enum { BENCH_NO_RUNG, BENCH_CHACHA_RUNG, BENCH_POLY_RUNG } bench_rung_kind;

typedef struct {
  char name[32];    /* "openssl-avx2"; "polycha" for all of ours */
  char backend[48]; /* of ours: "auto", "avx2", "avx2/chacha>256" (that rung at every length); "-" for peers */
  const bench_peer *peer;
  const bench_variant *variant;  /* NULL: ours */
  const pch_backend *table;      /* ours; NULL: the automatic choice */
  const pch_backend *origin;     /* whose rung it is */
  bench_rung_kind rung_kind;
  size_t rung;                   /* its row */
} bench_candidate;

typedef struct {
  bench_candidate *all;
  size_t total;
} bench_candidates;

static inline bool bench_is_ours(const bench_candidate *candidate) {
  return !candidate->variant;
}

static inline bool bench_is_automatic(const bench_candidate *candidate) {
  return bench_is_ours(candidate) && !candidate->table;
}

/* "openssl-avx2", "polycha avx2" */
const char *bench_candidate_title(const bench_candidate *candidate, char text[80]);

void bench_add_automatic(bench_candidates *list);
void bench_add_backends(bench_candidates *list); /* those that this CPU can run */
void bench_add_rungs(bench_candidates *list);    /* a candidate for each row of their ladders */
void bench_add_peers(bench_candidates *list);

/* Keeps the candidates of which the name, the backend or the title is in a list like "polycha,openssl". */
void bench_keep_named(bench_candidates *list, const char *names);

/* Calls prepare() of every library that is there and ends the program if one cannot work. */
void bench_prepare_peers(const uint8_t key[32]);

#endif
