/* What SWIG reads: polycha.h in a form that a language with checked buffers can be given.
 *
 * - Every buffer is a pointer with its size in bytes, and every size is checked here: whatever a caller passes, no byte
 *   outside of a buffer is read or written. A buffer of size 0 may be NULL.
 * - An output buffer may be longer than what is written; what lies beyond stays as it was.
 * - Every function that can fail returns an int64_t: the bytes that it wrote, or a negative status, one of
 *   polycha_status or of those below. What polycha.h says of each status holds here too.
 * - A context is an object on the heap that its _new function makes and its _free function wipes. A second call on a
 *   context while one runs in another thread is an error, PCH_SHIM_ERR_BUSY, and changes nothing.
 *
 * It knows no language: how a buffer, a context and an error look there is said in the typemaps of LANGUAGE/LANGUAGE.i.
 */
#ifndef PCH_SHIM_H
#define PCH_SHIM_H

#include "polycha.h"

enum {
  PCH_SHIM_ERR_KEY = -32,      /* a key that has not 32 bytes */
  PCH_SHIM_ERR_NONCE = -33,    /* a nonce of a length that the function does not take */
  PCH_SHIM_ERR_TAG_SIZE = -34, /* a tag that has not 16 bytes */
  PCH_SHIM_ERR_CAPACITY = -35, /* an output buffer that is too short */
  PCH_SHIM_ERR_ROUNDS = -36,   /* rounds other than 8, 12 and 20 */
  PCH_SHIM_ERR_BUSY = -37      /* the context is at work in another thread */
};

/* A sentence for a negative result of any function here; never NULL. */
const char *pch_shim_strerror(int64_t status);

/* ---- AEAD in one call ---- */

/* Writes src_size + 16 bytes. nonce: 12 bytes, for the x function 24. */
int64_t pch_shim_seal(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size, const uint8_t *aad,
                      size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key, size_t key_size);
int64_t pch_shim_xseal(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size, const uint8_t *aad,
                       size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key, size_t key_size);

/* Writes src_size - 16 bytes, or with dst == NULL only verifies and returns 0. After POLYCHA_ERR_TAG these bytes are zero. */
int64_t pch_shim_open(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size, const uint8_t *aad,
                      size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key, size_t key_size);
int64_t pch_shim_xopen(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size, const uint8_t *aad,
                       size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key, size_t key_size);

/* The same with the tag, 16 bytes, in a buffer of its own; they write src_size bytes to dst. */
int64_t pch_shim_seal_detached(uint8_t *dst, size_t dst_size, uint8_t *tag, size_t tag_size, const uint8_t *src,
                               size_t src_size, const uint8_t *aad, size_t aad_size, const uint8_t *nonce,
                               size_t nonce_size, const uint8_t *key, size_t key_size);
int64_t pch_shim_xseal_detached(uint8_t *dst, size_t dst_size, uint8_t *tag, size_t tag_size, const uint8_t *src,
                                size_t src_size, const uint8_t *aad, size_t aad_size, const uint8_t *nonce,
                                size_t nonce_size, const uint8_t *key, size_t key_size);
int64_t pch_shim_open_detached(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size,
                               const uint8_t *expected_tag, size_t expected_tag_size, const uint8_t *aad,
                               size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key,
                               size_t key_size);
int64_t pch_shim_xopen_detached(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size,
                                const uint8_t *expected_tag, size_t expected_tag_size, const uint8_t *aad,
                                size_t aad_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key,
                                size_t key_size);

/* ---- AEAD in pieces ---- */

typedef struct pch_shim_aead_ctx pch_shim_aead_ctx;

/* NULL: out of memory. The context is not initialised yet. */
pch_shim_aead_ctx *pch_shim_aead_new(void);
/* NULL is allowed. Not while another call on the context runs. */
void pch_shim_aead_free(pch_shim_aead_ctx *aead);

/* nonce: 12 bytes (RFC 8439) or 24 (XChaCha20-Poly1305). May be called again at any time, for another message. */
int64_t pch_shim_aead_init(pch_shim_aead_ctx *aead, const uint8_t *nonce, size_t nonce_size, const uint8_t *key,
                           size_t key_size);
int64_t pch_shim_aead_aad(pch_shim_aead_ctx *aead, const uint8_t *aad, size_t aad_size);
int64_t pch_shim_aead_encrypt(pch_shim_aead_ctx *aead, uint8_t *dst, size_t dst_size, const uint8_t *src,
                              size_t src_size);
