/* The contexts of shim.h: the structs of polycha.h on the heap, for one thread at a time. */
#include "shim.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "shim_result.h"

/* `busy` is set by whoever is at work. A caller that finds it set changes nothing. */
struct pch_shim_aead_ctx {
  atomic_flag busy;
  polycha_aead_ctx ctx;
};

struct pch_shim_chacha_ctx {
  atomic_flag busy;
  polycha_chacha_ctx ctx;
};

struct pch_shim_poly1305_ctx {
  atomic_flag busy;
  polycha_poly1305_ctx ctx;
};

static int enter(atomic_flag *busy)
{
  return !atomic_flag_test_and_set_explicit(busy, memory_order_acquire);
}

static int64_t leave(atomic_flag *busy, int64_t status)
{
  atomic_flag_clear_explicit(busy, memory_order_release);
  return status;
}

/* A zeroed context is one that is not initialised, and a zeroed flag is clear on every compiler that this is built by. */
pch_shim_aead_ctx *pch_shim_aead_new(void)
{
  return calloc(1, sizeof(pch_shim_aead_ctx));
}

void pch_shim_aead_free(pch_shim_aead_ctx *aead)
{
  if (aead) {
    polycha_wipe(aead, sizeof *aead);
    free(aead);
  }
}

int64_t pch_shim_aead_init(pch_shim_aead_ctx *aead, const uint8_t *nonce, size_t nonce_size, const uint8_t *key,
                           size_t key_size)
{
  if (key_size != POLYCHA_KEY_BYTES) {
    return PCH_SHIM_ERR_KEY;
  }
  if (nonce_size != POLYCHA_NONCE_BYTES && nonce_size != POLYCHA_XNONCE_BYTES) {
    return PCH_SHIM_ERR_NONCE;
  }
  if (!enter(&aead->busy)) {
    return PCH_SHIM_ERR_BUSY;
  }
  return leave(&aead->busy, polycha_aead_init(&aead->ctx, nonce, nonce_size, key));
}

int64_t pch_shim_aead_aad(pch_shim_aead_ctx *aead, const uint8_t *aad, size_t aad_size)
{
  if (!enter(&aead->busy)) {
    return PCH_SHIM_ERR_BUSY;
  }
  return leave(&aead->busy, polycha_aead_aad(&aead->ctx, aad, aad_size));
}

int64_t pch_shim_aead_encrypt(pch_shim_aead_ctx *aead, uint8_t *dst, size_t dst_size, const uint8_t *src,
                              size_t src_size)
{
  if (dst_size < src_size) {
    return PCH_SHIM_ERR_CAPACITY;
  }
  if (!enter(&aead->busy)) {
    return PCH_SHIM_ERR_BUSY;
  }
  return leave(&aead->busy, pch_shim_result(polycha_aead_encrypt(&aead->ctx, dst, src, src_size), src_size));
}

int64_t pch_shim_aead_tag(pch_shim_aead_ctx *aead, uint8_t *tag, size_t tag_size)
{
  if (tag_size < POLYCHA_TAG_BYTES) {
    return PCH_SHIM_ERR_CAPACITY;
  }
  if (!enter(&aead->busy)) {
    return PCH_SHIM_ERR_BUSY;
  }
  return leave(&aead->busy, pch_shim_result(polycha_aead_tag(&aead->ctx, tag), POLYCHA_TAG_BYTES));
}

int64_t pch_shim_aead_decrypt(pch_shim_aead_ctx *aead, uint8_t *dst, size_t dst_size, const uint8_t *src,
                              size_t src_size)
{
  size_t written = dst ? src_size : 0;
  if (dst_size < written) {
    return PCH_SHIM_ERR_CAPACITY;
  }
  if (!enter(&aead->busy)) {
    return PCH_SHIM_ERR_BUSY;
  }
  return leave(&aead->busy, pch_shim_result(polycha_aead_decrypt(&aead->ctx, dst, src, src_size), written));
}

int64_t pch_shim_aead_verify(pch_shim_aead_ctx *aead, const uint8_t *expected_tag, size_t expected_tag_size)
{
  if (expected_tag_size != POLYCHA_TAG_BYTES) {
    return PCH_SHIM_ERR_TAG_SIZE;
  }
  if (!enter(&aead->busy)) {
    return PCH_SHIM_ERR_BUSY;
  }
  return leave(&aead->busy, polycha_aead_verify(&aead->ctx, expected_tag));
}

