/* Poly1305 in limbs of 26 bits, two blocks interleaved: h = (h + m0) r^2 + m1 r has two products that do not wait for
 * each other, and one carry instead of two. */
#include "backend.h"
#include "radix26_scalar.h"

void pch_poly1305_radix26x2(pch_poly1305 *p, const uint8_t *msg, size_t len)
{
  uint32_t h[5], r[5], r_squared[5];
  uint64_t square[5] = {0};
  const uint32_t r_words[5] = {p->r[0], p->r[1], p->r[2], p->r[3], 0};

  pch_radix26_from_words(h, p->h);
  pch_radix26_from_words(r, r_words);
  if (len % 32) {
    uint64_t product[5] = {0};

    radix26_add_block(h, msg);
    radix26_multiply_add(product, h, r);
    radix26_carry(h, product);
    msg += 16;
    len -= 16;
  }
  radix26_multiply_add(square, r, r);
  radix26_carry(r_squared, square);
  for (; len; msg += 32, len -= 32) {
    uint64_t product[5] = {0};
    uint32_t second[5] = {0};

    radix26_add_block(h, msg);
    radix26_add_block(second, msg + 16);
    radix26_multiply_add(product, h, r_squared);
    radix26_multiply_add(product, second, r);
    radix26_carry(h, product);
  }
  pch_radix26_to_words(p->h, h);
}
