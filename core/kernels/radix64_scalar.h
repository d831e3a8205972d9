/* Poly1305 in whole 64-bit words, for targets that multiply 64 x 64 to 128 bits: what the scalar kernels of that radix
 * share. */
#ifndef PCH_RADIX64_SCALAR_H
#define PCH_RADIX64_SCALAR_H

#include "backend.h"
#include "bound.h"
#include "bytes.h"
#include "kernels/inline.h"

#ifdef __SIZEOF_INT128__

/* low + top 2^128 */
typedef struct {
  uint128 low;
  uint64_t top;
} radix64;

/* r is clamped, as in radix 2^32: where the upper word of h or r carries a product past 2^128, (5/4) r1 is an integer and
 * takes the place of r1. */
typedef struct {
  uint64_t r0, r1; /* below 2^60 */
  uint64_t q1;     /* below 2^60.4 */
} radix64_key;

PCH_INLINE radix64_key radix64_key_from_words(const uint32_t r[4])
{
  radix64_key key = {pch_words_to64(r), pch_words_to64(r + 2), 0};

  key.q1 = key.r1 + (key.r1 >> 2);
  return key;
}

PCH_INLINE uint128 radix64_pair(uint64_t low, uint64_t high)
{
  return (uint128)high << 64 | low;
}

PCH_INLINE radix64 radix64_from_words(const uint32_t words[5])
{
  return (radix64){radix64_pair(pch_words_to64(words), pch_words_to64(words + 2)), words[4]};
}

PCH_INLINE void radix64_to_words(uint32_t words[5], radix64 h)
{
  pch_words_from64(words, (uint64_t)h.low);
  pch_words_from64(words + 2, (uint64_t)(h.low >> 64));
  words[4] = (uint32_t)h.top;
}

/* Sums of 128 bits and a comparison with the addend that they wrapped past: GCC 12 makes add, adc, adc of these, but not of
 * sums word by word, with which one chain takes 19.8 cycles a block instead of 16.5, and two take 13 to 15 instead of 11.0
 * (clang 14: 15.2 and 9.7 either way; Emerald Rapids class VM, 1024 blocks, 2026-11-30). */
PCH_INLINE void radix64_add(radix64 *h, uint128 addend, uint64_t addend_top)
{
  uint128 sum = h->low + addend;

  h->top += addend_top + (sum < h->low);
  h->low = sum;
}

/* h = h r. h.top is at most 9 on entry, and at most 4 afterwards. */
PCH_INLINE void radix64_multiply(radix64 *h, const radix64_key *key)
{
  const uint64_t h0 = (uint64_t)h->low, h1 = (uint64_t)(h->low >> 64);
  uint128 d0, d1;
  uint64_t top;

  PCH_BELOW(h->top, 10);
  d0 = (uint128)h0 * key->r0 + (uint128)h1 * key->q1;
  d1 = (uint128)h0 * key->r1 + (uint128)h1 * key->r0;
  PCH_BELOW(d0, 2.25 * 0x1p124);
  PCH_BELOW(d1, 2 * 0x1p124);
  d1 += h->top * key->q1 + (uint64_t)(d0 >> 64);
  top = h->top * key->r0 + (uint64_t)(d1 >> 64);
  PCH_BELOW(top, 9 * 0x1p60 + 0x1p61 + 1);
  h->low = radix64_pair((uint64_t)d0, (uint64_t)d1);
  h->top = top & 3;
  radix64_add(h, (top & ~UINT64_C(3)) + (top >> 2), 0); /* 5 (top >> 2), below 14 * 2^60 */
  PCH_BELOW(h->top, 5);
}

/* h = (h + block + 2^128) r. h.top is at most 7 on entry, and at most 4 afterwards. */
PCH_INLINE void radix64_absorb(radix64 *h, const uint8_t block[16], const radix64_key *key)
{
  radix64_add(h, radix64_pair(pch_load64(block), pch_load64(block + 8)), 1); /* a top of at most 7 + 1 + 1 */
  radix64_multiply(h, key);
}

#endif

#endif