/* ---- ChaCha alone ---- */

pch_shim_chacha_ctx *pch_shim_chacha_new(void)
{
  return calloc(1, sizeof(pch_shim_chacha_ctx));
}

void pch_shim_chacha_free(pch_shim_chacha_ctx *chacha)
{
  if (chacha) {
    polycha_wipe(chacha, sizeof *chacha);
    free(chacha);
  }
}

int64_t pch_shim_chacha_init(pch_shim_chacha_ctx *chacha, const uint8_t *nonce, size_t nonce_size, unsigned rounds,
                             const uint8_t *key, size_t key_size)
{
  if (key_size != POLYCHA_KEY_BYTES) {
    return PCH_SHIM_ERR_KEY;
  }
  if (nonce_size != 8 && nonce_size != POLYCHA_NONCE_BYTES && nonce_size != POLYCHA_XNONCE_BYTES) {
    return PCH_SHIM_ERR_NONCE;
  }
  if (rounds != 8 && rounds != 12 && rounds != 20) {
    return PCH_SHIM_ERR_ROUNDS;
  }
  if (!enter(&chacha->busy)) {
    return PCH_SHIM_ERR_BUSY;
  }
  return leave(&chacha->busy, polycha_chacha_init(&chacha->ctx, nonce, nonce_size, rounds, key));
}

int64_t pch_shim_chacha_update(pch_shim_chacha_ctx *chacha, uint8_t *dst, size_t dst_size, const uint8_t *src,
                               size_t src_size)
{
  if (dst_size < src_size) {
    return PCH_SHIM_ERR_CAPACITY;
  }
  if (!enter(&chacha->busy)) {
    return PCH_SHIM_ERR_BUSY;
  }
  return leave(&chacha->busy, pch_shim_result(polycha_chacha_update(&chacha->ctx, dst, src, src_size), src_size));
}

int64_t pch_shim_chacha_seek(pch_shim_chacha_ctx *chacha, uint64_t block, unsigned byte)
{
  if (!enter(&chacha->busy)) {
    return PCH_SHIM_ERR_BUSY;
  }
  return leave(&chacha->busy, polycha_chacha_seek(&chacha->ctx, block, byte));
}

/* ---- Poly1305 alone ---- */

pch_shim_poly1305_ctx *pch_shim_poly1305_new(void)
{
  return calloc(1, sizeof(pch_shim_poly1305_ctx));
}

void pch_shim_poly1305_free(pch_shim_poly1305_ctx *poly1305)
{
  if (poly1305) {
    polycha_wipe(poly1305, sizeof *poly1305);
    free(poly1305);
  }
}

int64_t pch_shim_poly1305_init(pch_shim_poly1305_ctx *poly1305, const uint8_t *key, size_t key_size)
{
  if (key_size != POLYCHA_KEY_BYTES) {
    return PCH_SHIM_ERR_KEY;
  }
  if (!enter(&poly1305->busy)) {
    return PCH_SHIM_ERR_BUSY;
  }
  return leave(&poly1305->busy, polycha_poly1305_init(&poly1305->ctx, key));
}

int64_t pch_shim_poly1305_update(pch_shim_poly1305_ctx *poly1305, const uint8_t *src, size_t src_size)
{
  if (!enter(&poly1305->busy)) {
    return PCH_SHIM_ERR_BUSY;
  }
  return leave(&poly1305->busy, polycha_poly1305_update(&poly1305->ctx, src, src_size));
}

int64_t pch_shim_poly1305_final(pch_shim_poly1305_ctx *poly1305, uint8_t *tag, size_t tag_size)
{
  if (tag_size < POLYCHA_TAG_BYTES) {
    return PCH_SHIM_ERR_CAPACITY;
  }
  if (!enter(&poly1305->busy)) {
    return PCH_SHIM_ERR_BUSY;
  }
  return leave(&poly1305->busy, pch_shim_result(polycha_poly1305_final(&poly1305->ctx, tag), POLYCHA_TAG_BYTES));
}
