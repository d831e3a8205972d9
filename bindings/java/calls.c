#include "calls.h"

#include <string.h>

/* Up to here, aad in an array is copied: cheaper than holding another array. */
#define AAD_COPIED 512

/* A key and a nonce of 12 bytes: XChaCha20 is ChaCha20 under a subkey (draft-irtf-cfrg-xchacha-03 section 2.3). What was
 * read behind a key stays where it was read. */
typedef struct {
  uint8_t key[POLYCHA_KEY_BYTES + POLYCHA_XNONCE_BYTES + PCH_JAVA_AAD_BEHIND];
  uint8_t nonce[POLYCHA_XNONCE_BYTES];
} keyed;

#define SECRET_BYTES (POLYCHA_KEY_BYTES + POLYCHA_XNONCE_BYTES)

int64_t pch_java_subkey(uint8_t subkey[POLYCHA_KEY_BYTES], uint8_t short_nonce[POLYCHA_NONCE_BYTES],
                        const uint8_t nonce[POLYCHA_XNONCE_BYTES], const uint8_t key[POLYCHA_KEY_BYTES])
{
  memset(short_nonce, 0, 4);
  memcpy(short_nonce + 4, nonce + 16, 8);
  return polycha_hchacha20(subkey, nonce, key);
}

static void wipe_keyed(keyed *k)
{
  polycha_wipe(k->key, SECRET_BYTES);
}

/* behind: bytes of aad behind the nonce in the array `key`. */
static int64_t read_keyed(keyed *k, JNIEnv *env, jbyteArray key, jbyteArray nonce, jint nonce_len, jint behind)
{
  uint8_t subkey[POLYCHA_KEY_BYTES], short_nonce[POLYCHA_NONCE_BYTES];
  int64_t status;

  if (nonce_len != POLYCHA_NONCE_BYTES && nonce_len != POLYCHA_XNONCE_BYTES)
    return PCH_SHIM_ERR_NONCE;
  if (nonce) {
    (*env)->GetByteArrayRegion(env, key, 0, POLYCHA_KEY_BYTES, (jbyte *)k->key);
    (*env)->GetByteArrayRegion(env, nonce, 0, nonce_len, (jbyte *)k->nonce);
  } else {
    (*env)->GetByteArrayRegion(env, key, 0, POLYCHA_KEY_BYTES + nonce_len + behind, (jbyte *)k->key);
    memcpy(k->nonce, k->key + POLYCHA_KEY_BYTES, (size_t)nonce_len);
  }
  if (nonce_len == POLYCHA_NONCE_BYTES)
    return 0;
  status = pch_java_subkey(subkey, short_nonce, k->nonce, k->key);
  memcpy(k->key, subkey, sizeof subkey);
  memcpy(k->nonce, short_nonce, sizeof short_nonce);
  polycha_wipe(subkey, sizeof subkey);
  return status;
}

/* What the works below need to know of a message. */
typedef struct {
  const keyed *k;
  const uint8_t *aad;
  size_t aad_len;
  uint8_t *tag;  /* 16 bytes that are not in the message's array */
  bool attached; /* the tag stands behind the piece, which is the whole message */
  uint32_t counter;
  polycha_aead_ctx aead;
} message;

static int64_t work_seal(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  message *m = context;
  if (m->attached)
    return polycha_seal(dst, src, len, m->aad, m->aad_len, m->k->nonce, m->k->key);
  return polycha_seal_detached(dst, m->tag, src, len, m->aad, m->aad_len, m->k->nonce, m->k->key);
}

/* The tag that stands behind the ciphertext is copied: what is verified is what was read. */
static int64_t work_open(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  message *m = context;
  if (m->attached)
    memcpy(m->tag, src + len, POLYCHA_TAG_BYTES);
  return polycha_open_detached(dst, src, len, m->tag, m->aad, m->aad_len, m->k->nonce, m->k->key);
}

static int64_t work_open_aside(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  uint8_t aside[PCH_JAVA_OPENED_ASIDE];
  int64_t status = work_open(context, aside, src, len);
  if (status == POLYCHA_OK) {
    memcpy(dst, aside, len);
    polycha_wipe(aside, len);
  }
  return status;
}

static int64_t work_xor(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  message *m = context;
  int64_t status = polycha_chacha20_xor(dst, src, len, m->k->nonce, m->counter, m->k->key);
  m->counter += (uint32_t)(len / POLYCHA_BLOCK_BYTES);
  return status;
}

static int64_t work_aad(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  (void)dst;
  return polycha_aead_aad(&((message *)context)->aead, src, len);
}

