/* Poly1305 a block at a time for x86-64: as kernels/poly1305_radix64.c, with the carries in the carry flag, which GCC 12
 * does not find by itself. Nothing secret leaves the registers. For messages too short to repay the powers of r. */
#include "poly1305_x86.h"

#include "bytes.h"
#include "kernels/inline.h"

__extension__ typedef unsigned __int128 uint128;

/* h += a0 + a1 2^64 + a2 2^128. As asm, since GCC 12 makes three times the instructions of the carries in C, and spills
 * around them (1.24 times the time of the whole loop); _addcarry_u64 sends its results through memory. */
PCH_INLINE void add(uint64_t *h0, uint64_t *h1, uint64_t *h2, uint64_t a0, uint64_t a1, uint64_t a2)
{
  __asm__("add %[a0], %[h0]\n\t"
          "adc %[a1], %[h1]\n\t"
          "adc %[a2], %[h2]"
          : [h0] "+&r"(*h0), [h1] "+&r"(*h1), [h2] "+&r"(*h2)
          : [a0] "r"(a0), [a1] "re"(a1), [a2] "e"(a2)
          : "cc");
}

void pch_poly1305_serial_x86(pch_poly1305 *p, const uint8_t *msg, size_t len)
{
  const uint64_t r0 = pch_words_to64(p->r), r1 = pch_words_to64(p->r + 2); /* below 2^60 */
  const uint64_t q1 = r1 + (r1 >> 2);                                                    /* 5/4 r1, below 2^60.4 */
  uint64_t h0 = pch_words_to64(p->h), h1 = pch_words_to64(p->h + 2), h2 = p->h[4];

  for (; len; msg += 16, len -= 16) {
    uint128 d0, d1;
    uint64_t over;

    add(&h0, &h1, &h2, pch_load64(msg), pch_load64(msg + 8), 1); /* h2 at most 7 + 1 + 1 */

    d0 = (uint128)h0 * r0 + (uint128)h1 * q1;              /* below 2^125.4 */
    d1 = (uint128)h0 * r1 + (uint128)h1 * r0 + (h2 * q1); /* h2 q1 < 9 * 2^60.4 < 2^64 */
    h2 *= r0;

    d1 += (uint64_t)(d0 >> 64);
    h2 += (uint64_t)(d1 >> 64);               /* in units of 2^128; below 2^63.4 + 2^62 */
    over = (h2 & ~(uint64_t)3) + (h2 >> 2);   /* 5 (h2 >> 2): 2^130 = 5 */
    h0 = (uint64_t)d0;
    h1 = (uint64_t)d1;
    h2 &= 3;
    add(&h0, &h1, &h2, over, 0, 0); /* h2 at most 4 */
  }
  pch_words_from64(p->h, h0);
  pch_words_from64(p->h + 2, h1);
  p->h[4] = (uint32_t)h2;
}
