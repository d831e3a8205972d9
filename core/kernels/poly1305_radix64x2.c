/* Poly1305 in whole 64-bit words, the two halves of a message side by side: a chain of blocks waits for its products most of
 * the time, and two chains wait at once. With k blocks in the second half h = h_first r^k + h_second. Unlike r^2 for every
 * other block, this leaves the loop the clamped r, and r^k waits for no block. */
#include "radix64_scalar.h"

#ifdef __SIZEOF_INT128__

/* What has passed 2^130 comes back times 5: as 4 times, in its place, and once, shifted. */
PCH_INLINE void fold(radix64 *h)
{
  uint64_t passed;

  PCH_BELOW(h->top, 0x1p6);
  passed = h->top & ~UINT64_C(3);
  h->top &= 3;
  radix64_add(h, passed + (passed >> 2), 0);
  PCH_BELOW(h->top, 5);
}

/* h = h factor, of which either top is at most 4 on entry, and h's afterwards. No word is clamped, so that a sum of two
 * products may pass 2^128: a row at a time, and a carry after each product. */
PCH_INLINE void multiply(radix64 *h, const radix64 *factor)
{
  const uint64_t a[3] = {(uint64_t)h->low, (uint64_t)(h->low >> 64), h->top};
  const uint64_t b[3] = {(uint64_t)factor->low, (uint64_t)(factor->low >> 64), factor->top};
  uint64_t product[6] = {0}, passed;

  PCH_UNROLL
  for (int i = 0; i < 3; i++) {
    uint64_t carry = 0;

    PCH_UNROLL
    for (int j = 0; j < 3; j++) {
      uint128 sum = (uint128)a[i] * b[j] + product[i + j] + carry; /* at most (2^64 - 1)^2 + 2 (2^64 - 1) = 2^128 - 1 */

      product[i + j] = (uint64_t)sum;
      carry = (uint64_t)(sum >> 64);
    }
    product[i + 3] = carry;
  }
  PCH_BELOW(product[4], 25); /* below (5 * 2^128)^2 */
  /* The tops: at most 3 + 24 + 6 and two carries. */
  passed = product[2] & ~UINT64_C(3);
  *h = (radix64){radix64_pair(product[0], product[1]), product[2] & 3};
  radix64_add(h, radix64_pair(passed, product[3]), product[4]);
  radix64_add(h, radix64_pair(passed >> 2 | (product[3] & 3) << 62, product[3] >> 2 | (product[4] & 3) << 62),
              product[4] >> 2);
  fold(h);
}

void pch_poly1305_radix64x2(pch_poly1305 *p, const uint8_t *msg, size_t len)
{
  const radix64_key key = radix64_key_from_words(p->r);
  const size_t half = len / 32; /* blocks of the second half: of an odd number the first half has one more */
  radix64 first = radix64_from_words(p->h), second = {0, 0};

  if (len % 32) {
    radix64_absorb(&first, msg, &key);
    msg += 16;
  }
  if (half) {
    const uint8_t *middle = msg + 16 * half;
    radix64 power = {radix64_pair(key.r0, key.r1), 0}; /* r^half, by squares from the top bit of half down */
    size_t bit = 1;

    while (bit <= half / 2)
      bit *= 2;
    while (bit >>= 1) {
      multiply(&power, &power);
      if (half & bit)
        radix64_multiply(&power, &key);
      radix64_absorb(&first, msg, &key);
      radix64_absorb(&second, msg + 16 * half, &key);
      msg += 16;
    }
    for (; msg != middle; msg += 16) {
      radix64_absorb(&first, msg, &key);
      radix64_absorb(&second, msg + 16 * half, &key);
    }
    multiply(&first, &power);
    radix64_add(&first, second.low, second.top); /* a top of at most 4 + 4 + 1 */
    fold(&first);
  }
  radix64_to_words(p->h, first);
}

#endif
