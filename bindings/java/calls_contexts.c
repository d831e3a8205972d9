#include "calls.h"

/* All of one shape: a walk, with the context's own function as the work. */
static int64_t work_aad(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  (void)dst;
  return pch_shim_aead_aad(context, src, len);
}

static int64_t work_encrypt(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  return pch_shim_aead_encrypt(context, dst, len, src, len);
}

static int64_t work_decrypt(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  return pch_shim_aead_decrypt(context, dst, len, src, len);
}

static int64_t work_chacha(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  return pch_shim_chacha_update(context, dst, len, src, len);
}

static int64_t work_poly1305(void *context, uint8_t *dst, const uint8_t *src, size_t len)
{
  (void)dst;
  return pch_shim_poly1305_update(context, src, len);
}

static int64_t walk(JNIEnv *env, void *context, pch_java_work *work, jobject dst_base, jint dst_place, jobject src_base,
                    jint src_place, jint len)
{
  pch_java_bytes dst, src;
  if (!pch_java_bytes_of(&dst, env, dst_base, dst_place) || !pch_java_bytes_of(&src, env, src_base, src_place) ||
      pch_java_overlap(&dst, (size_t)len, &src, (size_t)len))
    return POLYCHA_ERR_ARGUMENT;
  return pch_java_walk(&dst, &src, (size_t)len, work, context);
}

jlong pch_java_aead_aad(JNIEnv *env, pch_shim_aead_ctx *aead, jobject aad, jint aad_place, jint len)
{
  return walk(env, aead, work_aad, NULL, 0, aad, aad_place, len);
}

jlong pch_java_aead_encrypt(JNIEnv *env, pch_shim_aead_ctx *aead, jobject dst, jint dst_place, jobject src,
                            jint src_place, jint len)
{
  return walk(env, aead, work_encrypt, dst, dst_place, src, src_place, len);
}

jlong pch_java_aead_decrypt(JNIEnv *env, pch_shim_aead_ctx *aead, jobject dst, jint dst_place, jobject src,
                            jint src_place, jint len)
{
  return walk(env, aead, work_decrypt, dst, dst_place, src, src_place, len);
}

jlong pch_java_chacha_update(JNIEnv *env, pch_shim_chacha_ctx *chacha, jobject dst, jint dst_place, jobject src,
                             jint src_place, jint len)
{
  return walk(env, chacha, work_chacha, dst, dst_place, src, src_place, len);
}

jlong pch_java_poly1305_update(JNIEnv *env, pch_shim_poly1305_ctx *poly1305, jobject src, jint src_place, jint len)
{
  return walk(env, poly1305, work_poly1305, NULL, 0, src, src_place, len);
}

jlong pch_java_aead_seal_rest(JNIEnv *env, pch_shim_aead_ctx *aead, jobject dst_base, jint dst_place, jobject src,
                              jint src_place, jint len)
{
  uint8_t tag[POLYCHA_TAG_BYTES];
  pch_java_bytes dst;
  int64_t status = walk(env, aead, work_encrypt, dst_base, dst_place, src, src_place, len);

  if (status == POLYCHA_OK)
    status = pch_shim_aead_tag(aead, tag, sizeof tag);
  if (status < 0)
    return status;
  pch_java_bytes_of(&dst, env, dst_base, dst_place);
  pch_java_put_tag(&dst, (size_t)len, tag);
  return POLYCHA_OK;
}
