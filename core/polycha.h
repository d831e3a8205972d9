/* polycha: ChaCha20, Poly1305 and ChaCha20-Poly1305 (RFC 8439), and XChaCha20-Poly1305
 * (draft-irtf-cfrg-xchacha-03).
 *
 * Rules that hold for every function below:
 *
 * - Lengths count bytes. A pointer may be NULL exactly when its length is 0, or where its function says so.
 * - An output either is its input (dst == src) or shares no byte with any argument. Every other overlap is
 *   POLYCHA_ERR_ARGUMENT. The other arguments may overlap each other.
 * - Every limit is checked before the first byte is written: after any error but POLYCHA_ERR_TAG the output is as it was.
 *   Of several errors in one call, POLYCHA_ERR_STATE comes before POLYCHA_ERR_LENGTH and POLYCHA_ERR_COUNTER, and these
 *   before POLYCHA_ERR_ARGUMENT and POLYCHA_ERR_BACKEND.
 * - After POLYCHA_ERR_TAG the plaintext output is all zero; nothing unauthenticated is ever returned by a one-shot call.
 * - A context that is given up before its end is wiped by its owner: polycha_wipe(&ctx, sizeof ctx).
 * - A context is an output too: no other argument may share a byte with it. An init that fails wipes it.
 * - Contexts are plain structs for the caller's stack or heap, of at most 2 KiB; their fields are private. They may be copied
 *   to fork a stream, but not shared between threads without a lock. Distinct contexts are independent.
 * - Time and memory addresses depend on lengths alone, never on keys, data or tags.
 */
#ifndef POLYCHA_H
#define POLYCHA_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) && !defined(SWIG)
#define POLYCHA_API __attribute__((visibility("default")))
#define POLYCHA_MUST_CHECK __attribute__((warn_unused_result))
#else
#define POLYCHA_API
#define POLYCHA_MUST_CHECK
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define POLYCHA_VERSION "0.1.0"

#define POLYCHA_KEY_BYTES 32    /* of ChaCha20, XChaCha20 and Poly1305 */
#define POLYCHA_NONCE_BYTES 12  /* RFC 8439 */
#define POLYCHA_XNONCE_BYTES 24 /* XChaCha20 */
#define POLYCHA_TAG_BYTES 16
#define POLYCHA_BLOCK_BYTES 64 /* of the ChaCha20 keystream */

/* The longest message of the AEAD (RFC 8439 section 2.8): the 32-bit block counter's 2^32 values without 0, whose block
 * is the Poly1305 key. */
#define POLYCHA_MESSAGE_BYTES_MAX (UINT64_C(64) * UINT32_MAX)

typedef enum polycha_status {
  POLYCHA_OK = 0,
  POLYCHA_ERR_TAG = -1,      /* the tag does not belong to this key, nonce, aad and ciphertext */
  POLYCHA_ERR_LENGTH = -2,   /* a length is outside what the function allows */
  POLYCHA_ERR_ARGUMENT = -3, /* NULL with a length, a partial overlap, or a value outside what the function allows */
  POLYCHA_ERR_STATE = -4,    /* the context is not initialised, has ended, or is in another phase */
  POLYCHA_ERR_COUNTER = -5,  /* the request passes the end of the block counter */
  POLYCHA_ERR_BACKEND = -6   /* the backend asked for is unknown here, or this CPU lacks what it needs */
} polycha_status;

/* ---- AEAD: ChaCha20-Poly1305, RFC 8439 section 2.8 ------------------------------------------------------------------
 *
 * A nonce must never be used twice with one key: doing so reveals the XOR of the two messages and allows forgeries.
 * Count nonces, or use the X functions below, whose 24-byte nonces may be chosen at random.
 */

