/* What is not authentic is refused, and nothing of it is released. */
#include <string.h>

#include "../registry.h"
#include "message.h"

/* Every bit of a field flipped in turn. */
static void flip_each_bit(message *m, uint8_t *field, size_t len, size_t which)
{
  for (size_t bit = 0; bit < 8 * len; bit += suite_scaled(1, 8 * len > 300 ? 7 : 1)) {
    AT({"len", m->len}, {"aad", m->aad_len}, {"field", which}, {"bit", bit});
    field[bit / 8] ^= (uint8_t)(1u << bit % 8);
    message_check_refused(m);
    field[bit / 8] ^= (uint8_t)(1u << bit % 8);
  }
}

void forgery_every_bit(void)
{
  static const struct {
    size_t len, aad_len;
  } shapes[] = {{0, 0}, {0, 9}, {1, 0}, {15, 17}, {16, 16}, {64, 1}, {65, 33}, {200, 13}, {257, 0}};

  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    for (size_t nonce_len = 12; nonce_len <= 24; nonce_len += 12) {
      message m = message_random(shapes[i].len, shapes[i].aad_len, nonce_len);
      uint8_t *fields[4];
      const size_t lens[4] = {16, m.len, m.aad_len, nonce_len};

      /* Copies, to be flipped. */
      for (size_t f = 0; f < 4; f++) {
        const uint8_t *from = (const uint8_t *[]){m.tag, m.ciphertext, m.aad, m.nonce}[f];

        fields[f] = memcpy(suite_bytes(lens[f]), from, lens[f]);
      }
      m.tag = fields[0];
      m.ciphertext = fields[1];
      m.aad = fields[2];
      m.nonce = fields[3];
      message_check(&m);
      for (size_t f = 0; f < 4; f++)
        flip_each_bit(&m, fields[f], lens[f], f);
    }
}

/* Lengths are authenticated: a byte of aad is not a byte of text, nor a zero of padding. */
void forgery_moved_border(void)
{
  for (size_t len = 0; len < 70; len++) {
    message m = message_random(len, 20, 12), other = m;
    uint8_t zeros_behind[36] = {0}, *text = suite_bytes(len + 16);

    AT({"len", len});
    memcpy(zeros_behind, m.aad, 20);
    other.aad = zeros_behind;
    for (other.aad_len = 21; other.aad_len <= 36; other.aad_len++)
      message_check_refused(&other);
    other = m;
    memset(text, 0, len + 16);
    memcpy(text, m.ciphertext, len);
    other.ciphertext = text;
    for (other.len = len + 1; other.len <= len + 16; other.len++)
      message_check_refused(&other);
    for (other.len = 0; other.len < len; other.len++)
      message_check_refused(&other);
  }
}

/* After a bad tag nothing of the plaintext is in the output, whatever way was taken; what lies behind it is
 * untouched. */
static void check_wiped(size_t len, size_t nonce_len)
{
  message m = message_random(len, 13, nonce_len);
  uint8_t bad[16], *room = suite_bytes(len + 64), *sealed = suite_bytes(len + 16);

  memcpy(bad, m.tag, 16);
  bad[len % 16] ^= 0x10;
  m.tag = bad;
  AT({"len", len}, {"nonce", nonce_len});
  message_check_refused(&m);

  memset(room, SUITE_CANARY, len + 64);
  memcpy(sealed, m.ciphertext, len);
  memcpy(sealed + len, bad, 16);
  CHECK_STATUS(message_open(&m, room, sealed, len + 16), POLYCHA_ERR_TAG);
  CHECK_FILLED(room, 0, len);
  CHECK_FILLED(room + len, SUITE_CANARY, 64);
  memset(room, SUITE_CANARY, len + 64);
  memcpy(room, m.ciphertext, len);
  CHECK_STATUS(message_open_detached(&m, room, room, bad), POLYCHA_ERR_TAG);
  CHECK_FILLED(room, 0, len);
  CHECK_FILLED(room + len, SUITE_CANARY, 64);
}

void forgery_wiped(void)
{
  static const size_t lens[] = {0,    1,    15,   16,   17,   63,   64,   65,    192,   193,    255,
                                256,  257,  512,  959,  960,  961,  1023, 1024,  1025,  4096,   8191,
                                8192, 8193, 9151, 9152, 9153, 9216, 9217, 17344, 17345, 1 << 20};

  for (size_t i = 0; i < sizeof lens / sizeof *lens; i++)
    for (size_t nonce_len = 12; nonce_len <= 24; nonce_len += 12)
      if (suite_full || lens[i] < 20000)
        check_wiped(lens[i], nonce_len);
}
