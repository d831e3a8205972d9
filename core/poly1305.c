/* Poly1305 (RFC 8439 section 2.5): key, padding, final reduction, and the walk to the kernel for a length. */
#include "poly1305.h"

#include <string.h>

#include "bytes.h"
#include "polycha.h"
#include "wipe.h"

void pch_poly1305_start(pch_poly1305 *p, const uint8_t key[32])
{
  memset(p->h, 0, sizeof p->h);
  /* Clamping: the top four bits of each word of r are clear, and the low two of all but the first. So a product of limbs
   * leaves room for sums, and (5 / 4) r is an integer where a word of r meets 2^130 = 5. */
  p->r[0] = pch_load32(key) & 0x0fffffff;
  for (int i = 1; i < 4; i++)
    p->r[i] = pch_load32(key + 4 * i) & 0x0ffffffc;
  for (int i = 0; i < 4; i++)
    p->s[i] = pch_load32(key + 16 + 4 * i);
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
  uint8_t block[16] = {0};
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
  memcpy(block, msg, len);
  block[len] = 1;
  pch_poly1305_blocks(backend, p, block, sizeof block);
  pch_wipe(block, sizeof block);
}

void pch_poly1305_tag(const pch_poly1305 *p, uint8_t tag[16])
{
  uint32_t h[5], reduced[5];
  uint64_t carry;
  uint32_t keep;

  /* h < 2^131: one fold leaves h < 2^130 + 5, of which at most one p can be taken. */
  carry = 5 * (uint64_t)(p->h[4] >> 2);
  for (int i = 0; i < 5; i++) {
    carry += i < 4 ? p->h[i] : p->h[4] & 3;
    h[i] = (uint32_t)carry;
    carry >>= 32;
  }
  /* h - p = h + 5 - 2^130: taken if it is not negative, that is if h + 5 reaches 2^130. */
  carry = 5;
  for (int i = 0; i < 5; i++) {
    carry += h[i];
    reduced[i] = (uint32_t)carry;
    carry >>= 32;
  }
  keep = (reduced[4] >> 2) - 1; /* all ones: h was below p; 0: take h - p */
  keep = 0 - (keep >> 31);
  carry = 0;
  for (int i = 0; i < 4; i++) {
    carry += (uint64_t)((h[i] & keep) | (reduced[i] & ~keep)) + p->s[i];
    pch_store32(tag + 4 * i, (uint32_t)carry);
    carry >>= 32;
  }
  pch_wipe(h, sizeof h);
  pch_wipe(reduced, sizeof reduced);
}
