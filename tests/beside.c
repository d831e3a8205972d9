/* The static library in one program with libcrypto.a and libsodium.a, whichever is linked first: each computes what it is for. */
#include <openssl/evp.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "polycha.h"

#define LEN_MAX 2000

static int seal_openssl(uint8_t *dst, const uint8_t *text, int len, const uint8_t *nonce, const uint8_t *key)
{
  EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
  int n, good = ctx && EVP_EncryptInit_ex(ctx, EVP_chacha20_poly1305(), NULL, key, nonce) &&
                EVP_EncryptUpdate(ctx, dst, &n, text, len) && EVP_EncryptFinal_ex(ctx, dst + len, &n) &&
                EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, dst + len);

  EVP_CIPHER_CTX_free(ctx);
  return good;
}

/* What is wrong; NULL for nothing. */
static const char *seal_with_each(const uint8_t *text, size_t len, const uint8_t *nonce, const uint8_t *key)
{
  static uint8_t ours[LEN_MAX + 16], openssl[LEN_MAX + 16], libsodium[LEN_MAX + 16], tag[16], one_time[16];

  if (polycha_seal(ours, text, len, NULL, 0, nonce, key) != POLYCHA_OK ||
      polycha_poly1305(tag, text, len, key) != POLYCHA_OK || !seal_openssl(openssl, text, (int)len, nonce, key) ||
      crypto_aead_chacha20poly1305_ietf_encrypt(libsodium, NULL, text, len, NULL, 0, NULL, nonce, key) != 0 ||
      crypto_onetimeauth(one_time, text, len, key) != 0)
    return "a library has failed";
  if (memcmp(ours, openssl, len + 16) != 0 || memcmp(ours, libsodium, len + 16) != 0 || memcmp(tag, one_time, 16) != 0)
    return "two libraries disagree";
  return NULL;
}

int main(void)
{
  static uint8_t text[LEN_MAX];
  uint8_t key[32], nonce[12];

  for (size_t i = 0; i < sizeof text; i++)
    text[i] = (uint8_t)(i * 7);
  for (uint8_t i = 0; i < 32; i++)
    key[i] = (uint8_t)(i + 100);
  memset(nonce, 9, sizeof nonce);
  if (sodium_init() < 0)
    return 1;
  for (size_t len = 0; len <= LEN_MAX; len++) {
    const char *wrong = seal_with_each(text, len, nonce, key);

    if (wrong) {
      printf("%zu bytes: %s\n", len, wrong);
      return 1;
    }
  }
  return 0;
}
