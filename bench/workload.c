#include "workload.h"

#include <string.h>

static const size_t message_lengths[] = {0,    16,   64,   128,  192,  256,   512,   768,    1024,
                                         1420, 2048, 4096, 8192, 8920, 16384, 65536, 100000, 1048576};
static const size_t reduced_round_lengths[] = {10, 100, 1000, 10000, 100000};
static const size_t xchacha_lengths[] = {64, 1024};
static const size_t stream_lengths[] = {16384}; /* long enough for the start to weigh little beside 64 updates */

#define SERIES(name, operation, piece, lengths)                                                                        \
  {                                                                                                                    \
    name, operation, piece, lengths, sizeof lengths / sizeof lengths[0]                                                \
  }

const bench_series bench_all_series[] = {
  SERIES("seal", BENCH_SEAL, 0, message_lengths),
  SERIES("open", BENCH_OPEN, 0, message_lengths),
  SERIES("chacha20", BENCH_CHACHA20, 0, message_lengths),
  SERIES("poly1305", BENCH_POLY1305, 0, message_lengths),
  SERIES("chacha12", BENCH_CHACHA12, 0, reduced_round_lengths),
  SERIES("chacha8", BENCH_CHACHA8, 0, reduced_round_lengths),
  SERIES("xseal", BENCH_XSEAL, 0, xchacha_lengths),
  SERIES("xopen", BENCH_XOPEN, 0, xchacha_lengths),
  SERIES("chacha20-by-16", BENCH_CHACHA20_PIECES, 16, stream_lengths),
  SERIES("chacha20-by-64", BENCH_CHACHA20_PIECES, 64, stream_lengths),
  SERIES("chacha20-by-256", BENCH_CHACHA20_PIECES, 256, stream_lengths),
  SERIES("seal-by-16", BENCH_SEAL_PIECES, 16, stream_lengths),
  SERIES("seal-by-64", BENCH_SEAL_PIECES, 64, stream_lengths),
  SERIES("seal-by-256", BENCH_SEAL_PIECES, 256, stream_lengths),
  SERIES("open-by-16", BENCH_OPEN_PIECES, 16, stream_lengths),
  SERIES("open-by-64", BENCH_OPEN_PIECES, 64, stream_lengths),
  SERIES("open-by-256", BENCH_OPEN_PIECES, 256, stream_lengths),
};
const size_t bench_series_total = sizeof bench_all_series / sizeof bench_all_series[0];

const char *bench_workload_name(const bench_workload *workload)
{
  for (size_t i = 0; i < bench_series_total; i++) {
    const bench_series *series = &bench_all_series[i];
    if (series->operation == workload->operation && series->piece == workload->piece) {
      return series->name;
    }
  }
  return "?";
}

bool bench_listed(const char *names, const char *name)
{
  size_t len = strlen(name);
  for (const char *at = names; *at; at += strcspn(at, ","), at += *at == ',') {
    if (strcspn(at, ",") == len && !strncmp(at, name, len)) {
      return true;
    }
  }
  return false;
}

bool bench_opens(bench_operation operation)
{
  return operation == BENCH_OPEN || operation == BENCH_XOPEN || operation == BENCH_OPEN_PIECES;
}

bool bench_uses_chacha(bench_operation operation)
{
  return operation != BENCH_POLY1305;
}

bool bench_uses_poly1305(bench_operation operation)
{
  switch (operation) {
  case BENCH_SEAL:
  case BENCH_OPEN:
  case BENCH_POLY1305:
  case BENCH_XSEAL:
  case BENCH_XOPEN:
  case BENCH_SEAL_PIECES:
  case BENCH_OPEN_PIECES:
    return true;
  default:
    return false;
  }
}
