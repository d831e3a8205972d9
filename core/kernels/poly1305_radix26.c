/* Poly1305 in limbs of 26 bits, a block at a time: 32 x 32 to 64-bit multiplies alone, and no carry flag. */
#include "backend.h"
#include "radix26_scalar.h"

void pch_poly1305_radix26(pch_poly1305 *p, const uint8_t *msg, size_t len)
{
  uint32_t h[5], r[5];
  const uint32_t r_words[5] = {p->r[0], p->r[1], p->r[2], p->r[3], 0};

  pch_radix26_from_words(h, p->h);
  pch_radix26_from_words(r, r_words);
  for (; len; msg += 16, len -= 16) {
    uint64_t product[5] = {0};

    radix26_add_block(h, msg);
    radix26_multiply_add(product, h, r);
    radix26_carry(h, product);
  }
  pch_radix26_to_words(p->h, h);
}
