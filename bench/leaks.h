/* Whether the time of a call depends on its secrets, as far as that can be measured. */
#ifndef BENCH_LEAKS_H
#define BENCH_LEAKS_H

#include <stdbool.h>
#include <stddef.h>

/* The longest text that it takes. */
#define BENCH_LEAKS_LENGTH_MAX ((size_t)16384)

/* For every usable backend and every length (NULL: its own ones), so many seconds each. Returns whether each leak that is there on
 * purpose, one for each backend and length, was seen. */
bool bench_leaks(const size_t *lengths, size_t length_total, double seconds);

#endif
