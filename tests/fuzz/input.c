#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../harness/backends.h"
#include "../harness/suite_run.h"
#include "aead.h"

#define RUNGS_MAX 64
#define THRESHOLDS_MAX 128

const pch_backend **fuzz_backends;
size_t fuzz_backend_total;

static size_t thresholds[THRESHOLDS_MAX], threshold_total;

/* ---- Reading ---- */

uint8_t fuzz_byte(fuzz_input *in)
{
  if (!in->left)
    return 0;
  in->left--;
  return *in->at++;
}

uint64_t fuzz_number(fuzz_input *in, size_t bytes)
{
  uint64_t number = 0;

  while (bytes--)
    number = number << 8 | fuzz_byte(in);
  return number;
}

size_t fuzz_below(fuzz_input *in, size_t limit)
{
  return (size_t)(fuzz_number(in, limit <= 256 ? 1 : limit <= 65536 ? 2 : 4) % limit);
}

bool fuzz_chance(fuzz_input *in, unsigned several, unsigned many)
{
  /* The first of a byte's values are the rare ones, but not 0, so that an input that is used up does what is usual. */
  return (fuzz_byte(in) ^ 0xff) % many < several;
}

size_t fuzz_len(fuzz_input *in, size_t max)
{
  uint8_t kind = fuzz_byte(in);
  size_t len;

  if (kind < 96)
    len = kind;
  else if (kind < 128)
    len = 16 * (size_t)(kind - 96) * (1 + fuzz_below(in, 4));
  else if (kind < 224)
    len = thresholds[fuzz_byte(in) % threshold_total] * (1 + (size_t)kind % 3) + (size_t)(fuzz_byte(in) % 40) - 20;
  else if (kind < 248)
    len = fuzz_below(in, 2400);
  else
    len = fuzz_below(in, max + 1);
  /* Also if less was taken off than there was. */
  return len <= max ? len : len % (max + 1);
}

size_t fuzz_len_of(fuzz_input *in, uint64_t left, size_t max)
{
  if (left < max && fuzz_chance(in, 1, 2))
    return (size_t)left + fuzz_byte(in) % 3 - (left != 0);
  return fuzz_len(in, max);
}

size_t fuzz_hostile_len(fuzz_input *in, uint64_t taken)
{
  static const uint64_t limits[] = {UINT64_MAX, UINT64_C(1) << 63, POLYCHA_MESSAGE_BYTES_MAX, UINT64_C(64) << 32,
                                    UINT64_C(1) << 32};

  return (size_t)(limits[fuzz_byte(in) % 5] - taken + (uint64_t)((int8_t)fuzz_byte(in) / 8));
}

uint64_t fuzz_near_end(fuzz_input *in)
{
  uint8_t kind = fuzz_byte(in);
  /* Half of them are within 8. */
  uint64_t near = (uint64_t)((int8_t)fuzz_byte(in) / (kind & 128 ? 1 : 16));

  switch (kind % 5) {
  case 0:
    return near & 127;
  case 1:
    return (UINT64_C(1) << 32) + near;
  case 2:
    return 0 - (near & 127);
  case 3:
    /* The low word is near its end in a counter of 64 bits. */
    return (fuzz_number(in, 4) << 32) + near;
  default:
    return fuzz_number(in, 8);
  }
}

void fuzz_fill(fuzz_input *in, void *p, size_t len)
{
  uint8_t kind = fuzz_byte(in), *bytes = p;

  if (kind < 128)
    suite_fill_random(bytes, len);
  else if (len)
    memset(bytes, kind < 208 ? 0xff : 0, len);
  /* Some bytes, or bits, are not like the others. */
  for (size_t i = 0; len && i < kind % 4; i++)
    bytes[fuzz_below(in, len)] ^= fuzz_byte(in);
}

uint8_t *fuzz_text(fuzz_input *in, size_t len)
{
  size_t offset = fuzz_byte(in) % 64;
  uint8_t *text = suite_bytes(offset + len) + offset;

  fuzz_fill(in, text, len);
  return text;
}

/* ---- Running ---- */

static void add_threshold(size_t threshold)
{
  if (threshold && threshold <= 65536 && threshold_total < THRESHOLDS_MAX)
    thresholds[threshold_total++] = threshold;
}

static void learn_thresholds(const pch_backend *backend)
{
  const pch_chacha_rung *chacha = backend->chacha;
  const pch_poly_rung *poly = backend->poly;
  const pch_transcript_rung *transcript = backend->transcript;

  do {
    add_threshold(chacha->over);
    add_threshold(chacha->stride);
  } while (chacha++->over);
  do
    add_threshold(poly->over);
  while (poly++->over);
  if (transcript)
    do
      add_threshold(transcript->over);
    while (transcript++->over);
  for (const pch_chacha_rung *wide = backend->wide; wide; wide = wide->over ? wide + 1 : NULL)
    add_threshold(wide->stride);
  add_threshold(backend->transcript_max);
  add_threshold(backend->seal_over);
  add_threshold(backend->open_over);
  add_threshold(backend->fused_first);
  add_threshold(backend->fused_pass);
  add_threshold(backend->fused_first + backend->fused_stride);
}

/* They stay for good: a context keeps its backend. */
static void learn_backends(void)
{
  static backends_rung rungs[RUNGS_MAX];
  static const pch_backend *all[2 * RUNGS_MAX];
  size_t used = 0;

  fuzz_backends = all;
  for (size_t i = 0; i < backends_total(); i++)
    if (backends_usable(i)) {
      all[fuzz_backend_total++] = backends_at(i);
      learn_thresholds(backends_at(i));
    }
  for (size_t i = 0; i < backends_total(); i++)
    for (size_t rung = 0; backends_usable(i) && rung < backends_rung_total(i); rung++) {
      if (used == RUNGS_MAX)
        abort();
      backends_rung_at(i, rung, &rungs[used]);
      all[fuzz_backend_total++] = &rungs[used++].backend;
    }
  add_threshold(PCH_TRANSCRIPT_AAD_MAX);
  add_threshold(PCH_STRIDE_MAX);
  add_threshold(PCH_AEAD_TURN);
}

static uint64_t inputs;

static void print_counts(void)
{
  printf("%s: %llu inputs", fuzz_name, (unsigned long long)inputs);
  for (const fuzz_count *count = fuzz_counts; count->name; count++)
    printf(", %llu %s", (unsigned long long)count->times, count->name);
  printf("\n");
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  learn_backends();
  atexit(print_counts);
  printf("%s: %zu backends and rungs; CPU features: %s\n", fuzz_name, fuzz_backend_total, backends_features());
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
  fuzz_input in = {bytes, len};
  char seed[3] = {0};

  inputs++;
  seed[0] = (char)(fuzz_byte(&in) | 1); /* a text ends at the first 0 */
  seed[1] = (char)fuzz_byte(&in);
  suite_begin(seed);
  backends_set(fuzz_backends[0]);
  if (setjmp(suite_exit)) {
    fprintf(stderr, "%s: %s\n", fuzz_name, suite_message);
    abort();
  }
  fuzz_run(&in);
  suite_end();
  return 0;
}
