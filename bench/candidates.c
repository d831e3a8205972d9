#include "candidates.h"

#include "dispatch.h"
#include "polycha.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool bench_candidate_can(const bench_candidate *candidate, const bench_workload *workload)
{
  bool chacha = bench_uses_chacha(workload->operation), poly = bench_uses_poly1305(workload->operation);
  bool seals = workload->operation == BENCH_SEAL || workload->operation == BENCH_XSEAL;
  bool opens = workload->operation == BENCH_OPEN || workload->operation == BENCH_XOPEN;
  const bool has_part[] = {
    [BENCH_NO_RUNG] = true,     [BENCH_CHACHA_RUNG] = chacha, [BENCH_POLY_RUNG] = poly,
    [BENCH_FUSED_SEAL] = seals, [BENCH_FUSED_OPEN] = opens,   [BENCH_TRANSCRIPT_RUNG] = seals || opens,
  };
  return bench_peer_can(candidate->peer, workload) && has_part[candidate->rung_kind];
}

const char *bench_candidate_title(const bench_candidate *candidate, char text[80])
{
  if (bench_is_ours(candidate)) {
    snprintf(text, 80, "%s %s", candidate->name, candidate->backend);
  } else {
    snprintf(text, 80, "%s", candidate->name);
  }
  return text;
}

static bench_candidate *add(bench_candidates *list, const bench_peer *peer)
{
  list->all = realloc(list->all, (list->total + 1) * sizeof *list->all);
  if (!list->all) {
    bench_die("out of memory");
  }
  bench_candidate *candidate = &list->all[list->total++];
  memset(candidate, 0, sizeof *candidate);
  candidate->peer = peer;
  return candidate;
}

static bench_candidate *add_ours(bench_candidates *list, const pch_backend *table, const char *backend)
{
  bench_candidate *candidate = add(list, &bench_polycha);
  snprintf(candidate->name, sizeof candidate->name, "%s", bench_polycha.name);
  snprintf(candidate->backend, sizeof candidate->backend, "%s", backend);
  candidate->table = table;
  return candidate;
}

void bench_add_automatic(bench_candidates *list)
{
  if (polycha_backend_use(NULL)) {
    bench_die("no backend can be used");
  }
  add_ours(list, pch_backend_active(), "auto")->automatic = true;
}

void bench_add_backends(bench_candidates *list)
{
  for (size_t i = 0; i < pch_backend_total; i++) {
    if (polycha_backend_usable(i)) {
      add_ours(list, pch_backends[i], pch_backends[i]->name);
    }
  }
}

/* over: NULL, or the threshold to lower. */
static bench_candidate *add_row(bench_candidates *list, const pch_backend *origin, const pch_backend *table,
                                bench_rung_kind kind, const char *row, size_t *over)
{
  char name[48];
  if (over) {
    snprintf(name, sizeof name, "%s/%s>%zu", origin->name, row, *over);
  } else {
    snprintf(name, sizeof name, "%s/%s", origin->name, row);
  }
  bench_candidate *candidate = add_ours(list, table, name);
  candidate->rung_kind = kind;
  candidate->origin = origin;
  candidate->over = over;
  candidate->table_over = over ? *over : 0;
  return candidate;
}

static pch_backend *copy_of(const pch_backend *origin)
{
  pch_backend *table = bench_allocate(1, sizeof *table);
  *table = *origin;
  return table;
}

/* The backend with one ladder begun at one of its rows; the other ladder is as it was. */
static void add_rung(bench_candidates *list, const pch_backend *origin, bench_rung_kind kind, size_t row, size_t rows)
{
  pch_backend *table = copy_of(origin);
  if (kind == BENCH_CHACHA_RUNG) {
    pch_chacha_rung *ladder = bench_allocate(rows - row, sizeof *ladder);
    memcpy(ladder, origin->chacha + row, (rows - row) * sizeof *ladder);
    table->chacha = ladder;
    table->wide = row ? NULL : origin->wide;
    add_row(list, origin, table, kind, "chacha", &ladder->over);
  } else {
    pch_poly_rung *ladder = bench_allocate(rows - row, sizeof *ladder);
    memcpy(ladder, origin->poly + row, (rows - row) * sizeof *ladder);
    table->poly = ladder;
    add_row(list, origin, table, kind, "poly", &ladder->over);
  }
}

