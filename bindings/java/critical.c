/* What java.lang.foreign calls where there is one (CriticalCalls.java): an array is the address of its first byte in Java's heap,
 * which stays where it is until the function returns, as the collector has to wait. So messages are short, and nothing
 * is called but the C library. The ranges have been checked, no array but dst's is written, and only `src` may be dst's. */
#include "calls.h"

#include <string.h>

typedef struct {
  const uint8_t *key, *nonce;
  uint8_t subkey[POLYCHA_KEY_BYTES], short_nonce[POLYCHA_NONCE_BYTES];
} keyed;

/* A key with a nonce of 12 bytes: the caller's, or what XChaCha20 makes of it. */
static int64_t read_keyed(keyed *k, const uint8_t *key, const uint8_t *nonce, int32_t nonce_len)
{
  k->key = key;
  k->nonce = nonce;
  if (nonce_len == POLYCHA_NONCE_BYTES)
    return POLYCHA_OK;
  if (nonce_len != POLYCHA_XNONCE_BYTES)
    return PCH_SHIM_ERR_NONCE;
  k->key = k->subkey;
  k->nonce = k->short_nonce;
  return pch_java_subkey(k->subkey, k->short_nonce, nonce, key);
}

static void wipe_keyed(keyed *k)
{
  if (k->key == k->subkey)
    polycha_wipe(k->subkey, sizeof k->subkey);
}

static int64_t critical_seal(uint8_t *dst, const uint8_t *src, const uint8_t *aad, const uint8_t *key,
                             const uint8_t *nonce, int32_t dst_at, int32_t src_at, int32_t len, int32_t aad_at,
                             int32_t aad_len, int32_t nonce_at, int32_t nonce_len)
{
  keyed k;
  int64_t status = read_keyed(&k, key, nonce + nonce_at, nonce_len);

  if (status == POLYCHA_OK)
    status = polycha_seal(dst + dst_at, src + src_at, (size_t)len, aad + aad_at, (size_t)aad_len, k.nonce, k.key);
  wipe_keyed(&k);
  return status;
}

/* Opens into a buffer first, so that dst is as it was if the tag is wrong. */
static int64_t open_aside(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t *aad, size_t aad_len,
                          const keyed *k)
{
  uint8_t aside[PCH_JAVA_OPENED_ASIDE];
  int64_t status = polycha_open(aside, src, len + POLYCHA_TAG_BYTES, aad, aad_len, k->nonce, k->key);

  if (status == POLYCHA_OK) {
    memcpy(dst, aside, len);
    polycha_wipe(aside, len);
  }
  return status;
}

static int64_t open_later(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t *aad, size_t aad_len,
                          const keyed *k)
{
  int64_t status = polycha_open(NULL, src, len + POLYCHA_TAG_BYTES, aad, aad_len, k->nonce, k->key);

  return status == POLYCHA_OK ? polycha_chacha20_xor(dst, src, len, k->nonce, 1, k->key) : status;
}

static int64_t critical_open(uint8_t *dst, const uint8_t *src, const uint8_t *aad, const uint8_t *key,
                             const uint8_t *nonce, int32_t dst_at, int32_t src_at, int32_t len, int32_t aad_at,
                             int32_t aad_len, int32_t nonce_at, int32_t nonce_len)
{
  keyed k;
  int64_t status = read_keyed(&k, key, nonce + nonce_at, nonce_len);

  if (status == POLYCHA_OK)
    status = (len <= PCH_JAVA_OPENED_ASIDE ? open_aside : open_later)(dst + dst_at, src + src_at, (size_t)len,
                                                                      aad + aad_at, (size_t)aad_len, &k);
  wipe_keyed(&k);
  return status;
}

static int64_t critical_xor(uint8_t *dst, const uint8_t *src, const uint8_t *key, const uint8_t *nonce, int32_t dst_at,
                            int32_t src_at, int32_t len, int32_t nonce_at, int32_t counter)
{
  return polycha_chacha20_xor(dst + dst_at, src + src_at, (size_t)len, nonce + nonce_at, (uint32_t)counter, key);
}

static int64_t critical_keystream(uint8_t *work, int32_t len, int32_t counter)
{
  const uint8_t *key = work + PCH_JAVA_KEYSTREAM;

  memset(work, 0, (size_t)len);
  return polycha_chacha20_xor(work, work, (size_t)len, key + POLYCHA_KEY_BYTES, (uint32_t)counter, key);
}

jlong pch_java_critical_function(jint which)
{
  switch (which) {
  case 0:
    return (jlong)(intptr_t)critical_seal;
  case 1:
    return (jlong)(intptr_t)critical_open;
  case 2:
    return (jlong)(intptr_t)critical_xor;
  case 3:
    return (jlong)(intptr_t)critical_keystream;
  default:
    return 0;
  }
}
