/* The checks of shim.h, before the calls of polycha.h: all but the contexts. */
#include "shim.h"

#include "shim_result.h"

/* ---- Statuses ---- */

const char *pch_shim_strerror(int64_t status)
{
  switch (status) {
  case PCH_SHIM_ERR_KEY:
    return "key must be 32 bytes";
  case PCH_SHIM_ERR_NONCE:
    return "nonce has a length that this function does not take";
  case PCH_SHIM_ERR_TAG_SIZE:
    return "tag must be 16 bytes";
  case PCH_SHIM_ERR_CAPACITY:
    return "the output buffer is too short";
  case PCH_SHIM_ERR_ROUNDS:
    return "rounds must be 8, 12 or 20";
  case PCH_SHIM_ERR_BUSY:
    return "the object is at work in another thread";
  default:
    /* Every polycha_status is in this range, so the conversion keeps it. */
    return polycha_strerror(status > -16 && status <= 0 ? (polycha_status)status : POLYCHA_ERR_ARGUMENT);
  }
}

static int64_t check_sizes(size_t key_size, size_t nonce_size, size_t nonce_wanted)
{
  if (key_size != POLYCHA_KEY_BYTES) {
    return PCH_SHIM_ERR_KEY;
  }
  return nonce_size != nonce_wanted ? PCH_SHIM_ERR_NONCE : POLYCHA_OK;
}

/* A message so long that its sealed length is no size_t is too long for every function. */
static int fits_tag(size_t size)
{
  return size <= SIZE_MAX - POLYCHA_TAG_BYTES;
}

/* ---- AEAD in one call ---- */

/* The two sets of functions, which differ in the nonce's length. */
typedef struct {
  size_t nonce_size;
  polycha_status (*seal)(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t *aad, size_t aad_len,
                         const uint8_t *nonce, const uint8_t *key);
  polycha_status (*open)(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t *aad, size_t aad_len,
                         const uint8_t *nonce, const uint8_t *key);
  polycha_status (*seal_detached)(uint8_t *dst, uint8_t *tag, const uint8_t *src, size_t len, const uint8_t *aad,
                                  size_t aad_len, const uint8_t *nonce, const uint8_t *key);
  polycha_status (*open_detached)(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t *tag, const uint8_t *aad,
                                  size_t aad_len, const uint8_t *nonce, const uint8_t *key);
} construction;

static const construction rfc8439 = {POLYCHA_NONCE_BYTES, polycha_seal, polycha_open, polycha_seal_detached,
                                     polycha_open_detached};
static const construction xchacha = {POLYCHA_XNONCE_BYTES, polycha_xseal, polycha_xopen, polycha_xseal_detached,
                                     polycha_xopen_detached};

static int64_t seal_combined(const construction *aead, uint8_t *dst, size_t dst_size, const uint8_t *src,
                             size_t src_size, const uint8_t *aad, size_t aad_size, const uint8_t *nonce,
                             size_t nonce_size, const uint8_t *key, size_t key_size)
{
  int64_t status = check_sizes(key_size, nonce_size, aead->nonce_size);
  if (status != POLYCHA_OK) {
    return status;
  }
  if (!fits_tag(src_size)) {
    return POLYCHA_ERR_LENGTH;
  }
  if (dst_size < src_size + POLYCHA_TAG_BYTES) {
    return PCH_SHIM_ERR_CAPACITY;
  }
  return pch_shim_result(aead->seal(dst, src, src_size, aad, aad_size, nonce, key), src_size + POLYCHA_TAG_BYTES);
}

static int64_t open_combined(const construction *aead, uint8_t *dst, size_t dst_size, const uint8_t *src,
                             size_t src_size, const uint8_t *aad, size_t aad_size, const uint8_t *nonce,
                             size_t nonce_size, const uint8_t *key, size_t key_size)
{
  int64_t status = check_sizes(key_size, nonce_size, aead->nonce_size);
  if (status != POLYCHA_OK) {
    return status;
  }
  if (src_size < POLYCHA_TAG_BYTES) {
    return POLYCHA_ERR_LENGTH;
  }
  size_t written = dst ? src_size - POLYCHA_TAG_BYTES : 0;
  if (dst_size < written) {
    return PCH_SHIM_ERR_CAPACITY;
  }
  return pch_shim_result(aead->open(dst, src, src_size, aad, aad_size, nonce, key), written);
}

