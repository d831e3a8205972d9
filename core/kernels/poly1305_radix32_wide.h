/* Poly1305 a block at a time in words of 32 bits that lie in 64-bit registers, for targets that multiply 64 x 64 bits but keep
 * only the low 64 of the product: the steps of the serial kernel, and of a fused one.
 *
 * h = h0 + h1 2^32 + h2 2^64 + h3 2^96, where h0 may pass 2^32 and h3 has the two bits up to 2^130 too. r is clamped, so 5/4 of
 * each of its words but the first is an integer: where word i of h meets word j of r with i + j >= 4, 2^(32 (i + j)) r[j] =
 * 2^(32 (i + j - 4)) 2^130 r[j] / 4 = 2^(32 (i + j - 4)) (5/4) r[j]. With no fifth word there are 16 products, where limbs of
 * 26 bits need 25, and h0 takes what comes back from above 2^130 without a chain of carries of its own. */
#ifndef PCH_POLY1305_RADIX32_WIDE_H
#define PCH_POLY1305_RADIX32_WIDE_H

#include "backend.h"
#include "bound.h"
#include "bytes.h"
#include "inline.h"
#include "poly1305.h"

/* r0 to r3 below 2^28, q = 5/4 r below 1.25 * 2^28. */
typedef struct {
  uint64_t r0, r1, r2, r3, q1, q2, q3;
} poly_key;

/* Before and after each block: h0 below 2.04 * 2^32, h1 and h2 below 2^32, h3 below 2^34. */
typedef struct {
  uint64_t h0, h1, h2, h3;
} poly_accumulator;

/* h = (h + low + high 2^64 + 2^128) r. In units of 2^60, from h0 below 3.04 * 2^32, h1 and h2 below 2 * 2^32 and h3 below 6 * 2^32
 * once the block has been added:
 *
 *   d0 < 3.04 + 2.5 + 2.5 + 7.5 = 15.54
 *   d1 < 3.04 + 2 + 2.5 + 7.5 = 15.04
 *   d2 < 3.04 + 2 + 2 + 7.5 = 14.54
 *   d3 < 3.04 + 2 + 2 + 6 = 13.04
 *
 * and a carry of less than 2^32 into each, so none reaches 16 * 2^60 = 2^64. */
PCH_INLINE void poly_absorb(poly_accumulator *h, const poly_key *k, uint64_t low, uint64_t high)
{
  const uint64_t h0 = h->h0 + (uint32_t)low, h1 = h->h1 + (low >> 32);
  const uint64_t h2 = h->h2 + (uint32_t)high, h3 = h->h3 + (high >> 32 | UINT64_C(1) << 32);
  uint64_t d0 = h0 * k->r0 + h1 * k->q3 + h2 * k->q2 + h3 * k->q1;
  uint64_t d1 = h0 * k->r1 + h1 * k->r0 + h2 * k->q3 + h3 * k->q2;
  uint64_t d2 = h0 * k->r2 + h1 * k->r1 + h2 * k->r0 + h3 * k->q3;
  uint64_t d3 = h0 * k->r3 + h1 * k->r2 + h2 * k->r1 + h3 * k->r0;

  PCH_BELOW(d0, 15.54 * 0x1p60);
  PCH_BELOW(d1, 15.04 * 0x1p60);
  PCH_BELOW(d2, 14.54 * 0x1p60);
  PCH_BELOW(d3, 13.04 * 0x1p60);
  d1 += d0 >> 32;
  d2 += d1 >> 32;
  d3 += d2 >> 32;
  h->h0 = (uint32_t)d0 + 5 * (d3 >> 34); /* 5 * 13.04 * 2^26 < 1.02 * 2^32 */
  PCH_BELOW(h->h0, 2.02 * 0x1p32);
  h->h1 = (uint32_t)d1;
  h->h2 = (uint32_t)d2;
  h->h3 = d3 & ((UINT64_C(1) << 34) - 1);
}

PCH_INLINE void poly_absorb_blocks(poly_accumulator *h, const poly_key *k, const uint8_t *msg, size_t len)
{
  for (; len >= 16; msg += 16, len -= 16)
    poly_absorb(h, k, pch_load64(msg), pch_load64(msg + 8));
}

/* The words of a clamped r, by pairs. */
PCH_INLINE poly_key poly_prepare(uint64_t low, uint64_t high)
{
  const uint64_t r1 = low >> 32, r2 = (uint32_t)high, r3 = high >> 32;

  return (poly_key){(uint32_t)low, r1, r2, r3, r1 + (r1 >> 2), r2 + (r2 >> 2), r3 + (r3 >> 2)};
}

/* p->h[4] <= 7. */
PCH_INLINE poly_accumulator poly_load(const pch_poly1305 *p)
{
  return (poly_accumulator){(uint64_t)p->h[0] + 5 * (p->h[4] >> 2), p->h[1], p->h[2],
                            (uint64_t)(p->h[4] & 3) << 32 | p->h[3]};
}

/* Carried. */
PCH_INLINE pch_accumulator poly_value(poly_accumulator h)
{
  h.h1 += h.h0 >> 32;
  h.h2 += h.h1 >> 32;
  h.h3 += h.h2 >> 32;
  return (pch_accumulator){(uint64_t)(uint32_t)h.h1 << 32 | (uint32_t)h.h0,
                           (uint64_t)(uint32_t)h.h3 << 32 | (uint32_t)h.h2, h.h3 >> 32};
}

PCH_INLINE void poly_store(pch_poly1305 *p, poly_accumulator h)
{
  pch_poly1305_set_accumulator(p, poly_value(h));
}

#endif
