/* Kernels called directly, with what core/backend.h allows and the core itself never passes. */
#include <string.h>

#include "../harness/backends.h"
#include "../harness/vectors.h"
#include "../registry.h"
#include "chacha20.h"
#include "poly1305.h"

static uint32_t load_word(const uint8_t *bytes)
{
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Any accumulator below 2^131, and what comes out is below it again. */
void contract_poly1305(void)
{
  vectors *file = vectors_open("oracle_states");
  size_t line = 0;

  while (vectors_next(file)) {
    size_t len;
    const uint8_t *h = vectors_fixed(file, "h", 20), *r = vectors_fixed(file, "r", 16);
    const uint8_t *text = vectors_bytes(file, "message", &len);
    pch_poly1305 p;
    uint8_t tag[16];

    memset(&p, 0, sizeof p);
    AT({"line", ++line}, {"len", len});
    for (int i = 0; i < 5; i++)
      p.h[i] = load_word(h + 4 * i);
    for (int i = 0; i < 4; i++)
      p.r[i] = load_word(r + 4 * i);
    suite_backend->poly->run(&p, text, len);
    CHECK(p.h[4] <= 7);
    for (int i = 0; i < 4; i++)
      CHECK(p.r[i] == load_word(r + 4 * i));
    pch_poly1305_tag(&p, tag);
    CHECK_SAME(tag, vectors_fixed(file, "tag", 16), 16);
  }
  vectors_close(file, 600);
}

/* Every length up to a stride and the first multiples of it, with and without head, against the oracle; exactly len
 * bytes are written, the state is not, and the last block may be the counter's last. */
static void check_chacha(const pch_chacha_rung *rung, size_t total, bool head, unsigned double_rounds)
{
  size_t len = total - (head ? 64 : 0), blocks = (total + 63) / 64;
  const uint8_t *src = suite_random_bytes(len);
  uint8_t *dst = suite_bytes(len + 64), *expected = suite_bytes(len + 64), first[64], expected_first[64];
  uint32_t state[16], before[16];

  suite_fill_random(state, sizeof state);
  if (suite_random_below(2))
    state[12] = (uint32_t)(UINT32_MAX - (blocks - 1));
  memcpy(before, state, sizeof state);
  memset(dst, SUITE_CANARY, len + 64);
  AT({"total", total}, {"head", head}, {"double rounds", double_rounds}, {"counter", state[12]});
  rung->run(dst, src, len, state, double_rounds, head ? first : NULL);
  CHECK(memcmp(state, before, sizeof state) == 0);
  CHECK_FILLED(dst + len, SUITE_CANARY, 64);
  pch_chacha_run(&pch_backend_portable, expected, src, len, state, double_rounds, head ? expected_first : NULL);
  CHECK_SAME(dst, expected, len);
  if (head)
    CHECK_SAME(first, expected_first, 64);
  rung->run(expected, expected, len, before, double_rounds, head ? first : NULL);
  CHECK_SAME(expected, src, len);
}

void contract_chacha(void)
{
  const pch_chacha_rung *rung = suite_backend->chacha;
  static const unsigned double_rounds[] = {10, 6, 4};

  for (size_t r = 0; r < 3; r++)
    for (int head = 0; head < 2; head++) {
      for (size_t total = head ? 64 : 1; total <= rung->stride; total += r ? suite_scaled(7, 29) : suite_scaled(1, 5))
        check_chacha(rung, total, head, double_rounds[r]);
      for (size_t strides = 1; strides < 6; strides++)
        check_chacha(rung, strides * rung->stride, head, double_rounds[r]);
    }
}

/* A transcript under r = 1 is a sum: n blocks of text and the lengths, with their 2^128 each. With n = 4 q + 2 blocks of which
 * the first is 2^128 - below - (the lengths), and the rest 0, it is 2^130 - below + q 2^130, that is 2^130 - below + 5 q:
 * on either side of 2^130 - 5, where the last subtraction is due or not. */
static void check_transcript(pch_transcript_fn *run, uint64_t q, uint64_t below)
{
  size_t len = 16 * (4 * (size_t)q + 2);
  uint8_t *transcript = suite_bytes(len + 16), key[32] = {1}, tag[16], expected[16];
  pch_poly1305 p;

  AT({"q", (size_t)q}, {"below", (size_t)below});
  suite_fill_random(key + 16, 16);
  memset(transcript, 0, len + 16);
  pch_store64(transcript, 0 - below - 5 * q);
  pch_store64(transcript + 8, UINT64_MAX - len);
  pch_store64(transcript + len + 8, len);
  run(tag, key, NULL, 0, transcript, len);
  pch_poly1305_start(&p, key);
  pch_poly1305_blocks(&pch_backend_portable, &p, transcript, len + 16);
  pch_poly1305_tag(&p, expected);
  CHECK_SAME(tag, expected, 16);
}

void contract_transcripts(void)
{
  for (size_t i = 0; i < backends_total(); i++) {
    const pch_transcript_rung *rung = backends_usable(i) ? backends_at(i)->transcript : NULL;

    for (; rung; rung = rung->over ? rung + 1 : NULL)
      for (uint64_t q = 0; q < 20; q++)
        for (uint64_t below = 1; below <= 7; below++)
          check_transcript(rung->run, q, below);
  }
}

/* All that lies before and after is ciphertext, which is authenticated and not touched. */
static void check_fused(const pch_backend *backend, bool seals, bool in_place, size_t before, size_t len, size_t after)
{
  size_t total = before + len + after;
  uint8_t *text = suite_bytes(total), *out = suite_bytes(total), *expected = suite_bytes(total), key[32];
  const uint8_t *src = (in_place ? out : text) + before;
  uint32_t state[16], again[16];
  pch_poly1305 p, p_expected;
  uint8_t tag[16], tag_expected[16];

  AT({seals ? "seals" : "opens", in_place}, {"before", before}, {"len", len}, {"after", after});
  suite_fill_random(text, total);
  memcpy(out, text, total);
  memcpy(expected, text, total);
  suite_fill_random(state, sizeof state);
  state[12] = 7;
  memcpy(again, state, sizeof state);
  suite_fill_random(key, sizeof key);
  pch_poly1305_start(&p, key);
  pch_poly1305_blocks(&pch_backend_portable, &p, key, 32);
  p_expected = p;

  (seals ? backend->seal : backend->open)(&p, out + before, src, len, state, before, after);
  pch_chacha_run(&pch_backend_portable, expected + before, text + before, len, again, 10, NULL);
  pch_poly1305_blocks(&pch_backend_portable, &p_expected, seals ? expected : text, total - total % 16);
  CHECK_SAME(out, expected, total);
  CHECK(p.h[4] <= 7);
  pch_poly1305_tag(&p, tag);
  pch_poly1305_tag(&p_expected, tag_expected);
  CHECK_SAME(tag, tag_expected, 16);
}

void contract_fused(void)
{
  static const size_t before[] = {0, 16, 112, 128, 144, 448, 960, 1024, 1136, 1152, 1216, 2048};
  static const size_t bytes[] = {1, 15, 64, 127, 128, 129, 256, 257, 511, 512, 513, 640, 1024, 1500, 2048, 3000, 4096};

  for (size_t i = 0; i < backends_total(); i++) {
    const pch_backend *backend = backends_at(i);

    if (!backends_usable(i) || !backend->seal)
      continue;
    for (size_t b = 0; b < sizeof before / sizeof *before; b++)
      for (size_t n = 0; n < sizeof bytes / sizeof *bytes; n++) {
        size_t stride = backend->fused_stride, len = (bytes[n] + stride - 1) / stride * stride;

        for (size_t after = 0; after <= (len % 16 ? 0 : 1152); after += suite_scaled(16, 208))
          for (int way = 0; way < 4; way++)
            check_fused(backend, way & 1, way & 2, before[b], len, after);
      }
  }
}
