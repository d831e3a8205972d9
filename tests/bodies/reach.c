/* What a message's own key or length keeps from some kernels: the AEAD's with every bit of r and of the ciphertext set, and the
 * proof that each kernel has met aad of every kind. */
#include <string.h>

#include "../harness/backends.h"
#include "../registry.h"
#include "chacha20.h"
#include "message.h"
#include "poly1305.h"

/* ---- All ones: every carry at its largest ---- */

static void check_transcript(const pch_transcript_rung *rung, size_t aad_len, size_t len)
{
  size_t aad_padded = (aad_len + 15) / 16 * 16, padded = (len + 15) / 16 * 16;
  uint8_t key[32], tag[16], expected[16], *transcript = suite_bytes(aad_padded + padded + 16);
  uint8_t *text = transcript + aad_padded;

  AT({"over", rung->over}, {"aad", aad_len}, {"len", len});
  memset(key, 0xff, sizeof key);
  memset(transcript, 0, aad_padded + padded);
  memset(transcript, 0xff, aad_len);
  memset(text, 0xff, len);
  pch_store64(text + padded, aad_len);
  pch_store64(text + padded + 8, len);
  rung->run(tag, key, transcript, aad_len, text, len);
  backends_use_oracle();
  CHECK_STATUS(polycha_poly1305(expected, transcript, aad_padded + padded + 16, key), POLYCHA_OK);
  backends_use_tested();
  CHECK_SAME(tag, expected, 16);
}

/* h is as large as the contract allows, too. */
static void check_fused(const pch_backend *backend, bool seals, size_t before, size_t len, size_t after)
{
  size_t total = before + len + after;
  uint8_t *ones = suite_bytes(total), *out = suite_bytes(total), *text = suite_bytes(len), key[32], tag[16],
          expected[16];
  uint32_t state[16];
  pch_poly1305 p, p_expected;

  AT({seals ? "seals" : "opens", seals}, {"before", before}, {"len", len}, {"after", after});
  memset(ones, 0xff, total);
  memset(out, 0xff, total);
  memset(key, 0xff, sizeof key);
  suite_fill_random(state, sizeof state);
  state[12] = 1;
  pch_chacha_run(&pch_backend_portable, text, ones, len, state, 10, NULL);
  state[12] = 1; /* where it has gone on from */
  pch_poly1305_start(&p, key);
  memset(p.h, 0xff, sizeof p.h);
  p.h[4] = 7;
  p_expected = p;
  pch_poly1305_blocks(&pch_backend_portable, &p_expected, ones, total - total % 16);
  pch_poly1305_tag(&p_expected, expected);
  (seals ? backend->seal : backend->open)(&p, out + before, seals ? text : ones + before, len, state, before, after);
  CHECK_SAME(out + before, seals ? ones : text, len);
  CHECK(p.h[4] <= 7);
  pch_poly1305_tag(&p, tag);
  CHECK_SAME(tag, expected, 16);
}

void contract_all_ones(void)
{
  static const size_t aad_lens[] = {0, 13, 16, 64}, strides[] = {1, 2, 3, 4, 5, 8, 16, 17, 64, 1024};
  const pch_backend *backend = suite_backend;
  bool any = backend->transcript || backend->seal;

  for (const pch_transcript_rung *rung = backend->transcript; rung; rung = rung->over ? rung + 1 : NULL)
    for (size_t i = 0; i < sizeof aad_lens / sizeof *aad_lens; i++)
      for (size_t len = 0; len <= 4096; len += len < 1104 ? suite_scaled(1, 5) : 61)
        check_transcript(rung, aad_lens[i], len);
  for (size_t i = 0; backend->seal && i < sizeof strides / sizeof *strides; i++) {
    size_t stride = backend->fused_stride < 64 ? 64 : backend->fused_stride;

    for (int seals = 0; seals < 2; seals++)
      for (size_t before = 0; before <= 1024; before += before ? 1008 : 16)
        for (size_t after = 0; after <= 1152; after += suite_scaled(64, 576))
          check_fused(backend, seals, before, strides[i] * stride, after);
  }
  if (!any)
    suite_skip("no kernels for whole messages: vectors/poly1305_faults has all of its Poly1305");
}

