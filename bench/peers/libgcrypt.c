/* libgcrypt: handles are opened and keyed once, a call sets the nonce. */
#include "peer.h"

#include <gcrypt.h>

static gcry_cipher_hd_t aead, stream;
static gcry_mac_hd_t authenticator;

static const char *version(void)
{
  return gcry_check_version(NULL);
}

static bool prepare(const uint8_t key[32])
{
  if (!gcry_check_version(NULL)) {
    return false;
  }
  gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
  gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
  return !gcry_cipher_open(&aead, GCRY_CIPHER_CHACHA20, GCRY_CIPHER_MODE_POLY1305, 0) &&
         !gcry_cipher_setkey(aead, key, 32) &&
         !gcry_cipher_open(&stream, GCRY_CIPHER_CHACHA20, GCRY_CIPHER_MODE_STREAM, 0) &&
         !gcry_cipher_setkey(stream, key, 32) && !gcry_mac_open(&authenticator, GCRY_MAC_POLY1305, 0, NULL);
}

static bool start(const bench_message *m)
{
  return !gcry_cipher_setiv(aead, m->nonce, 12) && !gcry_cipher_authenticate(aead, m->aad, BENCH_AAD_BYTES);
}

static bool encrypt(gcry_cipher_hd_t handle, const bench_message *m)
{
  bool ok = true;
  for (size_t done = 0; ok && done < m->len; done += m->piece) {
    size_t piece = bench_piece(m, done);
    ok = !gcry_cipher_encrypt(handle, m->dst + done, piece, m->src + done, piece);
  }
  return ok;
}

static bool seal(const bench_message *m)
{
  return start(m) && encrypt(aead, m) && !gcry_cipher_gettag(aead, m->tag, BENCH_TAG_BYTES);
}

static bool open(const bench_message *m)
{
  bool ok = start(m);
  for (size_t done = 0; ok && done < m->len; done += m->piece) {
    size_t piece = bench_piece(m, done);
    ok = !gcry_cipher_decrypt(aead, m->dst + done, piece, m->src + done, piece);
  }
  return ok && !gcry_cipher_checktag(aead, m->tag, BENCH_TAG_BYTES);
}

static bool chacha20(const bench_message *m)
{
  return !gcry_cipher_setiv(stream, m->nonce, 12) && encrypt(stream, m);
}

static bool poly1305(const bench_message *m)
{
  size_t written = BENCH_TAG_BYTES;
  return !gcry_mac_setkey(authenticator, m->one_time_key, 32) && !gcry_mac_write(authenticator, m->src, m->len) &&
         !gcry_mac_read(authenticator, m->tag, &written);
}

static const bench_variant variants[] = {{.suffix = "", .at_most_avx2 = GCRYPT_VERSION_NUMBER < 0x010b00}};

const bench_peer bench_libgcrypt = {
  .name = "libgcrypt",
  .version = version,
  .prepare = prepare,
  .variants = variants,
  .variant_total = 1,
  .piece_multiple = 1,
  .run = {[BENCH_SEAL] = seal,
          [BENCH_OPEN] = open,
          [BENCH_CHACHA20] = chacha20,
          [BENCH_POLY1305] = poly1305,
          [BENCH_CHACHA20_PIECES] = chacha20,
          [BENCH_SEAL_PIECES] = seal,
          [BENCH_OPEN_PIECES] = open},
};
