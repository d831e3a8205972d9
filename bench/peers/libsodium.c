/* libsodium: a call for each message; it has no ChaCha20-Poly1305 in pieces. ChaCha20 goes on by its block counter. */
#include "peer.h"

#include <sodium.h>

static bool prepare(const uint8_t key[32])
{
  (void)key;
  return sodium_init() >= 0;
}

static bool seal(const bench_message *m)
{
  return !crypto_aead_chacha20poly1305_ietf_encrypt_detached(m->dst, m->tag, NULL, m->src, m->len, m->aad,
                                                             BENCH_AAD_BYTES, NULL, m->nonce, m->key);
}

static bool open(const bench_message *m)
{
  return !crypto_aead_chacha20poly1305_ietf_decrypt_detached(m->dst, NULL, m->src, m->len, m->tag, m->aad,
                                                             BENCH_AAD_BYTES, m->nonce, m->key);
}

static bool xseal(const bench_message *m)
{
  return !crypto_aead_xchacha20poly1305_ietf_encrypt_detached(m->dst, m->tag, NULL, m->src, m->len, m->aad,
                                                              BENCH_AAD_BYTES, NULL, m->nonce, m->key);
}

static bool xopen(const bench_message *m)
{
  return !crypto_aead_xchacha20poly1305_ietf_decrypt_detached(m->dst, NULL, m->src, m->len, m->tag, m->aad,
                                                              BENCH_AAD_BYTES, m->nonce, m->key);
}

static bool chacha20(const bench_message *m)
{
  bool ok = true;
  for (size_t done = 0; ok && done < m->len; done += m->piece) {
    ok = !crypto_stream_chacha20_ietf_xor_ic(m->dst + done, m->src + done, bench_piece(m, done), m->nonce,
                                             (uint32_t)(done / 64), m->key);
  }
  return ok;
}

static bool poly1305(const bench_message *m)
{
  return !crypto_onetimeauth_poly1305(m->tag, m->src, m->len, m->one_time_key);
}

/* No release has wider than AVX2 kernels for these. */
static const bench_variant variants[] = {{.suffix = "", .at_most_avx2 = true}};

const bench_peer bench_libsodium = {
  .name = "libsodium",
  .version = sodium_version_string,
  .prepare = prepare,
  .variants = variants,
  .variant_total = 1,
  .piece_multiple = 64,
  .run = {[BENCH_SEAL] = seal,
          [BENCH_OPEN] = open,
          [BENCH_CHACHA20] = chacha20,
          [BENCH_POLY1305] = poly1305,
          [BENCH_XSEAL] = xseal,
          [BENCH_XOPEN] = xopen,
          [BENCH_CHACHA20_PIECES] = chacha20},
};
