#include "sealer.h"

#include <sodium.h>

static bool use(const run_sealer *sealer)
{
  (void)sealer;
  return sodium_init() >= 0;
}

static bool seal(const run_sealer *sealer, uint8_t *dst, const uint8_t *src, size_t len, const run_secret *secret)
{
  (void)sealer;
  return !crypto_aead_chacha20poly1305_ietf_encrypt(dst, NULL, src, len, NULL, 0, NULL, secret->nonce, secret->key);
}

static bool open(const run_sealer *sealer, uint8_t *dst, const uint8_t *src, size_t len, const run_secret *secret)
{
  (void)sealer;
  return !crypto_aead_chacha20poly1305_ietf_decrypt(dst, NULL, NULL, src, len, NULL, 0, secret->nonce, secret->key);
}

const run_sealer run_libsodium = {
  .build = "libsodium",
  .backend = SODIUM_VERSION_STRING,
  .use = use,
  .seal = seal,
  .open = open,
};
