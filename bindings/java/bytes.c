#include "bytes.h"

#include <stdatomic.h>
#include <string.h>

static _Atomic(int64_t) longest_hold;

jlong pch_java_longest_hold(void)
{
  return atomic_load_explicit(&longest_hold, memory_order_relaxed);
}

static void count_hold(size_t len)
{
  int64_t longest = pch_java_longest_hold();
  while ((int64_t)len > longest && !atomic_compare_exchange_weak_explicit(&longest_hold, &longest, (int64_t)len,
                                                                          memory_order_relaxed, memory_order_relaxed)) {
  }
}

bool pch_java_bytes_of(pch_java_bytes *bytes, JNIEnv *env, jobject base, jint place)
{
  *bytes = (pch_java_bytes){.env = env};
  if (!base)
    return true;
  if (place >= 0) {
    bytes->array = (jbyteArray)base;
    bytes->offset = (size_t)place;
    return true;
  }
  bytes->direct = (*env)->GetDirectBufferAddress(env, base);
  if (!bytes->direct)
    return false;
  bytes->direct += ~place;
  return true;
}

bool pch_java_overlap(const pch_java_bytes *a, size_t a_len, const pch_java_bytes *b, size_t b_len)
{
  uintptr_t a_at = (uintptr_t)a->direct, b_at = (uintptr_t)b->direct;
  return a_at && b_at && a_at != b_at && a_at < b_at + b_len && b_at < a_at + a_len;
}

bool pch_java_one_piece(const pch_java_bytes *dst, const pch_java_bytes *src, size_t len)
{
  return len <= PCH_JAVA_PIECE || !(dst->array || src->array);
}

static bool hold(pch_java_bytes *bytes)
{
  if (bytes->array)
    bytes->held = (*bytes->env)->GetPrimitiveArrayCritical(bytes->env, bytes->array, NULL);
  return !bytes->array || bytes->held;
}

static void release(pch_java_bytes *bytes, jint mode)
{
  if (bytes->held)
    (*bytes->env)->ReleasePrimitiveArrayCritical(bytes->env, bytes->array, bytes->held, mode);
  bytes->held = NULL;
}

static uint8_t *at(const pch_java_bytes *bytes, size_t done)
{
  if (bytes->held)
    return bytes->held + bytes->offset + done;
  return bytes->direct ? bytes->direct + done : NULL;
}

bool pch_java_on_copy(const pch_java_bytes *dst, size_t len)
{
  return dst->array && len + dst->behind <= PCH_JAVA_COPIED;
}

static int64_t walk_on_copy(pch_java_bytes *dst, pch_java_bytes *src, size_t len, pch_java_work *work, void *context)
{
  _Alignas(64) uint8_t copy[PCH_JAVA_COPIED];
  JNIEnv *env = dst->env;
  int64_t status;

  if (src->array)
    (*env)->GetByteArrayRegion(env, src->array, (jint)src->offset, (jint)(len + src->behind), (jbyte *)copy);
  status = work(context, dst->array ? copy : dst->direct, src->array ? copy : src->direct, len);
  if (status >= 0 && dst->array)
    (*env)->SetByteArrayRegion(env, dst->array, (jint)dst->offset, (jint)(len + dst->behind), (const jbyte *)copy);
  polycha_wipe(copy, len + (dst->behind > src->behind ? dst->behind : src->behind));
  return status < 0 ? status : 0;
}

int64_t pch_java_walk(pch_java_bytes *dst, pch_java_bytes *src, size_t len, pch_java_work *work, void *context)
{
  /* One array for both is held once: a JVM may lend a copy, and the two copies would know nothing of each other. */
  bool same;
  bool arrays = dst->array || src->array;
  size_t done = 0;
  int64_t status;

  if (arrays && len + dst->behind <= PCH_JAVA_COPIED && len + src->behind <= PCH_JAVA_COPIED)
    return walk_on_copy(dst, src, len, work, context);
  same = dst->array && src->array && (*dst->env)->IsSameObject(dst->env, dst->array, src->array);
  do {
    size_t piece = arrays && len - done > PCH_JAVA_PIECE ? PCH_JAVA_PIECE : len - done;
    if (arrays)
      count_hold(piece);
    status = PCH_JAVA_ERR_MEMORY;
    if (hold(dst)) {
      if (same)
        status = work(context, at(dst, done), dst->held + src->offset + done, piece);
      else if (hold(src))
        status = work(context, at(dst, done), at(src, done), piece);
      release(src, JNI_ABORT);
    }
    release(dst, 0);
    done += piece;
  } while (status >= 0 && done < len);
  return status < 0 ? status : 0;
}

void pch_java_get_tag(const pch_java_bytes *bytes, size_t len, uint8_t tag[POLYCHA_TAG_BYTES])
{
  if (bytes->array)
    (*bytes->env)
      ->GetByteArrayRegion(bytes->env, bytes->array, (jint)(bytes->offset + len), POLYCHA_TAG_BYTES, (jbyte *)tag);
  else
    memcpy(tag, bytes->direct + len, POLYCHA_TAG_BYTES);
}

void pch_java_put_tag(const pch_java_bytes *bytes, size_t len, const uint8_t tag[POLYCHA_TAG_BYTES])
{
  if (bytes->array)
    (*bytes->env)
      ->SetByteArrayRegion(bytes->env, bytes->array, (jint)(bytes->offset + len), POLYCHA_TAG_BYTES,
                           (const jbyte *)tag);
  else
    memcpy(bytes->direct + len, tag, POLYCHA_TAG_BYTES);
}
