/* Inside the core: the checked and the unchecked halves of the ChaCha stream, for the AEAD that runs on it. */
#ifndef PCH_STREAM_H
#define PCH_STREAM_H

#include <stdbool.h>

#include "backend.h"
#include "polycha.h"

/* polycha_chacha_init after its checks. */
void pch_stream_start(polycha_chacha_ctx *ctx, const pch_backend *backend, const uint8_t *nonce, size_t nonce_len,
                      unsigned rounds, const uint8_t key[32]);

/* Does the stream have len bytes more? */
bool pch_stream_reaches(const polycha_chacha_ctx *ctx, size_t len);

/* polycha_chacha_update after its checks. */
void pch_stream_xor(polycha_chacha_ctx *ctx, uint8_t *dst, const uint8_t *src, size_t len);

/* The next len bytes of keystream themselves, at the start of a stream: len is at most 64. */
void pch_stream_take(polycha_chacha_ctx *ctx, uint8_t *keystream, size_t len);

/* polycha_chacha_seek after its checks. */
void pch_stream_seek(polycha_chacha_ctx *ctx, uint64_t block, unsigned byte);

#endif
