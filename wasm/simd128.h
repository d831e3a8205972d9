#ifndef PCH_SIMD128_H
#define PCH_SIMD128_H

#include "backend.h"

/* 128-bit vectors of WebAssembly: simd128.c. */
extern const pch_backend pch_backend_simd128;

#endif
