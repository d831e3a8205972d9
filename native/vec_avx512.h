/* 512-bit vectors: AVX-512 F, BW and VL. */
#ifndef PCH_VEC_AVX512_H
#define PCH_VEC_AVX512_H

#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels/inline.h"
#include "vec_128.h"

#define VEC_BYTES 64

typedef uint32_t v32 __attribute__((vector_size(VEC_BYTES)));
typedef uint64_t v64 __attribute__((vector_size(VEC_BYTES)));

/* ---- words: rotations to the left ---- */

PCH_INLINE v32 vec_rot16(v32 x)
{
  return (v32)_mm512_rol_epi32((__m512i)x, 16);
}

PCH_INLINE v32 vec_rot12(v32 x)
{
  return (v32)_mm512_rol_epi32((__m512i)x, 12);
}

PCH_INLINE v32 vec_rot8(v32 x)
{
  return (v32)_mm512_rol_epi32((__m512i)x, 8);
}

PCH_INLINE v32 vec_rot7(v32 x)
{
  return (v32)_mm512_rol_epi32((__m512i)x, 7);
}

/* ---- the four words of each 128-bit lane: rotations to the left by 1, 2 and 3 words ---- */

PCH_INLINE v32 vec_row1(v32 x)
{
  return (v32)_mm512_shuffle_epi32((__m512i)x, _MM_PERM_ADCB);
}

PCH_INLINE v32 vec_row2(v32 x)
{
  return (v32)_mm512_shuffle_epi32((__m512i)x, _MM_PERM_BADC);
}

PCH_INLINE v32 vec_row3(v32 x)
{
  return (v32)_mm512_shuffle_epi32((__m512i)x, _MM_PERM_CBAD);
}

/* ---- loads, stores, constants ---- */

PCH_INLINE v32 vec_load(const uint8_t *p)
{
  return (v32)_mm512_loadu_si512(p);
}

PCH_INLINE void vec_store(uint8_t *p, v32 x)
{
  _mm512_storeu_si512(p, (__m512i)x);
}

PCH_INLINE v32 vec_broadcast32(uint32_t word)
{
  return (v32)_mm512_set1_epi32((int)word);
}

PCH_INLINE v32 vec_broadcast128(const uint32_t p[4])
{
  return (v32)_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)p));
}

PCH_INLINE v32 vec_broadcast_last_row(const uint32_t p[4])
{
  return (v32)_mm512_broadcast_i32x4(vec_load_halves(p));
}

/* What each lane of a row vector adds to the block counter, in word 0 of the row. */
PCH_INLINE v32 vec_lane_counter(void)
{
  return (v32){0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0};
}

/* blocks, in the counter's word of every lane. */
PCH_INLINE v32 vec_counter_step(uint32_t blocks)
{
  return (v32){blocks, 0, 0, 0, blocks, 0, 0, 0, blocks, 0, 0, 0, blocks, 0, 0, 0};
}

