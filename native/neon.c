/* The backend `neon`: Advanced SIMD of AArch64. */
#include "backend.h"
#include "cpu.h"
#include "dispatch.h"
#include "poly1305.h"
#include "radix26.h"
#include "vec_neon.h"

#include "kernels/chacha20_emit.inc"
#include "kernels/chacha20_cols_rounds.inc"
#include "kernels/chacha20_rows_rounds.inc"

#define CHACHA_NAME chacha_rows1_neon
#define CHACHA_SETS 1
#define CHACHA_ROUNDS CHACHA_ROWS_TOGETHER
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_rows2_neon
#define CHACHA_SETS 2
#define CHACHA_ROUNDS CHACHA_ROWS_TOGETHER
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_cols4_neon
#include "kernels/chacha20_cols.inc"

#include "kernels/poly1305_field26.inc"
#include "kernels/poly1305_powers.inc"

#define POLY_NAME poly1305_lanes2x2_neon
#define POLY_VECTORS 2
#include "kernels/poly1305_lanes.inc"

static const pch_chacha_rung chacha_ladder[] = {
  {128, 256, chacha_cols4_neon, 320},
  {64, 128, chacha_rows2_neon, 0},
  {0, 64, chacha_rows1_neon, 0},
};
static const pch_poly_rung poly_ladder[] = {
  {512, poly1305_lanes2x2_neon, 352},
  {0, pch_poly1305_radix64, 256},
};

const pch_backend pch_backend_neon = {
  .name = "neon",
  .needs = PCH_CPU_NEON,
  .jdk_bytes = 256,
  .chacha = chacha_ladder,
  .poly = poly_ladder,
};
