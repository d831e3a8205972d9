/* Reads the flat text that vectors_to_text.py and oracle.py write: see flat_text.py. */
#ifndef VECTORS_H
#define VECTORS_H

#include "suite.h"

typedef struct vectors vectors;

/* Opens NAME.txt of the build's test data, or of the directory that POLYCHA_TEST_DATA names. Fails the body if it is
 * not there. */
vectors *vectors_open(const char *name);

/* The next case's kind, such as "aead"; NULL at the end, after checking that the file is whole. Buffers of the case
 * before are freed. */
const char *vectors_next(vectors *file);

/* Fields of the case at hand. One that is missing or malformed fails the body. Bytes without length are NULL. */
uint8_t *vectors_bytes(vectors *file, const char *field, size_t *len);
uint8_t *vectors_fixed(vectors *file, const char *field, size_t len);
uint64_t vectors_number(vectors *file, const char *field);
int64_t vectors_signed(vectors *file, const char *field);
const char *vectors_word(vectors *file, const char *field);

/* Closes it. read: how many cases there must have been. */
void vectors_close(vectors *file, size_t read);

#endif
