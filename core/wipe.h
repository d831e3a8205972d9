/* Clearing secrets: contexts and locals by address, and what a kernel left in its dead stack frame. */
#ifndef PCH_WIPE_H
#define PCH_WIPE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* polycha_wipe, inlined where the size is a constant and small. */
static inline void pch_wipe(void *p, size_t len)
{
#ifdef __GNUC__
  memset(p, 0, len);
  /* The compiler must assume that this reads *p, so the memset is not a dead store. */
  __asm__ volatile("" : : "r"(p) : "memory");
#else
  volatile uint8_t *byte = (volatile uint8_t *)p;

  while (len--)
    *byte++ = 0;
#endif
}

/* Clears the `frame` bytes (at most PCH_FRAME_MAX) of stack that lie below the caller's frame, where the kernel that the
 * caller has just called kept its locals. Call it from the function that called the kernel. */
void pch_wipe_stack(size_t frame);

#endif
