/* Inside the core: Poly1305 on whole blocks, for the authenticator and the AEAD. */
#ifndef PCH_POLY1305_H
#define PCH_POLY1305_H

#include "backend.h"
#include "bytes.h"
#include "kernels/inline.h"

/* RFC 8439 section 2.5.1: the top four bits of each word of r are clear, and the low two of all but the first. So a product
 * of limbs leaves room for sums, and (5 / 4) r is an integer where a word of r meets 2^130 = 5. */
#define PCH_CLAMP_LOW UINT64_C(0x0ffffffc0fffffff)
#define PCH_CLAMP_HIGH UINT64_C(0x0ffffffc0ffffffc)

/* The tag: h + top 2^128, below 2^131, reduced fully, plus s. Carries between words by comparison: a sum that is below an
 * addend has passed 2^64. */
PCH_INLINE void pch_poly1305_finish(uint8_t tag[16], pch_block h, uint32_t top, pch_block s)
{
  uint64_t fold = 5 * (uint64_t)(top >> 2), carry, take;
  pch_block less;

  /* One fold leaves h < 2^130 + 5, of which at most one p = 2^130 - 5 can be taken. */
  top &= 3;
  h.low += fold;
  carry = h.low < fold;
  h.high += carry;
  top += h.high < carry;
  /* h - p = h + 5 - 2^130: taken if h + 5 reaches 2^130. */
  less.low = h.low + 5;
  carry = less.low < 5;
  less.high = h.high + carry;
  top += less.high < carry;
  take = 0 - (uint64_t)(top >> 2);
  h.low = (h.low & ~take) | (less.low & take);
  h.high = (h.high & ~take) | (less.high & take);
  h.low += s.low;
  h.high += s.high + (h.low < s.low);
  pch_store_block(tag, h);
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
