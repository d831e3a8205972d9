/* Inside the core: what the one-shot and the incremental AEAD share. */
#ifndef PCH_AEAD_H
#define PCH_AEAD_H

#include "backend.h"

/* Bytes of text that are enciphered and authenticated in turn, so that the second pass finds them in the L1 cache. A
 * multiple of every stride. */
#define PCH_AEAD_TURN 16384

/* The last rest_len (below 16) bytes of the text, padded, and the block of the two lengths. */
void pch_aead_authenticate_end(const pch_backend *backend, pch_poly1305 *mac, const uint8_t *rest, size_t rest_len,
                               uint64_t aad_len, uint64_t text_len);

#endif
