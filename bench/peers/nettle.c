/* nettle. Its update calls take whole blocks but for the last; Poly1305 alone is not in its API. */
#include "peer.h"

#include <nettle/chacha-poly1305.h>
#include <nettle/chacha.h>
#include <nettle/memops.h>
#include <nettle/version.h>
#include <stdio.h>

static struct chacha_poly1305_ctx aead;
static struct chacha_ctx stream;

static const char *version(void)
{
  static char text[16];
  snprintf(text, sizeof text, "%d.%d", nettle_version_major(), nettle_version_minor());
  return text;
}

static bool prepare(const uint8_t key[32])
{
  chacha_poly1305_set_key(&aead, key);
  chacha_set_key(&stream, key);
  return true;
}

static void start(const bench_message *m)
{
  chacha_poly1305_set_nonce(&aead, m->nonce);
  chacha_poly1305_update(&aead, BENCH_AAD_BYTES, m->aad);
}

static bool seal(const bench_message *m)
{
  start(m);
  for (size_t done = 0; done < m->len; done += m->piece) {
    chacha_poly1305_encrypt(&aead, bench_piece(m, done), m->dst + done, m->src + done);
  }
  chacha_poly1305_digest(&aead, BENCH_TAG_BYTES, m->tag);
  return true;
}

static bool open(const bench_message *m)
{
  uint8_t tag[BENCH_TAG_BYTES];
  start(m);
  for (size_t done = 0; done < m->len; done += m->piece) {
    chacha_poly1305_decrypt(&aead, bench_piece(m, done), m->dst + done, m->src + done);
  }
  chacha_poly1305_digest(&aead, sizeof tag, tag);
  return memeql_sec(tag, m->tag, sizeof tag);
}

static bool chacha20(const bench_message *m)
{
  chacha_set_nonce96(&stream, m->nonce);
  for (size_t done = 0; done < m->len; done += m->piece) {
    chacha_crypt32(&stream, bench_piece(m, done), m->dst + done, m->src + done);
  }
  return true;
}

static const bench_variant variants[] = {{.suffix = "", .at_most_avx2 = true}};

const bench_peer bench_nettle = {
  .name = "nettle",
  .version = version,
  .prepare = prepare,
  .variants = variants,
  .variant_total = 1,
  .piece_multiple = 64,
  .run = {[BENCH_SEAL] = seal,
          [BENCH_OPEN] = open,
          [BENCH_CHACHA20] = chacha20,
          [BENCH_CHACHA20_PIECES] = chacha20,
          [BENCH_SEAL_PIECES] = seal,
          [BENCH_OPEN_PIECES] = open},
};
