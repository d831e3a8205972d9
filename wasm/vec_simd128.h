/* 128-bit vectors: the SIMD128 instructions of WebAssembly. */
#ifndef PCH_VEC_SIMD128_H
#define PCH_VEC_SIMD128_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wasm_simd128.h>

#include "kernels/inline.h"

#define VEC_BYTES 16

typedef uint32_t v32 __attribute__((vector_size(VEC_BYTES)));
typedef uint64_t v64 __attribute__((vector_size(VEC_BYTES)));

/* ---- words: rotations to the left ----
 *
 * By 16 and 8: a swizzle by a constant, which V8 keeps in a register where it loads the constant of each shuffle anew. Node 20.20
 * on a Emerald Rapids class VM, 2026-11-30, bytes of ChaCha20 per ns: by swizzles 1.63, by shuffles 1.52, by shifts 1.38. Without the
 * asm the compiler makes a constant for each. */

PCH_INLINE v32 vec_swizzle(v32 x, v128_t indices)
{
  __asm__("" : "+r"(indices));
  return (v32)wasm_i8x16_swizzle((v128_t)x, indices);
}

PCH_INLINE v32 vec_rot16(v32 x)
{
  return vec_swizzle(x, wasm_i8x16_const(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
}

PCH_INLINE v32 vec_rot12(v32 x)
{
  return x << 12 | x >> 20;
}

PCH_INLINE v32 vec_rot8(v32 x)
{
  return vec_swizzle(x, wasm_i8x16_const(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14));
}

PCH_INLINE v32 vec_rot7(v32 x)
{
  return x << 7 | x >> 25;
}

/* ---- a row's four words: rotations to the left by 1, 2 and 3 words ---- */

PCH_INLINE v32 vec_row1(v32 x)
{
  return (v32)wasm_i32x4_shuffle((v128_t)x, (v128_t)x, 1, 2, 3, 0);
}

PCH_INLINE v32 vec_row2(v32 x)
{
  return (v32)wasm_i32x4_shuffle((v128_t)x, (v128_t)x, 2, 3, 0, 1);
}

PCH_INLINE v32 vec_row3(v32 x)
{
  return (v32)wasm_i32x4_shuffle((v128_t)x, (v128_t)x, 3, 0, 1, 2);
}

/* ---- loads, stores, constants ---- */

PCH_INLINE v32 vec_load(const uint8_t *p)
{
  return (v32)wasm_v128_load(p);
}

PCH_INLINE void vec_store(uint8_t *p, v32 x)
{
  wasm_v128_store(p, (v128_t)x);
}

PCH_INLINE v32 vec_broadcast32(uint32_t word)
{
  return (v32)wasm_i32x4_splat((int32_t)word);
}

PCH_INLINE v32 vec_broadcast128(const uint32_t p[4])
{
  return (v32)wasm_v128_load(p);
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

/* dst = src ^ keystream for len < 16 bytes, by halves; not a byte more is read or written. A function of its own: the kernels
 * have sixteen places that call it, and the module is downloaded. */
static __attribute__((noinline)) void vec_xor_partial(uint8_t *dst, const uint8_t *src, v32 keystream, size_t len)
{
  v64 halves = (v64)keystream;
  uint64_t word = halves[0], text;

  if (len & 8) {
    memcpy(&text, src, 8);
    text ^= word;
    memcpy(dst, &text, 8);
    word = halves[1];
    dst += 8;
    src += 8;
  }
  for (len &= 7; len; len--, word >>= 8)
    *dst++ = *src++ ^ (uint8_t)word;
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
  v128_t low01 = wasm_i32x4_shuffle((v128_t)v[0], (v128_t)v[1], 0, 4, 1, 5);
  v128_t high01 = wasm_i32x4_shuffle((v128_t)v[0], (v128_t)v[1], 2, 6, 3, 7);
  v128_t low23 = wasm_i32x4_shuffle((v128_t)v[2], (v128_t)v[3], 0, 4, 1, 5);
  v128_t high23 = wasm_i32x4_shuffle((v128_t)v[2], (v128_t)v[3], 2, 6, 3, 7);

  v[0] = (v32)wasm_i64x2_shuffle(low01, low23, 0, 2);
  v[1] = (v32)wasm_i64x2_shuffle(low01, low23, 1, 3);
  v[2] = (v32)wasm_i64x2_shuffle(high01, high23, 0, 2);
  v[3] = (v32)wasm_i64x2_shuffle(high01, high23, 1, 3);
}

#endif
