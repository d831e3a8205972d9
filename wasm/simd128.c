/* The backend `simd128`: 128-bit vectors of WebAssembly for ChaCha20. Poly1305 stays scalar: a multiplication of two 32-bit lanes
 * is three instructions of an engine for x86-64, and takes the vector units from ChaCha20. */
#include "simd128.h"
#include "backend.h"
#include "bytes.h"
#include "kernels/poly1305_radix32_wide.h"
#include "poly1305.h"
#include "vec_simd128.h"

#include "kernels/chacha20_emit.inc"
#include "kernels/chacha20_cols_rounds.inc"
#include "kernels/chacha20_rows_rounds.inc"

#define CHACHA_NAME chacha_rows1_simd128
#define CHACHA_SETS 1
#define CHACHA_ROUNDS CHACHA_ROWS_TOGETHER
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_rows2_simd128
#define CHACHA_SETS 2
#define CHACHA_ROUNDS CHACHA_ROWS_TOGETHER
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_rows3_simd128
#define CHACHA_SETS 3
#define CHACHA_ROUNDS CHACHA_ROWS_TOGETHER
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_cols4_simd128
#include "kernels/chacha20_cols.inc"

/* The AEAD's whole transcript, without a detour through memory. One loop for its three parts, so that there is one copy of the
 * multiplication. */
static void transcript_simd128(uint8_t tag[16], const uint8_t key[32], const uint8_t *aad, size_t aad_len,
                               const uint8_t *text, size_t text_len)
{
  const poly_key k = poly_prepare(pch_load64(key) & PCH_CLAMP_LOW, pch_load64(key + 8) & PCH_CLAMP_HIGH);
  poly_accumulator h = {0, 0, 0, 0};
  uint8_t lengths[16];
  const struct {
    const uint8_t *start;
    size_t len;
  } parts[] = {{aad, aad_len}, {text, text_len}, {lengths, sizeof lengths}};

  pch_store64(lengths, aad_len);
  pch_store64(lengths + 8, text_len);
  for (int i = 0; i < 3; i++) {
    const uint8_t *msg = parts[i].start;
    size_t len = parts[i].len;

    while (len) {
      size_t take = len < 16 ? len : 16;

      pch_block words = take < 16 ? pch_load_padded(msg, take) : (pch_block){pch_load64(msg), pch_load64(msg + 8)};

      poly_absorb(&h, &k, words.low, words.high);
      msg += take;
      len -= take;
    }
  }
  pch_poly1305_finish(tag, poly_value(h), (pch_block){pch_load64(key + 16), pch_load64(key + 24)});
}

enum { FUSED_STRIDE = 16 * VEC_BYTES };

/* ChaCha20 by columns and Poly1305 a block at a time in one walk: the vector units encipher a stride while the multiplier takes
 * in two blocks of ciphertext after each of eight double rounds. ready: bytes of ciphertext from msg on that are there. To seal,
 * each stride makes more of them; to open, all are there, and each stride is read before it is deciphered.
 *
 * One loop for all double rounds: engines put no pure operation across a loop's end, so the two stay side by side, and there is
 * one copy of each. Emerald Rapids class VM, Node 20.20, 2026-11-30, 16 KiB: 1.37 bytes per ns; the two kernels in turns 1.10;
 * this with Poly1305 in five limbs of 26 bits 1.14, in 32-bit words and a fifth 1.24. */
static void chacha20_poly1305_simd128(pch_poly1305 *p, uint8_t *dst, const uint8_t *src, size_t len,
                                      const uint32_t state[16], const uint8_t *msg, size_t ready, bool seals,
                                      size_t after)
{
  enum { IN_ROUND = 32, HASHING_ROUNDS = FUSED_STRIDE / IN_ROUND };
  const uint8_t *end = (seals ? dst : src) + len + after;
  const poly_key k = poly_prepare(pch_words_to64(p->r), pch_words_to64(p->r + 2));
  poly_accumulator h = poly_load(p);
  v32 counter = vec_broadcast32(state[12]) + vec_block_counter(), x[16];

  for (; len; len -= FUSED_STRIDE) {
    size_t rounds = ready < FUSED_STRIDE ? ready / IN_ROUND : HASHING_ROUNDS;

    chacha_cols_start(x, state, counter);
    for (size_t n = 0; n < 10; n++) {
      size_t take = n < rounds ? IN_ROUND : 0;

      chacha_cols_double_round(x);
      poly_absorb_blocks(&h, &k, msg, take);
      msg += take;
    }
    chacha_cols_finish_whole(x, state, counter, dst, src);
    ready += (seals ? FUSED_STRIDE : 0) - IN_ROUND * rounds;
    dst += FUSED_STRIDE;
    src += FUSED_STRIDE;
    counter += vec_broadcast32(VEC_BYTES / 4);
  }
  poly_absorb_blocks(&h, &k, msg, (size_t)(end - msg));
  poly_store(p, h);
}

static void seal_simd128(pch_poly1305 *p, uint8_t *dst, const uint8_t *src, size_t len, const uint32_t state[16],
                         size_t before, size_t after)
{
  chacha20_poly1305_simd128(p, dst, src, len, state, dst - before, before, true, after);
}

static void open_simd128(pch_poly1305 *p, uint8_t *dst, const uint8_t *src, size_t len, const uint32_t state[16],
                         size_t before, size_t after)
{
  /* What lies before is not to be read behind the strides, which may be deciphered in place. */
  if (before)
    pch_poly1305_radix32_wide(p, src - before, before);
  chacha20_poly1305_simd128(p, dst, src, len, state, src, len, false, after);
}

/* Thresholds, on the same machine, as parts of the time that the two kernels take in turns: the fused seal 1.06 at 704 bytes, 0.93
 * at 768; the fused open 1.06 at 448, 0.86 at 512. */
static const pch_chacha_rung chacha_ladder[] = {
  {192, 256, chacha_cols4_simd128, 0},
  {128, 192, chacha_rows3_simd128, 0},
  {64, 128, chacha_rows2_simd128, 0},
  {0, 64, chacha_rows1_simd128, 0},
};
static const pch_poly_rung poly_ladder[] = {{0, pch_poly1305_radix32_wide, 0}};
static const pch_transcript_rung transcript_ladder[] = {{0, transcript_simd128, 0}};

const pch_backend pch_backend_simd128 = {
  .name = "simd128",
  .needs = 0,
  .jdk_bytes = 256,
  .chacha = chacha_ladder,
  .poly = poly_ladder,
  .transcript = transcript_ladder,
  .transcript_max = SIZE_MAX,
  .seal_over = 736,
  .open_over = 496,
  .seal = seal_simd128,
  .open = open_simd128,
  .fused_first = 0, /* the open has to take in what comes first by itself: 0.92 of the time at 1024 bytes without */
  .fused_stride = FUSED_STRIDE,
};
