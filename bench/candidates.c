#include "candidates.h"

#include "dispatch.h"
#include "options.h"
#include "polycha.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *bench_candidate_title(const bench_candidate *candidate, char text[80]) {
  if (bench_is_ours(candidate)) {
    snprintf(text, 80, "%s %s", candidate->name, candidate->backend);
  } else {
    snprintf(text, 80, "%s", candidate->name);
  }
  return text;
}

static bench_candidate *add(bench_candidates *list, const bench_peer *peer) {
  list->all = realloc(list->all, (list->total + 1) * sizeof *list->all);
  if (!list->all) {
    bench_die("out of memory");
  }
  bench_candidate *candidate = &list->all[list->total++];
  memset(candidate, 0, sizeof *candidate);
  candidate->peer = peer;
  return candidate;
}

static bench_candidate *add_ours(bench_candidates *list, const pch_backend *table, const char *backend) {
  bench_candidate *candidate = add(list, &bench_polycha);
  snprintf(candidate->name, sizeof candidate->name, "%s", bench_polycha.name);
  snprintf(candidate->backend, sizeof candidate->backend, "%s", backend);
  candidate->table = table;
  return candidate;
}

void bench_add_automatic(bench_candidates *list) {
  add_ours(list, NULL, "auto");
}

void bench_add_backends(bench_candidates *list) {
  for (size_t i = 0; i < pch_backend_total; i++) {
    if (polycha_backend_usable(i)) {
      add_ours(list, pch_backends[i], pch_backends[i]->name);
    }
  }
}

/* The backend with a ladder of one of its rows, for every length; the other ladder stays whole. */
static void add_rung(bench_candidates *list, const pch_backend *origin, bench_rung_kind kind, size_t row) {
  pch_backend *table = bench_allocate(1, sizeof *table);
  char name[48];
  *table = *origin;
  if (kind == BENCH_CHACHA_RUNG) {
    pch_chacha_rung *rung = bench_allocate(1, sizeof *rung);
    *rung = origin->chacha[row];
    rung->over = 0;
    table->chacha = rung;
    snprintf(name, sizeof name, "%s/chacha>%zu", origin->name, origin->chacha[row].over);
  } else {
    pch_poly_rung *rung = bench_allocate(1, sizeof *rung);
    *rung = origin->poly[row];
    rung->over = 0;
    table->poly = rung;
    snprintf(name, sizeof name, "%s/poly>%zu", origin->name, origin->poly[row].over);
  }
  bench_candidate *candidate = add_ours(list, table, name);
  candidate->origin = origin;
  candidate->rung_kind = kind;
  candidate->rung = row;
}

void bench_add_rungs(bench_candidates *list) {
  for (size_t i = 0; i < pch_backend_total; i++) {
    const pch_backend *backend = pch_backends[i];
    if (!polycha_backend_usable(i)) {
      continue;
    }
    /* The row over 0 is the last. */
    for (size_t row = 0; row == 0 || backend->chacha[row - 1].over > 0; row++) {
      add_rung(list, backend, BENCH_CHACHA_RUNG, row);
    }
    for (size_t row = 0; row == 0 || backend->poly[row - 1].over > 0; row++) {
      add_rung(list, backend, BENCH_POLY_RUNG, row);
    }
  }
}

void bench_add_peers(bench_candidates *list) {
  for (size_t i = 0; i < bench_peer_total; i++) {
    const bench_peer *peer = bench_peers[i].peer;
    for (size_t v = 0; peer && v < peer->variant_total; v++) {
      bench_candidate *candidate = add(list, peer);
      candidate->variant = &peer->variants[v];
      snprintf(candidate->name, sizeof candidate->name, "%s%s", peer->name, peer->variants[v].suffix);
      snprintf(candidate->backend, sizeof candidate->backend, "-");
    }
  }
}

void bench_keep_named(bench_candidates *list, const char *names) {
  size_t kept = 0;
  for (size_t i = 0; i < list->total; i++) {
    char title[80];
    bench_candidate *candidate = &list->all[i];
    if (bench_listed(names, candidate->name) || bench_listed(names, candidate->backend) ||
        bench_listed(names, bench_candidate_title(candidate, title))) {
      list->all[kept++] = *candidate;
    }
  }
  if (!kept) {
    bench_die("none of the candidates is called \"%s\"", names);
  }
  list->total = kept;
}

void bench_prepare_peers(const uint8_t key[32]) {
  for (size_t i = 0; i < bench_peer_total; i++) {
    if (bench_peers[i].peer && !bench_peers[i].peer->prepare(key)) {
      bench_die("%s cannot be used", bench_peers[i].name);
    }
  }
}
