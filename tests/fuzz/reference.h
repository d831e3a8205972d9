/* What the results should be, by OpenSSL, and by plain code for what OpenSSL does not have: other rounds than 20, any first
 * four words, a 64-bit counter, XChaCha20's key. */
#ifndef FUZZ_REFERENCE_H
#define FUZZ_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 reference_position;

/* Call it once before all else; it ends the program if plain code and OpenSSL differ, or if there is no OpenSSL. */
void reference_begin(void);

/* One keystream block (RFC 8439 section 2.3). */
void reference_block(uint8_t block[64], const uint32_t state[16], unsigned rounds);

void reference_hchacha(uint8_t out[32], const uint8_t in[16], const uint8_t key[32], unsigned rounds);

typedef struct {
  uint8_t key[32], nonce[12]; /* nonce: that of a counter of 32 bits; or 4 bytes unused, and 8 */
  unsigned rounds;
  bool wide; /* a counter of 64 bits */
} reference_stream;

/* nonce_len: 8, 12 or 24. */
reference_stream reference_stream_new(const uint8_t *nonce, size_t nonce_len, unsigned rounds, const uint8_t key[32]);

/* XORs len bytes from byte `position` of the stream on. dst may be src. */
void reference_xor(const reference_stream *stream, reference_position position, uint8_t *dst, const uint8_t *src,
                   size_t len);

/* Poly1305 of all that is given between the two. */
void reference_mac_begin(const uint8_t key[32]);
void reference_mac(const void *msg, size_t len);
void reference_mac_end(uint8_t tag[16]);

/* The AEAD of a whole message; nonce_len: 12 or 24. dst holds len bytes and may be src. */
void reference_seal(uint8_t *dst, uint8_t tag[16], const uint8_t *src, size_t len, const uint8_t *aad, size_t aad_len,
                    const uint8_t *nonce, size_t nonce_len, const uint8_t key[32]);
bool reference_open(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t tag[16], const uint8_t *aad,
                    size_t aad_len, const uint8_t *nonce, size_t nonce_len, const uint8_t key[32]);

#endif
