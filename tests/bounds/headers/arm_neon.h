/* In place of the compiler's header: AArch64's vector instructions on numbers. What only ChaCha20 uses yields nothing. */
#ifndef BOUNDS_ARM_NEON_H
#define BOUNDS_ARM_NEON_H

#include "lanes.h"

typedef bounds::lanes<2> uint64x2_t, uint32x4_t, uint16x8_t, uint8x16_t;
typedef bounds::lanes<1> uint8x8_t;
/* Two words of 32 bits. */
struct uint32x2_t {
  bounds::lanes<2> wide;
};

BOUNDS_CIPHER_ONLY(uint16x8_t, vrev32q_u16)
BOUNDS_CIPHER_ONLY(uint32x4_t, vsriq_n_u32)
BOUNDS_CIPHER_ONLY(uint32x4_t, vshlq_n_u32)
BOUNDS_CIPHER_ONLY(uint8x16_t, vqtbl1q_u8)
BOUNDS_CIPHER_ONLY(uint32x4_t, vextq_u32)
BOUNDS_CIPHER_ONLY(uint8x16_t, vextq_u8)
BOUNDS_CIPHER_ONLY(uint32x4_t, vdupq_n_u32)
BOUNDS_CIPHER_ONLY(uint32x4_t, vld1q_u32)
BOUNDS_CIPHER_ONLY(uint32x4_t, vreinterpretq_u32_u8)
BOUNDS_CIPHER_ONLY(uint8x16_t, vreinterpretq_u8_u32)
BOUNDS_CIPHER_ONLY(uint64x2_t, vreinterpretq_u64_u32)
BOUNDS_CIPHER_ONLY(uint32x4_t, vzip1q_u32)
BOUNDS_CIPHER_ONLY(uint32x4_t, vzip2q_u32)
BOUNDS_CIPHER_ONLY(uint8x8_t, vget_low_u8)
BOUNDS_CIPHER_ONLY(uint8x8_t, veor_u8)
BOUNDS_CIPHER_ONLY(uint8x8_t, vld1_u8)
BOUNDS_CIPHER_ONLY(void, vst1_u8)
BOUNDS_CIPHER_ONLY(void, vst1q_u8)
BOUNDS_CIPHER_ONLY(bounds::word<64>, vgetq_lane_u8)

inline uint8x16_t vld1q_u8(const bounds::byte *p)
{
  return bounds::load<2>(p);
}
inline uint64x2_t vreinterpretq_u64_u8(uint8x16_t a)
{
  return a;
}
inline uint64x2_t vzip1q_u64(uint64x2_t a, uint64x2_t b)
{
  return bounds::unpack(a, b, 0);
}
inline uint64x2_t vzip2q_u64(uint64x2_t a, uint64x2_t b)
{
  return bounds::unpack(a, b, 1);
}
inline uint64x2_t vdupq_n_u64(uint64_t a)
{
  return {a, a};
}
inline uint64x2_t vdupq_laneq_u64(uint64x2_t a, int lane)
{
  return {a[lane], a[lane]};
}
inline uint64x2_t vceqzq_u64(uint64x2_t a)
{
  return bounds::zero_mask(a);
}
inline bounds::word<64> vaddvq_u64(uint64x2_t a)
{
  return bounds::sum(a);
}
/* The low halves. That the text needs no more of them is checked where they are multiplied. */
inline uint32x2_t vmovn_u64(uint64x2_t a)
{
  return {a};
}
inline uint64x2_t vmull_u32(uint32x2_t a, uint32x2_t b)
{
  return bounds::multiply32(a.wide, b.wide);
}

#endif
