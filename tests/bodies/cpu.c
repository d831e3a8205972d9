/* CPU detection, with the answers of CPUs that are not here. */
#include "cpu.h"

#include <string.h>

#include "../harness/suite.h"
#include "../registry.h"

#if defined(__x86_64__) || defined(__i386__)

/* Registers as Intel's manual numbers their bits. */
static struct {
  uint32_t max_leaf, leaf_1_ecx, leaf_7_ebx;
  uint64_t xcr0;
  bool xgetbv_ran;
} machine;

/* What leaves beyond the last one answer is not defined: the last one's data on Intel's CPUs, so here everything. */
static void answer_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t out[4])
{
  memset(out, leaf > machine.max_leaf ? 0xff : 0, 4 * sizeof *out);
  if (leaf == 0)
    out[0] = machine.max_leaf;
  else if (leaf == 1 && machine.max_leaf >= 1)
    out[2] = machine.leaf_1_ecx;
  else if (leaf == 7 && machine.max_leaf >= 7 && subleaf == 0)
    out[1] = machine.leaf_7_ebx;
}

static uint64_t answer_xgetbv(void)
{
  machine.xgetbv_ran = true;
  return machine.xcr0;
}

static uint32_t detect(void)
{
  static const pch_cpu_source source = {answer_cpuid, answer_xgetbv};

  machine.xgetbv_ran = false;
  return pch_cpu_features_x86(&source);
}

enum { SSSE3 = 9, OSXSAVE = 27, AVX = 28, AVX2 = 5, AVX512F = 16, IFMA = 21, AVX512BW = 30, AVX512VL = 31 };

#define BIT(n) (UINT32_C(1) << (n))

static void reset_to_everything(void)
{
  machine.max_leaf = 7;
  machine.leaf_1_ecx = machine.leaf_7_ebx = UINT32_MAX;
  machine.xcr0 = UINT64_MAX;
}

/* Everything but some bits: what is left. */
static void check_without(uint32_t leaf_1_ecx, uint32_t leaf_7_ebx, uint64_t xcr0, uint32_t expected)
{
  reset_to_everything();
  machine.leaf_1_ecx &= ~leaf_1_ecx;
  machine.leaf_7_ebx &= ~leaf_7_ebx;
  machine.xcr0 &= ~xcr0;
  AT({"leaf 1", leaf_1_ecx}, {"leaf 7", leaf_7_ebx}, {"xcr0", (size_t)xcr0}, {"features", detect()});
  CHECK(detect() == expected);
}

/* And nothing but the bits that a feature needs. */
static void check_only(uint32_t leaf_1_ecx, uint32_t leaf_7_ebx, uint64_t xcr0, uint32_t expected)
{
  check_without(~leaf_1_ecx, ~leaf_7_ebx, ~xcr0, expected);
}

void cpu_missing_bits(void)
{
  const uint32_t ssse3 = PCH_CPU_SSSE3, avx2 = ssse3 | PCH_CPU_AVX2, avx512 = avx2 | PCH_CPU_AVX512;
  const uint32_t all = avx512 | PCH_CPU_IFMA;
  const uint32_t avx512_bits = BIT(AVX512F) | BIT(AVX512BW) | BIT(AVX512VL);
  const uint32_t leaf_1 = BIT(SSSE3) | BIT(OSXSAVE) | BIT(AVX);

  check_without(0, 0, 0, all);
  check_without(BIT(SSSE3), 0, 0, all & ~ssse3);
  check_without(BIT(OSXSAVE), 0, 0, ssse3);
  check_without(BIT(AVX), 0, 0, ssse3);
  check_without(0, BIT(AVX2), 0, ssse3);
  check_without(0, BIT(AVX512F), 0, avx2);
  check_without(0, BIT(AVX512BW), 0, avx2);
  check_without(0, BIT(AVX512VL), 0, avx2);
  check_without(0, BIT(IFMA), 0, avx512);
  /* XCR0: SSE and AVX state for ymm; opmask, upper halves and upper registers for zmm. */
  check_without(0, 0, 1 << 1, ssse3);
  check_without(0, 0, 1 << 2, ssse3);
  check_without(0, 0, 1 << 5, avx2);
  check_without(0, 0, 1 << 6, avx2);
  check_without(0, 0, 1 << 7, avx2);

  check_only(0, 0, 0, 0);
  check_only(BIT(SSSE3), 0, 0, ssse3);
  check_only(leaf_1, BIT(AVX2), 0x6, avx2);
  check_only(leaf_1, BIT(AVX2) | avx512_bits, 0xe6, avx512);
  check_only(leaf_1, BIT(AVX2) | avx512_bits | BIT(IFMA), 0xe6, all);
}

/* XGETBV is an illegal instruction where the operating system has not enabled it. */
void cpu_xgetbv_guarded(void)
{
  reset_to_everything();
  detect();
  CHECK(machine.xgetbv_ran);
  machine.leaf_1_ecx &= ~BIT(OSXSAVE);
  detect();
  CHECK(!machine.xgetbv_ran);
  reset_to_everything();
  machine.max_leaf = 0;
  detect();
  CHECK(!machine.xgetbv_ran);
}

/* A leaf beyond the last that the CPU has says nothing. */
void cpu_max_leaf(void)
{
  for (uint32_t max = 0; max < 7; max++) {
    reset_to_everything();
    machine.max_leaf = max;
    AT({"max", max});
    CHECK(detect() == (max == 0 ? 0 : PCH_CPU_SSSE3));
  }
}

/* The compiler's own detection agrees about the CPU that is here. */
void cpu_agrees(void)
{
#ifdef __GNUC__
  uint32_t features = pch_cpu_features();

  CHECK(!(features & PCH_CPU_SSSE3) == !__builtin_cpu_supports("ssse3"));
  CHECK(!(features & PCH_CPU_AVX2) == !__builtin_cpu_supports("avx2"));
  CHECK(!(features & PCH_CPU_AVX512) == !(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                                          __builtin_cpu_supports("avx512vl")));
  CHECK(!(features & PCH_CPU_IFMA) == !(__builtin_cpu_supports("avx512ifma") && features & PCH_CPU_AVX512));
#else
  suite_skip("the compiler has no detection of its own");
#endif
}

#else

static const char reason[] = "an x86 CPU's detection";

void cpu_missing_bits(void)
{
  suite_skip(reason);
}

void cpu_xgetbv_guarded(void)
{
  suite_skip(reason);
}

void cpu_max_leaf(void)
{
  suite_skip(reason);
}

void cpu_agrees(void)
{
  suite_skip(reason);
}

#endif