/* Encrypts and authenticates.
 *
 * dst:    len + 16 bytes out: the ciphertext, then the tag. dst == src is allowed.
 * src:    len bytes of plaintext, at most POLYCHA_MESSAGE_BYTES_MAX.
 * aad:    aad_len bytes that are authenticated but not encrypted.
 * nonce:  12 bytes, unique for this key.
 * key:    32 bytes.
 *
 * Returns POLYCHA_OK, POLYCHA_ERR_LENGTH (len too large), POLYCHA_ERR_ARGUMENT or POLYCHA_ERR_BACKEND. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_seal(uint8_t *dst, const uint8_t *src, size_t len,
                                                           const uint8_t *aad, size_t aad_len,
                                                           const uint8_t nonce[POLYCHA_NONCE_BYTES],
                                                           const uint8_t key[POLYCHA_KEY_BYTES]);

/* Verifies and decrypts what polycha_seal made.
 *
 * dst:    len - 16 bytes out: the plaintext; all zero after POLYCHA_ERR_TAG. dst == src is allowed (the tag stays behind
 *         the plaintext). NULL: only verify.
 * src:    len bytes: ciphertext and tag.
 *
 * Returns POLYCHA_OK, POLYCHA_ERR_TAG, POLYCHA_ERR_LENGTH (len below 16 or too large), POLYCHA_ERR_ARGUMENT or
 * POLYCHA_ERR_BACKEND. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_open(uint8_t *dst, const uint8_t *src, size_t len,
                                                           const uint8_t *aad, size_t aad_len,
                                                           const uint8_t nonce[POLYCHA_NONCE_BYTES],
                                                           const uint8_t key[POLYCHA_KEY_BYTES]);

/* polycha_seal with the tag apart: dst holds len bytes, tag 16. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_seal_detached(uint8_t *dst, uint8_t tag[POLYCHA_TAG_BYTES],
                                                                    const uint8_t *src, size_t len, const uint8_t *aad,
                                                                    size_t aad_len,
                                                                    const uint8_t nonce[POLYCHA_NONCE_BYTES],
                                                                    const uint8_t key[POLYCHA_KEY_BYTES]);

/* polycha_open with the tag apart: src and dst hold len bytes. dst == NULL: only verify. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_open_detached(uint8_t *dst, const uint8_t *src, size_t len,
                                                                    const uint8_t tag[POLYCHA_TAG_BYTES],
                                                                    const uint8_t *aad, size_t aad_len,
                                                                    const uint8_t nonce[POLYCHA_NONCE_BYTES],
                                                                    const uint8_t key[POLYCHA_KEY_BYTES]);

/* XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03 section 2): the same four with a 24-byte nonce. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_xseal(uint8_t *dst, const uint8_t *src, size_t len,
                                                            const uint8_t *aad, size_t aad_len,
                                                            const uint8_t nonce[POLYCHA_XNONCE_BYTES],
                                                            const uint8_t key[POLYCHA_KEY_BYTES]);
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_xopen(uint8_t *dst, const uint8_t *src, size_t len,
                                                            const uint8_t *aad, size_t aad_len,
                                                            const uint8_t nonce[POLYCHA_XNONCE_BYTES],
                                                            const uint8_t key[POLYCHA_KEY_BYTES]);
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_xseal_detached(uint8_t *dst, uint8_t tag[POLYCHA_TAG_BYTES],
                                                                     const uint8_t *src, size_t len, const uint8_t *aad,
                                                                     size_t aad_len,
                                                                     const uint8_t nonce[POLYCHA_XNONCE_BYTES],
                                                                     const uint8_t key[POLYCHA_KEY_BYTES]);
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_xopen_detached(uint8_t *dst, const uint8_t *src, size_t len,
                                                                     const uint8_t tag[POLYCHA_TAG_BYTES],
                                                                     const uint8_t *aad, size_t aad_len,
                                                                     const uint8_t nonce[POLYCHA_XNONCE_BYTES],
                                                                     const uint8_t key[POLYCHA_KEY_BYTES]);

/* ---- ChaCha alone, RFC 8439 section 2.4 -----------------------------------------------------------------------------
 *
 * Unauthenticated: whoever can change the ciphertext changes the plaintext.
 */

/* XORs len bytes with the ChaCha20 keystream that starts at block `counter`. dst == src is allowed.
 * Returns POLYCHA_OK, POLYCHA_ERR_COUNTER (more than 2^32 - counter blocks), POLYCHA_ERR_ARGUMENT or
 * POLYCHA_ERR_BACKEND. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_chacha20_xor(uint8_t *dst, const uint8_t *src, size_t len,
                                                                   const uint8_t nonce[POLYCHA_NONCE_BYTES],
                                                                   uint32_t counter,
                                                                   const uint8_t key[POLYCHA_KEY_BYTES]);

/* A stream that can be fed in pieces and moved. Wipe it with polycha_wipe(&ctx, sizeof ctx) when done. */
typedef struct polycha_chacha_ctx {
  const void *backend;     /* NULL: not initialised */
  uint64_t next_block;     /* the next block to compute */
  uint32_t state[16];      /* RFC 8439 section 2.3; the counter words are set from next_block */
  uint32_t double_rounds;  /* half of `rounds` */
  uint32_t wide_counter;   /* 1: 64-bit counter (8-byte nonce), 0: 32-bit */
  uint32_t ended;          /* 1: the wide counter has passed its last block */
  uint32_t kept;           /* unused keystream bytes, at the end of `keystream` */
  uint32_t refill;         /* blocks that the next refill asks for: grows as the stream proves long */
  uint8_t keystream[1024]; /* a stride of the kernel that fills it */
} polycha_chacha_ctx;

