/* Poly1305 in whole 64-bit words, for targets that multiply 64 x 64 to 128 bits.
 *
 * As in radix 2^32: r is clamped, so where the upper word of h or r carries a product past 2^128, (5/4) r[1] is an
 * integer and takes the place of r[1]. */
#include "backend.h"
#include "bytes.h"
#include "kernels/inline.h"

#ifdef __SIZEOF_INT128__

void pch_poly1305_radix64(pch_poly1305 *p, const uint8_t *msg, size_t len)
{
  const uint64_t r0 = pch_words_to64(p->r), r1 = pch_words_to64(p->r + 2); /* below 2^60 */
  const uint64_t q1 = r1 + (r1 >> 2);                                      /* below 2^60.4 */
  uint64_t h0 = pch_words_to64(p->h), h1 = pch_words_to64(p->h + 2), h2 = p->h[4];

  for (; len; msg += 16, len -= 16) {
    uint128 d0, d1;
    uint64_t carry;

    d0 = (uint128)h0 + pch_load64(msg);
    d1 = (uint128)h1 + pch_load64(msg + 8) + (uint64_t)(d0 >> 64);
    h0 = (uint64_t)d0;
    h1 = (uint64_t)d1;
    h2 += (uint64_t)(d1 >> 64) + 1; /* at most 7 + 1 + 1 */

    /* Products below 2^124.4: sums of three stay below 2^126. h2 r0 < 9 * 2^60 stands at 2^128. */
    d0 = (uint128)h0 * r0 + (uint128)h1 * q1;
    d1 = (uint128)h0 * r1 + (uint128)h1 * r0 + (uint128)h2 * q1;
    h2 *= r0;

    d1 += (uint64_t)(d0 >> 64);
    h2 += (uint64_t)(d1 >> 64);              /* below 2^63.4 + 2^62 */
    carry = (h2 & ~UINT64_C(3)) + (h2 >> 2); /* 5 (h2 >> 2), below 2^64 */
    h2 &= 3;
    d0 = (uint128)(uint64_t)d0 + carry;
    d1 = (uint128)(uint64_t)d1 + (uint64_t)(d0 >> 64);
    h0 = (uint64_t)d0;
    h1 = (uint64_t)d1;
    h2 += (uint64_t)(d1 >> 64); /* at most 4 */
  }
  pch_words_from64(p->h, h0);
  pch_words_from64(p->h + 2, h1);
  p->h[4] = (uint32_t)h2;
}

#endif
