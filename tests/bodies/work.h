/* A piece of work for tests of threads, forks and signals: everything that the library does in pieces, begun at one time and
 * ended at another, with known results. It reports by its result alone, so that it may run anywhere. */
#ifndef WORK_H
#define WORK_H

#include "message.h"

#define WORK_BYTES_MAX 3000

typedef struct {
  message m;        /* of 24 bytes of nonce */
  uint8_t mac[16];  /* Poly1305 of the plaintext under the message's key */
  uint8_t end[100]; /* of the stream of the message's key and nonce, from the block after its text */
} work_known;

/* At most WORK_BYTES_MAX bytes of text. Computed by the oracle. */
work_known work_new(size_t len);

typedef struct {
  const work_known *known;
  polycha_aead_ctx sealing, opening;
  polycha_chacha_ctx stream;
  polycha_poly1305_ctx mac;
  size_t done; /* bytes of the text */
  uint8_t sealed[WORK_BYTES_MAX], opened[WORK_BYTES_MAX];
  bool right;
} work;

void work_begin(work *w, const work_known *known);

/* Was everything right? */
bool work_end(work *w);

/* One-shot calls. */
bool work_at_once(const work_known *known);

#endif
