/* Every function of polycha.h that takes buffers, in one table: what each argument is, how to make valid ones, and the
 * call. Tests that ask the same of each argument of each function walk over it. */
#ifndef CALLS_H
#define CALLS_H

#include "../harness/suite.h"

#define CALL_SLOTS_MAX 6

typedef enum {
  ROLE_NONE, /* the end of a row */
  ROLE_CONTEXT,
  ROLE_OUT,
  ROLE_OUT_OR_NULL, /* NULL asks for less work */
  ROLE_IN_OUT,
  ROLE_IN,
  ROLE_TEXT, /* input, and secret where the call deciphers it or enciphers it */
  ROLE_NONCE,
  ROLE_KEY
} call_role;

/* A slot has `bytes` bytes, and `len` or `aad_len` more, or as much of `len` as is blocks of 16. */
typedef enum { FIXED, PLUS_LEN, PLUS_AAD_LEN, PLUS_WHOLE_BLOCKS } call_size;

typedef struct {
  call_role role;
  size_t bytes;
  call_size size;
  size_t align; /* 0 for 1 */
} call_slot;

typedef struct {
  size_t len, aad_len;
} call_lengths;

typedef struct {
  uint8_t *at[CALL_SLOTS_MAX];
} call_buffers;

typedef struct {
  const char *name;
  call_slot slots[CALL_SLOTS_MAX];

  /* Turns random bytes into valid arguments. NULL if they are. */
  void (*prepare)(const call_buffers *buffers, call_lengths lengths);
  polycha_status (*run)(const call_buffers *buffers, call_lengths lengths);
} call;

extern const call calls[];
extern const size_t calls_total;

size_t call_slots(const call *function);
size_t call_slot_bytes(const call *function, size_t slot, call_lengths lengths);
bool call_writes(const call *function, size_t slot);

/* Does it find its backend by itself? The others have the one that their context was initialised with. */
bool call_finds_backend(const call *function);

/* The first output of a function with a text may be that text; nothing else may. */
bool call_may_be_same(const call *function, size_t output, size_t other);

/* The index of the first slot with that role, or CALL_SLOTS_MAX. */
size_t call_slot_of(const call *function, call_role role);

/* Separate buffers of the heap for all slots, filled with random bytes and prepared. */
call_buffers call_new_buffers(const call *function, call_lengths lengths);

/* Key and nonce of the contexts that `prepare` initialises. */
extern const uint8_t call_context_key[32], call_context_nonce[12];

#endif
