/* 256-bit vectors: AVX2. */
#ifndef PCH_VEC_AVX2_H
#define PCH_VEC_AVX2_H

#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/inline.h"
#include "vec_128.h"

#define VEC_BYTES 32

typedef uint32_t v32 __attribute__((vector_size(VEC_BYTES)));
typedef uint64_t v64 __attribute__((vector_size(VEC_BYTES)));

/* ---- words: rotations to the left ----
 *
 * By 16 and 8 one byte shuffle does it. clang 14 sees through the constant and turns one such shuffle into two; the
 * empty asm keeps the shuffle's mask from it. GCC 12 needs no such help, and gets none. */

PCH_INLINE v32 vec_shuffle_bytes(v32 x, __m256i mask)
{
#ifdef __clang__
  PCH_OPAQUE("x", mask);
#endif
  return (v32)_mm256_shuffle_epi8((__m256i)x, mask);
}

PCH_INLINE v32 vec_rot16(v32 x)
{
  return vec_shuffle_bytes(x, _mm256_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1, 6, 7,
                                               4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
}

PCH_INLINE v32 vec_rot12(v32 x)
{
  return x << 12 | x >> 20;
}

PCH_INLINE v32 vec_rot8(v32 x)
{
  return vec_shuffle_bytes(x, _mm256_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7, 4,
                                               5, 6, 11, 8, 9, 10, 15, 12, 13, 14));
}

PCH_INLINE v32 vec_rot7(v32 x)
{
  return x << 7 | x >> 25;
}

/* ---- the four words of each 128-bit lane: rotations to the left by 1, 2 and 3 words ---- */

PCH_INLINE v32 vec_row1(v32 x)
{
  return (v32)_mm256_shuffle_epi32((__m256i)x, 0x39);
}

PCH_INLINE v32 vec_row2(v32 x)
{
  return (v32)_mm256_shuffle_epi32((__m256i)x, 0x4e);
}

PCH_INLINE v32 vec_row3(v32 x)
{
  return (v32)_mm256_shuffle_epi32((__m256i)x, 0x93);
}

/* ---- loads, stores, constants ---- */

PCH_INLINE v32 vec_load(const uint8_t *p)
{
  return (v32)_mm256_loadu_si256((const __m256i *)p);
}

PCH_INLINE void vec_store(uint8_t *p, v32 x)
{
  _mm256_storeu_si256((__m256i *)p, (__m256i)x);
}

PCH_INLINE v32 vec_broadcast32(uint32_t word)
{
  return (v32)_mm256_set1_epi32((int)word);
}

PCH_INLINE v32 vec_broadcast128(const uint32_t p[4])
{
  return (v32)_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)p));
}

PCH_INLINE v32 vec_broadcast_last_row(const uint32_t p[4])
{
  return (v32)_mm256_broadcastsi128_si256(vec_load_halves(p));
}

/* What each lane of a row vector adds to the block counter, in word 0 of the row. */
PCH_INLINE v32 vec_lane_counter(void)
{
  return (v32){0, 0, 0, 0, 1, 0, 0, 0};
}

/* blocks, in the counter's word of every lane. */
PCH_INLINE v32 vec_counter_step(uint32_t blocks)
{
  return (v32){blocks, 0, 0, 0, blocks, 0, 0, 0};
}

/* Lane 4 g + m: block 2 m + g. */
PCH_INLINE v32 vec_block_counter(void)
{
  return (v32){0, 2, 4, 6, 1, 3, 5, 7};
}

/* dst = src ^ keystream for len < 32 bytes; not a byte more is read or written. */
PCH_INLINE void vec_xor_partial(uint8_t *dst, const uint8_t *src, v32 keystream, size_t len)
{
  __m128i half = _mm256_castsi256_si128((__m256i)keystream);

  if (len & 16) {
    _mm_storeu_si128((__m128i *)dst, _mm_xor_si128(half, _mm_loadu_si128((const __m128i *)src)));
    half = _mm256_extracti128_si256((__m256i)keystream, 1);
    dst += 16;
    src += 16;
  }
  vec_xor_below_16(dst, src, half, len & 15);
}

/* ---- transpositions ---- */

/* Rows of two blocks to the two blocks, as drawn in chacha20_emit.inc. */
PCH_INLINE void vec_blocks(v32 v[4])
{
  __m256i a = (__m256i)v[0], b = (__m256i)v[1], c = (__m256i)v[2], d = (__m256i)v[3];

  v[0] = (v32)_mm256_permute2x128_si256(a, b, 0x20);
  v[1] = (v32)_mm256_permute2x128_si256(c, d, 0x20);
  v[2] = (v32)_mm256_permute2x128_si256(a, b, 0x31);
  v[3] = (v32)_mm256_permute2x128_si256(c, d, 0x31);
}