/* Writes 16 bytes, and ends the context. */
int64_t pch_shim_aead_tag(pch_shim_aead_ctx *aead, uint8_t *tag, size_t tag_size);
/* What it writes is not verified. dst == NULL: it only authenticates, and returns 0. */
int64_t pch_shim_aead_decrypt(pch_shim_aead_ctx *aead, uint8_t *dst, size_t dst_size, const uint8_t *src,
                              size_t src_size);
/* Ends the context. */
int64_t pch_shim_aead_verify(pch_shim_aead_ctx *aead, const uint8_t *expected_tag, size_t expected_tag_size);

/* ---- ChaCha alone ---- */

/* Writes src_size bytes. nonce: 12 bytes. */
int64_t pch_shim_chacha20_xor(uint8_t *dst, size_t dst_size, const uint8_t *src, size_t src_size, const uint8_t *nonce,
                              size_t nonce_size, uint32_t counter, const uint8_t *key, size_t key_size);

typedef struct pch_shim_chacha_ctx pch_shim_chacha_ctx;

pch_shim_chacha_ctx *pch_shim_chacha_new(void);
void pch_shim_chacha_free(pch_shim_chacha_ctx *chacha);

/* nonce: 8, 12 or 24 bytes; rounds: 8, 12 or 20. May be called again at any time. */
int64_t pch_shim_chacha_init(pch_shim_chacha_ctx *chacha, const uint8_t *nonce, size_t nonce_size, unsigned rounds,
                             const uint8_t *key, size_t key_size);
int64_t pch_shim_chacha_update(pch_shim_chacha_ctx *chacha, uint8_t *dst, size_t dst_size, const uint8_t *src,
                               size_t src_size);
int64_t pch_shim_chacha_seek(pch_shim_chacha_ctx *chacha, uint64_t block, unsigned byte);

/* Writes the 32-byte subkey. nonce: 16 bytes. */
int64_t pch_shim_hchacha20(uint8_t *dst, size_t dst_size, const uint8_t *nonce, size_t nonce_size, const uint8_t *key,
                           size_t key_size);

/* ---- Poly1305 alone ---- */

int64_t pch_shim_poly1305(uint8_t *tag, size_t tag_size, const uint8_t *src, size_t src_size, const uint8_t *key,
                          size_t key_size);
int64_t pch_shim_poly1305_verify(const uint8_t *expected_tag, size_t expected_tag_size, const uint8_t *src,
                                 size_t src_size, const uint8_t *key, size_t key_size);

typedef struct pch_shim_poly1305_ctx pch_shim_poly1305_ctx;

pch_shim_poly1305_ctx *pch_shim_poly1305_new(void);
void pch_shim_poly1305_free(pch_shim_poly1305_ctx *poly1305);

int64_t pch_shim_poly1305_init(pch_shim_poly1305_ctx *poly1305, const uint8_t *key, size_t key_size);
int64_t pch_shim_poly1305_update(pch_shim_poly1305_ctx *poly1305, const uint8_t *src, size_t src_size);
/* Writes 16 bytes, and ends the context. */
int64_t pch_shim_poly1305_final(pch_shim_poly1305_ctx *poly1305, uint8_t *tag, size_t tag_size);

/* ---- The shapes of the JDK's intrinsics ---- */

/* Counts are of elements. POLYCHA_ERR_LENGTH: not 16 words of state, or a keystream under 1024 bytes. */
int64_t pch_shim_jdk_chacha20_block(const int32_t *state, size_t state_count, uint8_t *keystream,
                                    size_t keystream_size);
/* Returns 0. POLYCHA_ERR_LENGTH: not 5 limbs each, or src_size is no multiple of 16. */
int64_t pch_shim_jdk_poly1305_blocks(const uint8_t *src, size_t src_size, int64_t *a, size_t a_count, const int64_t *r,
                                     size_t r_count);

/* ---- Builds and backends: as in polycha.h ---- */

const char *pch_shim_version(void);
const char *pch_shim_build(void);
size_t pch_shim_backend_count(void);
const char *pch_shim_backend_name(size_t i);
int pch_shim_backend_usable(size_t i);
/* NULL if POLYCHA_BACKEND names none that can be used. */
const char *pch_shim_backend(void);
/* name == NULL: the automatic choice. */
int64_t pch_shim_backend_use(const char *name);

#endif
