/* Inside the core: Poly1305 on whole blocks, for the authenticator and the AEAD. */
#ifndef PCH_POLY1305_H
#define PCH_POLY1305_H

#include "backend.h"

/* RFC 8439 section 2.5.1: clamps r, takes s, clears h. */
void pch_poly1305_start(pch_poly1305 *p, const uint8_t key[32]);

/* Takes in whole blocks by whichever rung fits. len % 16 == 0, and may be 0. */
void pch_poly1305_blocks(const pch_backend *backend, pch_poly1305 *p, const uint8_t *msg, size_t len);

/* Takes in the last 1 to 15 bytes of a message: their 1 bit stands right behind them instead of at 2^128. */
void pch_poly1305_last(const pch_backend *backend, pch_poly1305 *p, const uint8_t *msg, size_t len);

/* Reduces h fully and adds s: the tag. */
void pch_poly1305_tag(const pch_poly1305 *p, uint8_t tag[16]);

#endif