static int64_t work_encrypt(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  return polycha_aead_encrypt(&((message *)context)->aead, dst, src, len);
}

static int64_t work_authenticate(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  (void)dst;
  return polycha_aead_decrypt(&((message *)context)->aead, NULL, src, len);
}

/* Starts a message that comes in pieces: init, and all of the aad. */
static int64_t begin(message *m, pch_java_bytes *aad, size_t aad_len)
{
  pch_java_bytes none = {.env = aad->env};
  int64_t status = polycha_aead_init(&m->aead, m->k->nonce, POLYCHA_NONCE_BYTES, m->k->key);
  if (status == POLYCHA_OK && aad->array)
    return pch_java_walk(&none, aad, aad_len, work_aad, m);
  return status == POLYCHA_OK ? polycha_aead_aad(&m->aead, m->aad, aad_len) : status;
}

static int64_t seal_in_pieces(message *m, pch_java_bytes *dst, pch_java_bytes *src, size_t len, pch_java_bytes *aad,
                              size_t aad_len)
{
  int64_t status = begin(m, aad, aad_len);
  if (status == POLYCHA_OK)
    status = pch_java_walk(dst, src, len, work_encrypt, m);
  if (status == POLYCHA_OK)
    status = polycha_aead_tag(&m->aead, m->tag);
  if (status == POLYCHA_OK && m->attached)
    pch_java_put_tag(dst, len, m->tag);
  polycha_wipe(&m->aead, sizeof m->aead);
  return status;
}

static int64_t verify_in_pieces(message *m, pch_java_bytes *src, size_t len, pch_java_bytes *aad, size_t aad_len)
{
  pch_java_bytes none = {.env = src->env};
  int64_t status = begin(m, aad, aad_len);
  if (m->attached)
    pch_java_get_tag(src, len, m->tag);
  if (status == POLYCHA_OK)
    status = pch_java_walk(&none, src, len, work_authenticate, m);
  if (status == POLYCHA_OK)
    status = polycha_aead_verify(&m->aead, m->tag);
  polycha_wipe(&m->aead, sizeof m->aead);
  return status;
}

/* Makes short aad in an array a copy, and direct aad a pointer. Returns false if it has to be walked. behind: the aad has been
 * read with the key. */
static bool aad_at_once(message *m, const pch_java_bytes *aad, size_t aad_len, jint nonce_len, bool behind,
                        uint8_t copy[AAD_COPIED])
{
  m->aad_len = aad_len;
  m->aad = behind ? m->k->key + POLYCHA_KEY_BYTES + nonce_len : aad->direct;
  if (!aad->array)
    return true;
  if (aad_len > AAD_COPIED)
    return false;
  if (aad_len)
    (*aad->env)->GetByteArrayRegion(aad->env, aad->array, (jint)aad->offset, (jint)aad_len, (jbyte *)copy);
  m->aad = copy;
  return true;
}

jlong pch_java_seal(JNIEnv *env, jobject dst_base, jint dst_place, jbyteArray tag_array, jobject src_base,
                    jint src_place, jint len_int, jobject aad_base, jint aad_place, jint aad_len_int, jbyteArray key,
                    jbyteArray nonce, jint nonce_len)
{
  pch_java_bytes dst, src, aad;
  uint8_t tag[POLYCHA_TAG_BYTES], copy[AAD_COPIED];
  size_t len = (size_t)len_int, aad_len = (size_t)aad_len_int, dst_len = tag_array ? len : len + POLYCHA_TAG_BYTES;
  jint behind = aad_base ? 0 : aad_len_int;
  keyed k;
  message m;
  int64_t status;

  if (behind > PCH_JAVA_AAD_BEHIND)
    return POLYCHA_ERR_LENGTH;
  m.k = &k;
  m.tag = tag;
  m.attached = !tag_array;
  if (!pch_java_bytes_of(&dst, env, dst_base, dst_place) || !pch_java_bytes_of(&src, env, src_base, src_place) ||
      !pch_java_bytes_of(&aad, env, aad_base, aad_place) || pch_java_overlap(&dst, dst_len, &src, len) ||
      pch_java_overlap(&dst, dst_len, &aad, aad_len) || (aad_len && dst.direct && dst.direct == aad.direct))
    return POLYCHA_ERR_ARGUMENT;
  status = read_keyed(&k, env, key, nonce, nonce_len, behind);
  if (status == POLYCHA_OK) {
    dst.behind = dst_len - len;
    if (aad_at_once(&m, &aad, aad_len, nonce_len, behind > 0, copy) && pch_java_one_piece(&dst, &src, len))
      status = pch_java_walk(&dst, &src, len, work_seal, &m);
    else
      status = seal_in_pieces(&m, &dst, &src, len, &aad, aad_len);
  }
  wipe_keyed(&k);
  if (status == POLYCHA_OK && tag_array)
    (*env)->SetByteArrayRegion(env, tag_array, 0, POLYCHA_TAG_BYTES, (const jbyte *)tag);
  return status;
}

