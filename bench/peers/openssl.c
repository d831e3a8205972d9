/* OpenSSL through EVP: contexts are made and keyed once, a call sets the nonce. */
#include "peer.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <string.h>

static EVP_CIPHER_CTX *aead_encrypt, *aead_decrypt, *stream;
static EVP_MAC_CTX *authenticator;

static EVP_CIPHER_CTX *keyed(const EVP_CIPHER *cipher, const uint8_t key[32], int encrypt)
{
  EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
  return ctx && EVP_CipherInit_ex(ctx, cipher, NULL, key, NULL, encrypt) ? ctx : NULL;
}

static const char *version(void)
{
  return OpenSSL_version(OPENSSL_VERSION_STRING);
}

static bool prepare(const uint8_t key[32])
{
  EVP_MAC *mac = EVP_MAC_fetch(NULL, "POLY1305", NULL);
  aead_encrypt = keyed(EVP_chacha20_poly1305(), key, 1);
  aead_decrypt = keyed(EVP_chacha20_poly1305(), key, 0);
  stream = keyed(EVP_chacha20(), key, 1);
  authenticator = mac ? EVP_MAC_CTX_new(mac) : NULL;
  return aead_encrypt && aead_decrypt && stream && authenticator;
}

static bool update(EVP_CIPHER_CTX *ctx, const bench_message *m)
{
  int written;
  for (size_t done = 0; done < m->len; done += m->piece) {
    if (!EVP_CipherUpdate(ctx, m->dst + done, &written, m->src + done, (int)bench_piece(m, done))) {
      return false;
    }
  }
  return true;
}

static bool start(EVP_CIPHER_CTX *ctx, const bench_message *m)
{
  int written;
  return EVP_CipherInit_ex(ctx, NULL, NULL, NULL, m->nonce, -1) &&
         EVP_CipherUpdate(ctx, NULL, &written, m->aad, BENCH_AAD_BYTES);
}

static bool seal(const bench_message *m)
{
  int written;
  return start(aead_encrypt, m) && update(aead_encrypt, m) &&
         EVP_CipherFinal_ex(aead_encrypt, m->dst + m->len, &written) &&
         EVP_CIPHER_CTX_ctrl(aead_encrypt, EVP_CTRL_AEAD_GET_TAG, BENCH_TAG_BYTES, m->tag);
}

static bool open(const bench_message *m)
{
  int written;
  return start(aead_decrypt, m) && update(aead_decrypt, m) &&
         EVP_CIPHER_CTX_ctrl(aead_decrypt, EVP_CTRL_AEAD_SET_TAG, BENCH_TAG_BYTES, m->tag) &&
         EVP_CipherFinal_ex(aead_decrypt, m->dst + m->len, &written) > 0;
}

static bool chacha20(const bench_message *m)
{
  uint8_t counter_and_nonce[16] = {0};
  memcpy(counter_and_nonce + 4, m->nonce, 12);
  return EVP_CipherInit_ex(stream, NULL, NULL, NULL, counter_and_nonce, -1) && update(stream, m);
}

static bool poly1305(const bench_message *m)
{
  size_t written;
  return EVP_MAC_init(authenticator, m->one_time_key, 32, NULL) && EVP_MAC_update(authenticator, m->src, m->len) &&
         EVP_MAC_final(authenticator, m->tag, &written, BENCH_TAG_BYTES);
}

/* The mask clears what CPUID leaf 7 says of AVX-512 (F, DQ, IFMA, CD, BW, VL) in libcrypto's copy. */
static const bench_variant variants[] = {
  {.suffix = ""},
  {.suffix = "-avx2", .environment = "OPENSSL_ia32cap=:~0xd0230000", .at_most_avx2 = true},
};

const bench_peer bench_openssl = {
  .name = "openssl",
  .version = version,
  .prepare = prepare,
  .variants = variants,
  .variant_total = sizeof variants / sizeof variants[0],
  .piece_multiple = 1,
  .run = {[BENCH_SEAL] = seal,
          [BENCH_OPEN] = open,
          [BENCH_CHACHA20] = chacha20,
          [BENCH_POLY1305] = poly1305,
          [BENCH_CHACHA20_PIECES] = chacha20,
          [BENCH_SEAL_PIECES] = seal,
          [BENCH_OPEN_PIECES] = open},
};
