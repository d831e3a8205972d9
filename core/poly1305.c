/* Poly1305 (RFC 8439 section 2.5): key, padding, final reduction, and the walk to the kernel for a length. */
#include "poly1305.h"

#include <string.h>

#include "bytes.h"
#include "polycha.h"
#include "wipe.h"

void pch_poly1305_start(pch_poly1305 *p, const uint8_t key[32])
{
  memset(p->h, 0, sizeof p->h);
  pch_words_from64(p->r, pch_load64(key) & PCH_CLAMP_LOW);
  pch_words_from64(p->r + 2, pch_load64(key + 8) & PCH_CLAMP_HIGH);
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
  pch_wipe_frame(rung->frame);
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
  PCH_BELOW(p->h[4], 7 + 2 + 1 + 1);
  /* What lies above 2^130 is folded, times 5, so that h[4] is below 8 as the contract wants. */
  carry = 5 * (uint64_t)(p->h[4] >> 2);
  p->h[4] &= 3;
  for (int i = 0; i < 5; i++) {
    carry += p->h[i];
    p->h[i] = (uint32_t)carry;
    carry >>= 32;
  }
  PCH_BELOW(p->h[4], 5);
  pch_store_block(block, pch_load_padded(msg, len));
  block[len] = 1;
  pch_poly1305_blocks(backend, p, block, sizeof block);
  pch_wipe(block, sizeof block);
}

void pch_poly1305_tag(const pch_poly1305 *p, uint8_t tag[16])
{
  pch_poly1305_finish(tag, pch_poly1305_accumulator(p), (pch_block){pch_words_to64(p->s), pch_words_to64(p->s + 2)});
}
