/* 128-bit vectors: SSSE3. */
#ifndef PCH_VEC_SSSE3_H
#define PCH_VEC_SSSE3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tmmintrin.h>

#include "kernels/inline.h"
#include "vec_128.h"

#define VEC_BYTES 16

typedef uint32_t v32 __attribute__((vector_size(VEC_BYTES)));
typedef uint64_t v64 __attribute__((vector_size(VEC_BYTES)));

/* ---- words: rotations to the left; byte shuffles as in vec_avx2.h ---- */

PCH_INLINE v32 vec_shuffle_bytes(v32 x, __m128i mask)
{
#ifdef __clang__
  PCH_OPAQUE("x", mask);
#endif
  return (v32)_mm_shuffle_epi8((__m128i)x, mask);
}

PCH_INLINE v32 vec_rot16(v32 x)
{
  return vec_shuffle_bytes(x, _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
}

PCH_INLINE v32 vec_rot12(v32 x)
{
  return x << 12 | x >> 20;
}

PCH_INLINE v32 vec_rot8(v32 x)
{
  return vec_shuffle_bytes(x, _mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14));
}

PCH_INLINE v32 vec_rot7(v32 x)
{
  return x << 7 | x >> 25;
}

/* ---- a row's four words: rotations to the left by 1, 2 and 3 words ---- */

PCH_INLINE v32 vec_row1(v32 x)
{
  return (v32)_mm_shuffle_epi32((__m128i)x, 0x39);
}

PCH_INLINE v32 vec_row2(v32 x)
{
  return (v32)_mm_shuffle_epi32((__m128i)x, 0x4e);
}

PCH_INLINE v32 vec_row3(v32 x)
{
  return (v32)_mm_shuffle_epi32((__m128i)x, 0x93);
}

/* ---- loads, stores, constants ---- */

PCH_INLINE v32 vec_load(const uint8_t *p)
{
  return (v32)_mm_loadu_si128((const __m128i *)p);
}

PCH_INLINE void vec_store(uint8_t *p, v32 x)
{
  _mm_storeu_si128((__m128i *)p, (__m128i)x);
}

PCH_INLINE v32 vec_broadcast32(uint32_t word)
{
  return (v32)_mm_set1_epi32((int)word);
}

PCH_INLINE v32 vec_broadcast128(const uint32_t p[4])
{
  return (v32)_mm_loadu_si128((const __m128i *)p);
}

PCH_INLINE v32 vec_broadcast_last_row(const uint32_t p[4])
{
  return (v32)vec_load_halves(p);
}

/* A row vector is one block: nothing to add to its counter. */
PCH_INLINE v32 vec_lane_counter(void)
{
  return (v32){0, 0, 0, 0};
}

PCH_INLINE v32 vec_counter_step(uint32_t blocks)
{
  return (v32){blocks, 0, 0, 0};
}

/* Lane m: block m. */
PCH_INLINE v32 vec_block_counter(void)
{
  return (v32){0, 1, 2, 3};
}

/* dst = src ^ keystream for len < 16 bytes; not a byte more is read or written. */
PCH_INLINE void vec_xor_partial(uint8_t *dst, const uint8_t *src, v32 keystream, size_t len)
{
  vec_xor_below_16(dst, src, (__m128i)keystream, len);
}

/* ---- transpositions ---- */

/* The rows of one block are its 64 bytes already. */
PCH_INLINE void vec_blocks(v32 v[4])
{
  (void)v;
}

/* A 4 x 4 transposition of words. */
PCH_INLINE void vec_transpose4(v32 v[4])
{
  __m128i low01 = _mm_unpacklo_epi32((__m128i)v[0], (__m128i)v[1]);
  __m128i high01 = _mm_unpackhi_epi32((__m128i)v[0], (__m128i)v[1]);
  __m128i low23 = _mm_unpacklo_epi32((__m128i)v[2], (__m128i)v[3]);
  __m128i high23 = _mm_unpackhi_epi32((__m128i)v[2], (__m128i)v[3]);

  v[0] = (v32)_mm_unpacklo_epi64(low01, low23);
  v[1] = (v32)_mm_unpackhi_epi64(low01, low23);
  v[2] = (v32)_mm_unpacklo_epi64(high01, high23);
  v[3] = (v32)_mm_unpackhi_epi64(high01, high23);
}

#endif
