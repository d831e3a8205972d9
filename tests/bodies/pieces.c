/* The AEAD in pieces gives what it gives in one. */
#include <string.h>

#include "../harness/backends.h"
#include "../registry.h"
#include "message.h"
#include "split.h"

static uint8_t out[4097];

/* The text is cut as asked, the aad at random. Pieces are in place and apart in turn. */
static void check_split(size_t total, const split *cut, void *context)
{
  message m = *(const message *)context;
  uint8_t expected[16], tag[16];
  polycha_aead_ctx ctx;

  m.len = total;
  m.aad_len = suite_random_below(200);
  backends_use_oracle();
  CHECK_STATUS(message_seal_detached(&m, out, expected, m.plaintext), POLYCHA_OK);
  backends_use_tested();

  for (int decrypt = 0; decrypt < 2; decrypt++) {
    split aad = split_random(m.aad_len);
    const uint8_t *from = decrypt ? m.ciphertext : m.plaintext, *to = decrypt ? m.plaintext : m.ciphertext;
    size_t done = 0;

    CHECK_STATUS(polycha_aead_init(&ctx, m.nonce, m.nonce_len, m.key), POLYCHA_OK);
    for (size_t i = 0; i < aad.pieces; done += aad.len[i++])
      CHECK_STATUS(polycha_aead_aad(&ctx, aad.len[i] ? m.aad + done : NULL, aad.len[i]), POLYCHA_OK);
    done = 0;
    for (size_t i = 0; i < cut->pieces; done += cut->len[i++]) {
      size_t len = cut->len[i];
      const uint8_t *src = len ? from + done : NULL;

      if (i % 2 && len)
        src = memcpy(out + done, src, len);
      CHECK_STATUS((decrypt ? polycha_aead_decrypt : polycha_aead_encrypt)(&ctx, len ? out + done : NULL, src, len),
                   POLYCHA_OK);
    }
    CHECK_SAME(out, to, total);
    if (decrypt) {
      CHECK_STATUS(polycha_aead_verify(&ctx, expected), POLYCHA_OK);
    } else {
      CHECK_STATUS(polycha_aead_tag(&ctx, tag), POLYCHA_OK);
      CHECK_SAME(tag, expected, 16);
    }
    CHECK_FILLED((uint8_t *)&ctx, 0, sizeof ctx);
  }
}

void pieces_splits(void)
{
  message m = message_random(4097, 200, 12), x = message_random(4097, 200, 24);

  split_each(check_split, &m);
  split_each(check_split, &x);
}

/* A message long enough for turns and refills of every size, in requests of one size, or of random ones (0). */
void pieces_long(void)
{
  static const size_t requests[] = {1, 3, 7, 64, 65, 192, 257, 1000, 1025, 4097, 8191, 8192, 8193, 20000, 0};
  message m = message_random(40000, 13, 12);
  uint8_t *text = suite_bytes(m.len), tag[16];
  polycha_aead_ctx ctx;

  for (size_t r = 0; r < sizeof requests / sizeof *requests; r++)
    for (int decrypt = 0; decrypt < 2; decrypt++) {
      const uint8_t *from = decrypt ? m.ciphertext : m.plaintext;

      AT({"request", requests[r]}, {"decrypt", (size_t)decrypt});
      message_begin(&m, &ctx);
      for (size_t done = 0, len; done < m.len; done += len) {
        len = requests[r] ? requests[r] : suite_random_below(5000);
        len = len < m.len - done ? len : m.len - done;
        CHECK_STATUS((decrypt ? polycha_aead_decrypt : polycha_aead_encrypt)(&ctx, text + done, from + done, len),
                     POLYCHA_OK);
      }
      CHECK_SAME(text, decrypt ? m.plaintext : m.ciphertext, m.len);
      if (decrypt) {
        CHECK_STATUS(polycha_aead_verify(&ctx, m.tag), POLYCHA_OK);
      } else {
        CHECK_STATUS(polycha_aead_tag(&ctx, tag), POLYCHA_OK);
        CHECK_SAME(tag, m.tag, 16);
      }
    }
}

/* A piece that is only authenticated moves the keystream on all the same. */
void pieces_without_output(void)
{
  message m = message_random(5000, 5, 12);
  uint8_t *text = suite_bytes(m.len);
  polycha_aead_ctx ctx;

  for (size_t round = 0; round < suite_scaled(400, 40); round++) {
    split cut = split_random(m.len);
    size_t done = 0;

    AT({"round", round});
    message_begin(&m, &ctx);
    for (size_t i = 0; i < cut.pieces; done += cut.len[i++]) {
      bool shown = suite_random_below(2);

      CHECK_STATUS(polycha_aead_decrypt(&ctx, shown ? text : NULL, m.ciphertext + done, cut.len[i]), POLYCHA_OK);
      if (shown)
        CHECK_SAME(text, m.plaintext + done, cut.len[i]);
    }
    CHECK_STATUS(polycha_aead_verify(&ctx, m.tag), POLYCHA_OK);
  }
}
