/* 128-bit operations of SSE2 that the wider files need too: the last bytes of a message end in one xmm register. */
#ifndef PCH_VEC_128_H
#define PCH_VEC_128_H

#include <emmintrin.h>
#include <string.h>

#include "kernels/inline.h"

/* Four words by halves: the last row of the state was written so just before, and a load that spans two stores waits until
 * both have left the store buffer. */
PCH_INLINE __m128i vec_load_halves(const uint32_t p[4])
{
  __m128d low = _mm_load_sd((const double *)(const void *)p);

  PCH_OPAQUE("x", low); /* or clang 14 makes one load of the two again */
  return _mm_castpd_si128(_mm_loadh_pd(low, (const double *)(const void *)(p + 2)));
}

/* dst = src ^ keystream for len < 16 bytes, by halves, without a buffer and without touching a byte more. */
PCH_INLINE void vec_xor_below_16(uint8_t *dst, const uint8_t *src, __m128i keystream, size_t len)
{
  uint64_t word = (uint64_t)_mm_cvtsi128_si64(keystream), text = 0;

  if (len & 8) {
    memcpy(&text, src, 8);
    text ^= word;
    memcpy(dst, &text, 8);
    word = (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(keystream, keystream));
    dst += 8;
    src += 8;
  }
  if (len & 4) {
    memcpy(&text, src, 4);
    text ^= word;
    memcpy(dst, &text, 4);
    word >>= 32;
    dst += 4;
    src += 4;
  }
  if (len & 2) {
    memcpy(&text, src, 2);
    text ^= word;
    memcpy(dst, &text, 2);
    word >>= 16;
    dst += 2;
    src += 2;
  }
  if (len & 1)
    *dst = (uint8_t)(*src ^ word);
}

#endif
