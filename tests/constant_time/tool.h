/* What notices that a secret has decided which instruction runs next or which address is used. There are two:
 *
 *   valgrind   memcheck takes secrets for undefined, and reports what depends on them, in any machine code that it can run
 *   msan       so does clang's MemorySanitizer, in what clang compiles, for any CPU
 *
 * Both follow marks: see CONTRIBUTING.md for what each can and cannot see. */
#ifndef TOOL_H
#define TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const char tool_name[];

/* Does a mark move up through the carries of sums and products? Else it keeps to the bits where it was. */
extern const bool tool_carries;

/* Before all else. Ends the program if the tool is not there. */
void tool_start(void);

/* From here on these bytes, or the bits of them that are set in mask, are secret; all of them are public again. */
void tool_secret(void *p, size_t len);
void tool_secret_bits(void *p, const void *mask, size_t len);
void tool_public(void *p, size_t len);

/* How many of the bytes have a bit that depends on a secret. */
size_t tool_secret_bytes(const void *p, size_t len);

/* How many leaks it has noticed since the start. */
size_t tool_leaks(void);

#endif
