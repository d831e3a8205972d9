/* The target `contexts`: a program of calls on two contexts of each kind, in any order and with any arguments, beside a model of
 * what the public header says of them. Each function makes one call. */
#ifndef FUZZ_CONTEXTS_H
#define FUZZ_CONTEXTS_H

#include "arena.h"

enum { CALLS, OPENED, FORGED, SEALED, STREAMED, MACS, REFUSED };

/* POLYCHA_BACKEND names none that can be used. */
extern bool contexts_no_backend;

/* Fails unless the status is the expected one, and the arena too. */
void contexts_check(const char *what, polycha_status status, polycha_status expected);

/* Is a call that will succeed one that can be made? Its memory must be there, and only its own context be written. */
bool contexts_possible(const void *dst, size_t dst_len, const void *src, size_t src_len);

void contexts_aead(fuzz_input *in);
void contexts_aead_begin(void);

#endif
