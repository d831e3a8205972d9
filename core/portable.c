/* The scalar backend: ChaCha20 as RFC 8439 section 2.3 writes it, and the best of the plain C Poly1305 kernels. It is the
 * oracle for every other backend, so it shares no kernel text with them. */
#include "backend.h"
#include "bytes.h"

static inline uint32_t rotate_left(uint32_t word, int bits)
{
  return word << bits | word >> (32 - bits);
}

/* RFC 8439 section 2.1. */
static inline void quarter_round(uint32_t x[16], int a, int b, int c, int d)
{
  x[a] += x[b];
  x[d] = rotate_left(x[d] ^ x[a], 16);
  x[c] += x[d];
  x[b] = rotate_left(x[b] ^ x[c], 12);
  x[a] += x[b];
  x[d] = rotate_left(x[d] ^ x[a], 8);
  x[c] += x[d];
  x[b] = rotate_left(x[b] ^ x[c], 7);
}

/* RFC 8439 section 2.3.1, without the serialisation. */
static void block(uint32_t x[16], const uint32_t state[16], uint32_t counter, unsigned double_rounds)
{
  for (int i = 0; i < 16; i++)
    x[i] = state[i];
  x[12] = counter;
  while (double_rounds--) {
    quarter_round(x, 0, 4, 8, 12);
    quarter_round(x, 1, 5, 9, 13);
    quarter_round(x, 2, 6, 10, 14);
    quarter_round(x, 3, 7, 11, 15);
    quarter_round(x, 0, 5, 10, 15);
    quarter_round(x, 1, 6, 11, 12);
    quarter_round(x, 2, 7, 8, 13);
    quarter_round(x, 3, 4, 9, 14);
  }
  for (int i = 0; i < 16; i++)
    x[i] += i == 12 ? counter : state[i];
}

static void chacha_block1_portable(uint8_t *dst, const uint8_t *src, size_t len, const uint32_t state[16],
                                   unsigned double_rounds, uint8_t head[64])
{
  uint32_t x[16], counter = state[12];

  if (head) {
    block(x, state, counter++, double_rounds);
    for (int i = 0; i < 16; i++)
      pch_store32(head + 4 * i, x[i]);
  }
  for (; len >= 64; len -= 64) {
    block(x, state, counter++, double_rounds);
    for (int i = 0; i < 16; i++)
      pch_store32(dst + 4 * i, pch_load32(src + 4 * i) ^ x[i]);
    if (len == 64)
      return;
    dst += 64;
    src += 64;
  }
  if (len) {
    uint8_t keystream[64];

    block(x, state, counter, double_rounds);
    for (int i = 0; i < 16; i++)
      pch_store32(keystream + 4 * i, x[i]);
    for (size_t i = 0; i < len; i++)
      dst[i] = src[i] ^ keystream[i];
  }
}

static const pch_chacha_rung chacha_ladder[] = {{0, 64, chacha_block1_portable, 384}};

/* Cycles per byte at 16 KiB (Emerald Rapids class VM, GCC 12 and clang 14, 2026-11-30): on x86-64, ./dev bench --radix, 2^26
 * 1.72 and 2.04, two blocks at once 1.56 and 1.60, 2^32 2.40 and 2.10, 2^64 1.08 and 0.98, its two halves side by side 0.70
 * and 0.63. ./dev bench --rungs --what poly1305: these pay from 448 bytes on with GCC (511 cycles either way; 454 and 442 at
 * 384), from 384 with clang. On the same machine as i686 2^26 2.3, two at once 1.6, 2^32 2.8, of TSC ticks; at 64 bytes and
 * below one at a time is as fast or faster. */
#ifdef __wasm__ /* has the type of 128 bits, but no instruction for such a product: 2^32 in 64-bit words, see wasm/simd128.c */
static const pch_poly_rung poly_ladder[] = {{0, pch_poly1305_radix32_wide, 384}};
#elif defined(__SIZEOF_INT128__)
static const pch_poly_rung poly_ladder[] = {
  {432, pch_poly1305_radix64x2, 896},
  {0, pch_poly1305_radix64, 384},
};
#else
static const pch_poly_rung poly_ladder[] = {
  {64, pch_poly1305_radix26x2, 384},
  {0, pch_poly1305_radix26, 384},
};
#endif

const pch_backend pch_backend_portable = {
  .name = "portable",
  .needs = 0,
  .jdk_bytes = 64,
  .chacha = chacha_ladder,
  .poly = poly_ladder,
};
