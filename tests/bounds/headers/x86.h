/* In place of the compiler's header: the vector instructions of x86-64 on numbers. What only ChaCha20 uses yields nothing. */
#ifndef BOUNDS_X86_H
#define BOUNDS_X86_H

#include "lanes.h"

typedef bounds::lanes<2> __m128i, __m128d;
typedef bounds::lanes<4> __m256i;
typedef bounds::lanes<8> __m512i;
typedef unsigned long long __mmask64;
typedef unsigned char __mmask8;

BOUNDS_CIPHER_ONLY(__m128i, _mm_loadl_epi64)
BOUNDS_CIPHER_ONLY(__m128d, _mm_load_sd)
BOUNDS_CIPHER_ONLY(__m128d, _mm_loadh_pd)
BOUNDS_CIPHER_ONLY(__m128i, _mm_castpd_si128)
BOUNDS_CIPHER_ONLY(__m128i, _mm_setr_epi8)
BOUNDS_CIPHER_ONLY(__m128i, _mm_set1_epi32)
BOUNDS_CIPHER_ONLY(__m128i, _mm_shuffle_epi8)
BOUNDS_CIPHER_ONLY(__m128i, _mm_shuffle_epi32)
BOUNDS_CIPHER_ONLY(__m128i, _mm_unpacklo_epi32)
BOUNDS_CIPHER_ONLY(__m128i, _mm_unpackhi_epi32)
BOUNDS_CIPHER_ONLY(__m128i, _mm_xor_si128)
BOUNDS_CIPHER_ONLY(void, _mm_storeu_si128)
BOUNDS_CIPHER_ONLY(__m256i, _mm256_setr_epi8)
BOUNDS_CIPHER_ONLY(__m256i, _mm256_set1_epi32)
BOUNDS_CIPHER_ONLY(__m256i, _mm256_shuffle_epi8)
BOUNDS_CIPHER_ONLY(__m256i, _mm256_shuffle_epi32)
BOUNDS_CIPHER_ONLY(__m256i, _mm256_broadcastsi128_si256)
BOUNDS_CIPHER_ONLY(__m256i, _mm256_permute2x128_si256)
BOUNDS_CIPHER_ONLY(__m256i, _mm256_unpacklo_epi32)
BOUNDS_CIPHER_ONLY(__m256i, _mm256_unpackhi_epi32)
BOUNDS_CIPHER_ONLY(void, _mm256_storeu_si256)
BOUNDS_CIPHER_ONLY(__m512i, _mm512_rol_epi32)
BOUNDS_CIPHER_ONLY(__m512i, _mm512_set1_epi32)
BOUNDS_CIPHER_ONLY(__m512i, _mm512_shuffle_epi32)
BOUNDS_CIPHER_ONLY(__m512i, _mm512_broadcast_i32x4)
BOUNDS_CIPHER_ONLY(__m512i, _mm512_shuffle_i32x4)
BOUNDS_CIPHER_ONLY(__m512i, _mm512_unpacklo_epi32)
BOUNDS_CIPHER_ONLY(__m512i, _mm512_unpackhi_epi32)
BOUNDS_CIPHER_ONLY(__m512i, _mm512_xor_si512)
BOUNDS_CIPHER_ONLY(__m512i, _mm512_maskz_loadu_epi8)
BOUNDS_CIPHER_ONLY(void, _mm512_mask_storeu_epi8)
BOUNDS_CIPHER_ONLY(void, _mm512_storeu_si512)
enum { _MM_PERM_ADCB, _MM_PERM_BADC, _MM_PERM_CBAD };

inline __m128i _mm_loadu_si128(const void *p)
{
  return bounds::load<2>(p);
}
inline __m256i _mm256_loadu_si256(const void *p)
{
  return bounds::load<4>(p);
}
inline __m512i _mm512_loadu_si512(const void *p)
{
  return bounds::load<8>(p);
}
inline __m256i _mm256_setzero_si256()
{
  return {0, 0, 0, 0};
}
/* The words of a mask, from one place in memory, one after the other; zeros in the others. */
inline __m512i _mm512_maskz_expandloadu_epi64(__mmask8 mask, const void *p)
{
  const bounds::byte *next = (const bounds::byte *)p;
  __m512i result;
  for (int i = 0; i < 8; i++) {
    result[i] = 0;
    if (mask >> i & 1) {
      bounds::copy(&result[i], next, 8);
      next += 8;
    }
  }
  return result;
}