/* Starts a stream at block 0.
 *
 * nonce_len:  8 (the original ChaCha, 64-bit counter), 12 (RFC 8439, 32-bit counter) or 24 (XChaCha, 32-bit counter).
 * rounds:     8, 12 or 20.
 *
 * Returns POLYCHA_OK, POLYCHA_ERR_LENGTH (nonce_len), POLYCHA_ERR_ARGUMENT or POLYCHA_ERR_BACKEND. After an error the
 * context is not initialised. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_chacha_init(polycha_chacha_ctx *ctx, const uint8_t *nonce,
                                                                  size_t nonce_len, unsigned rounds,
                                                                  const uint8_t key[POLYCHA_KEY_BYTES]);

/* XORs the next len bytes of the stream. dst == src is allowed. However a message is cut, the bytes are the same.
 * Returns POLYCHA_OK, POLYCHA_ERR_COUNTER (the stream is shorter than that), POLYCHA_ERR_STATE (not initialised) or
 * POLYCHA_ERR_ARGUMENT. After an error the stream stands where it stood. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_chacha_update(polycha_chacha_ctx *ctx, uint8_t *dst,
                                                                    const uint8_t *src, size_t len);

/* Moves the stream to byte 64 * block + byte. byte: 0 to 63. The very end, block 2^32 and byte 0 of a 32-bit counter, is
 * allowed; nothing can follow there. The end of a 64-bit counter can be reached by update alone.
 * Returns POLYCHA_OK, POLYCHA_ERR_COUNTER (past the end), POLYCHA_ERR_STATE or POLYCHA_ERR_ARGUMENT (byte over 63).
 * After an error the stream stands where it stood. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_chacha_seek(polycha_chacha_ctx *ctx, uint64_t block,
                                                                  unsigned byte);

/* HChaCha20 (draft-irtf-cfrg-xchacha-03 section 2.2): the 32-byte subkey of a key and 16 bytes of nonce.
 * Returns POLYCHA_OK, POLYCHA_ERR_ARGUMENT or POLYCHA_ERR_BACKEND. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_hchacha20(uint8_t out[32], const uint8_t in[16],
                                                                const uint8_t key[POLYCHA_KEY_BYTES]);

/* ---- Poly1305 alone, RFC 8439 section 2.5 ---------------------------------------------------------------------------
 *
 * A one-time authenticator: a key must never authenticate two messages.
 */

/* Returns POLYCHA_OK, POLYCHA_ERR_ARGUMENT or POLYCHA_ERR_BACKEND. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_poly1305(uint8_t tag[POLYCHA_TAG_BYTES], const uint8_t *msg,
                                                               size_t len, const uint8_t key[POLYCHA_KEY_BYTES]);

/* Compares in constant time. Returns POLYCHA_OK, POLYCHA_ERR_TAG, POLYCHA_ERR_ARGUMENT or POLYCHA_ERR_BACKEND. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_poly1305_verify(const uint8_t tag[POLYCHA_TAG_BYTES],
                                                                      const uint8_t *msg, size_t len,
                                                                      const uint8_t key[POLYCHA_KEY_BYTES]);

/* h: the accumulator; r, s: the key's halves, r clamped (RFC 8439 section 2.5). Limbs of 32 bits, least first. */
struct polycha_poly1305_state {
  uint32_t h[5];
  uint32_t r[4];
  uint32_t s[4];
};

typedef struct polycha_poly1305_ctx {
  const void *backend; /* NULL: not initialised, or ended */
  struct polycha_poly1305_state state;
  uint32_t kept; /* bytes in `partial` */
  uint8_t partial[16];
  uint64_t reserved[48]; /* room for the powers of r that a vector kernel needs, in a later version of this ABI */
} polycha_poly1305_ctx;

