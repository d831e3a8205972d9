/* The backends of the native build, and the hook by which tests and benchmarks run one of their own making. */
#ifndef PCH_DISPATCH_H
#define PCH_DISPATCH_H

#include <stddef.h>

#include "backend.h"

/* Those that were compiled in, best first; portable is the last. */
extern const pch_backend *const pch_backends[];
extern const size_t pch_backend_total;

/* Makes a backend the active one, whether or not the CPU can run it: that is the caller's to know. */
void pch_backend_set(const pch_backend *backend);

/* Of the backends compiled in. simd128 only in the tests for WebAssembly, whose modules have one backend each. */
extern const pch_backend pch_backend_ssse3, pch_backend_avx2, pch_backend_avx512, pch_backend_avx512ifma,
  pch_backend_neon, pch_backend_simd128;

#endif