jlong pch_java_open(JNIEnv *env, jobject dst_base, jint dst_place, jbyteArray tag_array, jobject src_base,
                    jint src_place, jint len_int, jobject aad_base, jint aad_place, jint aad_len_int, jbyteArray key,
                    jbyteArray nonce, jint nonce_len)
{
  pch_java_bytes dst, src, aad, none = {.env = env};
  uint8_t tag[POLYCHA_TAG_BYTES], copy[AAD_COPIED];
  size_t len = (size_t)len_int, aad_len = (size_t)aad_len_int, src_len = tag_array ? len : len + POLYCHA_TAG_BYTES;
  jint behind = aad_base ? 0 : aad_len_int;
  keyed k;
  message m;
  int64_t status;

  if (behind > PCH_JAVA_AAD_BEHIND)
    return POLYCHA_ERR_LENGTH;
  m.k = &k;
  m.tag = tag;
  m.attached = !tag_array;
  m.counter = 1;
  if (!pch_java_bytes_of(&dst, env, dst_base, dst_place) || !pch_java_bytes_of(&src, env, src_base, src_place) ||
      !pch_java_bytes_of(&aad, env, aad_base, aad_place) || pch_java_overlap(&dst, len, &src, src_len) ||
      pch_java_overlap(&dst, len, &aad, aad_len) || (len && aad_len && dst.direct && dst.direct == aad.direct))
    return POLYCHA_ERR_ARGUMENT;
  if (tag_array)
    (*env)->GetByteArrayRegion(env, tag_array, 0, POLYCHA_TAG_BYTES, (jbyte *)tag);
  status = read_keyed(&k, env, key, nonce, nonce_len, behind);
  if (status == POLYCHA_OK) {
    bool at_once = aad_at_once(&m, &aad, aad_len, nonce_len, behind > 0, copy);
    src.behind = src_len - len;
    if (dst_base && at_once && len && len <= PCH_JAVA_OPENED_ASIDE) {
      status =
        pch_java_walk(&dst, &src, len, pch_java_on_copy(&dst, len + src.behind) ? work_open : work_open_aside, &m);
    } else {
      if (at_once && pch_java_one_piece(&none, &src, len))
        status = pch_java_walk(&none, &src, len, work_open, &m);
      else
        status = verify_in_pieces(&m, &src, len, &aad, aad_len);
      if (status == POLYCHA_OK && dst_base && len)
        status = pch_java_walk(&dst, &src, len, work_xor, &m);
    }
  }
  wipe_keyed(&k);
  return status;
}

static int64_t work_authenticate_context(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  (void)dst;
  return pch_shim_aead_decrypt(context, NULL, 0, src, len);
}

jlong pch_java_aead_open_all(JNIEnv *env, pch_shim_aead_ctx *aead, jobject dst_base, jint dst_place, jobject src_base,
                             jint src_place, jint len_int, jbyteArray key, jbyteArray nonce, jint nonce_len)
{
  pch_java_bytes dst, src, none = {.env = env};
  uint8_t tag[POLYCHA_TAG_BYTES];
  size_t len = (size_t)len_int;
  keyed k;
  message m;
  int64_t status;

  m.k = &k;
  m.counter = 1;
  if (!pch_java_bytes_of(&dst, env, dst_base, dst_place) || !pch_java_bytes_of(&src, env, src_base, src_place) ||
      pch_java_overlap(&dst, len, &src, len + POLYCHA_TAG_BYTES))
    return POLYCHA_ERR_ARGUMENT;
  pch_java_get_tag(&src, len, tag);
  status = pch_java_walk(&none, &src, len, work_authenticate_context, aead);
  if (status == POLYCHA_OK)
    status = pch_shim_aead_verify(aead, tag, sizeof tag);
  if (status == POLYCHA_OK)
    status = read_keyed(&k, env, key, nonce, nonce_len, 0);
  if (status == POLYCHA_OK && len)
    status = pch_java_walk(&dst, &src, len, work_xor, &m);
  wipe_keyed(&k);
  return status;
}

