/* polycha_seal in a loop, without Python around it: what bench.py calls through ctypes to tell what Python adds. The other
 * part of this library is the clock. */
#include "calls.h"

#include "polycha.h"

#include <stdlib.h>

void bench_python_seal(void *argument)
{
  const bench_python_calls *calls = argument;
  for (size_t i = 0; i < calls->count; i++) {
    if (polycha_seal(calls->dst, calls->src, calls->len, calls->aad, calls->aad_len, calls->nonce, calls->key) !=
        POLYCHA_OK) {
      abort();
    }
  }
}
