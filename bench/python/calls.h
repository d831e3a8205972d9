#ifndef BENCH_PYTHON_CALLS_H
#define BENCH_PYTHON_CALLS_H

#include <stddef.h>
#include <stdint.h>

/* The argument of bench_python_seal; bench.py has the same struct. */
typedef struct {
  size_t count;
  uint8_t *dst;
  const uint8_t *src;
  size_t len;
  const uint8_t *aad;
  size_t aad_len;
  const uint8_t *nonce;
  const uint8_t *key;
} bench_python_calls;

/* Seals count times; a bench_timed of ../clock.h. */
void bench_python_seal(void *argument);

#endif