/* In each pair of lanes: the first, or the second, of a and of b. */
inline __m128i _mm_unpackhi_epi64(__m128i a, __m128i b)
{
  return bounds::unpack(a, b, 1);
}
inline __m128i _mm_unpacklo_epi64(__m128i a, __m128i b)
{
  return bounds::unpack(a, b, 0);
}
inline __m256i _mm256_unpackhi_epi64(__m256i a, __m256i b)
{
  return bounds::unpack(a, b, 1);
}
inline __m256i _mm256_unpacklo_epi64(__m256i a, __m256i b)
{
  return bounds::unpack(a, b, 0);
}
inline __m512i _mm512_unpackhi_epi64(__m512i a, __m512i b)
{
  return bounds::unpack(a, b, 1);
}
inline __m512i _mm512_unpacklo_epi64(__m512i a, __m512i b)
{
  return bounds::unpack(a, b, 0);
}

inline __m128i _mm256_castsi256_si128(__m256i a)
{
  return bounds::piece<2>(a, 0);
}
inline __m128i _mm512_castsi512_si128(__m512i a)
{
  return bounds::piece<2>(a, 0);
}
inline __m256i _mm512_castsi512_si256(__m512i a)
{
  return bounds::piece<4>(a, 0);
}
inline __m128i _mm256_extracti128_si256(__m256i a, int which)
{
  return bounds::piece<2>(a, which);
}
inline __m256i _mm512_extracti64x4_epi64(__m512i a, int which)
{
  return bounds::piece<4>(a, which);
}
inline __m256i _mm256_inserti128_si256(__m256i a, __m128i b, int which)
{
  a[2 * which] = b[0];
  a[2 * which + 1] = b[1];
  return a;
}
inline __m256i _mm256_broadcastq_epi64(__m128i a)
{
  return {a[0], a[0], a[0], a[0]};
}
inline __m512i _mm512_broadcastq_epi64(__m128i a)
{
  return {a[0], a[0], a[0], a[0], a[0], a[0], a[0], a[0]};
}
inline bounds::word<64> _mm_cvtsi128_si64(__m128i a)
{
  return a[0];
}

inline __m256i _mm256_cmpeq_epi64(__m256i a, __m256i b)
{
  return bounds::zero_mask(a - b);
}
inline __mmask8 _mm512_testn_epi64_mask(__m512i a, __m512i b)
{
  __m512i zero = bounds::zero_mask(a & b);
  __mmask8 mask = 0;
  for (int i = 0; i < 8; i++)
    mask |= (__mmask8)((bounds::known(zero[i].id) & 1) << i);
  return mask;
}
inline __m512i _mm512_maskz_set1_epi64(__mmask8 mask, long long value)
{
  __m512i result;
  for (int i = 0; i < 8; i++)
    result[i] = mask >> i & 1 ? value : 0;
  return result;
}

inline __m128i _mm_add_epi64(__m128i a, __m128i b)
{
  return a + b;
}
inline __m256i _mm256_add_epi64(__m256i a, __m256i b)
{
  return a + b;
}
inline __m512i _mm512_add_epi64(__m512i a, __m512i b)
{
  return a + b;
}
inline bounds::word<64> _mm512_reduce_add_epi64(__m512i a)
{
  return bounds::sum(a);
}
inline __m256i _mm256_mul_epu32(__m256i a, __m256i b)
{
  return bounds::multiply32(a, b);
}
inline __m512i _mm512_mul_epu32(__m512i a, __m512i b)
{
  return bounds::multiply32(a, b);
}
inline __m512i _mm512_madd52lo_epu64(__m512i sum, __m512i a, __m512i b)
{
  return bounds::multiply52(sum, a, b, false);
}
inline __m512i _mm512_madd52hi_epu64(__m512i sum, __m512i a, __m512i b)
{
  return bounds::multiply52(sum, a, b, true);
}

#endif