jlong pch_java_xor(JNIEnv *env, jobject dst_base, jint dst_place, jobject src_base, jint src_place, jint len_int,
                   jbyteArray key, jbyteArray nonce, jint counter)
{
  pch_java_bytes dst, src;
  size_t len = (size_t)len_int;
  keyed k;
  message m;
  int64_t status;

  m.k = &k;
  m.counter = (uint32_t)counter;
  if (!pch_java_bytes_of(&dst, env, dst_base, dst_place) || !pch_java_bytes_of(&src, env, src_base, src_place) ||
      pch_java_overlap(&dst, len, &src, len))
    return POLYCHA_ERR_ARGUMENT;
  if (((uint64_t)len + 63) / POLYCHA_BLOCK_BYTES > (UINT64_C(1) << 32) - m.counter)
    return POLYCHA_ERR_COUNTER;
  status = read_keyed(&k, env, key, nonce, POLYCHA_NONCE_BYTES, 0);
  if (status == POLYCHA_OK)
    status = pch_java_walk(&dst, &src, len, work_xor, &m);
  wipe_keyed(&k);
  return status;
}

static int64_t work_keystream(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  const uint32_t *counter = context;
  const uint8_t *key = dst + PCH_JAVA_KEYSTREAM;
  (void)src;
  memset(dst, 0, len);
  return polycha_chacha20_xor(dst, dst, len, key + POLYCHA_KEY_BYTES, *counter, key);
}

jlong pch_java_keystream(JNIEnv *env, jbyteArray work, jint len, jint counter)
{
  pch_java_bytes dst = {.env = env, .array = work, .behind = PCH_JAVA_KEYSTREAM}, none = {.env = env};
  uint32_t first = (uint32_t)counter;
  return pch_java_walk(&dst, &none, (size_t)len, work_keystream, &first);
}

jlong pch_java_apart(JNIEnv *env, jobject dst_base, jint dst_place, jobject src_base, jint src_place, jint len)
{
  pch_java_bytes dst, src;
  bool apart = pch_java_bytes_of(&dst, env, dst_base, dst_place) && pch_java_bytes_of(&src, env, src_base, src_place) &&
               !pch_java_overlap(&dst, (size_t)len, &src, (size_t)len);
  return apart ? POLYCHA_OK : POLYCHA_ERR_ARGUMENT;
}

static int64_t work_poly1305(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  (void)dst;
  return polycha_poly1305_update(context, src, len);
}

jlong pch_java_poly1305(JNIEnv *env, jbyteArray tag_array, jobject src_base, jint src_place, jint len,
                        jbyteArray key_array)
{
  pch_java_bytes src, none = {.env = env};
  uint8_t tag[POLYCHA_TAG_BYTES], key[POLYCHA_KEY_BYTES];
  polycha_poly1305_ctx ctx;
  int64_t status;

  if (!pch_java_bytes_of(&src, env, src_base, src_place))
    return POLYCHA_ERR_ARGUMENT;
  (*env)->GetByteArrayRegion(env, key_array, 0, POLYCHA_KEY_BYTES, (jbyte *)key);
  status = polycha_poly1305_init(&ctx, key);
  polycha_wipe(key, sizeof key);
  if (status == POLYCHA_OK)
    status = pch_java_walk(&none, &src, (size_t)len, work_poly1305, &ctx);
  if (status == POLYCHA_OK)
    status = polycha_poly1305_final(&ctx, tag);
  if (status == POLYCHA_OK)
    (*env)->SetByteArrayRegion(env, tag_array, 0, POLYCHA_TAG_BYTES, (const jbyte *)tag);
  polycha_wipe(&ctx, sizeof ctx);
  return status;
}

typedef struct {
  int64_t a[5], r[5];
} limbs;

static int64_t work_jdk_poly1305(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  limbs *l = context;
  (void)dst;
  return polycha_jdk_poly1305_blocks(src, len, l->a, l->r);
}

jlong pch_java_jdk_poly1305_blocks(JNIEnv *env, jbyteArray input, jint offset, jint length, jlongArray a, jlongArray r)
{
  pch_java_bytes src, none = {.env = env};
  limbs l;
  int64_t status;

  pch_java_bytes_of(&src, env, input, offset);
  (*env)->GetLongArrayRegion(env, a, 0, 5, (jlong *)l.a);
  (*env)->GetLongArrayRegion(env, r, 0, 5, (jlong *)l.r);
  status = pch_java_walk(&none, &src, (size_t)length, work_jdk_poly1305, &l);
  if (status == POLYCHA_OK)
    (*env)->SetLongArrayRegion(env, a, 0, 5, (const jlong *)l.a);
  polycha_wipe(&l, sizeof l);
  return status;
}