/* A 4 x 4 transposition of words in each 128-bit lane. */
PCH_INLINE void vec_transpose4(v32 v[4])
{
  __m256i low01 = _mm256_unpacklo_epi32((__m256i)v[0], (__m256i)v[1]);
  __m256i high01 = _mm256_unpackhi_epi32((__m256i)v[0], (__m256i)v[1]);
  __m256i low23 = _mm256_unpacklo_epi32((__m256i)v[2], (__m256i)v[3]);
  __m256i high23 = _mm256_unpackhi_epi32((__m256i)v[2], (__m256i)v[3]);

  v[0] = (v32)_mm256_unpacklo_epi64(low01, low23);
  v[1] = (v32)_mm256_unpackhi_epi64(low01, low23);
  v[2] = (v32)_mm256_unpacklo_epi64(high01, high23);
  v[3] = (v32)_mm256_unpackhi_epi64(high01, high23);
}

/* ---- 64-bit lanes for Poly1305 ---- */

/* The same value, of which the compiler knows nothing: clang 14 otherwise computes a multiplier's 5 r anew in each step of
 * a loop, instead of loading it (poly1305_lanes4x2_avx2 took 1.9 times as long). */
PCH_INLINE v64 vec_opaque(v64 x)
{
  PCH_OPAQUE("x", x);
  return x;
}

/* The product of the low halves of each lane. */
PCH_INLINE v64 vec_multiply32(v64 a, v64 b)
{
  return (v64)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

/* Four blocks: their low and their high halves. Unpacking leaves block i in the lane of vec_lane_exponent() 3 - i. */
PCH_INLINE void vec_load_blocks(const uint8_t msg[64], v64 *low, v64 *high)
{
  __m256i first = _mm256_loadu_si256((const __m256i *)msg), second = _mm256_loadu_si256((const __m256i *)(msg + 32));

  *low = (v64)_mm256_unpacklo_epi64(first, second);
  *high = (v64)_mm256_unpackhi_epi64(first, second);
}

/* The same of `blocks` blocks, 1 to 4, with zeros in front of them. */
PCH_INLINE void vec_load_last_blocks(const uint8_t *msg, size_t blocks, v64 *low, v64 *high)
{
  const __m256i zero = _mm256_setzero_si256();
  __m256i first, second;

  if (blocks % 2)
    first = _mm256_inserti128_si256(zero, _mm_loadu_si128((const __m128i *)msg), 1);
  else
    first = _mm256_loadu_si256((const __m256i *)msg);
  if (blocks > 2) {
    second = _mm256_loadu_si256((const __m256i *)(msg + 16 * (blocks - 2)));
  } else {
    second = first;
    first = zero;
  }
  *low = (v64)_mm256_unpacklo_epi64(first, second);
  *high = (v64)_mm256_unpackhi_epi64(first, second);
}

PCH_INLINE v64 vec_lane_exponent(void)
{
  return (v64){3, 1, 2, 0};
}

PCH_INLINE v64 vec_broadcast_lane0(v64 x)
{
  return (v64)_mm256_broadcastq_epi64(_mm256_castsi256_si128((__m256i)x));
}

/* All ones in the lanes that are 0. */
PCH_INLINE v64 vec_is_zero(v64 x)
{
  return (v64)_mm256_cmpeq_epi64((__m256i)x, _mm256_setzero_si256());
}

PCH_INLINE uint64_t vec_sum_lanes(v64 x)
{
  __m128i sum = _mm_add_epi64(_mm256_castsi256_si128((__m256i)x), _mm256_extracti128_si256((__m256i)x, 1));

  return (uint64_t)_mm_cvtsi128_si64(_mm_add_epi64(sum, _mm_unpackhi_epi64(sum, sum)));
}

/* Of x and of y. */
PCH_INLINE void vec_sum_lanes2(v64 x, v64 y, uint64_t *x_sum, uint64_t *y_sum)
{
  __m256i pairs =
    _mm256_add_epi64(_mm256_unpacklo_epi64((__m256i)x, (__m256i)y), _mm256_unpackhi_epi64((__m256i)x, (__m256i)y));
  __m128i sum = _mm_add_epi64(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));

  *x_sum = (uint64_t)_mm_cvtsi128_si64(sum);
  *y_sum = (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(sum, sum));
}

#endif
