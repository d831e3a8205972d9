/* Between 32-bit words and limbs of 26 bits: 5 * 26 = 130, the size of Poly1305's field. */
#ifndef PCH_RADIX26_H
#define PCH_RADIX26_H

#include <stdint.h>

#include "bound.h"

#define PCH_LIMB26_MASK 0x3ffffffu

/* words[4] <= 7. The limbs come out below 2^26, the top one below 2^27. */
static inline void pch_radix26_from_words(uint32_t limb[5], const uint32_t words[5])
{
  limb[0] = words[0] & PCH_LIMB26_MASK;
  limb[1] = (words[0] >> 26 | words[1] << 6) & PCH_LIMB26_MASK;
  limb[2] = (words[1] >> 20 | words[2] << 12) & PCH_LIMB26_MASK;
  limb[3] = (words[2] >> 14 | words[3] << 18) & PCH_LIMB26_MASK;
  limb[4] = words[3] >> 8 | words[4] << 24;
  PCH_BELOW(limb[4], 0x1p27);
}

/* Limbs of any size; the value is below 2^131. */
static inline void pch_radix26_to_words(uint32_t words[5], const uint32_t limb[5])
{
  uint64_t sum = limb[0] + ((uint64_t)limb[1] << 26);

  words[0] = (uint32_t)sum;
  sum = (sum >> 32) + ((uint64_t)limb[2] << 20);
  words[1] = (uint32_t)sum;
  sum = (sum >> 32) + ((uint64_t)limb[3] << 14);
  words[2] = (uint32_t)sum;
  sum = (sum >> 32) + ((uint64_t)limb[4] << 8);
  words[3] = (uint32_t)sum;
  words[4] = (uint32_t)(sum >> 32);
  PCH_BELOW(words[4], 5);
}

#endif
