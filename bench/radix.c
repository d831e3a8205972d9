#include "radix.h"

#include "backend.h"
#include "clock.h"
#include "report.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  pch_poly_fn *run;
} kernels[] = {
  {"radix 2^26", pch_poly1305_radix26}, {"radix 2^26, two lanes", pch_poly1305_radix26x2},
  {"radix 2^32", pch_poly1305_radix32}, {"radix 2^32, wide", pch_poly1305_radix32_wide},
#ifdef __SIZEOF_INT128__
  {"radix 2^64", pch_poly1305_radix64}, {"radix 2^64, two halves", pch_poly1305_radix64x2},
#endif
};
#define KERNELS (sizeof kernels / sizeof kernels[0])

static const size_t lengths[] = {16, 64, 128, 192, 256, 320, 512, 1024, 16384, 65536};
#define LENGTHS (sizeof lengths / sizeof lengths[0])

#define ROUNDS 300

typedef struct {
  pch_poly_fn *run;
  size_t len, calls;
  pch_poly1305 state;
} batch;

static uint8_t message[65536];

static void run_batch(void *argument)
{
  batch *b = argument;
  for (size_t i = 0; i < b->calls; i++) {
    b->run(&b->state, message, b->len);
  }
}

/* A clamped key. */
static const pch_poly1305 start = {
  .r = {0x0bd59a1f, 0x07c3a964, 0x0e45f2d8, 0x09186b3c},
};

/* The value of h, reduced: two kernels may leave different forms of one number. */
static void canonical(const pch_poly1305 *p, uint32_t h[5])
{
  uint64_t carry = 5 * (uint64_t)(p->h[4] >> 2);
  for (int i = 0; i < 5; i++) {
    carry += i == 4 ? p->h[4] & 3 : p->h[i];
    h[i] = (uint32_t)carry;
    carry >>= 32;
  }
}

static void check(size_t kernel, const pch_poly1305 *state, uint32_t right[5])
{
  uint32_t h[5];
  canonical(state, h);
  if (kernel == 0) {
    memcpy(right, h, sizeof h);
  } else if (memcmp(right, h, sizeof h)) {
    bench_die("%s has another result than %s", kernels[kernel].name, kernels[0].name);
  }
}

void bench_radix(void)
{
  double least[KERNELS][LENGTHS];
  double hertz = bench_clock_hertz();
  for (size_t i = 0; i < sizeof message; i++) {
    message[i] = (uint8_t)(i * i + i / 251);
  }
  for (size_t length = 0; length < LENGTHS; length++) {
    size_t calls = 1 + 8192 / lengths[length];
    uint32_t right[5];
    for (size_t kernel = 0; kernel < KERNELS; kernel++) {
      least[kernel][length] = 0;
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (size_t kernel = 0; kernel < KERNELS; kernel++) {
        batch b = {kernels[kernel].run, lengths[length], calls, start};
        double cycles;
        run_batch(&b);
        b.state = start;
        bool steady = bench_clock_time(run_batch, &b, &cycles);
        check(kernel, &b.state, right);
        double *known = &least[kernel][length];
        *known = steady && (*known == 0 || cycles / (double)calls < *known) ? cycles / (double)calls : *known;
      }
    }
  }
  printf("== portable Poly1305 kernels: cycles per byte, and GB/s at %.2f GHz ==\n%-24s", hertz / 1e9, "bytes");
  for (size_t length = 0; length < LENGTHS; length++) {
    printf("%8zu       ", lengths[length]);
  }
  for (size_t kernel = 0; kernel < KERNELS; kernel++) {
    printf("\n%-24s", kernels[kernel].name);
    for (size_t length = 0; length < LENGTHS; length++) {
      double cycles_per_byte = least[kernel][length] / (double)lengths[length];
      printf("%8.2f %6.2f", cycles_per_byte, hertz / cycles_per_byte / 1e9);
    }
  }
  putchar('\n');
}
