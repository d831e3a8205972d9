/* 128-bit vectors: Advanced SIMD of AArch64, little-endian (the build leaves it out on big-endian AArch64). */
#ifndef PCH_VEC_NEON_H
#define PCH_VEC_NEON_H

#include <arm_neon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels/inline.h"

#define VEC_BYTES 16

typedef uint32_t v32 __attribute__((vector_size(VEC_BYTES)));
typedef uint64_t v64 __attribute__((vector_size(VEC_BYTES)));

/* ---- words: rotations to the left ----
 *
 * By 16: one reversal of half words. By 8: one table look-up. Else a shift and an insertion (sri), where compilers make
 * three instructions of `x << 12 | x >> 20`. */

PCH_INLINE v32 vec_rot16(v32 x)
{
  return (v32)vrev32q_u16((uint16x8_t)x);
}

PCH_INLINE v32 vec_rot12(v32 x)
{
  return (v32)vsriq_n_u32(vshlq_n_u32((uint32x4_t)x, 12), (uint32x4_t)x, 20);
}

PCH_INLINE v32 vec_rot8(v32 x)
{
  static const uint8_t indices[16] = {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14};

  return (v32)vqtbl1q_u8((uint8x16_t)x, vld1q_u8(indices));
}

PCH_INLINE v32 vec_rot7(v32 x)
{
  return (v32)vsriq_n_u32(vshlq_n_u32((uint32x4_t)x, 7), (uint32x4_t)x, 25);
}

/* ---- a row's four words: rotations to the left by 1, 2 and 3 words ---- */

PCH_INLINE v32 vec_row1(v32 x)
{
  return (v32)vextq_u32((uint32x4_t)x, (uint32x4_t)x, 1);
}

PCH_INLINE v32 vec_row2(v32 x)
{
  return (v32)vextq_u32((uint32x4_t)x, (uint32x4_t)x, 2);
}

PCH_INLINE v32 vec_row3(v32 x)
{
  return (v32)vextq_u32((uint32x4_t)x, (uint32x4_t)x, 3);
}

/* ---- loads, stores, constants ---- */

PCH_INLINE v32 vec_load(const uint8_t *p)
{
  return (v32)vreinterpretq_u32_u8(vld1q_u8(p));
}

PCH_INLINE void vec_store(uint8_t *p, v32 x)
{
  vst1q_u8(p, vreinterpretq_u8_u32((uint32x4_t)x));
}

PCH_INLINE v32 vec_broadcast32(uint32_t word)
{
  return (v32)vdupq_n_u32(word);
}

PCH_INLINE v32 vec_broadcast128(const uint32_t p[4])
{
  return (v32)vld1q_u32(p);
}

PCH_INLINE v32 vec_broadcast_last_row(const uint32_t p[4])
{
  return vec_broadcast128(p);
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

/* dst = src ^ keystream for len < 16 bytes, by halves; not a byte more is read or written. */
PCH_INLINE void vec_xor_partial(uint8_t *dst, const uint8_t *src, v32 keystream, size_t len)
{
  uint8x16_t rest = vreinterpretq_u8_u32((uint32x4_t)keystream);

  if (len & 8) {
    vst1_u8(dst, veor_u8(vld1_u8(src), vget_low_u8(rest)));
    rest = vextq_u8(rest, rest, 8);
    dst += 8;
    src += 8;
  }
  for (len &= 7; len; len--) {
    *dst++ = *src++ ^ vgetq_lane_u8(rest, 0);
    rest = vextq_u8(rest, rest, 1);
  }
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
  uint64x2_t low01 = vreinterpretq_u64_u32(vzip1q_u32((uint32x4_t)v[0], (uint32x4_t)v[1]));
  uint64x2_t high01 = vreinterpretq_u64_u32(vzip2q_u32((uint32x4_t)v[0], (uint32x4_t)v[1]));
  uint64x2_t low23 = vreinterpretq_u64_u32(vzip1q_u32((uint32x4_t)v[2], (uint32x4_t)v[3]));
  uint64x2_t high23 = vreinterpretq_u64_u32(vzip2q_u32((uint32x4_t)v[2], (uint32x4_t)v[3]));

  v[0] = (v32)vzip1q_u64(low01, low23);
  v[1] = (v32)vzip2q_u64(low01, low23);
  v[2] = (v32)vzip1q_u64(high01, high23);
  v[3] = (v32)vzip2q_u64(high01, high23);
}

/* ---- 64-bit lanes for Poly1305 ---- */

/* The same value, of which the compiler knows nothing: see vec_avx2.h. */
PCH_INLINE v64 vec_opaque(v64 x)
{
  PCH_OPAQUE("w", x);
  return x;
}

/* The product of the low halves of each lane. Of a value that is used often, the compiler keeps the narrowed form. */
PCH_INLINE v64 vec_multiply32(v64 a, v64 b)
{
  return (v64)vmull_u32(vmovn_u64((uint64x2_t)a), vmovn_u64((uint64x2_t)b));
}

/* Two blocks: their low and their high halves. */
PCH_INLINE void vec_load_blocks(const uint8_t msg[32], v64 *low, v64 *high)
{
  uint64x2_t first = vreinterpretq_u64_u8(vld1q_u8(msg)), second = vreinterpretq_u64_u8(vld1q_u8(msg + 16));

  *low = (v64)vzip1q_u64(first, second);
  *high = (v64)vzip2q_u64(first, second);
}

/* The same of `blocks` blocks, 1 or 2, with zeros in front of them. */
PCH_INLINE void vec_load_last_blocks(const uint8_t *msg, size_t blocks, v64 *low, v64 *high)
{
  uint64x2_t first = vdupq_n_u64(0), second = vreinterpretq_u64_u8(vld1q_u8(msg + 16 * (blocks - 1)));

  if (blocks == 2)
    first = vreinterpretq_u64_u8(vld1q_u8(msg));
  *low = (v64)vzip1q_u64(first, second);
  *high = (v64)vzip2q_u64(first, second);
}

PCH_INLINE v64 vec_lane_exponent(void)
{
  return (v64){1, 0};
}

PCH_INLINE v64 vec_broadcast_lane0(v64 x)
{
  return (v64)vdupq_laneq_u64((uint64x2_t)x, 0);
}

/* All ones in the lanes that are 0. */
PCH_INLINE v64 vec_is_zero(v64 x)
{
  return (v64)vceqzq_u64((uint64x2_t)x);
}

PCH_INLINE uint64_t vec_sum_lanes(v64 x)
{
  return vaddvq_u64((uint64x2_t)x);
}

/* Of x and of y. */
PCH_INLINE void vec_sum_lanes2(v64 x, v64 y, uint64_t *x_sum, uint64_t *y_sum)
{
  *x_sum = vec_sum_lanes(x);
  *y_sum = vec_sum_lanes(y);
}

#endif
