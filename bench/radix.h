/* The portable Poly1305 kernels, one by one and alone. */
#ifndef BENCH_RADIX_H
#define BENCH_RADIX_H

void bench_radix(void);

#endif
