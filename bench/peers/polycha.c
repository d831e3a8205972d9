/* Ours, through the public API, with one backend chosen for each candidate. */
#include "dispatch.h"
#include "peer.h"
#include "polycha.h"

static void choose(const void *backend)
{
  pch_backend_set(backend);
}

static bool seal(const bench_message *m)
{
  return !polycha_seal_detached(m->dst, m->tag, m->src, m->len, m->aad, BENCH_AAD_BYTES, m->nonce, m->key);
}

static bool open(const bench_message *m)
{
  return !polycha_open_detached(m->dst, m->src, m->len, m->tag, m->aad, BENCH_AAD_BYTES, m->nonce, m->key);
}

static bool xseal(const bench_message *m)
{
  return !polycha_xseal_detached(m->dst, m->tag, m->src, m->len, m->aad, BENCH_AAD_BYTES, m->nonce, m->key);
}

static bool xopen(const bench_message *m)
{
  return !polycha_xopen_detached(m->dst, m->src, m->len, m->tag, m->aad, BENCH_AAD_BYTES, m->nonce, m->key);
}

static bool chacha20(const bench_message *m)
{
  return !polycha_chacha20_xor(m->dst, m->src, m->len, m->nonce, 0, m->key);
}

static bool poly1305(const bench_message *m)
{
  return !polycha_poly1305(m->tag, m->src, m->len, m->one_time_key);
}

static bool chacha_stream(const bench_message *m, unsigned rounds)
{
  polycha_chacha_ctx ctx;
  bool ok = !polycha_chacha_init(&ctx, m->nonce, POLYCHA_NONCE_BYTES, rounds, m->key);
  for (size_t done = 0; ok && done < m->len; done += m->piece) {
    ok = !polycha_chacha_update(&ctx, m->dst + done, m->src + done, bench_piece(m, done));
  }
  return ok;
}

static bool chacha12(const bench_message *m)
{
  return chacha_stream(m, 12);
}

static bool chacha8(const bench_message *m)
{
  return chacha_stream(m, 8);
}

static bool chacha20_pieces(const bench_message *m)
{
  return chacha_stream(m, 20);
}

static bool seal_pieces(const bench_message *m)
{
  polycha_aead_ctx ctx;
  bool ok =
    !polycha_aead_init(&ctx, m->nonce, POLYCHA_NONCE_BYTES, m->key) && !polycha_aead_aad(&ctx, m->aad, BENCH_AAD_BYTES);
  for (size_t done = 0; ok && done < m->len; done += m->piece) {
    ok = !polycha_aead_encrypt(&ctx, m->dst + done, m->src + done, bench_piece(m, done));
  }
  return ok && !polycha_aead_tag(&ctx, m->tag);
}

static bool open_pieces(const bench_message *m)
{
  polycha_aead_ctx ctx;
  bool ok =
    !polycha_aead_init(&ctx, m->nonce, POLYCHA_NONCE_BYTES, m->key) && !polycha_aead_aad(&ctx, m->aad, BENCH_AAD_BYTES);
  for (size_t done = 0; ok && done < m->len; done += m->piece) {
    ok = !polycha_aead_decrypt(&ctx, m->dst + done, m->src + done, bench_piece(m, done));
  }
  return ok && !polycha_aead_verify(&ctx, m->tag);
}

const bench_peer bench_polycha = {
  .name = "polycha",
  .version = polycha_version,
  .select = choose,
  .piece_multiple = 1,
  .run = {[BENCH_SEAL] = seal,
          [BENCH_OPEN] = open,
          [BENCH_CHACHA20] = chacha20,
          [BENCH_POLY1305] = poly1305,
          [BENCH_CHACHA12] = chacha12,
          [BENCH_CHACHA8] = chacha8,
          [BENCH_XSEAL] = xseal,
          [BENCH_XOPEN] = xopen,
          [BENCH_CHACHA20_PIECES] = chacha20_pieces,
          [BENCH_SEAL_PIECES] = seal_pieces,
          [BENCH_OPEN_PIECES] = open_pieces},
};
