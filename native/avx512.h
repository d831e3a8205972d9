/* What the two AVX-512 backends share: ChaCha20 has no use for IFMA. */
#ifndef PCH_AVX512_H
#define PCH_AVX512_H

#include "backend.h"

extern const pch_chacha_rung pch_chacha_ladder_avx512[];
extern const pch_chacha_rung pch_chacha_wide_avx512[];

#endif
