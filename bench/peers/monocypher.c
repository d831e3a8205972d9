/* Monocypher: plain C, the peer of our portable backend. ChaCha20 goes on by its block counter. */
#include "peer.h"

#include <monocypher.h>

static const char *version(void)
{
  return MONOCYPHER_PACKAGE_VERSION;
}

static bool prepare(const uint8_t key[32])
{
  (void)key;
  return true;
}

/* The first message of its incremental interface is RFC 8439's. */
static bool seal(const bench_message *m)
{
  crypto_aead_ctx ctx;
  crypto_aead_init_ietf(&ctx, m->key, m->nonce);
  crypto_aead_write(&ctx, m->dst, m->tag, m->aad, BENCH_AAD_BYTES, m->src, m->len);
  crypto_wipe(&ctx, sizeof ctx);
  return true;
}

static bool open(const bench_message *m)
{
  crypto_aead_ctx ctx;
  crypto_aead_init_ietf(&ctx, m->key, m->nonce);
  bool ok = !crypto_aead_read(&ctx, m->dst, m->tag, m->aad, BENCH_AAD_BYTES, m->src, m->len);
  crypto_wipe(&ctx, sizeof ctx);
  return ok;
}

static bool xseal(const bench_message *m)
{
  crypto_aead_lock(m->dst, m->tag, m->key, m->nonce, m->aad, BENCH_AAD_BYTES, m->src, m->len);
  return true;
}

static bool xopen(const bench_message *m)
{
  return !crypto_aead_unlock(m->dst, m->tag, m->key, m->nonce, m->aad, BENCH_AAD_BYTES, m->src, m->len);
}

static bool chacha20(const bench_message *m)
{
  uint32_t block = 0;
  for (size_t done = 0; done < m->len; done += m->piece) {
    block = crypto_chacha20_ietf(m->dst + done, m->src + done, bench_piece(m, done), m->key, m->nonce, block);
  }
  return true;
}

static bool poly1305(const bench_message *m)
{
  crypto_poly1305(m->tag, m->src, m->len, m->one_time_key);
  return true;
}

static const bench_variant variants[] = {{.suffix = "", .at_most_avx2 = true}};

const bench_peer bench_monocypher = {
  .name = "monocypher",
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
