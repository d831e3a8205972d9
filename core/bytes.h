/* Little-endian loads and stores, for any alignment and any byte order, and the checks on pointers that every public
 * function makes. */
#ifndef PCH_BYTES_H
#define PCH_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels/inline.h"

/* By memcpy where the order of bytes is known to be ours, since GCC 12 does not always see one store in four shifts. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

static inline uint32_t pch_load32(const uint8_t *p)
{
  uint32_t word;

  memcpy(&word, p, sizeof word);
  return word;
}

static inline uint64_t pch_load64(const uint8_t *p)
{
  uint64_t word;

  memcpy(&word, p, sizeof word);
  return word;
}

/* At once, where a compiler that fears that words and p overlap would move one word after the other. */
static inline void pch_load_words(uint32_t *words, const uint8_t *p, size_t total)
{
  memcpy(words, p, 4 * total);
}

static inline void pch_store32(uint8_t *p, uint32_t word)
{
  memcpy(p, &word, sizeof word);
}

static inline void pch_store64(uint8_t *p, uint64_t word)
{
  memcpy(p, &word, sizeof word);
}

#else

static inline uint32_t pch_load32(const uint8_t *p)
{
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t pch_load64(const uint8_t *p)
{
  return (uint64_t)pch_load32(p) | (uint64_t)pch_load32(p + 4) << 32;
}

static inline void pch_load_words(uint32_t *words, const uint8_t *p, size_t total)
{
  for (size_t i = 0; i < total; i++)
    words[i] = pch_load32(p + 4 * i);
}

static inline void pch_store32(uint8_t *p, uint32_t word)
{
  p[0] = (uint8_t)word;
  p[1] = (uint8_t)(word >> 8);
  p[2] = (uint8_t)(word >> 16);
  p[3] = (uint8_t)(word >> 24);
}

static inline void pch_store64(uint8_t *p, uint64_t word)
{
  pch_store32(p, (uint32_t)word);
  pch_store32(p + 4, (uint32_t)(word >> 32));
}

#endif

/* Two words, least first, which compilers make one store of: see pch_load_padded. */
static inline void pch_words_from64(uint32_t words[2], uint64_t pair)
{
#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
  PCH_OPAQUE("r", pair); /* clang 14 would store the halves of a pair that was made of two words one by one */
#endif
  words[0] = (uint32_t)pair;
  words[1] = (uint32_t)(pair >> 32);
}

static inline uint64_t pch_words_to64(const uint32_t words[2])
{
  return (uint64_t)words[1] << 32 | words[0];
}

/* The len (below 16) bytes at p, then zeros, as two little-endian words. In registers, and stored in two stores if at all: a
 * kernel reads the block at once, and loads that span several smaller stores wait for all of them to leave the store
 * buffer. */
typedef struct {
  uint64_t low, high;
} pch_block;

PCH_INLINE pch_block pch_load_padded(const uint8_t *p, size_t len)
{
  pch_block block = {0, 0};

  if (len >= 8) {
    block.low = pch_load64(p);
    if (len > 8)
      block.high = pch_load64(p + len - 8) >> (8 * (16 - len));
  } else if (len >= 4) {
    block.low = pch_load32(p) | (uint64_t)pch_load32(p + len - 4) << (8 * (len - 4));
  } else if (len) {
    block.low = p[0] | (uint64_t)p[len / 2] << (8 * (len / 2)) | (uint64_t)p[len - 1] << (8 * (len - 1));
  }
  return block;
}

PCH_INLINE void pch_store_block(uint8_t p[16], pch_block block)
{
  pch_store64(p, block.low);
  pch_store64(p + 8, block.high);
}

/* The len bytes at src, and zeros up to a multiple of 16. Not memcpy: no vector register lives through a call. */
static inline void pch_copy_padded(uint8_t *dst, const uint8_t *src, size_t len)
{
  for (; len >= 16; dst += 16, src += 16, len -= 16)
    pch_store_block(dst, (pch_block){pch_load64(src), pch_load64(src + 8)});
  if (len)
    pch_store_block(dst, pch_load_padded(src, len));
}

/* Do the two ranges share a byte? Either starts inside the other; the differences are modulo 2^N on purpose. */
static inline bool pch_overlap(const void *a, size_t a_len, const void *b, size_t b_len)
{
  uintptr_t a_start = (uintptr_t)a, b_start = (uintptr_t)b;

  return a_len != 0 && b_len != 0 && (b_start - a_start < a_len || a_start - b_start < b_len);
}

/* NULL is allowed exactly when the length is 0. */
static inline bool pch_missing(const void *p, size_t len)
{
  return p == NULL && len != 0;
}

/* An output over its own input: in place or disjoint, nothing between. */
static inline bool pch_partial_overlap(const void *dst, size_t dst_len, const void *src, size_t src_len)
{
  return dst != src && pch_overlap(dst, dst_len, src, src_len);
}

#endif
