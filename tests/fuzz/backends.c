/* The target `backends`: every backend, and every rung of its ladders alone, against the portable one: through the public
 * functions, and by calls of the kernels with all that their contract (core/backend.h) allows. */
#include <string.h>

#include "../harness/backends.h"
#include "aead.h"
#include "bytes.h"
#include "chacha20.h"
#include "input.h"
#include "poly1305.h"

/* More than two of the turns in which the core takes a text. */
#define TEXT_MAX (2 * PCH_AEAD_TURN + 3000)

const char fuzz_name[] = "backends";

enum { MESSAGES, STREAMS, KERNELS };

fuzz_count fuzz_counts[] = {
  [MESSAGES] = {"messages", 0}, [STREAMS] = {"streams", 0}, [KERNELS] = {"calls of kernels", 0}, {NULL, 0}};

static const pch_backend *tested;

static void use_portable(void)
{
  backends_set(&pch_backend_portable);
}

static void use_tested(void)
{
  backends_set(tested);
}

/* The next piece of `left` bytes: mostly not the rest. */
static size_t piece(fuzz_input *in, size_t left)
{
  size_t len = !in->left || fuzz_chance(in, 1, 4) ? left : fuzz_len(in, TEXT_MAX);

  return len < left ? len : left;
}

/* ---- Messages ---- */

typedef struct {
  uint8_t *text, *aad, *nonce, *key; /* text: room for the tag */
  size_t len, aad_len, nonce_len;
} message;

static message new_message(fuzz_input *in)
{
  message m = {.len = fuzz_len(in, TEXT_MAX), .aad_len = fuzz_len(in, fuzz_chance(in, 1, 8) ? TEXT_MAX : 200)};

  m.nonce_len = fuzz_chance(in, 1, 4) ? 24 : 12;
  m.text = fuzz_text(in, m.len + 16);
  m.aad = fuzz_text(in, m.aad_len);
  m.nonce = fuzz_text(in, m.nonce_len);
  m.key = fuzz_text(in, 32);
  fuzz_counts[MESSAGES].times++;
  return m;
}

static polycha_status seal(const message *m, uint8_t *dst, const uint8_t *src)
{
  return (m->nonce_len == 24 ? polycha_xseal : polycha_seal)(dst, src, m->len, m->aad, m->aad_len, m->nonce, m->key);
}

static polycha_status open(const message *m, uint8_t *dst, const uint8_t *src)
{
  return (m->nonce_len == 24 ? polycha_xopen : polycha_open)(dst, src, m->len + 16, m->aad, m->aad_len, m->nonce,
                                                             m->key);
}

static uint8_t *copy(fuzz_input *in, const uint8_t *bytes, size_t len)
{
  size_t offset = fuzz_byte(in) % 64;
  uint8_t *to = suite_bytes(offset + len) + offset;

  memcpy(to, bytes, len);
  return to;
}

/* Sealed by the portable backend. */
static uint8_t *sealed(const message *m)
{
  uint8_t *expected = suite_bytes(m->len + 16);

  use_portable();
  CHECK_STATUS(seal(m, expected, m->text), POLYCHA_OK);
  use_tested();
  return expected;
}

static void one_call(fuzz_input *in)
{
  message m = new_message(in);
  uint8_t *expected = sealed(&m), *out = copy(in, m.text, m.len + 16), *back = copy(in, out, m.len);
  size_t bit = fuzz_below(in, 8 * (m.len + 16));
  bool in_place = fuzz_chance(in, 1, 2);

  AT({"len", m.len}, {"aad", m.aad_len}, {"nonce", m.nonce_len}, {"in place", in_place});
  CHECK_STATUS(seal(&m, out, in_place ? out : m.text), POLYCHA_OK);
  CHECK_SAME(out, expected, m.len + 16);
  CHECK_STATUS(open(&m, NULL, out), POLYCHA_OK);
  CHECK_STATUS(open(&m, in_place ? out : back, out), POLYCHA_OK);
  CHECK_SAME(in_place ? out : back, m.text, m.len);
  memcpy(out, expected, m.len + 16);
  out[bit / 8] ^= (uint8_t)(1 << bit % 8);
  CHECK_STATUS(open(&m, in_place ? out : back, out), POLYCHA_ERR_TAG);
  CHECK_FILLED(in_place ? out : back, 0, m.len);
  if (in_place && bit / 8 < m.len)
    CHECK_SAME(out + m.len, expected + m.len, 16);
}

