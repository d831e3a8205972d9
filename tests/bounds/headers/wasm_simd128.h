/* In place of the compiler's header: WebAssembly's vectors, of which only ChaCha20 makes use. */
#ifndef BOUNDS_WASM_SIMD128_H
#define BOUNDS_WASM_SIMD128_H

#include "lanes.h"

typedef bounds::lanes<2> v128_t;

BOUNDS_CIPHER_ONLY(v128_t, wasm_i8x16_swizzle)
BOUNDS_CIPHER_ONLY(v128_t, wasm_i8x16_const)
BOUNDS_CIPHER_ONLY(v128_t, wasm_i32x4_shuffle)
BOUNDS_CIPHER_ONLY(v128_t, wasm_i64x2_shuffle)
BOUNDS_CIPHER_ONLY(v128_t, wasm_i32x4_splat)
BOUNDS_CIPHER_ONLY(v128_t, wasm_v128_load)
BOUNDS_CIPHER_ONLY(void, wasm_v128_store)

#endif
