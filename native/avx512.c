/* The backend `avx512`: 512-bit vectors, no IFMA. */
#include "avx512.h"
#include "backend.h"
#include "cpu.h"
#include "dispatch.h"
#include "poly1305.h"
#include "poly1305_x86.h"
#include "radix26.h"
#include "vec_avx512.h"

#include "kernels/chacha20_emit.inc"
#include "kernels/chacha20_cols_rounds.inc"
#include "kernels/chacha20_rows_rounds.inc"

#define CHACHA_NAME chacha_rows4_avx512
#define CHACHA_SETS 1
#define CHACHA_ROUNDS CHACHA_ROWS_TOGETHER
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_rows8_avx512
#define CHACHA_SETS 2
#define CHACHA_ROUNDS CHACHA_ROWS_STAGGERED
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_rows12_avx512
#define CHACHA_SETS 3
#define CHACHA_ROUNDS CHACHA_ROWS_TOGETHER
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_cols16_avx512
#include "kernels/chacha20_cols.inc"

#include "kernels/poly1305_field26.inc"
#include "kernels/poly1305_powers.inc"

#define POLY_NAME poly1305_lanes8_avx512
#define POLY_VECTORS 1
#include "kernels/poly1305_lanes.inc"

#define CHACHA_NAME chacha_mixed20_avx512
#include "kernels/chacha20_mixed.inc"

/* Thresholds of both ladders: Emerald Rapids class VM, GCC 12,
 * 2026-11-30, ./dev bench --sweep --what seal, chacha20 and poly1305.
 * A stride of 1280 costs 712 cycles, one of 1024 and four blocks more 545 + 262. Where one byte more costs over 15 % more to
 * seal (./dev bench --cliffs), it begins a set of vectors: 193 bytes (16 %; the fifth block, with the key's), 449 (23 %; the
 * ninth), 961 (17 %; the 17th), 1217 (26 %; the 21st), 2241 (16 %; the 37th).
 *
 * frame, here and in the other backends: the larger of GCC 12's and clang 14's stack frame at -O2 and -O3 (-fstack-usage),
 * rounded up. */
const pch_chacha_rung pch_chacha_ladder_avx512[] = {
  {768, 1024, chacha_cols16_avx512, 128},
  {512, 768, chacha_rows12_avx512, 0},
  {256, 512, chacha_rows8_avx512, 0},
  {0, 256, chacha_rows4_avx512, 0},
};
const pch_chacha_rung pch_chacha_wide_avx512 = {1024, 1280, chacha_mixed20_avx512, 320};

static const pch_poly_rung poly_ladder[] = {
  {320, poly1305_lanes8_avx512, 576},
  {0, pch_poly1305_serial_x86, 0},
};

static const pch_transcript_rung transcript_ladder[] = {
  {0, pch_poly1305_transcript_x86, PCH_TRANSCRIPT_X86_FRAME},
};

const pch_backend pch_backend_avx512 = {
  .name = "avx512",
  .needs = PCH_CPU_AVX512,
  .jdk_bytes = 1024,
  .chacha = pch_chacha_ladder_avx512,
  .wide = &pch_chacha_wide_avx512,
  .poly = poly_ladder,
  .transcript = transcript_ladder,
  .transcript_max = 336,
};