static void in_pieces(fuzz_input *in)
{
  message m = new_message(in);
  uint8_t *expected = sealed(&m), *out = copy(in, m.text, m.len), tag[16];
  bool encrypts = fuzz_chance(in, 1, 2), in_place = fuzz_chance(in, 1, 2);
  const uint8_t *src = encrypts ? m.text : expected;
  polycha_aead_ctx ctx;

  AT({"len", m.len}, {"aad", m.aad_len}, {"encrypts", encrypts}, {"in place", in_place});
  if (in_place && m.len) {
    memcpy(out, src, m.len);
    src = out;
  }
  CHECK_STATUS(polycha_aead_init(&ctx, m.nonce, m.nonce_len, m.key), POLYCHA_OK);
  for (size_t done = 0; done < m.aad_len;) {
    size_t take = piece(in, m.aad_len - done);

    CHECK_STATUS(polycha_aead_aad(&ctx, m.aad + done, take), POLYCHA_OK);
    done += take;
  }
  for (size_t done = 0; done < m.len;) {
    size_t take = piece(in, m.len - done);

    CHECK_STATUS((encrypts ? polycha_aead_encrypt : polycha_aead_decrypt)(&ctx, out + done, src + done, take),
                 POLYCHA_OK);
    done += take;
  }
  if (encrypts) {
    CHECK_STATUS(polycha_aead_tag(&ctx, tag), POLYCHA_OK);
    CHECK_SAME(tag, expected + m.len, 16);
  } else {
    CHECK_STATUS(polycha_aead_verify(&ctx, expected + m.len), POLYCHA_OK);
  }
  CHECK_SAME(out, encrypts ? expected : m.text, m.len);
}

/* ---- Streams ---- */

static void stream(fuzz_input *in)
{
  static const unsigned some_rounds[] = {20, 12, 8};
  static const size_t nonce_lens[] = {12, 8, 24};
  unsigned rounds = some_rounds[fuzz_byte(in) % 3], byte = fuzz_byte(in) % 64;
  size_t nonce_len = nonce_lens[fuzz_byte(in) % 3], len = fuzz_len(in, TEXT_MAX);
  uint64_t block = fuzz_near_end(in), last = nonce_len == 8 ? UINT64_MAX : UINT32_MAX;
  uint8_t *key = fuzz_text(in, 32), *nonce = fuzz_text(in, nonce_len), *text = fuzz_text(in, len),
          *out = copy(in, text, len), *expected = suite_bytes(len);
  polycha_chacha_ctx ctx;
  polycha_status status;

  block &= last;
  AT({"rounds", rounds}, {"nonce", nonce_len}, {"block", block}, {"len", len});
  use_portable();
  CHECK_STATUS(polycha_chacha_init(&ctx, nonce, nonce_len, rounds, key), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_seek(&ctx, block, byte), POLYCHA_OK);
  status = polycha_chacha_update(&ctx, expected, text, len);
  use_tested();
  CHECK_STATUS(polycha_chacha_init(&ctx, nonce, nonce_len, rounds, key), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_seek(&ctx, block, byte), POLYCHA_OK);
  if (status == POLYCHA_ERR_COUNTER) {
    CHECK_STATUS(polycha_chacha_update(&ctx, out, out, len), POLYCHA_ERR_COUNTER);
    CHECK_SAME(out, text, len);
    return;
  }
  CHECK_STATUS(status, POLYCHA_OK);
  for (size_t done = 0; done < len;) {
    size_t take = piece(in, len - done);

    CHECK_STATUS(polycha_chacha_update(&ctx, out + done, out + done, take), POLYCHA_OK);
    done += take;
  }
  CHECK_SAME(out, expected, len);
  fuzz_counts[STREAMS].times++;
}

static void one_stream(fuzz_input *in)
{
  uint32_t counter = (uint32_t)fuzz_near_end(in);
  size_t len = fuzz_len_of(in, 64 * ((UINT64_C(1) << 32) - counter), TEXT_MAX);
  uint8_t *key = fuzz_text(in, 32), *nonce = fuzz_text(in, 12), *text = fuzz_text(in, len), *out = copy(in, text, len),
          *expected = copy(in, text, len);
  polycha_status status;

  AT({"counter", counter}, {"len", len});
  use_portable();
  status = polycha_chacha20_xor(expected, text, len, nonce, counter, key);
  use_tested();
  CHECK_STATUS(polycha_chacha20_xor(out, text, len, nonce, counter, key), status);
  CHECK_SAME(out, expected, len);
  fuzz_counts[STREAMS].times++;
}

