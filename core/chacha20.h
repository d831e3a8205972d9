/* Inside the core: ChaCha's state, and the walk down a backend's ladder. */
#ifndef PCH_CHACHA20_H
#define PCH_CHACHA20_H

#include "backend.h"

/* RFC 8439 section 2.3: constants, key, counter, nonce. */
void pch_chacha_state(uint32_t state[16], const uint8_t key[32], uint32_t counter, const uint8_t nonce[12]);

/* HChaCha with 2 * double_rounds rounds (draft-irtf-cfrg-xchacha-03 section 2.2). */
void pch_hchacha(const pch_backend *backend, uint8_t out[32], const uint8_t in[16], const uint8_t key[32],
                 unsigned double_rounds);

/* XORs len bytes by whichever rungs fit. head: as in pch_chacha_fn; len may be 0, with or without it. The caller has
 * checked that state[12] does not wrap within the blocks that this needs; it is left at the next block, modulo 2^32. */
void pch_chacha_run(const pch_backend *backend, uint8_t *dst, const uint8_t *src, size_t len, uint32_t state[16],
                    unsigned double_rounds, uint8_t head[64]);

/* The rung for len bytes, head included. */
const pch_chacha_rung *pch_chacha_rung_for(const pch_backend *backend, size_t len);

/* The kernel for a stride of the first row of its ladder and `beyond` bytes more, or NULL. */
const pch_chacha_rung *pch_chacha_wide_for(const pch_backend *backend, size_t beyond);

#endif
