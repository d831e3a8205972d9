/* The allocator of arena.h: a list of all blocks, used and free, in the order of their addresses.
 *
 * Each block has a header in front of it. A bitmap says where the used ones start, so that a pointer is believed at once or not
 * at all, whatever stands in memory before it. The first gap that is long enough is taken. */
#include "arena.h"

#include <stdbool.h>

#include "polycha.h"

#define ALIGNMENT 16

typedef struct block {
  struct block *before, *next; /* NULL for the first and the last */
  size_t len;                  /* of the bytes behind the header: a multiple of ALIGNMENT */
  size_t padding;
} block;

_Static_assert(sizeof(block) % ALIGNMENT == 0, "what follows a header is aligned");

/* Set by the linker: where data and stack end. */
extern unsigned char __heap_base;

static block *first;

/* No gap lies before it; it may be one. NULL: there is none. */
static block *search_from;

/* A bit for each address at a multiple of ALIGNMENT: set where a block that is given out has its first byte. */
static uint32_t given_out[ARENA_MEMORY_BYTES / ALIGNMENT / 32];

static uint32_t bit_of(uintptr_t address)
{
  return UINT32_C(1) << (address / ALIGNMENT % 32);
}

static uint32_t *word_of(uintptr_t address)
{
  return &given_out[address / ALIGNMENT / 32];
}

static uintptr_t address_of(const block *b)
{
  return (uintptr_t)(b + 1);
}

static bool is_used(const block *b)
{
  return *word_of(address_of(b)) & bit_of(address_of(b));
}

/* The one gap that a new arena is. Memory that nothing was written to is zero. */
static void start(void)
{
  uintptr_t start = ((uintptr_t)&__heap_base + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);

  first = search_from = (block *)start;
  first->len = ARENA_MEMORY_BYTES - start - sizeof(block);
}

/* The next gap of at least len bytes, from b on. */
static block *gap_of(block *b, size_t len)
{
  while (b && (is_used(b) || b->len < len))
    b = b->next;
  return b;
}

/* Makes what b has beyond len a gap of its own. */
static void split(block *b, size_t len)
{
  block *rest = (block *)(address_of(b) + len);

  *rest = (block){b, b->next, b->len - len - sizeof(block), 0};
  if (b->next)
    b->next->before = rest;
  b->next = rest;
  b->len = len;
}

void *polycha_arena_alloc(size_t len)
{
  size_t rounded = (len + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  block *b;

  if (!len || rounded < len)
    return NULL;
  if (!first)
    start();
  search_from = gap_of(search_from, 0);
  b = gap_of(search_from, rounded);
  if (!b)
    return NULL;
  if (b->len - rounded > sizeof(block))
    split(b, rounded);
  *word_of(address_of(b)) |= bit_of(address_of(b));
  if (b == search_from)
    search_from = b->next;
  return b + 1;
}

/* Takes the next block into b, if both are free. */
static void merge_with_next(block *b)
{
  block *next = b->next;

  if (!next || is_used(b) || is_used(next))
    return;
  b->len += sizeof(block) + next->len;
  b->next = next->next;
  if (b->next)
    b->next->before = b;
  polycha_wipe(next, sizeof(block));
}

int polycha_arena_free(void *p)
{
  uintptr_t address = (uintptr_t)p;
  block *b = (block *)p - 1;

  if (address % ALIGNMENT || address >= ARENA_MEMORY_BYTES || !is_used(b))
    return 0;
  polycha_wipe(p, b->len);
  *word_of(address) &= ~bit_of(address);
  if (!search_from || b < search_from)
    search_from = b;
  merge_with_next(b);
  if (b->before)
    merge_with_next(b->before);
  return 1;
}

size_t polycha_arena_longest(void)
{
  size_t longest = 0;

  if (!first)
    start();
  for (block *b = search_from; (b = gap_of(b, longest + 1));)
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
