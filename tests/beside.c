/* The static library in one program with libcrypto.a and libsodium.a, whichever is linked first: each computes what it is for. */
#include <openssl/evp.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "polycha.h"

#define LEN 1000

static int seal_openssl(uint8_t *dst, const uint8_t *text, const uint8_t *nonce, const uint8_t *key)
{
  EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
  int n, good = ctx && EVP_EncryptInit_ex(ctx, EVP_chacha20_poly1305(), NULL, key, nonce) &&
                EVP_EncryptUpdate(ctx, dst, &n, text, LEN) && EVP_EncryptFinal_ex(ctx, dst + LEN, &n) &&
                EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, dst + LEN);

  EVP_CIPHER_CTX_free(ctx);
  return good;
}

int main(void)
{
  static uint8_t text[LEN], ours[LEN + 16], openssl[LEN + 16], libsodium[LEN + 16], tag[16], one_time[16];
  uint8_t key[32], nonce[12];

  for (size_t i = 0; i < sizeof text; i++)
    text[i] = (uint8_t)(i * 7);
  for (uint8_t i = 0; i < 32; i++)
    key[i] = (uint8_t)(i + 100);
  memset(nonce, 9, sizeof nonce);
  if (sodium_init() < 0 || polycha_seal(ours, text, LEN, NULL, 0, nonce, key) != POLYCHA_OK ||
      polycha_poly1305(tag, text, LEN, key) != POLYCHA_OK || !seal_openssl(openssl, text, nonce, key) ||
      crypto_aead_chacha20poly1305_ietf_encrypt(libsodium, NULL, text, LEN, NULL, 0, NULL, nonce, key) != 0 ||
      crypto_onetimeauth(one_time, text, LEN, key) != 0) {
    puts("a library has failed");
    return 1;
  }
  if (memcmp(ours, openssl, sizeof ours) != 0 || memcmp(ours, libsodium, sizeof ours) != 0 ||
      memcmp(tag, one_time, sizeof tag) != 0) {
    puts("two libraries disagree");
    return 1;
  }
  return 0;
}
