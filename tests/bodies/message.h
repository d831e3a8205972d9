/* A message of the AEAD with its expected ciphertext, and the AEAD's functions by the length of the nonce. */
#ifndef MESSAGE_H
#define MESSAGE_H

#include "../harness/suite.h"
#include "../harness/vectors.h"

typedef struct {
  const uint8_t *key;
  const uint8_t *nonce;
  size_t nonce_len; /* 12, or 24 for the X functions */
  const uint8_t *aad;
  size_t aad_len;
  const uint8_t *plaintext;
  size_t len;
  const uint8_t *ciphertext; /* len bytes */
  const uint8_t *tag;
} message;

/* A message of random bytes, sealed by the oracle backend. */
message message_random(size_t len, size_t aad_len, size_t nonce_len);

/* The long message that a file of oracle.py's `lengths` or `grid` begins with. It has no tag. */
message message_long(vectors *file);

/* All in one buffer: ciphertext and tag. */
uint8_t *message_sealed(const message *m);

polycha_status message_seal(const message *m, uint8_t *dst, const uint8_t *src);
polycha_status message_open(const message *m, uint8_t *dst, const uint8_t *src, size_t len);
polycha_status message_seal_detached(const message *m, uint8_t *dst, uint8_t *tag, const uint8_t *src);
polycha_status message_open_detached(const message *m, uint8_t *dst, const uint8_t *src, const uint8_t *tag);

/* The incremental AEAD, initialised for the message and with its aad taken in. */
void message_begin(const message *m, polycha_aead_ctx *ctx);

/* Does every way of sealing and opening give what is expected? */
void message_check(const message *m);

/* Does every way of opening refuse it, and leave no plaintext? */
void message_check_refused(const message *m);

#endif
