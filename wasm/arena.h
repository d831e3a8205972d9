/* What the WebAssembly modules export beside core/polycha.h, for a host that has no memory in the module yet. See README.md.
 *
 * The arena is the part of the module's memory that is not its own data or stack. It is cut into blocks on demand, and the
 * memory never grows: an address stays good, and so does a host's view of the memory. */
#ifndef PCH_ARENA_H
#define PCH_ARENA_H

#include <stddef.h>
#include <stdint.h>

/* A block of at least len bytes at a multiple of 16, all zero; NULL if len is 0 or no gap is that long. */
void *polycha_arena_alloc(size_t len);

/* Wipes the block and gives it back. Returns 1; 0 if p is NULL or no block starts there: nothing happens then. */
int polycha_arena_free(void *p);

/* The longest block that polycha_arena_alloc could give now. */
size_t polycha_arena_longest(void);

/* What the contexts of core/polycha.h need. */
size_t polycha_sizeof_aead_ctx(void);
size_t polycha_sizeof_chacha_ctx(void);
size_t polycha_sizeof_poly1305_ctx(void);

#endif
