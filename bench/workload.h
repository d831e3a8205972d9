/* What is measured: an operation, at a length, whole or in pieces. */
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  BENCH_SEAL, /* ChaCha20-Poly1305, 13 bytes of AAD */
  BENCH_OPEN,
  BENCH_CHACHA20, /* the cipher alone, 12-byte nonce */
  BENCH_POLY1305, /* the authenticator alone, a new key for each call */
  BENCH_CHACHA12,
  BENCH_CHACHA8,
  BENCH_XSEAL, /* XChaCha20-Poly1305 */
  BENCH_XOPEN,
  BENCH_CHACHA20_PIECES, /* a stream through the update call of the library */
  BENCH_SEAL_PIECES,
  BENCH_OPEN_PIECES,
  BENCH_OPERATIONS
} bench_operation;

typedef struct {
  bench_operation operation;
  uint32_t piece; /* bytes for each update call; 0: the whole message at once */
  size_t len;
} bench_workload;

/* One line of the list of what can be measured. */
typedef struct {
  const char *name; /* "seal", "chacha20-by-64" */
  bench_operation operation;
  uint32_t piece;
  const size_t *lengths; /* measured unless the user names others */
  size_t length_total;
} bench_series;

extern const bench_series bench_all_series[];
extern const size_t bench_series_total;

const char *bench_workload_name(const bench_workload *workload);

/* Whether a list like "seal,open" has the name. */
bool bench_listed(const char *names, const char *name);

bool bench_opens(bench_operation operation);
bool bench_uses_chacha(bench_operation operation);
bool bench_uses_poly1305(bench_operation operation);

#endif