/* Returns POLYCHA_OK, POLYCHA_ERR_ARGUMENT or POLYCHA_ERR_BACKEND. After an error the context is not initialised. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_poly1305_init(polycha_poly1305_ctx *ctx,
                                                                    const uint8_t key[POLYCHA_KEY_BYTES]);

/* Takes in the next len bytes. Returns POLYCHA_OK, POLYCHA_ERR_STATE or POLYCHA_ERR_ARGUMENT. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_poly1305_update(polycha_poly1305_ctx *ctx, const uint8_t *msg,
                                                                      size_t len);

/* Writes the tag and wipes the context. Returns POLYCHA_OK, POLYCHA_ERR_STATE or POLYCHA_ERR_ARGUMENT. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_poly1305_final(polycha_poly1305_ctx *ctx,
                                                                     uint8_t tag[POLYCHA_TAG_BYTES]);

/* ---- AEAD in pieces -------------------------------------------------------------------------------------------------
 *
 * One message, one tag, at the end. Order of calls: init; aad, any number; encrypt, any number, then tag; or decrypt, any
 * number, then verify. The first data call fixes the direction and closes the aad; with no data, tag and verify are both
 * legal. tag and verify end the context and wipe it. On a live context a data or aad call with a length of 0 succeeds in
 * any phase and changes nothing.
 *
 * The first error stays, and all else in the context is wiped: every later call on it returns the same error again, so a
 * tag can only come out of a message of which every call succeeded. A call out of order is POLYCHA_ERR_STATE, and so is
 * any call on a context that is zeroed or has ended.
 */
typedef struct polycha_aead_ctx {
  polycha_chacha_ctx cipher;
  polycha_poly1305_ctx authenticator;
  uint64_t aad_len;
  uint64_t data_len;
  int32_t status; /* the first error */
  uint32_t phase; /* 0: not initialised, or ended */
} polycha_aead_ctx;

/* nonce_len: 12 (RFC 8439) or 24 (XChaCha20-Poly1305).
 * Returns POLYCHA_OK, POLYCHA_ERR_LENGTH (nonce_len), POLYCHA_ERR_ARGUMENT or POLYCHA_ERR_BACKEND. After an error the
 * context is not initialised. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_aead_init(polycha_aead_ctx *ctx, const uint8_t *nonce,
                                                                size_t nonce_len, const uint8_t key[POLYCHA_KEY_BYTES]);

/* Authenticates the next len bytes of the aad.
 * Returns POLYCHA_OK, POLYCHA_ERR_STATE (data has begun), POLYCHA_ERR_LENGTH (2^64 bytes in all) or
 * POLYCHA_ERR_ARGUMENT. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_aead_aad(polycha_aead_ctx *ctx, const uint8_t *aad, size_t len);

/* Encrypts the next len bytes. dst == src is allowed.
 * Returns POLYCHA_OK, POLYCHA_ERR_STATE, POLYCHA_ERR_LENGTH (over POLYCHA_MESSAGE_BYTES_MAX in all) or
 * POLYCHA_ERR_ARGUMENT. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_aead_encrypt(polycha_aead_ctx *ctx, uint8_t *dst,
                                                                   const uint8_t *src, size_t len);

/* Writes the tag of all that was encrypted and wipes the context.
 * Returns POLYCHA_OK, POLYCHA_ERR_STATE or POLYCHA_ERR_ARGUMENT. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_aead_tag(polycha_aead_ctx *ctx, uint8_t tag[POLYCHA_TAG_BYTES]);

/* Decrypts the next len bytes. What it writes IS NOT VERIFIED: it must not be used before polycha_aead_verify has
 * returned POLYCHA_OK. dst == src is allowed; dst == NULL only authenticates.
 * Returns POLYCHA_OK, POLYCHA_ERR_STATE, POLYCHA_ERR_LENGTH (over POLYCHA_MESSAGE_BYTES_MAX in all) or
 * POLYCHA_ERR_ARGUMENT. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_aead_decrypt(polycha_aead_ctx *ctx, uint8_t *dst,
                                                                   const uint8_t *src, size_t len);

/* Compares the tag in constant time and wipes the context.
 * Returns POLYCHA_OK, POLYCHA_ERR_TAG (throw all decrypted bytes away), POLYCHA_ERR_STATE or POLYCHA_ERR_ARGUMENT. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_aead_verify(polycha_aead_ctx *ctx,
                                                                  const uint8_t tag[POLYCHA_TAG_BYTES]);

/* ---- The shapes of the JDK's intrinsics -----------------------------------------------------------------------------
 *
 * What com.sun.crypto.provider.ChaCha20Cipher and Poly1305 ask of an intrinsic.
 */

