/* The backend `ssse3`: 128-bit vectors for ChaCha20. Poly1305 stays in plain C: two 32-bit lanes of pmuludq are slower
 * than one 64-bit multiply. */
#include "backend.h"
#include "cpu.h"
#include "dispatch.h"
#include "poly1305_x86.h"
#include "poly1305_x86_steps.h"
#include "vec_ssse3.h"
#include "wipe.h"

#include "kernels/chacha20_emit.inc"
#include "kernels/chacha20_cols_rounds.inc"
#include "kernels/chacha20_rows_rounds.inc"

#define CHACHA_NAME chacha_rows1_ssse3
#define CHACHA_SETS 1
#define CHACHA_ROUNDS CHACHA_ROWS_TOGETHER
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_rows2_ssse3
#define CHACHA_SETS 2
#define CHACHA_ROUNDS CHACHA_ROWS_TOGETHER
#include "kernels/chacha20_rows.inc"

#define CHACHA_NAME chacha_cols4_ssse3
#include "kernels/chacha20_cols.inc"

#define FUSED_NAME fused_cols4_ssse3
#define FUSED_SEAL seal_cols4_ssse3
#define FUSED_OPEN open_cols4_ssse3
#include "chacha20_poly1305_x86.inc"

/* Of rows2 clang 14 spills a vector below the stack pointer, which -fstack-usage does not count. */
static const pch_chacha_rung chacha_ladder[] = {
  {128, 256, chacha_cols4_ssse3, 320},
  {64, 128, chacha_rows2_ssse3, 64},
  {0, 64, chacha_rows1_ssse3, 0},
};
static const pch_poly_rung poly_ladder[] = {{0, pch_poly1305_serial_x86, 0}};

static const pch_transcript_rung transcript_ladder[] = {
  {0, pch_poly1305_transcript_x86, PCH_TRANSCRIPT_X86_FRAME},
};

const pch_backend pch_backend_ssse3 = {
  .name = "ssse3",
  .needs = PCH_CPU_SSSE3,
  .jdk_bytes = 128,
  .chacha = chacha_ladder,
  .poly = poly_ladder,
  .transcript = transcript_ladder,
  .transcript_max = SIZE_MAX,
  .seal_over = 192,
  .open_over = 192,
  .seal = seal_cols4_ssse3,
  .open = open_cols4_ssse3,
  .fused_first = 192,
  .fused_pass = 256,
  .fused_stride = 1,
  .fused_frame = 896,
};
