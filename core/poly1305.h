/* Inside the core: Poly1305 on whole blocks, for the authenticator and the AEAD. */
#ifndef PCH_POLY1305_H
#define PCH_POLY1305_H

#include "backend.h"
#include "bound.h"
#include "bytes.h"
#include "kernels/inline.h"

/* RFC 8439 section 2.5.1: the top four bits of each word of r are clear, and the low two of all but the first. So a product
 * of limbs leaves room for sums, and (5 / 4) r is an integer where a word of r meets 2^130 = 5. */
#define PCH_CLAMP_LOW UINT64_C(0x0ffffffc0fffffff)
#define PCH_CLAMP_HIGH UINT64_C(0x0ffffffc0ffffffc)

/* low + high 2^64 + top 2^128: how the kernels hand over an accumulator. */
typedef struct {
  uint64_t low, high, top;
} pch_accumulator;

/* What has passed 2^130 comes back times 5. h below 2^163 comes out below 2^130 + 2^36. Carries between words by comparison:
 * a sum that is below an addend has passed 2^64. */
PCH_INLINE pch_accumulator pch_poly1305_fold(pch_accumulator h)
{
  uint64_t fold, carry;

  PCH_BELOW(h.top, 0x1p35);
  fold = 5 * (h.top >> 2);
  h.top &= 3;
  h.low += fold;
  carry = h.low < fold;
  h.high += carry;
  h.top += h.high < carry;
  PCH_BELOW(h.top, 5);
  return h;
}

PCH_INLINE pch_accumulator pch_poly1305_accumulator(const pch_poly1305 *p)
{
  return (pch_accumulator){pch_words_to64(p->h), pch_words_to64(p->h + 2), p->h[4]};
}

PCH_INLINE void pch_poly1305_set_accumulator(pch_poly1305 *p, pch_accumulator h)
{
  h = pch_poly1305_fold(h);
  pch_words_from64(p->h, h.low);
  pch_words_from64(p->h + 2, h.high);
  p->h[4] = (uint32_t)h.top;
}

/* The tag: h, below 2^163, reduced fully, plus s. */
PCH_INLINE void pch_poly1305_finish(uint8_t tag[16], pch_accumulator h, pch_block s)
{
  uint64_t carry, take;
  pch_block less;

  PCH_ACCUMULATOR(h.low, h.high, h.top);
  h = pch_poly1305_fold(h); /* at most one p = 2^130 - 5 can be taken from it now */
  /* h - p = h + 5 - 2^130: taken if h + 5 reaches 2^130. */
  less.low = h.low + 5;
  carry = less.low < 5;
  less.high = h.high + carry;
  h.top += less.high < carry;
  take = 0 - (h.top >> 2);
  h.low = (h.low & ~take) | (less.low & take);
  h.high = (h.high & ~take) | (less.high & take);
  h.low += s.low;
  h.high += s.high + (h.low < s.low);
  PCH_WRAPS(h.high); /* the tag is modulo 2^128 */
  pch_store_block(tag, (pch_block){h.low, h.high});
}

/* RFC 8439 section 2.5.1: clamps r, takes s, clears h. */
void pch_poly1305_start(pch_poly1305 *p, const uint8_t key[32]);

/* Takes in whole blocks by whichever rung fits. len % 16 == 0, and may be 0. */
void pch_poly1305_blocks(const pch_backend *backend, pch_poly1305 *p, const uint8_t *msg, size_t len);

/* Takes in the last 1 to 15 bytes of a message: their 1 bit stands right behind them instead of at 2^128. */
void pch_poly1305_last(const pch_backend *backend, pch_poly1305 *p, const uint8_t *msg, size_t len);

/* Reduces h fully and adds s: the tag. */
void pch_poly1305_tag(const pch_poly1305 *p, uint8_t tag[16]);

#endif
