/* The backend `avx512ifma`: 512-bit vectors, with the 52-bit multiply-add for Poly1305. */
#include "avx512.h"
#include "backend.h"
#include "cpu.h"
#include "dispatch.h"
#include "poly1305.h"
#include "poly1305_x86.h"
#include "poly1305_x86_steps.h"
#include "vec_avx512.h"
#include "wipe.h"

/* a plus the low 52 bits, or the bits from 52 on, of the product of the low 52 bits of b and c. */
PCH_INLINE v64 vec_multiply52_low(v64 a, v64 b, v64 c)
{
  return (v64)_mm512_madd52lo_epu64((__m512i)a, (__m512i)b, (__m512i)c);
}

PCH_INLINE v64 vec_multiply52_high(v64 a, v64 b, v64 c)
{
  return (v64)_mm512_madd52hi_epu64((__m512i)a, (__m512i)b, (__m512i)c);
}

#include "kernels/chacha20_emit.inc"
#include "kernels/chacha20_cols_rounds.inc"
#include "kernels/poly1305_field44.inc"
#include "kernels/poly1305_powers.inc"

#define POLY_NAME poly1305_lanes8_ifma
#define POLY_VECTORS 1
#include "kernels/poly1305_lanes.inc"

#define POLY_NAME poly1305_lanes8x2_ifma
#define POLY_VECTORS 2
#include "kernels/poly1305_lanes.inc"

#define POLY_NAME poly1305_lanes8x4_ifma
#define POLY_VECTORS 4
#include "kernels/poly1305_lanes.inc"

#define TRANSCRIPT_NAME transcript_lanes8_ifma
#define TRANSCRIPT_VECTORS 1
#include "poly1305_transcript_x86.inc"

#define TRANSCRIPT_NAME transcript_lanes8x2_ifma
#define TRANSCRIPT_VECTORS 2
#include "poly1305_transcript_x86.inc"

#define FUSED_NAME fused_cols16_ifma
#define FUSED_SEAL seal_cols16_ifma
#define FUSED_OPEN open_cols16_ifma
#include "kernels/chacha20_poly1305.inc"

/* Thresholds: Emerald Rapids class VM, GCC 12,
 * 2026-12-01, ./dev bench --sweep --what seal, open, chacha20 and poly1305. */
static const pch_poly_rung poly_ladder[] = {
  {5120, poly1305_lanes8x4_ifma, 768},
  {576, poly1305_lanes8x2_ifma, 0},
  {192, poly1305_lanes8_ifma, 0},
  {0, pch_poly1305_serial_x86, 0},
};

static const pch_transcript_rung transcript_ladder[] = {
  {512, transcript_lanes8x2_ifma, 320},
  {160, transcript_lanes8_ifma, 320},
  {0, pch_poly1305_transcript_x86, PCH_TRANSCRIPT_X86_FRAME},
};

const pch_backend pch_backend_avx512ifma = {
  .name = "avx512ifma",
  .needs = PCH_CPU_AVX512 | PCH_CPU_IFMA,
  .jdk_bytes = 1024,
  .chacha = pch_chacha_ladder_avx512,
  .wide = pch_chacha_wide_avx512,
  .poly = poly_ladder,
  .transcript = transcript_ladder,
  .transcript_max = 4096,
  .seal_over = 4095,
  .open_over = 4095,
  .seal = seal_cols16_ifma,
  .open = open_cols16_ifma,
  .fused_first = 1472,
  .fused_stride = 1024,
  .fused_frame = 3328,
};