static void add_fused(bench_candidates *list, const pch_backend *origin)
{
  const size_t over_min = origin->fused_first + origin->fused_stride - 1;
  pch_backend *fused = copy_of(origin);
  pch_backend *unfused = copy_of(origin);
  unfused->seal = NULL;
  unfused->open = NULL;
  add_row(list, origin, fused, BENCH_FUSED_SEAL, "fused", &fused->seal_over)->over_min = over_min;
  add_row(list, origin, unfused, BENCH_FUSED_SEAL, "unfused", NULL);
  add_row(list, origin, fused, BENCH_FUSED_OPEN, "fused", &fused->open_over)->over_min = over_min;
  add_row(list, origin, unfused, BENCH_FUSED_OPEN, "unfused", NULL);
}

/* Unfused, so that every length gets there. */
static void add_transcripts(bench_candidates *list, const pch_backend *origin)
{
  pch_backend *without = copy_of(origin);
  without->seal = NULL;
  without->open = NULL;
  add_row(list, origin, without, BENCH_TRANSCRIPT_RUNG, "poly-ladder", &without->transcript_max);
  for (const pch_transcript_rung *rung = origin->transcript; rung; rung = rung->over ? rung + 1 : NULL) {
    pch_backend *table = copy_of(without);
    pch_transcript_rung *ladder = bench_allocate(1, sizeof *ladder);
    *ladder = *rung;
    table->transcript = ladder;
    table->transcript_max = SIZE_MAX;
    add_row(list, origin, table, BENCH_TRANSCRIPT_RUNG, "transcript", &ladder->over);
  }
}

/* The row over 0 is the last. */
static size_t chacha_rows(const pch_backend *backend)
{
  size_t rows = 1;
  while (backend->chacha[rows - 1].over) {
    rows++;
  }
  return rows;
}

static size_t poly_rows(const pch_backend *backend)
{
  size_t rows = 1;
  while (backend->poly[rows - 1].over) {
    rows++;
  }
  return rows;
}

void bench_add_rungs(bench_candidates *list)
{
  for (size_t i = 0; i < pch_backend_total; i++) {
    const pch_backend *backend = pch_backends[i];
    if (polycha_backend_usable(i) && backend->seal) {
      add_fused(list, backend);
    }
    if (polycha_backend_usable(i) && backend->transcript) {
      add_transcripts(list, backend);
    }
    for (size_t row = 0; polycha_backend_usable(i) && row < chacha_rows(backend); row++) {
      add_rung(list, backend, BENCH_CHACHA_RUNG, row, chacha_rows(backend));
    }
    for (size_t row = 0; polycha_backend_usable(i) && row < poly_rows(backend); row++) {
      add_rung(list, backend, BENCH_POLY_RUNG, row, poly_rows(backend));
    }
  }
}

size_t bench_ladder_length(bench_rung_kind kind, const bench_workload *workload)
{
  bool has_key_block = kind == BENCH_CHACHA_RUNG && bench_uses_poly1305(workload->operation);
  size_t beyond_whole = kind == BENCH_POLY_RUNG ? workload->len % 16 : 0;
  return workload->len - beyond_whole + (has_key_block ? 64 : 0);
}

void bench_choose(const bench_candidate *candidate, const bench_workload *workload)
{
  if (candidate->over) {
    size_t len = bench_ladder_length(candidate->rung_kind, workload);
    size_t over = len > candidate->table_over ? candidate->table_over : len ? len - 1 : 0;
    *candidate->over = over > candidate->over_min ? over : candidate->over_min;
  }
  if (candidate->peer->select) {
    candidate->peer->select(candidate->variant ? candidate->variant->choice : candidate->table);
  }
}

void bench_add_peers(bench_candidates *list)
{
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

void bench_keep_named(bench_candidates *list, const char *names)
{
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

void bench_prepare_peers(const uint8_t key[32])
{
  for (size_t i = 0; i < bench_peer_total; i++) {
    if (bench_peers[i].peer && !bench_peers[i].peer->prepare(key)) {
      bench_die("%s cannot be used", bench_peers[i].name);
    }
  }
}
