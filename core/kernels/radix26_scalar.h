/* One block of Poly1305 in limbs of 26 bits: what the two scalar kernels of that radix share.
 *
 * h = sum of h[i] 2^(26 i), and 2^130 = 5 modulo p, so limb i of h times limb j of r lands in limb i + j, or, from 5 on,
 * times 5 in limb i + j - 5. A factor of 26 bits leaves room in 64: limbs below 2^27 + 2^25 times five of r's, below
 * 5 * 2^26, and ten such products stay below 2^59. */
#ifndef PCH_RADIX26_SCALAR_H
#define PCH_RADIX26_SCALAR_H

#include "bound.h"
#include "bytes.h"
#include "radix26.h"

/* limb += the block and its 2^128; each limb grows by less than 2^26. */
static inline void radix26_add_block(uint32_t limb[5], const uint8_t block[16])
{
  limb[0] += pch_load32(block) & PCH_LIMB26_MASK;
  limb[1] += pch_load32(block + 3) >> 2 & PCH_LIMB26_MASK;
  limb[2] += pch_load32(block + 6) >> 4 & PCH_LIMB26_MASK;
  limb[3] += pch_load32(block + 9) >> 6;
  limb[4] += pch_load32(block + 12) >> 8 | 1u << 24;
  for (int i = 0; i < 5; i++)
    PCH_BELOW(limb[i], 0x1p27 + 0x1p25);
}

/* product += h r. */
static inline void radix26_multiply_add(uint64_t product[5], const uint32_t h[5], const uint32_t r[5])
{
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < 5; j++) {
      uint32_t factor = i + j < 5 ? r[j] : 5 * r[j];

      product[(i + j) % 5] += (uint64_t)h[i] * factor;
    }
  }
}

/* Sums of products to limbs below 2^26, but the second. */
static inline void radix26_carry(uint32_t h[5], uint64_t product[5])
{
  uint64_t carry = 0;

  for (int i = 0; i < 5; i++) {
    PCH_BELOW(product[i], 0x1p59);
    product[i] += carry;
    carry = product[i] >> 26;
    PCH_BELOW(carry, 0x1p33 + 0x1p8);
    h[i] = (uint32_t)product[i] & PCH_LIMB26_MASK;
  }
  carry = h[0] + 5 * carry;
  PCH_BELOW(carry, 0x1p36);
  h[0] = (uint32_t)carry & PCH_LIMB26_MASK;
  h[1] += (uint32_t)(carry >> 26);
  PCH_BELOW(h[1], 0x1p26 + 0x1p10);
}

#endif