/* ---- Poly1305 ---- */

static void mac(fuzz_input *in)
{
  size_t len = fuzz_len(in, TEXT_MAX);
  uint8_t *key = fuzz_text(in, 32), *msg = fuzz_text(in, len), tag[16], expected[16];
  polycha_poly1305_ctx ctx;

  AT({"len", len});
  use_portable();
  CHECK_STATUS(polycha_poly1305(expected, msg, len, key), POLYCHA_OK);
  use_tested();
  CHECK_STATUS(polycha_poly1305(tag, msg, len, key), POLYCHA_OK);
  CHECK_SAME(tag, expected, 16);
  CHECK_STATUS(polycha_poly1305_init(&ctx, key), POLYCHA_OK);
  for (size_t done = 0; done < len;) {
    size_t take = piece(in, len - done);

    CHECK_STATUS(polycha_poly1305_update(&ctx, msg + done, take), POLYCHA_OK);
    done += take;
  }
  CHECK_STATUS(polycha_poly1305_final(&ctx, tag), POLYCHA_OK);
  CHECK_SAME(tag, expected, 16);
  fuzz_counts[MESSAGES].times++;
}

/* ---- Kernels by themselves ---- */

/* An accumulator and a key that a kernel may be given: any below 2^131, also not reduced; clamped. */
static pch_poly1305 any_poly1305(fuzz_input *in)
{
  uint8_t key[32];
  pch_poly1305 p;

  fuzz_fill(in, key, sizeof key);
  pch_poly1305_start(&p, key);
  fuzz_fill(in, p.h, sizeof p.h);
  p.h[4] &= 7;
  return p;
}

/* The two are the same accumulator, though it may be written in two ways. */
static void check_poly1305(const pch_poly1305 *p, const pch_poly1305 *expected)
{
  uint8_t tag[16], expected_tag[16];

  CHECK(p->h[4] <= 7);
  CHECK(memcmp(p->r, expected->r, sizeof p->r) == 0 && memcmp(p->s, expected->s, sizeof p->s) == 0);
  pch_poly1305_tag(p, tag);
  pch_poly1305_tag(expected, expected_tag);
  CHECK_SAME(tag, expected_tag, 16);
}

static void poly_kernel(fuzz_input *in)
{
  const pch_poly_rung *rung = tested->poly;
  size_t len = 16 * (1 + fuzz_len(in, TEXT_MAX) / 16);
  const uint8_t *msg = fuzz_text(in, len);
  pch_poly1305 p = any_poly1305(in), expected = p;

  for (size_t skip = fuzz_byte(in) % 8; skip && rung->over; skip--)
    rung++;
  AT({"over", rung->over}, {"len", len});
  rung->run(&p, msg, len);
  pch_poly1305_blocks(&pch_backend_portable, &expected, msg, len);
  check_poly1305(&p, &expected);
}

/* Any first words too: the JDK gives them. */
static void fill_state(fuzz_input *in, uint32_t state[16], size_t blocks)
{
  uint64_t counter = fuzz_near_end(in);

  fuzz_fill(in, state, 64);
  /* The last block may be the counter's last. */
  state[12] = counter % (UINT32_MAX + UINT64_C(2) - blocks) & UINT32_MAX;
}