/* Writes whole keystream blocks (20 rounds) of the counters state[12], state[12] + 1, ... to the start of keystream and
 * returns how many bytes: 64 with portable, 128 with ssse3, 256 with avx2, neon and simd128, 1024 with avx512 and avx512ifma;
 * fewer when state[12] reaches 2^32 - 1, which is the last block of a call. All 16 words, the constants too, are taken
 * from the array, which is not changed.
 * Or a negative polycha_status: POLYCHA_ERR_ARGUMENT or POLYCHA_ERR_BACKEND, with nothing written. */
POLYCHA_API POLYCHA_MUST_CHECK int polycha_jdk_chacha20_block(const int32_t state[16], uint8_t keystream[1024]);

/* Takes len bytes, a multiple of 16, into the accumulator a: for each block, a = (a + block + 2^128) r mod 2^130 - 5.
 * Limbs are 26 bits apart, least first.
 *
 * a:  in and out. In: each limb from -2^60 to 2^60, in any redundant form. Out: a[0] to a[3] in [0, 2^26), a[4] in
 *     [0, 2^27); the value is below 2^131, not fully reduced. With len 0, a comes out in that form too.
 * r:  a clamped key: five limbs in [0, 2^26), with the bits that RFC 8439 section 2.5 clears being clear.
 *
 * Returns POLYCHA_OK, POLYCHA_ERR_LENGTH (len is no multiple of 16), POLYCHA_ERR_ARGUMENT (r is not clamped, NULL,
 * overlap) or POLYCHA_ERR_BACKEND. */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_jdk_poly1305_blocks(const uint8_t *msg, size_t len, int64_t a[5],
                                                                          const int64_t r[5]);

/* ---- Builds and backends --------------------------------------------------------------------------------------------
 *
 * A backend is a set of kernels for one instruction set. The first computing call chooses the best that this CPU and
 * operating system can run. The environment variable POLYCHA_BACKEND (native build; empty means unset; ignored in
 * set-uid programs) or polycha_backend_use forces one. If the variable names a backend that is unknown or unusable, every
 * computing call returns POLYCHA_ERR_BACKEND until polycha_backend_use succeeds. A context keeps the backend that it was
 * initialised with. */

/* POLYCHA_VERSION of the library that runs. */
POLYCHA_API const char *polycha_version(void);

/* "portable" or "native"; "wasm" or "wasm-simd128" for the WebAssembly modules. */
POLYCHA_API const char *polycha_build(void);

/* The backends that were compiled in, best first: i from 0 to polycha_backend_count() - 1; NULL outside of that. */
POLYCHA_API size_t polycha_backend_count(void);
POLYCHA_API const char *polycha_backend_name(size_t i);

/* 1 if this CPU and operating system can run backend i, else 0. */
POLYCHA_API int polycha_backend_usable(size_t i);

/* The name of the backend that the next call will use; NULL if POLYCHA_BACKEND names none that can be used. */
POLYCHA_API const char *polycha_backend(void);

/* Forces a backend by name; NULL goes back to the automatic choice, whatever POLYCHA_BACKEND says. May be called at any
 * time, from any thread.
 * Returns POLYCHA_OK or POLYCHA_ERR_BACKEND (unknown or unusable; the choice is as it was). */
POLYCHA_API POLYCHA_MUST_CHECK polycha_status polycha_backend_use(const char *name);

/* A sentence for a status; never NULL. */
POLYCHA_API const char *polycha_strerror(polycha_status status);

/* Compares 16 bytes in constant time: 1 if equal, else 0. */
POLYCHA_API POLYCHA_MUST_CHECK int polycha_equal16(const uint8_t a[16], const uint8_t b[16]);

/* Overwrites len bytes with zeros in a way that the compiler cannot drop. */
POLYCHA_API void polycha_wipe(void *p, size_t len);

#ifdef __cplusplus
}
#endif

#endif
