/* Poly1305 in words of 32 bits and products of 64, one block at a time: see poly1305_radix32_wide.h. */
#include "poly1305_radix32_wide.h"

void pch_poly1305_radix32_wide(pch_poly1305 *p, const uint8_t *msg, size_t len)
{
  const poly_key k = poly_prepare(pch_words_to64(p->r), pch_words_to64(p->r + 2));
  poly_accumulator h = poly_load(p);

  poly_absorb_blocks(&h, &k, msg, len);
  poly_store(p, h);
}
