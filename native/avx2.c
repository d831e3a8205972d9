/* The backend `avx2`: 256-bit vectors. */
#include "backend.h"
#include "cpu.h"
#include "dispatch.h"
#include "poly1305.h"
#include "poly1305_x86.h"
#include "poly1305_x86_steps.h"
#include "radix26.h"
#include "vec_avx2.h"
#include "wipe.h"

#include "kernels/chacha20_emit.inc"
#include "kernels/chacha20_cols_rounds.inc"
#include "kernels/chacha20_rows_rounds.inc"

#define CHACHA_NAME chacha_rows2_avx2
#define CHACHA_SETS 1
#define CHACHA_ROUNDS CHACHA_ROWS_TOGETHER
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_rows4_avx2
#define CHACHA_SETS 2
#define CHACHA_ROUNDS CHACHA_ROWS_TOGETHER
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_rows6_avx2
#define CHACHA_SETS 3
#define CHACHA_ROUNDS CHACHA_ROWS_TOGETHER
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_cols8_avx2
#include "kernels/chacha20_cols.inc"

#include "kernels/poly1305_field26.inc"
#include "kernels/poly1305_powers.inc"

#define POLY_NAME poly1305_lanes4_avx2
#define POLY_VECTORS 1
#include "kernels/poly1305_lanes.inc"

#define POLY_NAME poly1305_lanes4x2_avx2
#define POLY_VECTORS 2
#include "kernels/poly1305_lanes.inc"

#define FUSED_NAME fused_cols8_avx2
#define FUSED_SEAL seal_cols8_avx2
#define FUSED_OPEN open_cols8_avx2
#include "chacha20_poly1305_x86.inc"

/* Thresholds of both ladders and of the fused kernels: Emerald Rapids class VM, GCC 12, 2026-11-30,
 * ./dev bench --sweep --what seal, chacha20 and poly1305. */
static const pch_chacha_rung chacha_ladder[] = {
  {384, 512, chacha_cols8_avx2, 768},
  {256, 384, chacha_rows6_avx2, 192},
  {128, 256, chacha_rows4_avx2, 64},
  {0, 128, chacha_rows2_avx2, 0},
};
static const pch_poly_rung poly_ladder[] = {
  {1184, poly1305_lanes4x2_avx2, 2112},
  {352, poly1305_lanes4_avx2, 768},
  {0, pch_poly1305_serial_x86, 0},
};

static const pch_transcript_rung transcript_ladder[] = {
  {0, pch_poly1305_transcript_x86, PCH_TRANSCRIPT_X86_FRAME},
};

const pch_backend pch_backend_avx2 = {
  .name = "avx2",
  .needs = PCH_CPU_AVX2,
  .jdk_bytes = 256,
  .chacha = chacha_ladder,
  .poly = poly_ladder,
  .transcript = transcript_ladder,
  .transcript_max = 480,
  .seal_over = 448,
  .open_over = 448,
  .seal = seal_cols8_avx2,
  .open = open_cols8_avx2,
  .fused_first = 448,
  .fused_pass = 512,
  .fused_stride = 1,
  .fused_frame = 1472,
};
