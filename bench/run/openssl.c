#include "sealer.h"

#include <openssl/evp.h>
#include <openssl/opensslv.h>

/* EVP counts in int. */
#define UPDATE_MAX ((size_t)1 << 30)

static bool update(EVP_CIPHER_CTX *ctx, uint8_t *dst, const uint8_t *src, size_t len)
{
  int written;
  for (size_t done = 0; done < len; done += UPDATE_MAX) {
    size_t piece = len - done < UPDATE_MAX ? len - done : UPDATE_MAX;
    if (!EVP_CipherUpdate(ctx, dst + done, &written, src + done, (int)piece)) {
      return false;
    }
  }
  return true;
}

static bool seal(const run_sealer *sealer, uint8_t *dst, const uint8_t *src, size_t len, const run_secret *secret)
{
  (void)sealer;
  int written;
  EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
  bool ok = ctx && EVP_CipherInit_ex(ctx, EVP_chacha20_poly1305(), NULL, secret->key, secret->nonce, 1) &&
            update(ctx, dst, src, len) && EVP_CipherFinal_ex(ctx, dst + len, &written) &&
            EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, RUN_TAG_BYTES, dst + len);
  EVP_CIPHER_CTX_free(ctx);
  return ok;
}

static bool open(const run_sealer *sealer, uint8_t *dst, const uint8_t *src, size_t len, const run_secret *secret)
{
  (void)sealer;
  int written;
  uint8_t nothing[1];
  EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
  bool ok = ctx && EVP_CipherInit_ex(ctx, EVP_chacha20_poly1305(), NULL, secret->key, secret->nonce, 0) &&
            update(ctx, dst, src, len - RUN_TAG_BYTES) &&
            EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, RUN_TAG_BYTES, (void *)(src + len - RUN_TAG_BYTES)) &&
            EVP_CipherFinal_ex(ctx, nothing, &written) > 0;
  EVP_CIPHER_CTX_free(ctx);
  return ok;
}

const run_sealer run_openssl = {
  .build = "OpenSSL",
  .backend = OPENSSL_VERSION_STR,
  .seal = seal,
  .open = open,
};
