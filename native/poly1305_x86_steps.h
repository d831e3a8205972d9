/* Poly1305 a block at a time for x86-64, as kernels/poly1305_radix64.c does it, with the carries in the carry flag: the steps
 * of the serial kernels, and of the fused one whose vector half leaves the multiplier idle. */
#ifndef PCH_POLY1305_X86_STEPS_H
#define PCH_POLY1305_X86_STEPS_H

#include "backend.h"
#include "bound.h"
#include "bytes.h"
#include "kernels/inline.h"
#include "poly1305.h"

/* q1 = 5/4 r1: where r1 carries a product past 2^128, 2^130 = 5 makes it that. r0, r1 below 2^60, q1 below 2^60.4. */
typedef struct {
  uint64_t r0, r1, q1;
} poly_key;

/* h0 + h1 2^64 + h2 2^128 + over. What passed 2^130 waits in `over`, and is multiplied by r apart from the rest: it is the
 * last thing that a block yields, and adding it to h0 first would put two more carries before the next multiplications
 * (15.4 instead of 13.9 cycles for a block: Emerald Rapids class VM, GCC 12, 2026-11-30, both timed alone on 4 to 64 KiB). */
typedef struct {
  uint64_t h0, h1, h2, over;
} poly_accumulator;

/* The carries are asm, since GCC 12 spills around those that it makes itself, and _addcarry_u64 sends its results through
 * memory. The same without asm is for the checker that cannot follow it, see kernels/inline.h. */

/* h += a0 + a1 2^64 + a2 2^128. */
PCH_INLINE void poly_add(poly_accumulator *h, uint64_t a0, uint64_t a1, uint64_t a2)
{
#ifdef PCH_MSAN
  uint128 low = (uint128)h->h0 + a0, high = (uint128)h->h1 + a1 + (uint64_t)(low >> 64);

  h->h0 = (uint64_t)low;
  h->h1 = (uint64_t)high;
  h->h2 += a2 + (uint64_t)(high >> 64);
#else
  __asm__("add %[a0], %[h0]\n\t"
          "adc %[a1], %[h1]\n\t"
          "adc %[a2], %[h2]"
          : [h0] "+&r"(h->h0), [h1] "+&r"(h->h1), [h2] "+&r"(h->h2)
          : [a0] "r"(a0), [a1] "re"(a1), [a2] "re"(a2)
          : "cc");
#endif
}

/* h = (h + m0 + m1 2^64 + 2^128) r. h2 <= 7 before, and 3 after. */
PCH_INLINE void poly_absorb(poly_accumulator *h, const poly_key *k, uint64_t m0, uint64_t m1)
{
  uint128 d0, d1;

  poly_add(h, m0, m1, 1);
  poly_add(h, h->over, 0, 0);
  PCH_BELOW(h->h2, 7 + 1 + 1 + 1); /* over is 0 before the first block, h2 <= 3 before the others */

  d0 = (uint128)h->h0 * k->r0 + (uint128)h->h1 * k->q1;
  d1 = (uint128)h->h0 * k->r1 + (uint128)h->h1 * k->r0 + h->h2 * k->q1; /* h2 q1 <= 9 * 1.25 * 2^60 < 2^64 */
  PCH_BELOW(d0, 2.25 * 0x1p124);
  PCH_BELOW(d1, 2 * 0x1p124 + 0x1p64);
  h->h2 *= k->r0;

  d1 += (uint64_t)(d0 >> 64);
  h->h2 += (uint64_t)(d1 >> 64);             /* in units of 2^128 */
  PCH_BELOW(h->h2, 9 * 0x1p60 + 0x1p61 + 2); /* so that over fits */
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

/* The tag: h, reduced fully, plus s. With over added it is below 2^130 + 2^65, of which at most one p = 2^130 - 5 can be taken. */
PCH_INLINE void poly_tag(uint8_t tag[16], poly_accumulator h, const uint8_t s[16])
{
#ifdef PCH_MSAN
  poly_add(&h, h.over, 0, 0);
  pch_poly1305_finish(tag, (pch_accumulator){h.h0, h.h1, h.h2}, (pch_block){pch_load64(s), pch_load64(s + 8)});
#else
  uint64_t less0, less1;

  PCH_BELOW(h.h2, 4);
  poly_add(&h, h.over, 0, 0);
  PCH_ACCUMULATOR(h.h0, h.h1, h.h2);
  less0 = h.h0;
  less1 = h.h1;
  /* h - p = h + 5 - 2^130: taken if h + 5 reaches 2^130. */
  __asm__("add $5, %[less0]\n\t"
          "adc $0, %[less1]\n\t"
          "adc $0, %[h2]\n\t"
          "test $4, %b[h2]\n\t"
          "cmovnz %[less0], %[h0]\n\t"
          "cmovnz %[less1], %[h1]\n\t"
          "add %[s0], %[h0]\n\t"
          "adc %[s1], %[h1]"
          : [h0] "+&r"(h.h0), [h1] "+&r"(h.h1), [h2] "+&r"(h.h2), [less0] "+&r"(less0), [less1] "+&r"(less1)
          : [s0] "r"(pch_load64(s)), [s1] "r"(pch_load64(s + 8))
          : "cc");
  PCH_WRAPS(h.h1); /* the tag is modulo 2^128 */
  pch_store_block(tag, (pch_block){h.h0, h.h1});
#endif
}

/* What is not carried yet. */
PCH_INLINE poly_accumulator poly_from_sum(pch_accumulator a)
{
  PCH_BELOW(a.top, 0x1p20);
  return (poly_accumulator){a.low, a.high, a.top & 3, (a.top & ~UINT64_C(3)) + (a.top >> 2)};
}

/* And zeros up to a multiple of 16. */
PCH_INLINE void poly_absorb_padded(poly_accumulator *h, const poly_key *k, const uint8_t *msg, size_t len)
{
  poly_absorb_blocks(h, k, msg, len);
  if (len % 16) {
    pch_block last = pch_load_padded(msg + (len - len % 16), len % 16);

    poly_absorb(h, k, last.low, last.high);
  }
}

PCH_INLINE poly_key poly_prepare(uint64_t r0, uint64_t r1)
{
  return (poly_key){r0, r1, r1 + (r1 >> 2)};
}

/* RFC 8439 section 2.5.1, of a Poly1305 key's first half. */
PCH_INLINE poly_key poly_clamp(const uint8_t key[16])
{
  return poly_prepare(pch_load64(key) & PCH_CLAMP_LOW, pch_load64(key + 8) & PCH_CLAMP_HIGH);
}

PCH_INLINE poly_accumulator poly_load(const pch_poly1305 *p)
{
  return (poly_accumulator){pch_words_to64(p->h), pch_words_to64(p->h + 2), p->h[4], 0};
}

PCH_INLINE pch_accumulator poly_value(poly_accumulator h)
{
  poly_add(&h, h.over, 0, 0);
  return (pch_accumulator){h.h0, h.h1, h.h2};
}

PCH_INLINE void poly_store(pch_poly1305 *p, poly_accumulator h)
{
  pch_poly1305_set_accumulator(p, poly_value(h));
}

#endif
