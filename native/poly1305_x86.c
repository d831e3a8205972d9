/* The serial Poly1305 kernels of x86-64, for messages too short to repay the powers of r. */
#include "poly1305_x86.h"

#include "poly1305.h"
#include "poly1305_x86_steps.h"

/* And zeros up to a multiple of 16. */
PCH_INLINE void absorb_padded(poly_accumulator *h, const poly_key *k, const uint8_t *msg, size_t len)
{
  poly_absorb_blocks(h, k, msg, len);
  if (len % 16) {
    pch_block last = pch_load_padded(msg + (len - len % 16), len % 16);

    poly_absorb(h, k, last.low, last.high);
  }
}

void pch_poly1305_serial_x86(pch_poly1305 *p, const uint8_t *msg, size_t len)
{
  const poly_key k = poly_prepare(pch_words_to64(p->r), pch_words_to64(p->r + 2));
  poly_accumulator h = poly_load(p);

  poly_absorb_blocks(&h, &k, msg, len);
  poly_store(p, h);
}

void pch_poly1305_transcript_x86(uint8_t tag[16], const uint8_t poly1305_key[32], const uint8_t *aad, size_t aad_len,
                                 const uint8_t *text, size_t text_len)
{
  const poly_key k =
    poly_prepare(pch_load64(poly1305_key) & PCH_CLAMP_LOW, pch_load64(poly1305_key + 8) & PCH_CLAMP_HIGH);
  poly_accumulator h = {0, 0, 0, 0};

  absorb_padded(&h, &k, aad, aad_len);
  absorb_padded(&h, &k, text, text_len);
  poly_absorb(&h, &k, aad_len, text_len);
  poly_add(&h, h.over, 0, 0);
  pch_poly1305_finish(tag, (pch_block){h.h0, h.h1}, (uint32_t)h.h2,
                      (pch_block){pch_load64(poly1305_key + 16), pch_load64(poly1305_key + 24)});
}
