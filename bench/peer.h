/* What the benchmark asks of a library that it measures. */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include "workload.h"

#define BENCH_AAD_BYTES 13 /* a TLS 1.2 record's */
#define BENCH_TAG_BYTES 16

typedef struct {
  const uint8_t *key;          /* 32 bytes, the same in all calls: known to prepare() */
  const uint8_t *nonce;        /* 12 bytes, or 24 for XChaCha: new in each call */
  const uint8_t *one_time_key; /* 32 bytes, for Poly1305 alone: new in each call */
  const uint8_t *aad;          /* BENCH_AAD_BYTES */
  const uint8_t *src;
  uint8_t *dst; /* with room for a tag behind len, because some libraries put it there */
  size_t len;
  size_t piece; /* bytes for each update call */
  uint8_t *tag; /* out; in when opening */
} bench_message;

/* Does the whole message. Returns false if the library reports an error, a wrong tag included. */
typedef bool bench_function(const bench_message *m);

/* The same library in another state. Each is a candidate of its own. */
typedef struct {
  const char *suffix;      /* of the candidate's name: "-avx2" */
  const char *environment; /* NULL, or NAME=VALUE as the library reads it when it is loaded: needs its own process */
  const void *choice;      /* for select() */
  bool at_most_avx2;       /* uses no wider vectors: a peer of our avx2 backend */
} bench_variant;

typedef struct {
  const char *name;
  const char *(*version)(void);
  bool (*prepare)(const uint8_t key[32]); /* once in a process: contexts that calls use again */
  void (*select)(const void *choice);     /* NULL: there is nothing to choose */
  const bench_variant *variants;
  size_t variant_total;
  size_t piece_multiple;                 /* update calls take only multiples of it */
  bool chacha20_from_one;                /* ChaCha20 alone starts at block 1 instead of 0 */
  bench_function *run[BENCH_OPERATIONS]; /* NULL: not offered */
} bench_peer;

static inline bool bench_peer_can(const bench_peer *peer, const bench_workload *workload)
{
  return peer->run[workload->operation] && workload->piece % peer->piece_multiple == 0;
}

/* The length of the update call at `done`. */
static inline size_t bench_piece(const bench_message *m, size_t done)
{
  size_t left = m->len - done;
  return left < m->piece ? left : m->piece;
}

/* Every library that the benchmark knows. */
typedef struct {
  const char *name;
  const bench_peer *peer; /* NULL: this machine lacks it */
} bench_peer_entry;

extern const bench_peer_entry bench_peers[];
extern const size_t bench_peer_total;

extern const bench_peer bench_polycha;

#endif
