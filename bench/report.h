/* How the programs of this folder end when they cannot go on. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stddef.h>

/* Prints "PROGRAM: message" to stderr and exits with status 1. */
_Noreturn void bench_die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* calloc that does not return NULL. */
void *bench_allocate(size_t total, size_t size);

#endif