static int64_t seal_detached(const construction *aead, uint8_t *dst, size_t dst_size, uint8_t *tag, size_t tag_size,
                             const uint8_t *src, size_t src_size, const uint8_t *aad, size_t aad_size,
                             const uint8_t *nonce, size_t nonce_size, const uint8_t *key, size_t key_size)
{
  int64_t status = check_sizes(key_size, nonce_size, aead->nonce_size);
  if (status != POLYCHA_OK) {
    return status;
  }
  if (dst_size < src_size || tag_size < POLYCHA_TAG_BYTES) {
    return PCH_SHIM_ERR_CAPACITY;
  }
  return pch_shim_result(aead->seal_detached(dst, tag, src, src_size, aad, aad_size, nonce, key), src_size);
}

static int64_t open_detached(const construction *aead, uint8_t *dst, size_t dst_size, const uint8_t *src,
                             size_t src_size, const uint8_t *tag, size_t tag_size, const uint8_t *aad, size_t aad_size,
                             const uint8_t *nonce, size_t nonce_size, const uint8_t *key, size_t key_size)
{
  int64_t status = check_sizes(key_size, nonce_size, aead->nonce_size);
  if (status != POLYCHA_OK) {
    return status;
  }
  if (tag_size != POLYCHA_TAG_BYTES) {
    return PCH_SHIM_ERR_TAG_SIZE;
  }
  size_t written = dst ? src_size : 0;
  if (dst_size < written) {
    return PCH_SHIM_ERR_CAPACITY;
  }
  return pch_shim_result(aead->open_detached(dst, src, src_size, tag, aad, aad_size, nonce, key), written);
}

int64_t pch_shim_seal(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size, const uint8_t *aad,
                      size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key, size_t key_size)
{
  return seal_combined(&rfc8439, dst, dst_size, src, src_size, aad, aad_size, nonce, nonce_size, key, key_size);
}

int64_t pch_shim_xseal(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size, const uint8_t *aad,
                       size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key, size_t key_size)
{
  return seal_combined(&xchacha, dst, dst_size, src, src_size, aad, aad_size, nonce, nonce_size, key, key_size);
}

int64_t pch_shim_open(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size, const uint8_t *aad,
                      size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key, size_t key_size)
{
  return open_combined(&rfc8439, dst, dst_size, src, src_size, aad, aad_size, nonce, nonce_size, key, key_size);
}

int64_t pch_shim_xopen(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size, const uint8_t *aad,
                       size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key, size_t key_size)
{
  return open_combined(&xchacha, dst, dst_size, src, src_size, aad, aad_size, nonce, nonce_size, key, key_size);
}

int64_t pch_shim_seal_detached(uint8_t *dst, size_t dst_size, uint8_t *tag, size_t tag_size, const uint8_t *src,
                               size_t src_size, const uint8_t *aad, size_t aad_size, const uint8_t *nonce,
                               size_t nonce_size, const uint8_t *key, size_t key_size)
{
  return seal_detached(&rfc8439, dst, dst_size, tag, tag_size, src, src_size, aad, aad_size, nonce, nonce_size, key,
                       key_size);
}

int64_t pch_shim_xseal_detached(uint8_t *dst, size_t dst_size, uint8_t *tag, size_t tag_size, const uint8_t *src,
                                size_t src_size, const uint8_t *aad, size_t aad_size, const uint8_t *nonce,
                                size_t nonce_size, const uint8_t *key, size_t key_size)
{
  return seal_detached(&xchacha, dst, dst_size, tag, tag_size, src, src_size, aad, aad_size, nonce, nonce_size, key,
                       key_size);
}

int64_t pch_shim_open_detached(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size,
                               const uint8_t *expected_tag, size_t expected_tag_size, const uint8_t *aad,
                               size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key,
                               size_t key_size)
{
  return open_detached(&rfc8439, dst, dst_size, src, src_size, expected_tag, expected_tag_size, aad, aad_size, nonce,
                       nonce_size, key, key_size);
}

