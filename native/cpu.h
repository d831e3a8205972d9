/* What this CPU can run and this operating system lets it run. */
#ifndef PCH_CPU_H
#define PCH_CPU_H

#include <stdint.h>

/* A bit stands for exactly the compiler flags of the file that needs it, and for the operating system's support. */
enum {
  PCH_CPU_SSSE3 = 1 << 0,
  PCH_CPU_AVX2 = 1 << 1,
  PCH_CPU_AVX512 = 1 << 2, /* F, BW, VL; with AVX2 */
  PCH_CPU_IFMA = 1 << 3,   /* with PCH_CPU_AVX512 */
  PCH_CPU_NEON = 1 << 4
};

uint32_t pch_cpu_features(void);

#if defined(__x86_64__) || defined(__i386__)
/* The two instructions that detection asks, so that a test can answer for a CPU it does not have. */
typedef struct {
  void (*cpuid)(uint32_t leaf, uint32_t subleaf, uint32_t out[4]); /* eax, ebx, ecx, edx */
  uint64_t (*xgetbv)(void);                                        /* XCR0; run only where CPUID has OSXSAVE */
} pch_cpu_source;

uint32_t pch_cpu_features_x86(const pch_cpu_source *source);
#endif

#endif
