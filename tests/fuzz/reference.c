#include "reference.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static EVP_CIPHER_CTX *cipher;
static EVP_MAC_CTX *mac;

static void need(bool condition, const char *what)
{
  if (condition)
    return;
  fprintf(stderr, "reference: %s failed\n", what);
  abort();
}

/* ---- Plain ChaCha ---- */

static uint32_t load_word(const uint8_t *p)
{
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store_word(uint8_t *p, uint32_t word)
{
  for (int i = 0; i < 4; i++)
    p[i] = (uint8_t)(word >> (8 * i));
}

static void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
  static const int turns[2][2] = {{16, 12}, {8, 7}};

  for (int i = 0; i < 2; i++) {
    *a += *b, *d ^= *a, *d = *d << turns[i][0] | *d >> (32 - turns[i][0]);
    *c += *d, *b ^= *c, *b = *b << turns[i][1] | *b >> (32 - turns[i][1]);
  }
}

/* Columns in the even rounds, diagonals in the odd ones. */
static void permute(uint32_t x[16], unsigned rounds)
{
  for (unsigned round = 0; round < rounds; round++)
    for (unsigned i = 0; i < 4; i++) {
      unsigned slant = round % 2;

      quarter_round(&x[i], &x[4 + (i + slant) % 4], &x[8 + (i + 2 * slant) % 4], &x[12 + (i + 3 * slant) % 4]);
    }
}

void reference_block(uint8_t block[64], const uint32_t state[16], unsigned rounds)
{
  uint32_t x[16];

  memcpy(x, state, sizeof x);
  permute(x, rounds);
  for (int i = 0; i < 16; i++)
    store_word(block + 4 * i, x[i] + state[i]);
}

static void fill_state(uint32_t state[16], const uint8_t key[32], const uint8_t last_row[16])
{
  static const uint8_t constants[16] = {'e', 'x', 'p', 'a', 'n', 'd', ' ', '3', '2', '-', 'b', 'y', 't', 'e', ' ', 'k'};

  for (int i = 0; i < 4; i++) {
    state[i] = load_word(constants + 4 * i);
    state[4 + i] = load_word(key + 4 * i);
    state[8 + i] = load_word(key + 16 + 4 * i);
    state[12 + i] = load_word(last_row + 4 * i);
  }
}

void reference_hchacha(uint8_t out[32], const uint8_t in[16], const uint8_t key[32], unsigned rounds)
{
  uint32_t x[16];

  fill_state(x, key, in);
  permute(x, rounds);
  for (int i = 0; i < 4; i++) {
    store_word(out + 4 * i, x[i]);
    store_word(out + 16 + 4 * i, x[12 + i]);
  }
}

reference_stream reference_stream_new(const uint8_t *nonce, size_t nonce_len, unsigned rounds, const uint8_t key[32])
{
  reference_stream stream = {.rounds = rounds, .wide = nonce_len == 8};

  if (nonce_len == 24) {
    reference_hchacha(stream.key, nonce, key, rounds);
    memcpy(stream.nonce + 4, nonce + 16, 8);
  } else {
    memcpy(stream.key, key, 32);
    memcpy(stream.nonce + 12 - nonce_len, nonce, nonce_len);
  }
  return stream;
}

static void xor_plain(const reference_stream *stream, reference_position position, uint8_t *dst, const uint8_t *src,
                      size_t len)
{
  uint8_t last_row[16], block[64];
  uint32_t state[16];

  for (size_t i = 0; i < len; i++, position++) {
    if (i == 0 || position % 64 == 0) {
      store_word(last_row, (uint32_t)(position / 64));
      memcpy(last_row + 4, stream->nonce, 12);
      if (stream->wide)
        store_word(last_row + 4, (uint32_t)(position / 64 >> 32));
      fill_state(state, stream->key, last_row);
      reference_block(block, state, stream->rounds);
    }
    dst[i] = src[i] ^ block[position % 64];
  }
}

/* ---- OpenSSL ---- */

