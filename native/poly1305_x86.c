/* The serial Poly1305 kernels of x86-64, for messages too short to repay the powers of r. */
#include "poly1305_x86.h"

#include "poly1305.h"
#include "poly1305_x86_steps.h"

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
  const poly_key k = poly_clamp(poly1305_key);
  poly_accumulator h = {0, 0, 0, 0};

  poly_absorb_padded(&h, &k, aad, aad_len);
  poly_absorb_padded(&h, &k, text, text_len);
  poly_absorb(&h, &k, aad_len, text_len);
  poly_tag(tag, h, poly1305_key + 16);
}