static void chacha_kernel(fuzz_input *in)
{
  static const unsigned some_rounds[] = {10, 6, 4};
  const pch_chacha_rung *rung = tested->wide && fuzz_chance(in, 1, 4) ? tested->wide : tested->chacha;
  unsigned double_rounds = some_rounds[fuzz_byte(in) % 3];
  bool with_head = fuzz_chance(in, 1, 2);
  size_t total, len;
  uint32_t state[16], before[16];
  uint8_t *src, *dst, *head, *expected, expected_head[64];

  for (size_t skip = fuzz_byte(in) % 8; skip && rung->over; skip--)
    rung++;
  total = fuzz_chance(in, 1, 4) ? rung->stride * (1 + fuzz_byte(in) % 4) : 1 + fuzz_len(in, rung->stride - 1);
  if (with_head && total < 64)
    total = 64;
  len = total - (with_head ? 64 : 0);
  fill_state(in, state, (total + 63) / 64);
  memcpy(before, state, sizeof state);
  src = fuzz_text(in, len);
  dst = copy(in, src, len);
  head = with_head ? suite_bytes(64) : NULL;
  expected = suite_bytes(len);
  AT({"stride", rung->stride}, {"len", len}, {"head", with_head}, {"counter", state[12]});
  rung->run(dst, fuzz_chance(in, 1, 2) ? dst : src, len, state, double_rounds, head);
  CHECK(memcmp(state, before, sizeof state) == 0);
  pch_chacha_run(&pch_backend_portable, expected, src, len, state, double_rounds, with_head ? expected_head : NULL);
  CHECK_SAME(dst, expected, len);
  if (with_head)
    CHECK_SAME(head, expected_head, 64);
}

static void transcript_kernel(fuzz_input *in)
{
  const pch_transcript_rung *rung = tested->transcript;
  size_t aad_len = fuzz_len(in, PCH_TRANSCRIPT_AAD_MAX), len = fuzz_len(in, TEXT_MAX);
  size_t padded_aad = (aad_len + 15) / 16 * 16, total = padded_aad + (len + 15) / 16 * 16 + 16;
  uint8_t *key = fuzz_text(in, 32), *aad = fuzz_text(in, aad_len), *text = fuzz_text(in, len), tag[16], expected[16],
          *transcript = suite_bytes(total);
  pch_poly1305 p;

  if (!rung)
    return;
  for (size_t skip = fuzz_byte(in) % 8; skip && rung->over; skip--)
    rung++;
  AT({"over", rung->over}, {"aad", aad_len}, {"len", len});
  rung->run(tag, key, aad, aad_len, text, len);
  memset(transcript, 0, total);
  memcpy(transcript, aad, aad_len);
  memcpy(transcript + padded_aad, text, len);
  pch_store64(transcript + total - 16, aad_len);
  pch_store64(transcript + total - 8, len);
  pch_poly1305_start(&p, key);
  pch_poly1305_blocks(&pch_backend_portable, &p, transcript, total);
  pch_poly1305_tag(&p, expected);
  CHECK_SAME(tag, expected, 16);
}

/* All that lies before and after is ciphertext already, which is authenticated and not touched. */
static void fused_kernel(fuzz_input *in)
{
  bool seals = fuzz_chance(in, 1, 2), in_place = fuzz_chance(in, 1, 2);
  size_t stride = tested->fused_stride, before = fuzz_len(in, 2560) / 16 * 16, after = fuzz_len(in, 2560), len, total;
  uint8_t *text, *out, *expected;
  const uint8_t *src;
  uint32_t state[16], before_state[16];
  pch_poly1305 p = any_poly1305(in), p_expected = p;

  if (!tested->seal) /* nor open */
    return;
  len = (fuzz_len(in, 10000) / stride + 1) * stride;
  if (len % 16)
    after = 0;
  total = before + len + after;
  text = fuzz_text(in, total);
  out = copy(in, text, total);
  expected = copy(in, text, total);
  src = (in_place ? out : text) + before;
  fill_state(in, state, (len + 63) / 64);
  memcpy(before_state, state, sizeof state);
  AT({seals ? "seals" : "opens", in_place}, {"before", before}, {"len", len}, {"after", after});
  (seals ? tested->seal : tested->open)(&p, out + before, src, len, state, before, after);
  CHECK(memcmp(state, before_state, sizeof state) == 0);
  pch_chacha_run(&pch_backend_portable, expected + before, text + before, len, state, 10, NULL);
  pch_poly1305_blocks(&pch_backend_portable, &p_expected, seals ? expected : text, total - total % 16);
  CHECK_SAME(out, expected, total);
  check_poly1305(&p, &p_expected);
}

void fuzz_run(fuzz_input *in)
{
  static void (*const what[])(fuzz_input *) = {
    one_call, in_pieces, stream, one_stream, mac, poly_kernel, chacha_kernel, transcript_kernel, fused_kernel};
  size_t which;

  tested = fuzz_backends[fuzz_byte(in) % fuzz_backend_total];
  use_tested();
  which = fuzz_byte(in) % (sizeof what / sizeof *what);
  fuzz_counts[KERNELS].times += which > 4;
  what[which](in);
}
