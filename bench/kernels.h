/* The kernels of every usable backend, one by one and alone: what bench/mca.py compares its estimates with. */
#ifndef BENCH_KERNELS_H
#define BENCH_KERNELS_H

/* Prints a line for each row of a ladder and for each fused kernel: backend, row ("chacha>384", "wide>0", "seal"), cycles per byte of
 * long messages; separated by tabs. The stack goes through all places (bench_place). */
void bench_kernels(void);

#endif
