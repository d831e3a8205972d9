/* The allocator of arena.h: a list of all blocks, used and free, in the order of their addresses.
 *
 * Each block has a header in front of it. Hosts hold few blocks at a time, so a walk over the list is short, and a pointer
 * is believed only if the list leads to it. */
#include "arena.h"

#include <stdbool.h>

#include "polycha.h"

#define ALIGNMENT 16

typedef struct block {
  struct block *next; /* NULL for the last */
  size_t len;         /* of the bytes behind the header: a multiple of ALIGNMENT */
  size_t used;        /* 1: given out */
  size_t padding;
} block;

_Static_assert(sizeof(block) % ALIGNMENT == 0, "what follows a header is aligned");

/* Set by the linker: where data and stack end. */
extern unsigned char __heap_base;

static block *first;

/* The one free block that a new arena is. */
static block *blocks(void)
{
  if (!first) {
    uintptr_t start = ((uintptr_t)&__heap_base + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);

    first = (block *)start;
    *first = (block){NULL, __builtin_wasm_memory_size(0) * 65536 - start - sizeof(block), 0, 0};
  }
  return first;
}

static void *content(block *b)
{
  return b + 1;
}

void *polycha_arena_alloc(size_t len)
{
  size_t rounded = (len + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);

  if (!len || rounded < len)
    return NULL;
  for (block *b = blocks(); b; b = b->next) {
    if (b->used || b->len < rounded)
      continue;
    if (b->len - rounded > sizeof(block)) {
      block *rest = (block *)((uint8_t *)content(b) + rounded);

      *rest = (block){b->next, b->len - rounded - sizeof(block), 0, 0};
      b->next = rest;
      b->len = rounded;
    }
    b->used = 1;
    return content(b);
  }
  return NULL;
}

/* Takes the next block into b, if both are free. */
static void merge_with_next(block *b)
{
  block *next = b->next;

  if (b->used || !next || next->used)
    return;
  b->len += sizeof(block) + next->len;
  b->next = next->next;
  polycha_wipe(next, sizeof(block));
}

int polycha_arena_free(void *p)
{
  block *before = NULL;

  for (block *b = blocks(); b; before = b, b = b->next) {
    if (content(b) != p || !b->used)
      continue;
    polycha_wipe(p, b->len);
    b->used = 0;
    merge_with_next(b);
    if (before)
      merge_with_next(before);
    return 1;
  }
  return 0;
}

size_t polycha_arena_longest(void)
{
  size_t longest = 0;

  for (block *b = blocks(); b; b = b->next)
    if (!b->used && b->len > longest)
      longest = b->len;
  return longest;
}

size_t polycha_sizeof_aead_ctx(void)
{
  return sizeof(polycha_aead_ctx);
}

size_t polycha_sizeof_chacha_ctx(void)
{
  return sizeof(polycha_chacha_ctx);
}

size_t polycha_sizeof_poly1305_ctx(void)
{
  return sizeof(polycha_poly1305_ctx);
}
