/* Poly1305 a block at a time for x86-64, as kernels/poly1305_radix64.c does it, with the carries in the carry flag: the steps
 * of the serial kernels, and of the fused one whose vector half leaves the multiplier idle. */
#ifndef PCH_POLY1305_X86_STEPS_H
#define PCH_POLY1305_X86_STEPS_H

#include "backend.h"
#include "bytes.h"
#include "kernels/inline.h"

__extension__ typedef unsigned __int128 uint128;

/* q1 = 5/4 r1: where r1 carries a product past 2^128, 2^130 = 5 makes it that. r0, r1 below 2^60, q1 below 2^60.4. */
typedef struct {
  uint64_t r0, r1, q1;
} poly_key;

/* h0 + h1 2^64 + h2 2^128 + over. What passed 2^130 waits in `over` until the next block has been added: that addition need
 * not wait for it, and so stays off the critical path from multiplication to multiplication. */
typedef struct {
  uint64_t h0, h1, h2, over;
} poly_accumulator;

/* h += a0 + a1 2^64 + a2 2^128. As asm, since GCC 12 spills around the carries in C (1.2 times the time of a block), and
 * _addcarry_u64 sends its results through memory. */
PCH_INLINE void poly_add(poly_accumulator *h, uint64_t a0, uint64_t a1, unsigned char a2)
{
  __asm__("add %[a0], %[h0]\n\t"
          "adc %[a1], %[h1]\n\t"
          "adc %[a2], %[h2]"
          : [h0] "+&r"(h->h0), [h1] "+&r"(h->h1), [h2] "+&r"(h->h2)
          : [a0] "r"(a0), [a1] "re"(a1), [a2] "re"((uint64_t)a2)
          : "cc");
}

/* h = (h + m0 + m1 2^64 + 2^128) r. h2 <= 7 before, and 3 after. */
PCH_INLINE void poly_absorb(poly_accumulator *h, const poly_key *k, uint64_t m0, uint64_t m1)
{
  uint128 d0, d1;

  poly_add(h, m0, m1, 1);
  poly_add(h, h->over, 0, 0); /* h2 at most 7 + 1 + 1 + 1 */

  d0 = (uint128)h->h0 * k->r0 + (uint128)h->h1 * k->q1;                 /* below 2^125.4 */
  d1 = (uint128)h->h0 * k->r1 + (uint128)h->h1 * k->r0 + h->h2 * k->q1; /* h2 q1 <= 10 * 2^60.4 < 2^64 */
  h->h2 *= k->r0;

  d1 += (uint64_t)(d0 >> 64);
  h->h2 += (uint64_t)(d1 >> 64); /* in units of 2^128; below 10 * 2^60 + 2^62, so that over fits */
  h->h0 = (uint64_t)d0;
  h->h1 = (uint64_t)d1;
  h->over = (h->h2 & ~UINT64_C(3)) + (h->h2 >> 2); /* 5 (h2 >> 2): 2^130 = 5 */
  h->h2 &= 3;
}

PCH_INLINE void poly_absorb_blocks(poly_accumulator *h, const poly_key *k, const uint8_t *msg, size_t len)
{
  for (; len >= 16; msg += 16, len -= 16)
    poly_absorb(h, k, pch_load64(msg), pch_load64(msg + 8));
}

PCH_INLINE poly_key poly_prepare(uint64_t r0, uint64_t r1)
{
  return (poly_key){r0, r1, r1 + (r1 >> 2)};
}

PCH_INLINE poly_accumulator poly_load(const pch_poly1305 *p)
{
  return (poly_accumulator){pch_words_to64(p->h), pch_words_to64(p->h + 2), p->h[4], 0};
}

PCH_INLINE void poly_store(pch_poly1305 *p, poly_accumulator h)
{
  poly_add(&h, h.over, 0, 0);
  pch_words_from64(p->h, h.h0);
  pch_words_from64(p->h + 2, h.h1);
  p->h[4] = (uint32_t)h.h2;
}

#endif
