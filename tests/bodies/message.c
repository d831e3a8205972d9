#include "message.h"

#include <string.h>

#include "../harness/backends.h"

static bool extended(const message *m)
{
  return m->nonce_len == POLYCHA_XNONCE_BYTES;
}

polycha_status message_seal(const message *m, uint8_t *dst, const uint8_t *src)
{
  return (extended(m) ? polycha_xseal : polycha_seal)(dst, src, m->len, m->aad, m->aad_len, m->nonce, m->key);
}

polycha_status message_open(const message *m, uint8_t *dst, const uint8_t *src, size_t len)
{
  return (extended(m) ? polycha_xopen : polycha_open)(dst, src, len, m->aad, m->aad_len, m->nonce, m->key);
}

polycha_status message_seal_detached(const message *m, uint8_t *dst, uint8_t *tag, const uint8_t *src)
{
  return (extended(m) ? polycha_xseal_detached : polycha_seal_detached)(dst, tag, src, m->len, m->aad, m->aad_len,
                                                                        m->nonce, m->key);
}

polycha_status message_open_detached(const message *m, uint8_t *dst, const uint8_t *src, const uint8_t *tag)
{
  return (extended(m) ? polycha_xopen_detached : polycha_open_detached)(dst, src, m->len, tag, m->aad, m->aad_len,
                                                                        m->nonce, m->key);
}

uint8_t *message_sealed(const message *m)
{
  uint8_t *sealed = suite_bytes(m->len + 16);

  if (m->len)
    memcpy(sealed, m->ciphertext, m->len);
  memcpy(sealed + m->len, m->tag, 16);
  return sealed;
}

message message_random(size_t len, size_t aad_len, size_t nonce_len)
{
  uint8_t *ciphertext = suite_bytes(len + 16);
  message m = {
    .key = suite_random_bytes(32),
    .nonce = suite_random_bytes(nonce_len),
    .nonce_len = nonce_len,
    .aad = suite_random_bytes(aad_len),
    .aad_len = aad_len,
    .plaintext = suite_random_bytes(len),
    .len = len,
    .ciphertext = ciphertext,
    .tag = ciphertext + len,
  };

  backends_use_oracle();
  CHECK_STATUS(message_seal(&m, ciphertext, m.plaintext), POLYCHA_OK);
  backends_use_tested();
  return m;
}

/* The file's own buffers last only until its next case. */
static const uint8_t *kept(vectors *file, const char *field, size_t *len)
{
  const uint8_t *read = vectors_bytes(file, field, len);

  return memcpy(suite_bytes(*len), read, *len);
}

message message_long(vectors *file)
{
  message m = {0};
  size_t len;

  CHECK(strcmp(vectors_next(file), "base") == 0);
  m.key = kept(file, "key", &len);
  m.nonce = kept(file, "nonce", &m.nonce_len);
  m.aad = kept(file, "aad", &m.aad_len);
  m.plaintext = kept(file, "plaintext", &m.len);
  m.ciphertext = kept(file, "ciphertext", &m.len);
  return m;
}

void message_begin(const message *m, polycha_aead_ctx *ctx)
{
  CHECK_STATUS(polycha_aead_init(ctx, m->nonce, m->nonce_len, m->key), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_aad(ctx, m->aad, m->aad_len), POLYCHA_OK);
}

void message_check(const message *m)
{
  size_t len = m->len;
  uint8_t *out = suite_bytes(len + 16), *sealed = message_sealed(m), tag[16];
  polycha_aead_ctx ctx;

  CHECK_STATUS(message_seal(m, out, m->plaintext), POLYCHA_OK);
  CHECK_SAME(out, sealed, len + 16);
  CHECK_STATUS(message_open(m, out, out, len + 16), POLYCHA_OK);
  CHECK_SAME(out, m->plaintext, len);
  CHECK_STATUS(message_seal(m, out, out), POLYCHA_OK);
  CHECK_SAME(out, sealed, len + 16);
  CHECK_STATUS(message_open(m, NULL, sealed, len + 16), POLYCHA_OK);
  CHECK_STATUS(message_open(m, out, sealed, len + 16), POLYCHA_OK);
  CHECK_SAME(out, m->plaintext, len);

  memset(out, SUITE_CANARY, len);
  CHECK_STATUS(message_seal_detached(m, out, tag, m->plaintext), POLYCHA_OK);
  CHECK_SAME(out, m->ciphertext, len);
  CHECK_SAME(tag, m->tag, 16);
  CHECK_STATUS(message_open_detached(m, out, out, tag), POLYCHA_OK);
  CHECK_SAME(out, m->plaintext, len);
  CHECK_STATUS(message_open_detached(m, NULL, m->ciphertext, tag), POLYCHA_OK);

  memset(out, SUITE_CANARY, len);
  message_begin(m, &ctx);
  CHECK_STATUS(polycha_aead_encrypt(&ctx, out, m->plaintext, len), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_tag(&ctx, tag), POLYCHA_OK);
  CHECK_SAME(out, m->ciphertext, len);
  CHECK_SAME(tag, m->tag, 16);
  message_begin(m, &ctx);
  CHECK_STATUS(polycha_aead_decrypt(&ctx, out, out, len), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_verify(&ctx, tag), POLYCHA_OK);
  CHECK_SAME(out, m->plaintext, len);
  message_begin(m, &ctx);
  CHECK_STATUS(polycha_aead_decrypt(&ctx, NULL, m->ciphertext, len), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_verify(&ctx, tag), POLYCHA_OK);
}

void message_check_refused(const message *m)
{
  size_t len = m->len;
  uint8_t *out = suite_bytes(len + 16), *sealed = message_sealed(m);
  polycha_aead_ctx ctx;

  memset(out, SUITE_CANARY, len + 16);
  CHECK_STATUS(message_open(m, out, sealed, len + 16), POLYCHA_ERR_TAG);
  CHECK_FILLED(out, 0, len);
  CHECK_FILLED(out + len, SUITE_CANARY, 16);
  memset(out, SUITE_CANARY, len);
  CHECK_STATUS(message_open_detached(m, out, m->ciphertext, m->tag), POLYCHA_ERR_TAG);
  CHECK_FILLED(out, 0, len);
  CHECK_STATUS(message_open(m, NULL, sealed, len + 16), POLYCHA_ERR_TAG);
  CHECK_STATUS(message_open_detached(m, NULL, m->ciphertext, m->tag), POLYCHA_ERR_TAG);
  CHECK_STATUS(message_open(m, sealed, sealed, len + 16), POLYCHA_ERR_TAG);
  CHECK_FILLED(sealed, 0, len);
  CHECK_SAME(sealed + len, m->tag, 16);
  message_begin(m, &ctx);
  CHECK_STATUS(polycha_aead_decrypt(&ctx, out, m->ciphertext, len), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_verify(&ctx, m->tag), POLYCHA_ERR_TAG);
}
