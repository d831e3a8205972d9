/* Every length: long messages of oracle.py, cut at each length of interest, with the tags that it gives for them. */
#include <string.h>

#include "../harness/vectors.h"
#include "../registry.h"
#include "message.h"

/* One cut: m is the beginning of the long message, poly1305 the tag of its plaintext alone under its key. */
typedef void check(const message *m, const uint8_t *poly1305, uint8_t *out);

static void check_seal(const message *m, const uint8_t *poly1305, uint8_t *out)
{
  (void)poly1305;
  memset(out + m->len, SUITE_CANARY, 32);
  CHECK_STATUS(message_seal(m, out, m->plaintext), POLYCHA_OK);
  CHECK_SAME(out, m->ciphertext, m->len);
  CHECK_SAME(out + m->len, m->tag, 16);
  CHECK_FILLED(out + m->len + 16, SUITE_CANARY, 16);
  memcpy(out, m->plaintext, m->len);
  CHECK_STATUS(message_seal(m, out, out), POLYCHA_OK);
  CHECK_SAME(out, m->ciphertext, m->len);
  CHECK_SAME(out + m->len, m->tag, 16);
  CHECK_FILLED(out + m->len + 16, SUITE_CANARY, 16);
}

static void check_open(const message *m, const uint8_t *poly1305, uint8_t *out)
{
  (void)poly1305;
  memset(out + m->len, SUITE_CANARY, 16);
  CHECK_STATUS(message_open_detached(m, out, m->ciphertext, m->tag), POLYCHA_OK);
  CHECK_SAME(out, m->plaintext, m->len);
  CHECK_FILLED(out + m->len, SUITE_CANARY, 16);
  memcpy(out, m->ciphertext, m->len);
  memcpy(out + m->len, m->tag, 16);
  CHECK_STATUS(message_open(m, out, out, m->len + 16), POLYCHA_OK);
  CHECK_SAME(out, m->plaintext, m->len);
  CHECK_SAME(out + m->len, m->tag, 16);
}

/* The AEAD's text begins at block 1 (RFC 8439 section 2.8). */
static void check_chacha(const message *m, const uint8_t *poly1305, uint8_t *out)
{
  (void)poly1305;
  memset(out + m->len, SUITE_CANARY, 64);
  CHECK_STATUS(polycha_chacha20_xor(out, m->plaintext, m->len, m->nonce, 1, m->key), POLYCHA_OK);
  CHECK_SAME(out, m->ciphertext, m->len);
  CHECK_FILLED(out + m->len, SUITE_CANARY, 64);
  CHECK_STATUS(polycha_chacha20_xor(out, out, m->len, m->nonce, 1, m->key), POLYCHA_OK);
  CHECK_SAME(out, m->plaintext, m->len);
  CHECK_FILLED(out + m->len, SUITE_CANARY, 64);
}

static void check_poly1305(const message *m, const uint8_t *poly1305, uint8_t *out)
{
  size_t first = m->len < 16 ? m->len : 16;
  uint8_t tag[16];
  polycha_poly1305_ctx ctx;

  (void)out;
  CHECK_STATUS(polycha_poly1305(tag, m->plaintext, m->len, m->key), POLYCHA_OK);
  CHECK_SAME(tag, poly1305, 16);
  /* After one block, kernels find an accumulator that is not 0. */
  CHECK_STATUS(polycha_poly1305_init(&ctx, m->key), POLYCHA_OK);
  CHECK_STATUS(polycha_poly1305_update(&ctx, m->plaintext, first), POLYCHA_OK);
  CHECK_STATUS(polycha_poly1305_update(&ctx, m->plaintext + first, m->len - first), POLYCHA_OK);
  CHECK_STATUS(polycha_poly1305_final(&ctx, tag), POLYCHA_OK);
  CHECK_SAME(tag, poly1305, 16);
}

/* In a quick run, of the lengths beyond 2,200 bytes one in seven is tried. */
static void sweep(const char *name, size_t total, check *const *checks)
{
  vectors *file = vectors_open(name);
  message whole = message_long(file);
  uint8_t *out = suite_bytes(whole.len + 64); /* with room for a tag and a canary */
  size_t cases = 1;

  for (; vectors_next(file); cases++) {
    message m = whole;

    m.len = (size_t)vectors_number(file, "len");
    m.aad_len = (size_t)vectors_number(file, "aad_len");
    if (!suite_full && (m.len > 2200 || m.aad_len > 130) && cases % 7)
      continue;
    m.tag = vectors_fixed(file, "tag", 16);
    AT({"len", m.len}, {"aad", m.aad_len});
    for (check *const *one = checks; *one; one++)
      (*one)(&m, *one == check_poly1305 ? vectors_fixed(file, "poly1305", 16) : NULL, out);
  }
  CHECK(cases == total);
  vectors_close(file, total);
}

#define SWEEP(name, total, ...) sweep(name, total, (check *const[]){__VA_ARGS__, NULL})

void lengths_seal(void)
{
  SWEEP("oracle_lengths", 5417, check_seal);
}

void lengths_open(void)
{
  SWEEP("oracle_lengths", 5417, check_open);
}

void lengths_chacha(void)
{
  SWEEP("oracle_lengths", 5417, check_chacha);
}

void lengths_poly1305(void)
{
  SWEEP("oracle_lengths", 5417, check_poly1305);
}

void lengths_aad_grid(void)
{
  SWEEP("oracle_grid", 17161, check_seal, check_open);
}

/* A rung by itself has all lengths to do: a ChaCha rung with and without the Poly1305 key in front. */
void lengths_all(void)
{
  if (suite_rung_ladder == LADDER_POLY)
    SWEEP("oracle_lengths", 5417, check_poly1305, check_seal);
  else
    SWEEP("oracle_lengths", 5417, check_chacha, check_seal, check_open);
}
