/* Poly1305 alone: in pieces, with keys that are not clamped, and its comparison. */
#include <string.h>

#include "../harness/backends.h"
#include "../registry.h"
#include "split.h"

typedef struct {
  uint8_t key[32];
  const uint8_t *text;
} input;

static void check_split(size_t total, const split *cut, void *context)
{
  const input *in = context;
  uint8_t expected[16], tag[16];
  polycha_poly1305_ctx ctx;
  const uint8_t *piece = in->text;

  backends_use_oracle();
  CHECK_STATUS(polycha_poly1305(expected, in->text, total, in->key), POLYCHA_OK);
  backends_use_tested();
  CHECK_STATUS(polycha_poly1305_init(&ctx, in->key), POLYCHA_OK);
  for (size_t i = 0; i < cut->pieces; piece += cut->len[i++])
    CHECK_STATUS(polycha_poly1305_update(&ctx, cut->len[i] ? piece : NULL, cut->len[i]), POLYCHA_OK);
  CHECK_STATUS(polycha_poly1305_final(&ctx, tag), POLYCHA_OK);
  CHECK_SAME(tag, expected, 16);
  CHECK_FILLED((uint8_t *)&ctx, 0, sizeof ctx);
}

void poly1305_splits(void)
{
  input in = {.text = suite_random_bytes(4097)};

  suite_fill_random(in.key, sizeof in.key);
  split_each(check_split, &in);
}

/* A long message in pieces of one size: the state crosses the contract at every length of a kernel. */
void poly1305_long(void)
{
  input in = {.text = suite_random_bytes(21000)};

  suite_fill_random(in.key, sizeof in.key);
  for (size_t request = 1; request < 2200; request += request < 300 ? 1 : 61) {
    uint8_t expected[16], tag[16];
    polycha_poly1305_ctx ctx;

    AT({"request", request});
    backends_use_oracle();
    CHECK_STATUS(polycha_poly1305(expected, in.text, 21000, in.key), POLYCHA_OK);
    backends_use_tested();
    CHECK_STATUS(polycha_poly1305_init(&ctx, in.key), POLYCHA_OK);
    for (size_t done = 0; done < 21000; done += request)
      CHECK_STATUS(polycha_poly1305_update(&ctx, in.text + done, request < 21000 - done ? request : 21000 - done),
                   POLYCHA_OK);
    CHECK_STATUS(polycha_poly1305_final(&ctx, tag), POLYCHA_OK);
    CHECK_SAME(tag, expected, 16);
  }
}

/* The bits that RFC 8439 section 2.5 clears in r do not matter, whichever way the key comes in. */
void poly1305_unclamped_key(void)
{
  static const uint8_t cleared[16] = {0, 0, 0, 0xf0, 3, 0, 0, 0xf0, 3, 0, 0, 0xf0, 3, 0, 0, 0xf0};

  for (size_t len = 0; len < 700; len++) {
    const uint8_t *text = suite_random_bytes(len);
    uint8_t with[32], without[32], tag[16], expected[16];
    polycha_poly1305_ctx ctx;

    AT({"len", len});
    suite_fill_random(with, sizeof with);
    memcpy(without, with, sizeof with);
    for (int i = 0; i < 16; i++) {
      with[i] |= cleared[i];
      without[i] &= (uint8_t)~cleared[i];
    }
    CHECK_STATUS(polycha_poly1305(expected, text, len, without), POLYCHA_OK);
    CHECK_STATUS(polycha_poly1305(tag, text, len, with), POLYCHA_OK);
    CHECK_SAME(tag, expected, 16);
    CHECK_STATUS(polycha_poly1305_verify(expected, text, len, with), POLYCHA_OK);
    CHECK_STATUS(polycha_poly1305_init(&ctx, with), POLYCHA_OK);
    CHECK_STATUS(polycha_poly1305_update(&ctx, text, len), POLYCHA_OK);
    CHECK_STATUS(polycha_poly1305_final(&ctx, tag), POLYCHA_OK);
    CHECK_SAME(tag, expected, 16);
  }
}

void poly1305_verify_every_bit(void)
{
  uint8_t key[32], tag[16];

  for (size_t len = 0; len < 100; len += 33) {
    const uint8_t *text = suite_random_bytes(len);

    suite_fill_random(key, sizeof key);
    CHECK_STATUS(polycha_poly1305(tag, text, len, key), POLYCHA_OK);
    CHECK_STATUS(polycha_poly1305_verify(tag, text, len, key), POLYCHA_OK);
    for (unsigned bit = 0; bit < 128; bit++) {
      AT({"len", len}, {"bit", bit});
      tag[bit / 8] ^= (uint8_t)(1u << bit % 8);
      CHECK_STATUS(polycha_poly1305_verify(tag, text, len, key), POLYCHA_ERR_TAG);
      tag[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
  }
}

/* An ended context, and one whose init was refused. */
void poly1305_ended(void)
{
  uint8_t key[32] = {1}, tag[16];
  polycha_poly1305_ctx ctx;

  CHECK_STATUS(polycha_poly1305_init(&ctx, key), POLYCHA_OK);
  CHECK_STATUS(polycha_poly1305_update(&ctx, NULL, 1), POLYCHA_ERR_ARGUMENT);
  CHECK_STATUS(polycha_poly1305_final(&ctx, NULL), POLYCHA_ERR_ARGUMENT);
  CHECK_STATUS(polycha_poly1305_final(&ctx, tag), POLYCHA_OK);
  memset(tag, SUITE_CANARY, sizeof tag);
  CHECK_STATUS(polycha_poly1305_final(&ctx, tag), POLYCHA_ERR_STATE);
  CHECK_STATUS(polycha_poly1305_update(&ctx, key, 1), POLYCHA_ERR_STATE);
  memset(&ctx, SUITE_CANARY, sizeof ctx);
  CHECK_STATUS(polycha_poly1305_init(&ctx, NULL), POLYCHA_ERR_ARGUMENT);
  CHECK_STATUS(polycha_poly1305_final(&ctx, tag), POLYCHA_ERR_STATE);
  CHECK_FILLED(tag, SUITE_CANARY, sizeof tag);
}
