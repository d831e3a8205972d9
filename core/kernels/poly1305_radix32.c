/* Poly1305 in whole 32-bit words: 4 x 4 multiplies where 26-bit limbs need 5 x 5, paid with chains of carries.
 *
 * r is clamped, so 5/4 of each of its words but the first is an integer: where word i of h meets word j of r with
 * i + j >= 4, 2^(32 (i + j)) r[j] = 2^(32 (i + j - 4)) 2^130 r[j] / 4 = 2^(32 (i + j - 4)) (5/4) r[j]. */
#include "backend.h"
#include "bound.h"
#include "bytes.h"

void pch_poly1305_radix32(pch_poly1305 *p, const uint8_t *msg, size_t len)
{
  const uint32_t r0 = p->r[0], r1 = p->r[1], r2 = p->r[2], r3 = p->r[3];                            /* below 2^28 */
  const uint32_t q0 = 5 * (r0 >> 2), q1 = r1 + (r1 >> 2), q2 = r2 + (r2 >> 2), q3 = r3 + (r3 >> 2); /* below 2^28.4 */
  uint32_t h0 = p->h[0], h1 = p->h[1], h2 = p->h[2], h3 = p->h[3], h4 = p->h[4];

  for (; len; msg += 16, len -= 16) {
    uint64_t d0, d1, d2, d3, carry;

    d0 = (uint64_t)h0 + pch_load32(msg);
    d1 = (uint64_t)h1 + pch_load32(msg + 4) + (d0 >> 32);
    d2 = (uint64_t)h2 + pch_load32(msg + 8) + (d1 >> 32);
    d3 = (uint64_t)h3 + pch_load32(msg + 12) + (d2 >> 32);
    h0 = (uint32_t)d0;
    h1 = (uint32_t)d1;
    h2 = (uint32_t)d2;
    h3 = (uint32_t)d3;
    h4 += (uint32_t)(d3 >> 32) + 1;
    PCH_BELOW(h4, 7 + 1 + 1 + 1);

    /* Four products below 2^60.4, and one below 2^32. */
    d0 = (uint64_t)h0 * r0 + (uint64_t)h1 * q3 + (uint64_t)h2 * q2 + (uint64_t)h3 * q1 + (uint64_t)h4 * q0;
    d1 = (uint64_t)h0 * r1 + (uint64_t)h1 * r0 + (uint64_t)h2 * q3 + (uint64_t)h3 * q2 + (uint64_t)h4 * q1;
    d2 = (uint64_t)h0 * r2 + (uint64_t)h1 * r1 + (uint64_t)h2 * r0 + (uint64_t)h3 * q3 + (uint64_t)h4 * q2;
    d3 = (uint64_t)h0 * r3 + (uint64_t)h1 * r2 + (uint64_t)h2 * r1 + (uint64_t)h3 * r0 + (uint64_t)h4 * q3;
    PCH_BELOW(d0, 0x1p62 + 0x1p61);
    PCH_BELOW(d1, 0x1p62 + 0x1p61);
    PCH_BELOW(d2, 0x1p62 + 0x1p61);
    PCH_BELOW(d3, 0x1p62 + 0x1p61);
    h4 *= r0 & 3; /* the part of h4 r0 2^128 that stays below 2^130 */
    PCH_BELOW(h4, 9 * 3 + 1);

    d1 += d0 >> 32;
    d2 += d1 >> 32;
    d3 += d2 >> 32;
    carry = h4 + (d3 >> 32); /* in units of 2^128 */
    PCH_BELOW(carry, 0x1p31);
    h4 = (uint32_t)carry & 3;
    carry = 5 * (carry >> 2) + (uint32_t)d0;
    h0 = (uint32_t)carry;
    carry = (carry >> 32) + (uint32_t)d1;
    h1 = (uint32_t)carry;
    carry = (carry >> 32) + (uint32_t)d2;
    h2 = (uint32_t)carry;
    carry = (carry >> 32) + (uint32_t)d3;
    h3 = (uint32_t)carry;
    h4 += (uint32_t)(carry >> 32);
    PCH_BELOW(h4, 5);
  }
  p->h[0] = h0;
  p->h[1] = h1;
  p->h[2] = h2;
  p->h[3] = h3;
  p->h[4] = h4;
}
