/* Bytes that Java lends: a byte[] or a direct ByteBuffer, held while the C library works on them.
 *
 * A byte[] is held as a critical array, which can keep the garbage collector waiting. So it is held piece by piece, for at most
 * PCH_JAVA_PIECE bytes of work at a time, and nothing happens while it is held but that work: no call of the JVM, no allocation. A direct
 * buffer lies outside of the heap and is never copied; whatever its length, it is one piece.
 *
 * What is no longer than PCH_JAVA_COPIED is copied instead: two copies cost no more than holding two arrays, and the work is faster
 * on the copy, which begins at a cache line, as Java's arrays do not. */
#ifndef PCH_JAVA_BYTES_H
#define PCH_JAVA_BYTES_H

#include <jni.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "polycha.h"

/* A multiple of 64, so that only the last piece of a ChaCha stream ends within a block. */
#define PCH_JAVA_PIECE ((size_t)256 * 1024)

/* Opening 16, 64 and 1024 bytes took 188, 204 and 445 ns copied, and 218, 232 and 479 ns held, at best (2026-11-30, Emerald
 * Rapids class VM, JDK 25, ./dev bench --java). */
#define PCH_JAVA_COPIED 2048

/* Besides those of polycha_status and shim.h: the JVM could not lend an array, or there is no room for a context. */
#define PCH_JAVA_ERR_MEMORY (-64)

typedef struct {
  JNIEnv *env;
  jbyteArray array; /* NULL: direct, or absent */
  uint8_t *direct;  /* its first byte */
  size_t offset;    /* in the array */
  size_t behind;    /* bytes behind the data that the work needs, too: a tag, or more */
  uint8_t *held;    /* the whole array, while it is held */
} pch_java_bytes;

/* base: NULL, a byte[] with place its offset, or a direct ByteBuffer with place ~position, which is negative. The offset and the
 * length to come have been checked. Returns false if a direct buffer has no address. */
bool pch_java_bytes_of(pch_java_bytes *bytes, JNIEnv *env, jobject base, jint place);

/* True if both are direct and share a byte without being the same. Arrays are compared by the caller, in Java. */
bool pch_java_overlap(const pch_java_bytes *a, size_t a_len, const pch_java_bytes *b, size_t b_len);

/* Does `len` bytes of work. dst and src point at the bytes of this piece; either is NULL if it is absent. Returns 0 or a
 * negative status, which ends the walk. */
typedef int64_t pch_java_work(void *context, uint8_t *dst, const uint8_t *src, size_t len);

/* Calls work for all of the len bytes, piece by piece, and at least once. What is in dst is kept, src is not written back.
 * After an error dst may be as it was, whatever the work wrote. Returns 0 or the first negative status. */
int64_t pch_java_walk(pch_java_bytes *dst, pch_java_bytes *src, size_t len, pch_java_work *work, void *context);

/* True if the walk of len bytes works on a copy in place of dst, so that dst is as it was after an error. */
bool pch_java_on_copy(const pch_java_bytes *dst, size_t len);

/* True if the walk of len bytes is a single piece. */
bool pch_java_one_piece(const pch_java_bytes *dst, const pch_java_bytes *src, size_t len);

/* Copies a tag from, or to, the place `len` bytes behind the start. Not while an array is held. */
void pch_java_get_tag(const pch_java_bytes *bytes, size_t len, uint8_t tag[POLYCHA_TAG_BYTES]);
void pch_java_put_tag(const pch_java_bytes *bytes, size_t len, const uint8_t tag[POLYCHA_TAG_BYTES]);

/* The longest piece, in bytes, for which any array has been held in this process. */
jlong pch_java_longest_hold(void);

#endif