/* ---- Each kernel meets each kind of aad ---- */

enum { NO_AAD, WHOLE_BLOCKS, PARTIAL_BLOCK, KINDS };

static const pch_backend *counted;
static size_t calls[KINDS][2];
static size_t kind;
static bool opening;

static void count_chacha(uint8_t *dst, const uint8_t *src, size_t len, const uint32_t state[16], unsigned double_rounds,
                         uint8_t head[64])
{
  calls[kind][opening]++;
  counted->chacha->run(dst, src, len, state, double_rounds, head);
}

static void count_poly(pch_poly1305 *p, const uint8_t *msg, size_t len)
{
  calls[kind][opening]++;
  counted->poly->run(p, msg, len);
}

static void count_transcript(uint8_t tag[16], const uint8_t key[32], const uint8_t *aad, size_t aad_len,
                             const uint8_t *text, size_t text_len)
{
  calls[kind][opening]++;
  counted->transcript->run(tag, key, aad, aad_len, text, text_len);
}

static void count_seal(pch_poly1305 *p, uint8_t *dst, const uint8_t *src, size_t len, const uint32_t state[16],
                       size_t before, size_t after)
{
  calls[kind][0]++;
  counted->seal(p, dst, src, len, state, before, after);
}

static void count_open(pch_poly1305 *p, uint8_t *dst, const uint8_t *src, size_t len, const uint32_t state[16],
                       size_t before, size_t after)
{
  calls[kind][1]++;
  counted->open(p, dst, src, len, state, before, after);
}

/* The backend under test with its one rung counted. */
static const pch_backend *counting(void)
{
  static pch_backend copy;
  static pch_chacha_rung chacha;
  static pch_poly_rung poly;
  static pch_transcript_rung transcript;

  counted = suite_backend;
  copy = *suite_backend;
  if (suite_rung_ladder == LADDER_CHACHA) {
    chacha = *copy.chacha;
    chacha.run = count_chacha;
    copy.chacha = &chacha;
  } else if (suite_rung_ladder == LADDER_POLY) {
    poly = *copy.poly;
    poly.run = count_poly;
    copy.poly = &poly;
  } else if (copy.transcript) {
    transcript = *copy.transcript;
    transcript.run = count_transcript;
    copy.transcript = &transcript;
  } else {
    copy.seal = count_seal;
    copy.open = count_open;
  }
  return &copy;
}

void contract_aad_reaches(void)
{
  static const size_t aad_lens[] = {0, 1, 13, 16, 31, 32, 64}, lens[] = {0, 1, 64, 500, 1100, 3000, 20000};
  const pch_backend *backend = counting();
  uint8_t out[20000], tag[16];

  memset(calls, 0, sizeof calls);
  for (size_t a = 0; a < sizeof aad_lens / sizeof *aad_lens; a++)
    for (size_t l = 0; l < sizeof lens / sizeof *lens; l++) {
      message m = message_random(lens[l], aad_lens[a], 12);

      AT({"aad", m.aad_len}, {"len", m.len});
      kind = m.aad_len == 0 ? NO_AAD : m.aad_len % 16 ? PARTIAL_BLOCK : WHOLE_BLOCKS;
      backends_set(backend);
      opening = false;
      CHECK_STATUS(message_seal_detached(&m, out, tag, m.plaintext), POLYCHA_OK);
      CHECK_SAME(out, m.ciphertext, m.len);
      CHECK_SAME(tag, m.tag, 16);
      opening = true;
      CHECK_STATUS(message_open_detached(&m, out, m.ciphertext, m.tag), POLYCHA_OK);
      CHECK_SAME(out, m.plaintext, m.len);
    }
  for (size_t k = 0; k < KINDS; k++)
    for (size_t o = 0; o < 2; o++) {
      AT({"kind of aad", k}, {"opening", o});
      CHECK(calls[k][o] > 0);
    }
}
