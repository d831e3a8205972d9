/* The calls of the Java binding that take long data: SWIG reads this beside shim.h, whose functions of the same purpose know
 * pointers only. Each is one crossing from Java, whatever the length; bytes.h says how the data is held.
 *
 * A data argument is an Object with an int, its place, as pch_java_bytes_of takes them. Java has checked that all offsets
 * and lengths are within their objects and that parts of one array do not overlap by halves. Every function returns 0 or a
 * negative status: polycha_status, PCH_SHIM_ERR_... or PCH_JAVA_ERR_MEMORY. After any of them dst is as it was, unless its
 * description says otherwise.
 *
 * key, nonce, nonce_len: 32 bytes, and 12 or 24; nonce may be NULL, then its bytes stand in `key` behind the key's, and behind these
 * the aad if aad is NULL and aad_len is not 0 and at most PCH_JAVA_AAD_BEHIND: one copy instead of three. */
#define PCH_JAVA_AAD_BEHIND 256
#ifndef PCH_JAVA_CALLS_H
#define PCH_JAVA_CALLS_H

#include "bytes.h"
#include "shim.h"

#ifndef SWIG
/* A message up to here is opened into a buffer first: cheaper than a second pass over it. */
#define PCH_JAVA_OPENED_ASIDE 4096

/* Key and nonce of ChaCha20 for those of XChaCha20: a subkey, to be wiped, and 12 bytes (draft-irtf-cfrg-xchacha-03 section 2.3). */
int64_t pch_java_subkey(uint8_t subkey[POLYCHA_KEY_BYTES], uint8_t short_nonce[POLYCHA_NONCE_BYTES],
                        const uint8_t nonce[POLYCHA_XNONCE_BYTES], const uint8_t key[POLYCHA_KEY_BYTES]);
#endif

/* tag: NULL, and the tag stands in dst behind the len bytes; else a byte[16]. */
jlong pch_java_seal(JNIEnv *env, jobject dst, jint dst_place, jbyteArray tag, jobject src, jint src_place, jint len,
                    jobject aad, jint aad_place, jint aad_len, jbyteArray key, jbyteArray nonce, jint nonce_len);

/* len: without the tag, which stands in src behind them if `tag` is NULL. dst: NULL to verify only. The tag is verified before
 * the first byte of dst is written. */
jlong pch_java_open(JNIEnv *env, jobject dst, jint dst_place, jbyteArray tag, jobject src, jint src_place, jint len,
                    jobject aad, jint aad_place, jint aad_len, jbyteArray key, jbyteArray nonce, jint nonce_len);

/* nonce_len: 12. POLYCHA_ERR_COUNTER: more than 2^32 - counter blocks. */
jlong pch_java_xor(JNIEnv *env, jobject dst, jint dst_place, jobject src, jint src_place, jint len, jbyteArray key,
                   jbyteArray nonce, jint counter);

/* Writes len bytes, at most PCH_JAVA_KEYSTREAM, of the keystream from block `counter` on to the start of `work`. Behind
 * the first PCH_JAVA_KEYSTREAM bytes of work stand the key and the nonce (12 bytes): one array to be held, and no copies. */
#define PCH_JAVA_KEYSTREAM 4096
jlong pch_java_keystream(JNIEnv *env, jbyteArray work, jint len, jint counter);

/* 0, or POLYCHA_ERR_ARGUMENT if two direct buffers overlap without being the same: for work that Java does by itself. */
jlong pch_java_apart(JNIEnv *env, jobject dst, jint dst_place, jobject src, jint src_place, jint len);

jlong pch_java_poly1305(JNIEnv *env, jbyteArray tag, jobject src, jint src_place, jint len, jbyteArray key);

/* offset and length in `input`; a, r: long[5]. */
jlong pch_java_jdk_poly1305_blocks(JNIEnv *env, jbyteArray input, jint offset, jint length, jlongArray a, jlongArray r);

/* The address of a function of critical.c that works on arrays in place: 0 seal, 1 open, 2 xor, 3 keystream. */
jlong pch_java_critical_function(jint which);

/* On contexts. An error in a later piece leaves the earlier ones done: the context knows that it has failed. */
jlong pch_java_aead_aad(JNIEnv *env, pch_shim_aead_ctx *aead, jobject aad, jint aad_place, jint len);
jlong pch_java_aead_encrypt(JNIEnv *env, pch_shim_aead_ctx *aead, jobject dst, jint dst_place, jobject src,
                            jint src_place, jint len);
jlong pch_java_aead_decrypt(JNIEnv *env, pch_shim_aead_ctx *aead, jobject dst, jint dst_place, jobject src,
                            jint src_place, jint len);
/* aead_encrypt, with the tag behind the len bytes of dst. */
jlong pch_java_aead_seal_rest(JNIEnv *env, pch_shim_aead_ctx *aead, jobject dst, jint dst_place, jobject src,
                              jint src_place, jint len);
/* pch_java_open of a message whose aad the context has taken in, all of its ciphertext being here. */
jlong pch_java_aead_open_all(JNIEnv *env, pch_shim_aead_ctx *aead, jobject dst, jint dst_place, jobject src,
                             jint src_place, jint len, jbyteArray key, jbyteArray nonce, jint nonce_len);
jlong pch_java_chacha_update(JNIEnv *env, pch_shim_chacha_ctx *chacha, jobject dst, jint dst_place, jobject src,
                             jint src_place, jint len);
jlong pch_java_poly1305_update(JNIEnv *env, pch_shim_poly1305_ctx *poly1305, jobject src, jint src_place, jint len);

#endif
