/* Clearing secrets: contexts and locals by address, and what a kernel left in its dead stack frame. */
#ifndef PCH_WIPE_H
#define PCH_WIPE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend.h"

/* polycha_wipe, inlined where the size is a constant and small. */
static inline void pch_wipe(void *p, size_t len)
{
#ifdef __GNUC__
#if !defined(__OPTIMIZE_SIZE__)
  enum { CHUNK = 64 };
#elif defined(__clang__)
  enum { CHUNK = 32 }; /* a longer memset would be a call */
#else
  enum { CHUNK = 16 }; /* or GCC 12's `rep stos`, of which below: with 32 the suite at -Os took 7 times as long */
#endif
  uint8_t *byte = p;

  /* The compiler must assume that the asm reads *p, so the stores before it are not dead. One in each turn of the loop
   * also keeps GCC from making `rep stos` of it, whose start costs more than the short wipes themselves. */
  for (; len >= CHUNK; byte += CHUNK, len -= CHUNK) {
    memset(byte, 0, CHUNK);
    __asm__ volatile("" : : "r"(byte) : "memory");
  }
  for (; len >= 8; byte += 8, len -= 8) {
    memset(byte, 0, 8);
    __asm__ volatile("" : : "r"(byte) : "memory");
  }
  while (len--)
    *(volatile uint8_t *)byte++ = 0;
#else
  volatile uint8_t *byte = (volatile uint8_t *)p;

  while (len--)
    *byte++ = 0;
#endif
}

/* Clears the `frame` bytes (at most PCH_FRAME_MAX) of stack that lie below the caller's frame. */
void pch_wipe_stack(size_t frame);

/* Clears what a kernel with that `frame` has left. Call it from the function that called the kernel. */
static inline void pch_wipe_frame(size_t frame)
{
#ifdef PCH_FRAMES_UNKNOWN
  frame = PCH_FRAME_MAX;
#elif defined(_WIN64)
  frame += PCH_FRAME_WIN64;
#endif
  if (frame)
    pch_wipe_stack(frame);
}

/* For functions that hold secrets in locals: so that their frame lies below that of the function which clears it. */
#ifdef __GNUC__
#define PCH_NOINLINE __attribute__((noinline))
#else
#define PCH_NOINLINE
#endif

/* Clears what the core's functions that the caller has called may have spilled, as deep as they go. With the registers of
 * these and -O2 they spill nothing secret (the test secrets/stack looks, and wasm/test/wipe.test.js), elsewhere they do. */
static inline void pch_wipe_calls(void)
{
#if !(defined(__x86_64__) || defined(__aarch64__) || defined(__wasm__)) || defined(PCH_FRAMES_UNKNOWN)
  pch_wipe_stack(PCH_FRAME_MAX);
#endif
}

#endif
