/* Poly1305 in whole 64-bit words, a block at a time. */
#include "radix64_scalar.h"

#ifdef __SIZEOF_INT128__

void pch_poly1305_radix64(pch_poly1305 *p, const uint8_t *msg, size_t len)
{
  const radix64_key key = radix64_key_from_words(p->r);
  radix64 h = radix64_from_words(p->h);

  for (; len; msg += 16, len -= 16)
    radix64_absorb(&h, msg, &key);
  radix64_to_words(p->h, h);
}

#endif
