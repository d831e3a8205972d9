#include "lengths.h"

#include <stdio.h>
#include <stdlib.h>

#include "aead.h"
#include "cases.h"

static void add(lengths_list *list, size_t len, size_t longest)
{
  size_t i = list->total;

  if (len > longest || len > CASES_LEN_MAX)
    return;
  for (size_t j = 0; j < list->total; j++)
    if (list->at[j] == len)
      return;
  if (list->total == LENGTHS_MAX) {
    fputs("constant-time: LENGTHS_MAX is too small\n", stderr);
    exit(2);
  }
  for (; i && list->at[i - 1] > len; i--)
    list->at[i] = list->at[i - 1];
  list->at[i] = len;
  list->total++;
}

/* Up to `len` bytes go one way, more another. */
static void add_sides(lengths_list *list, size_t len, size_t longest)
{
  add(list, len, longest);
  add(list, len + 1, longest);
}

/* ChaCha20 alone, and where the AEAD counts the block of the Poly1305 key too. */
static void add_chacha(lengths_list *list, size_t len, size_t longest)
{
  add_sides(list, len, longest);
  if (len >= 64)
    add_sides(list, len - 64, longest);
}

void lengths_of(const pch_backend *backend, size_t longest, lengths_list *list)
{
  static const size_t shorts[] = {0, 1, 15, 16, 17, 63, 64, 65};
  const pch_chacha_rung *chacha = backend->chacha;
  const pch_poly_rung *poly = backend->poly;
  const pch_transcript_rung *transcript = backend->transcript;

  list->total = 0;
  for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++)
    add(list, shorts[i], longest);
  do {
    add_chacha(list, chacha->over, longest);
    add_chacha(list, chacha->stride, longest);
    add(list, 2 * chacha->stride + 17, longest);
  } while (chacha++->over);
  for (const pch_chacha_rung *wide = backend->wide; wide; wide = wide->over ? wide + 1 : NULL) {
    add_chacha(list, wide->stride, longest);
    add(list, 2 * wide->stride + 17, longest);
  }
  do { /* whole blocks are counted here */
    add(list, poly->over, longest);
    add(list, poly->over + 16, longest);
    add(list, poly->over + 16 + 15, longest);
  } while (poly++->over);
  if (transcript) {
    do
      add_sides(list, transcript->over, longest);
    while (transcript++->over);
    add_sides(list, backend->transcript_max, longest);
  }
  if (backend->seal) {
    add_sides(list, backend->seal_over, longest);
    add_sides(list, backend->open_over, longest);
    add_sides(list, backend->fused_first, longest);
    add(list, backend->fused_first + 2 * backend->fused_stride + 17, longest);
    add(list, backend->seal_over + 1024 + 48 + 17, longest);
  }
  add_chacha(list, PCH_STRIDE_MAX, longest);
  add_chacha(list, PCH_AEAD_TURN, longest);
}
