/* A fuzzer's input as numbers, lengths and texts, and what runs one input. An input that is used up gives zeros. */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include "../harness/suite.h"

typedef struct {
  const uint8_t *at;
  size_t left;
} fuzz_input;

uint8_t fuzz_byte(fuzz_input *in);
uint64_t fuzz_number(fuzz_input *in, size_t bytes); /* at most 8 */
size_t fuzz_below(fuzz_input *in, size_t limit);    /* limit: not 0 */

/* One of several in so many: fuzz_chance(in, 1, 16). */
bool fuzz_chance(fuzz_input *in, unsigned several, unsigned many);

/* From 0 to max: short, or near a threshold or stride of some backend's tables or a small multiple of it, or any. */
size_t fuzz_len(fuzz_input *in, size_t max);

/* As above; but where there is little left of what may come, often all of it, one less or one more. */
size_t fuzz_len_of(fuzz_input *in, uint64_t left, size_t max);

/* A length that no memory here can hold: at the limits of size_t, of a message and of the counter, each less `taken`. */
size_t fuzz_hostile_len(fuzz_input *in, uint64_t taken);

/* A 64-bit number that is at or near 0, 2^32 or 2^64, or any. */
uint64_t fuzz_near_end(fuzz_input *in);

/* Random bytes, all 0xff or all 0, or nearly so. What is random depends on the first two bytes of the input. */
void fuzz_fill(fuzz_input *in, void *p, size_t len);

/* The last len bytes of a piece of the heap, 0 to 63 bytes from its start, filled likewise. Freed after the input. */
uint8_t *fuzz_text(fuzz_input *in, size_t len);

/* The backends that this CPU can run, as they are and with one of their rungs alone. At least one; the first is the best. */
extern const pch_backend **fuzz_backends;
extern size_t fuzz_backend_total;

/* What a target is: its name, and a function that takes one input and leaves it by CHECK and its kin if something is wrong. */
extern const char fuzz_name[];
void fuzz_run(fuzz_input *in);

/* How often something happened that is worth a line when the fuzzer ends. */
typedef struct {
  const char *name;
  uint64_t times;
} fuzz_count;
extern fuzz_count fuzz_counts[]; /* of the target; the last has no name */

#endif
