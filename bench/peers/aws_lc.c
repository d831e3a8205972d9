/* AWS-LC, in the form that its Rust crate compiles: all symbols have a prefix, so that it links beside OpenSSL. */
#include "peer.h"

#include <openssl/aead.h>
#include <openssl/base.h>
#include <openssl/chacha.h>
#include <openssl/poly1305.h>

static EVP_AEAD_CTX *aead, *xaead;

static const char *version(void)
{
  return AWSLC_VERSION_NUMBER_STRING;
}

static bool prepare(const uint8_t key[32])
{
  aead = EVP_AEAD_CTX_new(EVP_aead_chacha20_poly1305(), key, 32, BENCH_TAG_BYTES);
  xaead = EVP_AEAD_CTX_new(EVP_aead_xchacha20_poly1305(), key, 32, BENCH_TAG_BYTES);
  return aead && xaead;
}

static bool seal_with(const EVP_AEAD_CTX *ctx, const bench_message *m, size_t nonce_len)
{
  size_t written;
  return EVP_AEAD_CTX_seal_scatter(ctx, m->dst, m->tag, &written, BENCH_TAG_BYTES, m->nonce, nonce_len, m->src, m->len,
                                   NULL, 0, m->aad, BENCH_AAD_BYTES);
}

static bool open_with(const EVP_AEAD_CTX *ctx, const bench_message *m, size_t nonce_len)
{
  return EVP_AEAD_CTX_open_gather(ctx, m->dst, m->nonce, nonce_len, m->src, m->len, m->tag, BENCH_TAG_BYTES, m->aad,
                                  BENCH_AAD_BYTES);
}

static bool seal(const bench_message *m)
{
  return seal_with(aead, m, 12);
}

static bool open(const bench_message *m)
{
  return open_with(aead, m, 12);
}

static bool xseal(const bench_message *m)
{
  return seal_with(xaead, m, 24);
}

static bool xopen(const bench_message *m)
{
  return open_with(xaead, m, 24);
}

static bool chacha20(const bench_message *m)
{
  for (size_t done = 0; done < m->len; done += m->piece) {
    CRYPTO_chacha_20(m->dst + done, m->src + done, bench_piece(m, done), m->key, m->nonce, (uint32_t)(done / 64));
  }
  return true;
}

static bool poly1305(const bench_message *m)
{
  poly1305_state state;
  CRYPTO_poly1305_init(&state, m->one_time_key);
  CRYPTO_poly1305_update(&state, m->src, m->len);
  CRYPTO_poly1305_finish(&state, m->tag);
  return true;
}

/* Its assembly for these is OpenSSL's without the AVX-512 paths. */
static const bench_variant variants[] = {{.suffix = "", .at_most_avx2 = true}};

const bench_peer bench_aws_lc = {
  .name = "aws-lc",
  .version = version,
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
