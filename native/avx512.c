/* The backend `avx512`: 512-bit vectors, no IFMA. */
#include "avx512.h"
#include "backend.h"
#include "bytes.h"
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
#define CHACHA_SETS 1
#include "kernels/chacha20_mixed.inc"

#define CHACHA_NAME chacha_mixed24_avx512
#define CHACHA_SETS 2
#include "kernels/chacha20_mixed.inc"

#define CHACHA_NAME chacha_mixed28_avx512
#define CHACHA_SETS 3
#include "kernels/chacha20_mixed.inc"

#define CHACHA_NAME chacha_cols16_and_one_avx512
#include "kernels/chacha20_and_one.inc"

/* Thresholds of both ladders: Emerald Rapids class VM, GCC 12,
 * 2026-12-01, ./dev bench --sweep --what seal, chacha20 and poly1305.
 * A stride of 1024 costs 581 cycles, one of 1088 640, of 1280 714, of 1536 870 and four blocks 238 (./dev bench --kernels). Where one
 * byte more costs over 15 % more to seal (./dev bench --cliffs), it begins a set of vectors: 193 bytes (24 %; the fifth block, with
 * the key's) and 449 (24 %; the ninth); to open, 1729 too (18 %; the 29th, for which a second set of columns begins).
 *
 * frame, here and in the other backends: the larger of GCC 12's and clang 14's stack frame at -O2 and -O3 (-fstack-usage),
 * rounded up. */
const pch_chacha_rung pch_chacha_ladder_avx512[] = {
  {768, 1024, chacha_cols16_avx512, 128},
  {512, 768, chacha_rows12_avx512, 0},
  {256, 512, chacha_rows8_avx512, 0},
  {0, 256, chacha_rows4_avx512, 0},
};
const pch_chacha_rung pch_chacha_wide_avx512[] = {
  {512, 1792, chacha_mixed28_avx512, 448},
  {256, 1536, chacha_mixed24_avx512, 320},
  {64, 1280, chacha_mixed20_avx512, 320},
  {0, 1088, chacha_cols16_and_one_avx512, 192},
};

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
  .wide = pch_chacha_wide_avx512,
  .poly = poly_ladder,
  .transcript = transcript_ladder,
  .transcript_max = 336,
};
