/* Poly1305 (RFC 8439 section 2.5): key, padding, final reduction, and the walk to the kernel for a length. */
#include "poly1305.h"

#include <string.h>

#include "bytes.h"
#include "polycha.h"
#include "wipe.h"

void pch_poly1305_start(pch_poly1305 *p, const uint8_t key[32])
{
  /* Clamping: the top four bits of each word of r are clear, and the low two of all but the first. So a product of limbs
   * leaves room for sums, and (5 / 4) r is an integer where a word of r meets 2^130 = 5. In 64-bit halves, as most kernels
   * will load them. */
  memset(p->h, 0, sizeof p->h);
  pch_words_from64(p->r, pch_load64(key) & UINT64_C(0x0ffffffc0fffffff));
  pch_words_from64(p->r + 2, pch_load64(key + 8) & UINT64_C(0x0ffffffc0ffffffc));
  pch_words_from64(p->s, pch_load64(key + 16));
  pch_words_from64(p->s + 2, pch_load64(key + 24));
}

void pch_poly1305_blocks(const pch_backend *backend, pch_poly1305 *p, const uint8_t *msg, size_t len)
{
  const pch_poly_rung *rung = backend->poly;

  if (!len)
    return;
  while (len <= rung->over)
    rung++;
  rung->run(p, msg, len);
  if (rung->frame)
    pch_wipe_stack(rung->frame);
}

void pch_poly1305_last(const pch_backend *backend, pch_poly1305 *p, const uint8_t *msg, size_t len)
{
  /* 3 * 2^128 - 5, which is -2^128 modulo 2^130 - 5: it undoes the 2^128 that a kernel adds to every block. */
  static const uint32_t minus_2_128[5] = {0xfffffffb, 0xffffffff, 0xffffffff, 0xffffffff, 2};
  uint8_t block[16];
  uint64_t carry = 0;

  for (int i = 0; i < 5; i++) {
    carry += (uint64_t)p->h[i] + minus_2_128[i];
    p->h[i] = (uint32_t)carry;
    carry >>= 32;
  }
  /* h[4] <= 7 + 2 + 1 now; what lies above 2^130 is folded, times 5, so that h[4] <= 4 as the contract wants. */
  carry = 5 * (uint64_t)(p->h[4] >> 2);
  p->h[4] &= 3;
  for (int i = 0; i < 5; i++) {
    carry += p->h[i];
    p->h[i] = (uint32_t)carry;
    carry >>= 32;
  }
  pch_pad16(block, msg, len);
  block[len] = 1;
  pch_poly1305_blocks(backend, p, block, sizeof block);
  pch_wipe(block, sizeof block);
}

void pch_poly1305_tag(const pch_poly1305 *p, uint8_t tag[16])
{
  /* Carries between 64-bit words by comparison: a sum that is below an addend has passed 2^64. */
  uint64_t h0 = pch_words_to64(p->h), h1 = pch_words_to64(p->h + 2);
  const uint64_t s0 = pch_words_to64(p->s), s1 = pch_words_to64(p->s + 2);
  uint64_t fold = 5 * (uint64_t)(p->h[4] >> 2), less0, less1, carry, take;
  uint32_t h2 = p->h[4] & 3;

  /* h < 2^131: one fold leaves h < 2^130 + 5, of which at most one p = 2^130 - 5 can be taken. */
  h0 += fold;
  carry = h0 < fold;
  h1 += carry;
  h2 += h1 < carry;
  /* h - p = h + 5 - 2^130: taken if h + 5 reaches 2^130. */
  less0 = h0 + 5;
  carry = less0 < 5;
  less1 = h1 + carry;
  take = 0 - (uint64_t)((h2 + (less1 < carry)) >> 2);
  h0 = (h0 & ~take) | (less0 & take);
  h1 = (h1 & ~take) | (less1 & take);
  h0 += s0;
  h1 += s1 + (h0 < s0);
  pch_store64(tag, h0);
  pch_store64(tag + 8, h1);
}
