#include "cases.h"

#include <string.h>

#include "tool.h"

cases_buffers cases_data;

static uint64_t next(uint64_t *state)
{
  /* SplitMix64 (Steele, Lea, Flood 2014). */
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

void cases_fill(void *p, size_t len)
{
  uint8_t *bytes = p;
  uint64_t state = len;

  for (size_t i = 0; i < len; i++)
    bytes[i] = (uint8_t)next(&state);
}

const char *cases_check(polycha_status status, polycha_status expected, const uint8_t *result, size_t len)
{
  if (status != expected)
    return "another status than expected";
  if (tool_secret_bytes(result, len) != len)
    return "the mark of a secret is lost on the way to the result";
  return NULL;
}

/* The arguments of one call. */
static void fill(size_t len, size_t aad_len)
{
  cases_fill(cases_data.key, 32);
  cases_fill(cases_data.nonce, 24);
  cases_fill(cases_data.aad, aad_len);
  cases_fill(cases_data.text, len);
}

static void mark(const constant_time_case *how, size_t len, size_t aad_len)
{
  if (how->secrets == ALL) {
    tool_secret(cases_data.key, 32);
    tool_secret(cases_data.nonce, 24);
  }
  tool_secret(cases_data.aad, aad_len);
  tool_secret(cases_data.text, len);
  tool_secret(cases_data.tag, 16);
}

/* A tag made of data_len bytes of data. Of these alone the mark reaches all of it only with the carries. */
static const char *check_tag(const constant_time_case *how, polycha_status status, const uint8_t tag[16],
                             size_t data_len)
{
  if (how->secrets == ALL || (data_len && tool_carries))
    return cases_check(status, POLYCHA_OK, tag, 16);
  if (data_len && tool_secret_bytes(tag, 16) == 0)
    return "the mark of a secret is lost on the way to the tag";
  return cases_check(status, POLYCHA_OK, tag, 0);
}

static void forge(const constant_time_case *how, uint8_t tag[16])
{
  if (how->tag == FORGED)
    tag[7] ^= 0x10;
}

static polycha_status expected_status(const constant_time_case *how)
{
  return how->tag == FORGED ? POLYCHA_ERR_TAG : POLYCHA_OK;
}

/* ---- The AEAD in one call ---- */

static polycha_status seal(const constant_time_case *how, uint8_t *dst, size_t len, size_t aad_len)
{
  cases_buffers *b = &cases_data;

  if (how->detached)
    return (how->nonce_len == 24 ? polycha_xseal_detached : polycha_seal_detached)(dst, b->tag, b->text, len, b->aad,
                                                                                   aad_len, b->nonce, b->key);
  return (how->nonce_len == 24 ? polycha_xseal : polycha_seal)(dst, b->text, len, b->aad, aad_len, b->nonce, b->key);
}

static polycha_status open(const constant_time_case *how, uint8_t *dst, size_t len, size_t aad_len)
{
  cases_buffers *b = &cases_data;

  if (how->detached)
    return (how->nonce_len == 24 ? polycha_xopen_detached : polycha_open_detached)(dst, b->text, len, b->tag, b->aad,
                                                                                   aad_len, b->nonce, b->key);
  return (how->nonce_len == 24 ? polycha_xopen : polycha_open)(dst, b->text, len + 16, b->aad, aad_len, b->nonce,
                                                               b->key);
}

static const char *run_seal(const constant_time_case *how, size_t len, size_t aad_len)
{
  uint8_t *dst = how->in_place ? cases_data.text : cases_data.out;
  polycha_status status;
  const char *wrong;

  fill(len, aad_len);
  mark(how, len, aad_len);
  status = seal(how, dst, len, aad_len);
  wrong = cases_check(status, POLYCHA_OK, dst, len);
  return wrong ? wrong : check_tag(how, status, how->detached ? cases_data.tag : dst + len, len + aad_len);
}

static const char *run_open(const constant_time_case *how, size_t len, size_t aad_len)
{
  uint8_t *dst = how->no_output ? NULL : how->in_place ? cases_data.text : cases_data.out;
  polycha_status status;

  fill(len, aad_len);
  status = seal(how, cases_data.text, len, aad_len);
  if (status != POLYCHA_OK)
    return "cannot seal what is to be opened";
  forge(how, how->detached ? cases_data.tag : cases_data.text + len);
  mark(how, how->detached ? len : len + 16, aad_len);
  status = open(how, dst, len, aad_len);
  return cases_check(status, expected_status(how), dst, dst && how->tag == GOOD ? len : 0);
}

/* ---- The AEAD in pieces ---- */

/* Three pieces, which need not end with blocks. */
typedef polycha_status data_function(polycha_aead_ctx *ctx, uint8_t *dst, const uint8_t *src, size_t len);

static polycha_status in_pieces(const constant_time_case *how, data_function *run, uint8_t *dst, size_t len,
                                size_t aad_len)
{
  const size_t end[] = {len / 3, len - len / 4, len}, aad_end[] = {aad_len / 2, aad_len};
  cases_buffers *b = &cases_data;
  polycha_status status = polycha_aead_init(&b->aead, b->nonce, how->nonce_len, b->key);

  for (size_t i = 0, from = 0; i < 2 && status == POLYCHA_OK; from = aad_end[i++])
    status = polycha_aead_aad(&b->aead, b->aad + from, aad_end[i] - from);
  for (size_t i = 0, from = 0; i < 3 && status == POLYCHA_OK; from = end[i++])
    status = run(&b->aead, dst ? dst + from : NULL, b->text + from, end[i] - from);
  return status;
}

static const char *run_encrypt(const constant_time_case *how, size_t len, size_t aad_len)
{
  uint8_t *dst = how->in_place ? cases_data.text : cases_data.out;
  polycha_status status;
  const char *wrong;

  fill(len, aad_len);
  mark(how, len, aad_len);
  status = in_pieces(how, polycha_aead_encrypt, dst, len, aad_len);
  if (status == POLYCHA_OK)
    status = polycha_aead_tag(&cases_data.aead, cases_data.tag);
  wrong = cases_check(status, POLYCHA_OK, dst, len);
  return wrong ? wrong : cases_check(status, POLYCHA_OK, cases_data.tag, 16);
}

static const char *run_decrypt(const constant_time_case *how, size_t len, size_t aad_len)
{
  uint8_t *dst = how->no_output ? NULL : how->in_place ? cases_data.text : cases_data.out;
  polycha_status status;

  fill(len, aad_len);
  if (seal(how, cases_data.text, len, aad_len) != POLYCHA_OK)
    return "cannot seal what is to be opened";
  forge(how, cases_data.tag);
  mark(how, len, aad_len);
  status = in_pieces(how, polycha_aead_decrypt, dst, len, aad_len);
  if (status == POLYCHA_OK)
    status = polycha_aead_verify(&cases_data.aead, cases_data.tag);
  return cases_check(status, expected_status(how), dst, dst ? len : 0);
}

/* ---- ChaCha ---- */

static const char *run_chacha(const constant_time_case *how, size_t len, size_t aad_len)
{
  uint8_t *dst = how->in_place ? cases_data.text : cases_data.out;
  polycha_status status;

  (void)aad_len;
  fill(len, 0);
  mark(how, len, 0);
  status = polycha_chacha20_xor(dst, cases_data.text, len, cases_data.nonce, 1, cases_data.key);
  return cases_check(status, POLYCHA_OK, dst, len);
}

/* Three pieces, and the second of them once more, found again. */
static const char *run_stream(const constant_time_case *how, size_t len, size_t aad_len)
{
  const unsigned rounds = how->nonce_len == 8 ? 8 : how->nonce_len == 24 ? 12 : 20;
  const size_t end[] = {len / 3, len - len / 4, len};
  cases_buffers *b = &cases_data;
  polycha_status status;

  (void)aad_len;
  fill(len, 0);
  mark(how, len, 0);
  status = polycha_chacha_init(&b->chacha, b->nonce, how->nonce_len, rounds, b->key);
  for (size_t i = 0, from = 0; i < 3 && status == POLYCHA_OK; from = end[i++])
    status = polycha_chacha_update(&b->chacha, b->out + from, b->text + from, end[i] - from);
  if (status == POLYCHA_OK)
    status = polycha_chacha_seek(&b->chacha, end[0] / 64, (unsigned)(end[0] % 64));
  if (status == POLYCHA_OK)
    status = polycha_chacha_update(&b->chacha, b->out + end[0], b->text + end[0], end[1] - end[0]);
  return cases_check(status, POLYCHA_OK, b->out, len);
}

static const char *run_hchacha(const constant_time_case *how, size_t len, size_t aad_len)
{
  polycha_status status;

  (void)len, (void)aad_len;
  fill(0, 0);
  mark(how, 0, 0);
  status = polycha_hchacha20(cases_data.out, cases_data.nonce, cases_data.key);
  return cases_check(status, POLYCHA_OK, cases_data.out, 32);
}

/* ---- Poly1305 ---- */

static const char *run_poly1305(const constant_time_case *how, size_t len, size_t aad_len)
{
  polycha_status status;

  (void)aad_len;
  fill(len, 0);
  mark(how, len, 0);
  status = polycha_poly1305(cases_data.tag, cases_data.text, len, cases_data.key);
  return check_tag(how, status, cases_data.tag, len);
}

static const char *run_poly1305_pieces(const constant_time_case *how, size_t len, size_t aad_len)
{
  const size_t end[] = {len / 3, len - len / 4, len};
  polycha_poly1305_ctx *ctx = &cases_data.poly1305;
  polycha_status status;

  (void)aad_len;
  fill(len, 0);
  mark(how, len, 0);
  status = polycha_poly1305_init(ctx, cases_data.key);
  for (size_t i = 0, from = 0; i < 3 && status == POLYCHA_OK; from = end[i++])
    status = polycha_poly1305_update(ctx, cases_data.text + from, end[i] - from);
  if (status == POLYCHA_OK)
    status = polycha_poly1305_final(ctx, cases_data.tag);
  return cases_check(status, POLYCHA_OK, cases_data.tag, 16);
}

static const char *run_poly1305_verify(const constant_time_case *how, size_t len, size_t aad_len)
{
  polycha_status status;

  (void)aad_len;
  fill(len, 0);
  if (polycha_poly1305(cases_data.tag, cases_data.text, len, cases_data.key) != POLYCHA_OK)
    return "cannot make the tag";
  forge(how, cases_data.tag);
  mark(how, len, 0);
  status = polycha_poly1305_verify(cases_data.tag, cases_data.text, len, cases_data.key);
  return cases_check(status, expected_status(how), NULL, 0);
}

/* ---- The JDK's shapes ---- */

/* All of the state but the block counter, which decides how many blocks there are. */
static const char *run_jdk_chacha(const constant_time_case *how, size_t len, size_t aad_len)
{
  cases_buffers *b = &cases_data;
  int bytes;

  (void)how, (void)len, (void)aad_len;
  cases_fill(b->jdk_state, sizeof b->jdk_state);
  b->jdk_state[12] = 1;
  tool_secret(b->jdk_state, 12 * sizeof *b->jdk_state);
  tool_secret(b->jdk_state + 13, 3 * sizeof *b->jdk_state);
  bytes = polycha_jdk_chacha20_block(b->jdk_state, b->out);
  return cases_check(bytes > 0 ? POLYCHA_OK : POLYCHA_ERR_ARGUMENT, POLYCHA_OK, b->out, (size_t)bytes);
}

/* Of r the bits that a clamped one can have: whether it is clamped is checked, and no secret. */
static const char *run_jdk_poly1305(const constant_time_case *how, size_t len, size_t aad_len)
{
  static const int64_t clamped[5] = {0x3ffffff, 0x3ffff03, 0x3ffc0ff, 0x3f03fff, 0x00fffff};
  cases_buffers *b = &cases_data;
  polycha_status status;
  const char *wrong;

  (void)aad_len;
  len -= len % 16;
  fill(len, 0);
  cases_fill(b->jdk_a, sizeof b->jdk_a);
  cases_fill(b->jdk_r, sizeof b->jdk_r);
  for (int i = 0; i < 5; i++) {
    b->jdk_a[i] %= INT64_C(1) << 60;
    b->jdk_r[i] &= clamped[i];
  }
  mark(how, len, 0);
  tool_secret(b->jdk_a, sizeof b->jdk_a);
  if (how->secrets == ALL)
    tool_secret_bits(b->jdk_r, clamped, sizeof clamped);
  status = polycha_jdk_poly1305_blocks(b->text, len, b->jdk_a, b->jdk_r);
  wrong = NULL;
  for (int i = 0; i < 5 && !wrong; i++) /* the three low bytes of limbs of 26 bits */
    wrong = cases_check(status, POLYCHA_OK, (const uint8_t *)&b->jdk_a[i], 3);
  return wrong;
}

#define IN_PLACE .in_place = true
#define DETACHED .detached = true
#define NO_OUTPUT .no_output = true
#define NO_AAD .no_aad = true
#define ALONE .no_aad = true, .no_len = true

const constant_time_case cases[] = {
  {.name = "seal", .run = run_seal, .secrets = ALL, .tag = GOOD, .nonce_len = 12},
  {.name = "seal, data", .run = run_seal, .secrets = DATA, .tag = GOOD, .nonce_len = 12},
  {.name = "seal, in place", .run = run_seal, .secrets = ALL, .tag = GOOD, .nonce_len = 12, IN_PLACE},
  {.name = "seal_detached", .run = run_seal, .secrets = ALL, .tag = GOOD, .nonce_len = 12, DETACHED},
  {.name = "xseal", .run = run_seal, .secrets = ALL, .tag = GOOD, .nonce_len = 24},
  {.name = "xseal_detached, in place",
   .run = run_seal,
   .secrets = ALL,
   .tag = GOOD,
   .nonce_len = 24,
   IN_PLACE,
   DETACHED},
  {.name = "open", .run = run_open, .secrets = ALL, .tag = GOOD, .nonce_len = 12},
  {.name = "open, data", .run = run_open, .secrets = DATA, .tag = GOOD, .nonce_len = 12},
  {.name = "open, in place", .run = run_open, .secrets = ALL, .tag = GOOD, .nonce_len = 12, IN_PLACE},
  {.name = "open, no output", .run = run_open, .secrets = ALL, .tag = GOOD, .nonce_len = 12, NO_OUTPUT},
  {.name = "open, forged", .run = run_open, .secrets = ALL, .tag = FORGED, .nonce_len = 12},
  {.name = "open, forged, in place", .run = run_open, .secrets = ALL, .tag = FORGED, .nonce_len = 12, IN_PLACE},
  {.name = "open, forged, no output", .run = run_open, .secrets = ALL, .tag = FORGED, .nonce_len = 12, NO_OUTPUT},
  {.name = "open_detached", .run = run_open, .secrets = ALL, .tag = GOOD, .nonce_len = 12, DETACHED},
  {.name = "open_detached, forged, in place",
   .run = run_open,
   .secrets = ALL,
   .tag = FORGED,
   .nonce_len = 12,
   IN_PLACE,
   DETACHED},
  {.name = "xopen", .run = run_open, .secrets = ALL, .tag = GOOD, .nonce_len = 24},
  {.name = "xopen, forged", .run = run_open, .secrets = ALL, .tag = FORGED, .nonce_len = 24},
  {.name = "xopen_detached, in place",
   .run = run_open,
   .secrets = ALL,
   .tag = GOOD,
   .nonce_len = 24,
   IN_PLACE,
   DETACHED},
  {.name = "xopen_detached, forged", .run = run_open, .secrets = ALL, .tag = FORGED, .nonce_len = 24, DETACHED},
  {.name = "aead_encrypt", .run = run_encrypt, .secrets = ALL, .tag = GOOD, .nonce_len = 12},
  {.name = "aead_encrypt, in place, X", .run = run_encrypt, .secrets = ALL, .tag = GOOD, .nonce_len = 24, IN_PLACE},
  {.name = "aead_decrypt", .run = run_decrypt, .secrets = ALL, .tag = GOOD, .nonce_len = 12, DETACHED},
  {.name = "aead_decrypt, in place, X",
   .run = run_decrypt,
   .secrets = ALL,
   .tag = GOOD,
   .nonce_len = 24,
   IN_PLACE,
   DETACHED},
  {.name = "aead_decrypt, forged", .run = run_decrypt, .secrets = ALL, .tag = FORGED, .nonce_len = 12, DETACHED},
  {.name = "aead_decrypt, no output",
   .run = run_decrypt,
   .secrets = ALL,
   .tag = GOOD,
   .nonce_len = 12,
   DETACHED,
   NO_OUTPUT},
  {.name = "aead_decrypt, forged, no output, X",
   .run = run_decrypt,
   .secrets = ALL,
   .tag = FORGED,
   .nonce_len = 24,
   DETACHED,
   NO_OUTPUT},
  {.name = "chacha20_xor", .run = run_chacha, .secrets = ALL, .tag = GOOD, .nonce_len = 12, NO_AAD},
  {.name = "chacha20_xor, data", .run = run_chacha, .secrets = DATA, .tag = GOOD, .nonce_len = 12, NO_AAD},
  {.name = "chacha20_xor, in place", .run = run_chacha, .secrets = ALL, .tag = GOOD, .nonce_len = 12, IN_PLACE, NO_AAD},
  {.name = "chacha_update, 8 rounds, nonce of 8",
   .run = run_stream,
   .secrets = ALL,
   .tag = GOOD,
   .nonce_len = 8,
   NO_AAD},
  {.name = "chacha_update, 20 rounds, nonce of 12",
   .run = run_stream,
   .secrets = ALL,
   .tag = GOOD,
   .nonce_len = 12,
   NO_AAD},
  {.name = "chacha_update, 12 rounds, nonce of 24",
   .run = run_stream,
   .secrets = ALL,
   .tag = GOOD,
   .nonce_len = 24,
   NO_AAD},
  {.name = "hchacha20", .run = run_hchacha, .secrets = ALL, .tag = GOOD, .nonce_len = 24, ALONE},
  {.name = "poly1305", .run = run_poly1305, .secrets = ALL, .tag = GOOD, .nonce_len = 0, NO_AAD},
  {.name = "poly1305, data", .run = run_poly1305, .secrets = DATA, .tag = GOOD, .nonce_len = 0, NO_AAD},
  {.name = "poly1305_verify", .run = run_poly1305_verify, .secrets = ALL, .tag = GOOD, .nonce_len = 0, NO_AAD},
  {.name = "poly1305_verify, forged",
   .run = run_poly1305_verify,
   .secrets = ALL,
   .tag = FORGED,
   .nonce_len = 0,
   NO_AAD},
  {.name = "poly1305_update", .run = run_poly1305_pieces, .secrets = ALL, .tag = GOOD, .nonce_len = 0, NO_AAD},
  {.name = "jdk_chacha20_block", .run = run_jdk_chacha, .secrets = ALL, .tag = GOOD, .nonce_len = 0, ALONE},
  {.name = "jdk_poly1305_blocks", .run = run_jdk_poly1305, .secrets = ALL, .tag = GOOD, .nonce_len = 0, NO_AAD},
  {.name = "jdk_poly1305_blocks, data", .run = run_jdk_poly1305, .secrets = DATA, .tag = GOOD, .nonce_len = 0, NO_AAD},
};
const size_t cases_total = sizeof cases / sizeof *cases;