/* Lane 4 g + m: block 4 m + g. */
PCH_INLINE v32 vec_block_counter(void)
{
  return (v32){0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
}

/* dst = src ^ keystream for len < 64 bytes; masked-off bytes are neither read nor written. */
PCH_INLINE void vec_xor_partial(uint8_t *dst, const uint8_t *src, v32 keystream, size_t len)
{
  __mmask64 bytes = (UINT64_C(1) << len) - 1;

  _mm512_mask_storeu_epi8(dst, bytes, _mm512_xor_si512(_mm512_maskz_loadu_epi8(bytes, src), (__m512i)keystream));
}

/* ---- transpositions ---- */

/* Rows of four blocks, as in chacha20_emit.inc, to the four blocks: a 4 x 4 transposition of 128-bit lanes. */
PCH_INLINE void vec_blocks(v32 v[4])
{
  __m512i ab01 = _mm512_shuffle_i32x4((__m512i)v[0], (__m512i)v[1], 0x44);
  __m512i ab23 = _mm512_shuffle_i32x4((__m512i)v[0], (__m512i)v[1], 0xee);
  __m512i cd01 = _mm512_shuffle_i32x4((__m512i)v[2], (__m512i)v[3], 0x44);
  __m512i cd23 = _mm512_shuffle_i32x4((__m512i)v[2], (__m512i)v[3], 0xee);

  v[0] = (v32)_mm512_shuffle_i32x4(ab01, cd01, 0x88);
  v[1] = (v32)_mm512_shuffle_i32x4(ab01, cd01, 0xdd);
  v[2] = (v32)_mm512_shuffle_i32x4(ab23, cd23, 0x88);
  v[3] = (v32)_mm512_shuffle_i32x4(ab23, cd23, 0xdd);
}

/* A 4 x 4 transposition of words in each 128-bit lane. */
PCH_INLINE void vec_transpose4(v32 v[4])
{
  __m512i low01 = _mm512_unpacklo_epi32((__m512i)v[0], (__m512i)v[1]);
  __m512i high01 = _mm512_unpackhi_epi32((__m512i)v[0], (__m512i)v[1]);
  __m512i low23 = _mm512_unpacklo_epi32((__m512i)v[2], (__m512i)v[3]);
  __m512i high23 = _mm512_unpackhi_epi32((__m512i)v[2], (__m512i)v[3]);

  v[0] = (v32)_mm512_unpacklo_epi64(low01, low23);
  v[1] = (v32)_mm512_unpackhi_epi64(low01, low23);
  v[2] = (v32)_mm512_unpacklo_epi64(high01, high23);
  v[3] = (v32)_mm512_unpackhi_epi64(high01, high23);
}

/* ---- 64-bit lanes for Poly1305 ---- */

/* For fused kernels: no compiler moves rounds on x, or multiplications that end in sum or load from *msg, across this. GCC 12 keeps
 * their order by itself. Clang 14 gathers a stride's multiplications in front of its rounds, where each waits for another (16 KiB
 * sealed take 0.93 of the time with this, 64 KiB 0.91; Emerald Rapids class VM, 2026-12-01, alternating). */
PCH_INLINE void vec_keep_order(v32 x[16], v64 sum[3], const uint8_t **msg)
{
#if defined(__clang__) && !defined(PCH_MSAN)
  __asm__(""
          : "+v"(x[0]), "+v"(x[1]), "+v"(x[2]), "+v"(x[3]), "+v"(x[12]), "+v"(x[13]), "+v"(x[14]), "+v"(x[15]),
            "+v"(sum[0]), "+v"(sum[1]), "+v"(sum[2]), "+r"(*msg));
#else
  (void)x, (void)sum, (void)msg;
#endif
}

/* The same value, of which the compiler knows nothing: see vec_avx2.h. */
PCH_INLINE v64 vec_opaque(v64 x)
{
  PCH_OPAQUE("v", x);
  return x;
}

/* The product of the low halves of each lane. */
PCH_INLINE v64 vec_multiply32(v64 a, v64 b)
{
  return (v64)_mm512_mul_epu32((__m512i)a, (__m512i)b);
}

/* Eight blocks: their low and their high halves. Unpacking leaves block i in the lane of vec_lane_exponent() 7 - i. */
PCH_INLINE void vec_load_blocks(const uint8_t msg[128], v64 *low, v64 *high)
{
  __m512i first = _mm512_loadu_si512(msg), second = _mm512_loadu_si512(msg + 64);

  *low = (v64)_mm512_unpacklo_epi64(first, second);
  *high = (v64)_mm512_unpackhi_epi64(first, second);
}

/* The 64-bit words at p, one after the other, in the lanes of the mask's bits, and 0 in the others. */
PCH_INLINE __m512i vec_expand_load(__mmask8 lanes, const uint8_t *p)
{
#ifdef PCH_MSAN
  /* Which takes what an expanding load brings for defined. */
  uint64_t words[8];

  for (int i = 0; i < 8; i++) {
    words[i] = lanes >> i & 1 ? pch_load64(p) : 0;
    p += lanes >> i & 1 ? 8 : 0;
  }
  return _mm512_loadu_si512(words);
#else
  return _mm512_maskz_expandloadu_epi64(lanes, p);
#endif
}

/* The same of `blocks` blocks, 1 to 8, with zeros in front of them. */
PCH_INLINE void vec_load_last_blocks(const uint8_t *msg, size_t blocks, v64 *low, v64 *high)
{
  unsigned words = 0xffffu << (16 - 2 * blocks); /* a bit for each 64-bit word that is loaded, of both registers */
  __m512i first = vec_expand_load((__mmask8)words, msg);
  __m512i second = vec_expand_load((__mmask8)(words >> 8), blocks > 4 ? msg + 16 * (blocks - 4) : msg);

  *low = (v64)_mm512_unpacklo_epi64(first, second);
  *high = (v64)_mm512_unpackhi_epi64(first, second);
}

PCH_INLINE v64 vec_lane_exponent(void)
{
  return (v64){7, 3, 6, 2, 5, 1, 4, 0};
}

PCH_INLINE v64 vec_broadcast_lane0(v64 x)
{
  return (v64)_mm512_broadcastq_epi64(_mm512_castsi512_si128((__m512i)x));
}

/* All ones in the lanes that are 0. */
PCH_INLINE v64 vec_is_zero(v64 x)
{
  return (v64)_mm512_maskz_set1_epi64(_mm512_testn_epi64_mask((__m512i)x, (__m512i)x), -1);
}

PCH_INLINE uint64_t vec_sum_lanes(v64 x)
{
  return (uint64_t)_mm512_reduce_add_epi64((__m512i)x);
}

/* Of x and of y. */
PCH_INLINE void vec_sum_lanes2(v64 x, v64 y, uint64_t *x_sum, uint64_t *y_sum)
{
  __m512i pairs =
    _mm512_add_epi64(_mm512_unpacklo_epi64((__m512i)x, (__m512i)y), _mm512_unpackhi_epi64((__m512i)x, (__m512i)y));
  __m256i half = _mm256_add_epi64(_mm512_castsi512_si256(pairs), _mm512_extracti64x4_epi64(pairs, 1));
  __m128i sum = _mm_add_epi64(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));

  *x_sum = (uint64_t)_mm_cvtsi128_si64(sum);
  *y_sum = (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(sum, sum));
}

#endif
