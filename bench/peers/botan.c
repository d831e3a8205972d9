/* Botan through its C API, which keeps the tag behind the ciphertext, and whose update call takes a stream cipher's
 * input byte by byte: it is measured on whole messages. */
#include "peer.h"

#include <botan/ffi.h>
#include <stdio.h>
#include <string.h>

static botan_cipher_t aead_encrypt, aead_decrypt, chacha20_cipher, chacha12_cipher, chacha8_cipher;
static botan_mac_t authenticator;

static const char *version(void)
{
  static char text[32];
  snprintf(text, sizeof text, "%u.%u.%u", botan_version_major(), botan_version_minor(), botan_version_patch());
  return text;
}

static bool keyed(botan_cipher_t *cipher, const char *name, uint32_t flags, const uint8_t key[32])
{
  return !botan_cipher_init(cipher, name, flags) && !botan_cipher_set_key(*cipher, key, 32);
}

static bool prepare(const uint8_t key[32])
{
  return keyed(&aead_encrypt, "ChaCha20Poly1305", BOTAN_CIPHER_INIT_FLAG_ENCRYPT, key) &&
         keyed(&aead_decrypt, "ChaCha20Poly1305", BOTAN_CIPHER_INIT_FLAG_DECRYPT, key) &&
         keyed(&chacha20_cipher, "ChaCha(20)", BOTAN_CIPHER_INIT_FLAG_ENCRYPT, key) &&
         keyed(&chacha12_cipher, "ChaCha(12)", BOTAN_CIPHER_INIT_FLAG_ENCRYPT, key) &&
         keyed(&chacha8_cipher, "ChaCha(8)", BOTAN_CIPHER_INIT_FLAG_ENCRYPT, key) &&
         !botan_mac_init(&authenticator, "Poly1305", 0);
}

static bool whole(botan_cipher_t cipher, const bench_message *m, size_t nonce_len, size_t in_len, size_t out_len)
{
  size_t written, consumed;
  return !botan_cipher_start(cipher, m->nonce, nonce_len) &&
         !botan_cipher_update(cipher, BOTAN_CIPHER_UPDATE_FLAG_FINAL, m->dst, out_len, &written, m->src, in_len,
                              &consumed);
}

static bool seal_with(const bench_message *m, size_t nonce_len)
{
  bool ok = !botan_cipher_set_associated_data(aead_encrypt, m->aad, BENCH_AAD_BYTES) &&
            whole(aead_encrypt, m, nonce_len, m->len, m->len + BENCH_TAG_BYTES);
  memcpy(m->tag, m->dst + m->len, BENCH_TAG_BYTES);
  return ok;
}

/* Puts the tag where Botan wants it, and then back what was there. */
static bool open_with(const bench_message *m, size_t nonce_len)
{
  uint8_t *behind = (uint8_t *)m->src + m->len;
  uint8_t kept[BENCH_TAG_BYTES];
  memcpy(kept, behind, sizeof kept);
  memcpy(behind, m->tag, BENCH_TAG_BYTES);
  bool ok = !botan_cipher_set_associated_data(aead_decrypt, m->aad, BENCH_AAD_BYTES) &&
            whole(aead_decrypt, m, nonce_len, m->len + BENCH_TAG_BYTES, m->len);
  memcpy(behind, kept, sizeof kept);
  return ok;
}

static bool seal(const bench_message *m)
{
  return seal_with(m, 12);
}

static bool open(const bench_message *m)
{
  return open_with(m, 12);
}

static bool xseal(const bench_message *m)
{
  return seal_with(m, 24);
}

static bool xopen(const bench_message *m)
{
  return open_with(m, 24);
}

static bool chacha20(const bench_message *m)
{
  return whole(chacha20_cipher, m, 12, m->len, m->len);
}

static bool chacha12(const bench_message *m)
{
  return whole(chacha12_cipher, m, 12, m->len, m->len);
}

static bool chacha8(const bench_message *m)
{
  return whole(chacha8_cipher, m, 12, m->len, m->len);
}

static bool poly1305(const bench_message *m)
{
  return !botan_mac_set_key(authenticator, m->one_time_key, 32) && !botan_mac_update(authenticator, m->src, m->len) &&
         !botan_mac_final(authenticator, m->tag);
}

/* Botan 2 has no wider than AVX2 kernels for these. */
static const bench_variant variants[] = {{.suffix = "", .at_most_avx2 = true}};

const bench_peer bench_botan = {
  .name = "botan",
  .version = version,
  .prepare = prepare,
  .variants = variants,
  .variant_total = 1,
  .piece_multiple = 1,
  .run = {[BENCH_SEAL] = seal,
          [BENCH_OPEN] = open,
          [BENCH_CHACHA20] = chacha20,
          [BENCH_POLY1305] = poly1305,
          [BENCH_CHACHA12] = chacha12,
          [BENCH_CHACHA8] = chacha8,
          [BENCH_XSEAL] = xseal,
          [BENCH_XOPEN] = xopen},
};