int64_t pch_shim_xopen_detached(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size,
                                const uint8_t *expected_tag, size_t expected_tag_size, const uint8_t *aad,
                                size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key,
                                size_t key_size)
{
  return open_detached(&xchacha, dst, dst_size, src, src_size, expected_tag, expected_tag_size, aad, aad_size, nonce,
                       nonce_size, key, key_size);
}

/* ---- ChaCha alone ---- */

int64_t pch_shim_chacha20_xor(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size, const uint8_t *nonce,
                              size_t nonce_size, uint32_t counter, const uint8_t *key, size_t key_size)
{
  int64_t status = check_sizes(key_size, nonce_size, POLYCHA_NONCE_BYTES);
  if (status != POLYCHA_OK) {
    return status;
  }
  if (dst_size < src_size) {
    return PCH_SHIM_ERR_CAPACITY;
  }
  return pch_shim_result(polycha_chacha20_xor(dst, src, src_size, nonce, counter, key), src_size);
}

int64_t pch_shim_hchacha20(uint8_t *dst, size_t dst_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key,
                           size_t key_size)
{
  int64_t status = check_sizes(key_size, nonce_size, 16);
  if (status != POLYCHA_OK) {
    return status;
  }
  if (dst_size < POLYCHA_KEY_BYTES) {
    return PCH_SHIM_ERR_CAPACITY;
  }
  return pch_shim_result(polycha_hchacha20(dst, nonce, key), POLYCHA_KEY_BYTES);
}

/* ---- Poly1305 alone ---- */

int64_t pch_shim_poly1305(uint8_t *tag, size_t tag_size, const uint8_t *src, size_t src_size, const uint8_t *key,
                          size_t key_size)
{
  if (key_size != POLYCHA_KEY_BYTES) {
    return PCH_SHIM_ERR_KEY;
  }
  if (tag_size < POLYCHA_TAG_BYTES) {
    return PCH_SHIM_ERR_CAPACITY;
  }
  return pch_shim_result(polycha_poly1305(tag, src, src_size, key), POLYCHA_TAG_BYTES);
}

int64_t pch_shim_poly1305_verify(const uint8_t *expected_tag, size_t expected_tag_size, const uint8_t *src,
                                 size_t src_size, const uint8_t *key, size_t key_size)
{
  if (key_size != POLYCHA_KEY_BYTES) {
    return PCH_SHIM_ERR_KEY;
  }
  if (expected_tag_size != POLYCHA_TAG_BYTES) {
    return PCH_SHIM_ERR_TAG_SIZE;
  }
  return polycha_poly1305_verify(expected_tag, src, src_size, key);
}

/* ---- The shapes of the JDK's intrinsics ---- */

int64_t pch_shim_jdk_chacha20_block(const int32_t *state, size_t state_count, uint8_t *keystream, size_t keystream_size)
{
  if (state_count != 16 || keystream_size < 1024) {
    return POLYCHA_ERR_LENGTH;
  }
  return polycha_jdk_chacha20_block(state, keystream);
}

int64_t pch_shim_jdk_poly1305_blocks(const uint8_t *src, size_t src_size, int64_t *a, size_t a_count, const int64_t *r,
                                     size_t r_count)
{
  if (a_count != 5 || r_count != 5) {
    return POLYCHA_ERR_LENGTH;
  }
  return polycha_jdk_poly1305_blocks(src, src_size, a, r);
}

/* ---- Builds and backends ---- */

const char *pch_shim_version(void)
{
  return polycha_version();
}

const char *pch_shim_build(void)
{
  return polycha_build();
}

size_t pch_shim_backend_count(void)
{
  return polycha_backend_count();
}

const char *pch_shim_backend_name(size_t i)
{
  return polycha_backend_name(i);
}

int pch_shim_backend_usable(size_t i)
{
  return polycha_backend_usable(i);
}

const char *pch_shim_backend(void)
{
  return polycha_backend();
}

int64_t pch_shim_backend_use(const char *name)
{
  return polycha_backend_use(name);
}
