#include "cpu.h"

#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>

enum { EAX, EBX, ECX, EDX };

/* Intel SDM volume 2A, CPUID. */
#define LEAF_1_ECX_SSSE3 (1u << 9)
#define LEAF_1_ECX_OSXSAVE (1u << 27)
#define LEAF_1_ECX_AVX (1u << 28)
#define LEAF_7_EBX_AVX2 (1u << 5)
#define LEAF_7_EBX_AVX512F (1u << 16)
#define LEAF_7_EBX_AVX512IFMA (1u << 21)
#define LEAF_7_EBX_AVX512BW (1u << 30)
#define LEAF_7_EBX_AVX512VL (1u << 31)

/* Intel SDM volume 1, section 13.3: which registers the operating system saves. */
#define XCR0_YMM 0x6u  /* SSE and AVX state */
#define XCR0_ZMM 0xe6u /* and mask registers, upper halves of zmm0-15, zmm16-31 */

static int has_all(uint64_t word, uint64_t bits)
{
  return (word & bits) == bits;
}

uint32_t pch_cpu_features_x86(const pch_cpu_source *source)
{
  uint32_t leaf[4], features = 0, leaf_1_ecx, max_leaf;
  uint64_t xcr0;

  source->cpuid(0, 0, leaf);
  max_leaf = leaf[EAX];
  if (max_leaf < 1)
    return 0;
  source->cpuid(1, 0, leaf);
  leaf_1_ecx = leaf[ECX];
  if (leaf_1_ecx & LEAF_1_ECX_SSSE3)
    features |= PCH_CPU_SSSE3;
  if (max_leaf < 7 || !has_all(leaf_1_ecx, LEAF_1_ECX_OSXSAVE | LEAF_1_ECX_AVX))
    return features;
  xcr0 = source->xgetbv();
  source->cpuid(7, 0, leaf);
  if (!has_all(leaf[EBX], LEAF_7_EBX_AVX2) || !has_all(xcr0, XCR0_YMM))
    return features;
  features |= PCH_CPU_AVX2;
  if (!has_all(leaf[EBX], LEAF_7_EBX_AVX512F | LEAF_7_EBX_AVX512BW | LEAF_7_EBX_AVX512VL) || !has_all(xcr0, XCR0_ZMM))
    return features;
  features |= PCH_CPU_AVX512;
  if (leaf[EBX] & LEAF_7_EBX_AVX512IFMA)
    features |= PCH_CPU_IFMA;
  return features;
}

static void cpuid(uint32_t leaf, uint32_t subleaf, uint32_t out[4])
{
  __cpuid_count(leaf, subleaf, out[EAX], out[EBX], out[ECX], out[EDX]);
}

/* As an instruction of its own: the intrinsic would want this file compiled for a CPU that has it. */
static uint64_t xgetbv(void)
{
  uint32_t low, high;

  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (uint64_t)high << 32 | low;
}

uint32_t pch_cpu_features(void)
{
  static const pch_cpu_source machine = {cpuid, xgetbv};

  return pch_cpu_features_x86(&machine);
}

#elif defined(__aarch64__) && defined(__linux__)

#include <asm/hwcap.h>
#include <sys/auxv.h>

uint32_t pch_cpu_features(void)
{
  return getauxval(AT_HWCAP) & HWCAP_ASIMD ? PCH_CPU_NEON : 0;
}

#elif defined(__aarch64__)

/* Where there is no auxiliary vector to ask: the platforms' ABIs (Apple's, Microsoft's) require Advanced SIMD. */
uint32_t pch_cpu_features(void)
{
  return PCH_CPU_NEON;
}

#else

uint32_t pch_cpu_features(void)
{
  return 0;
}

#endif
