/* The contract between the core and the kernels.
 *
 * A backend is a table of kernels for one instruction set. The core knows messages, limits, padding and wiping; a kernel
 * knows how to compute whole strides fast. Which kernel runs at which length is data: the ladders below.
 */
#ifndef PCH_BACKEND_H
#define PCH_BACKEND_H

#include "polycha.h"

/* XORs len bytes of src with keystream to dst (dst == src is allowed).
 *
 * state:  RFC 8439 section 2.3: constants, key, block counter in state[12], nonce. Read only. The counter never wraps
 *         within the blocks that a call needs; blocks that a wide kernel computes beyond them are thrown away.
 * head:   NULL, or 64 bytes that receive the keystream of the block at state[12]; the data then starts at the next
 *         block. This is how the AEAD gets its Poly1305 key (RFC 8439 section 2.6) out of the same pass as the data.
 * len:    With total = len + (head ? 64 : 0): 1 <= total, and either total <= stride, where the last block may be
 *         partial, or total is a multiple of the stride.
 *
 * Reads exactly len bytes of src and writes exactly len bytes of dst. */
typedef void pch_chacha_fn(uint8_t *dst, const uint8_t *src, size_t len, const uint32_t state[16],
                           unsigned double_rounds, uint8_t head[64]);

/* The one form in which a Poly1305 state crosses the contract: little-endian 32-bit limbs.
 * h is carried: h[4] <= 7, so h < 2^131. r is clamped. */
typedef struct polycha_poly1305_state pch_poly1305;

/* Takes len bytes, a multiple of 16 and not 0, into p->h: h = (h + block + 2^128) r for each block. */
typedef void pch_poly_fn(pch_poly1305 *p, const uint8_t *msg, size_t len);

/* Optional, for long messages of 20 rounds: XORs len bytes, a multiple of fused_stride and not 0, and takes ciphertext (at dst
 * if it seals, at src if it opens) into p->h, in one walk: that of these len bytes, and of the `before` bytes in front of them
 * and the `after` bytes behind, whose ciphertext is there already, as far as all that makes whole blocks of 16. src == dst is
 * allowed. before: a multiple of 16. after: 0 if len is no multiple of 16. */
typedef void pch_fused_fn(pch_poly1305 *p, uint8_t *dst, const uint8_t *src, size_t len, const uint32_t state[16],
                          size_t before, size_t after);

/* Optional, for short messages: the tag of the AEAD's whole transcript (RFC 8439 section 2.8: aad, zeros up to a multiple of
 * 16, text, zeros likewise, both lengths) under the Poly1305 key, which is not clamped yet. */
typedef void pch_transcript_fn(uint8_t tag[16], const uint8_t key[32], const uint8_t *aad, size_t aad_len,
                               const uint8_t *text, size_t text_len);

/* A ladder is an array of rungs with `over` strictly descending, the last one 0. The first rung with len > over runs. */
typedef struct {
  size_t over;
  size_t stride; /* bytes; a multiple of 64, and at most PCH_STRIDE_MAX */
  pch_chacha_fn *run;
  size_t frame; /* bytes of stack that may hold key or keystream when it returns: the core clears them. 0: none */
} pch_chacha_rung;

typedef struct {
  size_t over;
  pch_poly_fn *run;
  size_t frame; /* likewise, for r, its powers and the accumulator */
} pch_poly_rung;

typedef struct {
  size_t over; /* of the text alone */
  pch_transcript_fn *run;
  size_t frame;
} pch_transcript_rung;

/* The longest aad that is left to a transcript kernel: there it is taken in a block at a time. */
#define PCH_TRANSCRIPT_AAD_MAX 64

typedef struct {
  const char *name;              /* as in POLYCHA_BACKEND */
  uint32_t needs;                /* PCH_CPU_* bits of native/cpu.h, all required; exactly the file's compiler flags */
  uint32_t jdk_bytes;            /* what polycha_jdk_chacha20_block writes at once */
  const pch_chacha_rung *chacha; /* for the AEAD, `len` counts the 64 bytes of the Poly1305 key */
  /* NULL, or a ladder of kernels whose strides are a little more than that of the first row of `chacha`: taken once, instead
   * of that row, where whole strides would leave no more than that little, which is what `over` is compared with. */
  const pch_chacha_rung *wide;
  const pch_poly_rung *poly;
  const pch_transcript_rung *transcript; /* NULL: never */
  size_t transcript_max;                 /* the longest text that is left to it */
  size_t seal_over, open_over;           /* longer messages than that are left to seal and open */
  pch_fused_fn *seal, *open;             /* NULL: the core takes the two ladders in turns */
  /* Bytes that come out of one pass with the Poly1305 key, before the fused ones: with fused_pass or wide kernels, at most. */
  size_t fused_first;
  /* What a kernel for any length deciphers at once, a multiple of 64; 0: to open, first is as to seal. */
  size_t fused_pass;
  size_t fused_stride; /* 1, or a multiple of 64; with fused_first not above seal_over and open_over + 1 */
  size_t fused_frame;  /* as in the rungs */
} pch_backend;

/* The widest stride of any rung. */
#define PCH_STRIDE_MAX 1792

/* A kernel's `frame` is what it needs at -O2 and -O3. Elsewhere compilers spill more, and every frame counts as the largest.
 * At -O1, of which a compiler does not tell, the build defines this. WebAssembly has no registers to spill: at every -O the
 * stack holds only what has an address. */
#if !defined(PCH_FRAMES_UNKNOWN) && (!defined(__OPTIMIZE__) || (defined(__OPTIMIZE_SIZE__) && !defined(__wasm__)))
#define PCH_FRAMES_UNKNOWN
#endif

/* The largest stack frame of any kernel. At -O2 and -O3 the build warns of a larger one. */
#ifdef PCH_FRAMES_UNKNOWN
#define PCH_FRAME_MAX 16384
#else
#define PCH_FRAME_MAX 4096
#endif

/* By so much a frame may be larger under Windows' ABI: it has the callee save ten vector registers more, which may hold its
 * caller's secrets, gives it fewer of the others, and does not align its stack for vectors. GCC 12's are up to 296 bytes larger
 * (./dev test frames). */
#define PCH_FRAME_WIN64 320

/* The scalar backend: the oracle for all others, and what runs where no other can. */
extern const pch_backend pch_backend_portable;

/* What a computing call uses: fixed.c in builds with one backend, native/dispatch.c elsewhere. NULL: the backend that was
 * asked for cannot be used (POLYCHA_ERR_BACKEND). */
const pch_backend *pch_backend_active(void);

/* The Poly1305 kernels in plain C (kernels/poly1305_radix*.c). The best for the target is pch_backend_portable's. */
extern pch_poly_fn pch_poly1305_radix26, pch_poly1305_radix26x2, pch_poly1305_radix32, pch_poly1305_radix32_wide;
#ifdef __SIZEOF_INT128__
extern pch_poly_fn pch_poly1305_radix64, pch_poly1305_radix64x2;
#endif

#endif