static void xor_openssl(const reference_stream *stream, reference_position position, uint8_t *dst, const uint8_t *src,
                        size_t len)
{
  uint8_t counter_nonce[16], skipped[64] = {0};
  int written;

  store_word(counter_nonce, (uint32_t)(position / 64));
  memcpy(counter_nonce + 4, stream->nonce, 12);
  need(EVP_EncryptInit_ex(cipher, EVP_chacha20(), NULL, stream->key, counter_nonce) == 1, "EVP_chacha20");
  need(EVP_EncryptUpdate(cipher, skipped, &written, skipped, (int)(position % 64)) == 1, "EVP_EncryptUpdate");
  need(EVP_EncryptUpdate(cipher, dst, &written, src, (int)len) == 1, "EVP_EncryptUpdate");
}

void reference_xor(const reference_stream *stream, reference_position position, uint8_t *dst, const uint8_t *src,
                   size_t len)
{
  if (stream->wide || stream->rounds != 20)
    xor_plain(stream, position, dst, src, len);
  else if (len)
    xor_openssl(stream, position, dst, src, len);
}

void reference_mac_begin(const uint8_t key[32])
{
  need(EVP_MAC_init(mac, key, 32, NULL) == 1, "EVP_MAC_init");
}

void reference_mac(const void *msg, size_t len)
{
  need(len == 0 || EVP_MAC_update(mac, msg, len) == 1, "EVP_MAC_update");
}

void reference_mac_end(uint8_t tag[16])
{
  size_t written;

  need(EVP_MAC_final(mac, tag, &written, 16) == 1, "EVP_MAC_final");
}

static void start_aead(bool seals, const uint8_t *aad, size_t aad_len, const uint8_t *nonce, size_t nonce_len,
                       const uint8_t key[32])
{
  reference_stream stream = reference_stream_new(nonce, nonce_len, 20, key);
  int written;

  need(EVP_CipherInit_ex(cipher, EVP_chacha20_poly1305(), NULL, stream.key, stream.nonce, seals) == 1,
       "EVP_CipherInit_ex");
  if (aad_len)
    need(EVP_CipherUpdate(cipher, NULL, &written, aad, (int)aad_len) == 1, "EVP_CipherUpdate");
}

void reference_seal(uint8_t *dst, uint8_t tag[16], const uint8_t *src, size_t len, const uint8_t *aad, size_t aad_len,
                    const uint8_t *nonce, size_t nonce_len, const uint8_t key[32])
{
  uint8_t none[16];
  int written;

  start_aead(true, aad, aad_len, nonce, nonce_len, key);
  if (len)
    need(EVP_CipherUpdate(cipher, dst, &written, src, (int)len) == 1, "EVP_CipherUpdate");
  need(EVP_CipherFinal_ex(cipher, none, &written) == 1, "EVP_CipherFinal_ex");
  need(EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, 16, tag) == 1, "EVP_CTRL_AEAD_GET_TAG");
}

bool reference_open(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t tag[16], const uint8_t *aad,
                    size_t aad_len, const uint8_t *nonce, size_t nonce_len, const uint8_t key[32])
{
  uint8_t expected[16], none[16];
  int written;

  memcpy(expected, tag, 16);
  start_aead(false, aad, aad_len, nonce, nonce_len, key);
  if (len)
    need(EVP_CipherUpdate(cipher, dst, &written, src, (int)len) == 1, "EVP_CipherUpdate");
  need(EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, 16, expected) == 1, "EVP_CTRL_AEAD_SET_TAG");
  return EVP_CipherFinal_ex(cipher, none, &written) == 1;
}

void reference_begin(void)
{
  static const uint8_t zeros[300];
  uint8_t plain[300], openssl[300];
  EVP_MAC *poly1305 = EVP_MAC_fetch(NULL, "POLY1305", NULL);

  need(poly1305 != NULL, "EVP_MAC_fetch");
  mac = EVP_MAC_CTX_new(poly1305);
  cipher = EVP_CIPHER_CTX_new();
  need(mac && cipher, "EVP_CIPHER_CTX_new");
  for (uint8_t i = 0; i < 100; i++) {
    uint8_t key[32] = {i, 1}, nonce[12] = {2, i, i};
    reference_stream stream = reference_stream_new(nonce, 12, 20, key);

    xor_plain(&stream, 37 * i, plain, zeros, sizeof plain);
    xor_openssl(&stream, 37 * i, openssl, zeros, sizeof openssl);
    need(memcmp(plain, openssl, sizeof plain) == 0, "the comparison of plain ChaCha20 with OpenSSL's");
  }
}
