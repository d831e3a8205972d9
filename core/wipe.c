#include "wipe.h"
#include "backend.h"
#include "polycha.h"

void polycha_wipe(void *p, size_t len)
{
  if (len)
    pch_wipe(p, len);
}

/* What a compiler does not count as a kernel's frame: the red zone (128 bytes), saved registers, alignment to 64, the return
 * address. */
#define FRAME_SLACK 256

#ifdef __GNUC__
__attribute__((noinline))
#endif
void pch_wipe_stack(size_t frame)
{
  /* Stacks grow downwards on every target, so the dead frame is the upper end of a local array of the same depth. */
  uint8_t dead[PCH_FRAME_MAX + FRAME_SLACK];

  pch_wipe(dead + PCH_FRAME_MAX - frame, frame + FRAME_SLACK);
}
