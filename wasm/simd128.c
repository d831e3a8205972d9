/* The backend `simd128`: 128-bit vectors of WebAssembly for ChaCha20. */
#include "backend.h"
#include "simd128.h"
#include "vec_simd128.h"

#include "kernels/chacha20_emit.inc"
#include "kernels/chacha20_cols_rounds.inc"
#include "kernels/chacha20_rows_rounds.inc"

#define CHACHA_NAME chacha_rows1_simd128
#define CHACHA_SETS 1
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_rows2_simd128
#define CHACHA_SETS 2
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_cols4_simd128
#include "kernels/chacha20_cols.inc"

static const pch_chacha_rung chacha_ladder[] = {
  {128, 256, chacha_cols4_simd128, 0},
  {64, 128, chacha_rows2_simd128, 0},
  {0, 64, chacha_rows1_simd128, 0},
};
static const pch_poly_rung poly_ladder[] = {
  {64, pch_poly1305_radix26x2, 0},
  {0, pch_poly1305_radix26, 0},
};

const pch_backend pch_backend_simd128 = {
  .name = "simd128",
  .needs = 0,
  .jdk_bytes = 256,
  .chacha = chacha_ladder,
  .poly = poly_ladder,
};
