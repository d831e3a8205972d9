/* One piece of memory in which all arguments of a call lie, beside each other, over each other or in a context, and what
 * every byte of it should be after the call. */
#ifndef FUZZ_ARENA_H
#define FUZZ_ARENA_H

#include "input.h"

/* The longest text: more than the core takes in one turn, and than any kernel in its first pass. */
#define ARENA_TEXT_MAX 18432
#define ARENA_AAD_MAX 5200

typedef struct {
  polycha_aead_ctx aead[2];
  polycha_chacha_ctx chacha[2];
  polycha_poly1305_ctx mac[2];
  uint8_t room[48 * 1024];
} arena_memory;

extern arena_memory arena;

/* At the start of an input: the contexts are zero, the rest holds random bytes. */
void arena_begin(void);

typedef struct {
  uint8_t *p;
  size_t len;
} arena_range;

/* The arguments of a call, in the order in which they are placed. */
typedef struct {
  bool hostile;
  arena_range ranges[6];
  size_t total, used; /* used: bytes of the room, by those that lie apart */
} arena_call;

/* Every fourth is hostile. */
arena_call arena_new_call(fuzz_input *in);

/* Where the next argument is. Apart from the others; in a hostile call perhaps NULL, or on or near one of them, in a context, or
 * at the end of all, where a byte too many is seen. Its len bytes are in the arena, if there are so many. */
uint8_t *arena_place(fuzz_input *in, arena_call *call, size_t len);

/* The same for an output that may be the first argument. */
uint8_t *arena_place_output(fuzz_input *in, arena_call *call, size_t len);

/* Do the two ranges share a byte, in a memory in which the last address is followed by the first? */
bool arena_overlap(const void *a, size_t a_len, const void *b, size_t b_len);

/* Is the whole of the range within? A call that should succeed and has a range outside must not be made. */
bool arena_holds(const void *p, size_t len);

/* Does it touch a context? Which then may not be written over behind the model's back. */
bool arena_in_contexts(const void *p, size_t len);

/* Before a call: what is there now is expected to stay. */
void arena_expect_same(void);

/* Where what is expected at p is to be written. */
uint8_t *arena_expected(const void *p);

/* What is at p now is as it should be: for a context that lives. */
void arena_accept(const void *p, size_t len);

/* After a call: fails unless all is as expected. */
void arena_check(const char *what);

#endif
