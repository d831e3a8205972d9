/* The order of calls of the AEAD in pieces: each wrong one by itself, and long random sequences against a model. */
#include <string.h>

#include "../registry.h"
#include "message.h"

static const uint8_t key[32] = {3}, nonce[12] = {4}, text[48] = {5};
static uint8_t out[48], tag[16];

typedef enum { START, AAD, ENCRYPT, DECRYPT, TAG, VERIFY, STEPS_END } step;

static polycha_status take(polycha_aead_ctx *ctx, step what)
{
  switch (what) {
  case START:
    return polycha_aead_init(ctx, nonce, sizeof nonce, key);
  case AAD:
    return polycha_aead_aad(ctx, text, 5);
  case ENCRYPT:
    return polycha_aead_encrypt(ctx, out, text, 20);
  case DECRYPT:
    return polycha_aead_decrypt(ctx, out, text, 20);
  case TAG:
    return polycha_aead_tag(ctx, tag);
  default:
    return polycha_aead_verify(ctx, tag);
  }
}

/* All steps but the last succeed (a verify may fail on the tag: it ends the context either way); the last is out of
 * order, writes nothing, and every step after it is refused as well. */
static void check_wrong(const step *steps, size_t total)
{
  polycha_aead_ctx ctx;

  memset(&ctx, 0, sizeof ctx);
  for (size_t i = 0; i + 1 < total; i++) {
    polycha_status status = take(&ctx, steps[i]);

    AT({"step", i}, {"what", steps[i]});
    CHECK(status == POLYCHA_OK || (steps[i] == VERIFY && status == POLYCHA_ERR_TAG));
  }
  memset(out, SUITE_CANARY, sizeof out);
  memset(tag, SUITE_CANARY, sizeof tag);
  AT({"wrong step", steps[total - 1]}, {"of", total}, {"after", total > 1 ? steps[total - 2] : STEPS_END});
  CHECK_STATUS(take(&ctx, steps[total - 1]), POLYCHA_ERR_STATE);
  for (step later = AAD; later < STEPS_END; later++)
    CHECK_STATUS(take(&ctx, later), POLYCHA_ERR_STATE);
  CHECK_FILLED(out, SUITE_CANARY, sizeof out);
  CHECK_FILLED(tag, SUITE_CANARY, sizeof tag);
  /* init makes it new. */
  CHECK_STATUS(take(&ctx, START), POLYCHA_OK);
  CHECK_STATUS(take(&ctx, TAG), POLYCHA_OK);
}

#define WRONG(...) check_wrong((const step[]){__VA_ARGS__}, sizeof((const step[]){__VA_ARGS__}) / sizeof(step))

void order_wrong(void)
{
  for (step first = AAD; first < STEPS_END; first++)
    WRONG(first); /* a zeroed context */
  WRONG(START, ENCRYPT, AAD);
  WRONG(START, DECRYPT, AAD);
  WRONG(START, AAD, ENCRYPT, AAD);
  WRONG(START, ENCRYPT, DECRYPT);
  WRONG(START, DECRYPT, ENCRYPT);
  WRONG(START, ENCRYPT, VERIFY);
  WRONG(START, DECRYPT, TAG);
  for (step after = AAD; after < STEPS_END; after++) {
    WRONG(START, TAG, after);
    WRONG(START, VERIFY, after);
    WRONG(START, AAD, ENCRYPT, TAG, after);
    WRONG(START, AAD, DECRYPT, VERIFY, after);
  }
}

/* With no data a message may end either way, with or without aad, and calls of length 0 do not begin the data. */
void order_no_data(void)
{
  for (size_t aad_len = 0; aad_len < 34; aad_len += 11) {
    uint8_t expected[16];
    polycha_aead_ctx ctx;

    AT({"aad", aad_len});
    CHECK_STATUS(polycha_seal(expected, NULL, 0, text, aad_len, nonce, key), POLYCHA_OK);
    for (int ending = 0; ending < 2; ending++) {
      CHECK_STATUS(take(&ctx, START), POLYCHA_OK);
      CHECK_STATUS(polycha_aead_encrypt(&ctx, NULL, NULL, 0), POLYCHA_OK);
      CHECK_STATUS(polycha_aead_decrypt(&ctx, NULL, NULL, 0), POLYCHA_OK);
      CHECK_STATUS(polycha_aead_aad(&ctx, text, aad_len), POLYCHA_OK);
      CHECK_STATUS(polycha_aead_decrypt(&ctx, NULL, NULL, 0), POLYCHA_OK);
      CHECK_STATUS(polycha_aead_encrypt(&ctx, NULL, NULL, 0), POLYCHA_OK);
      if (ending) {
        CHECK_STATUS(polycha_aead_verify(&ctx, expected), POLYCHA_OK);
      } else {
        CHECK_STATUS(polycha_aead_tag(&ctx, tag), POLYCHA_OK);
        CHECK_SAME(tag, expected, 16);
      }
      CHECK_FILLED((uint8_t *)&ctx, 0, sizeof ctx);
    }
    expected[15] ^= 1;
    CHECK_STATUS(take(&ctx, START), POLYCHA_OK);
    CHECK_STATUS(polycha_aead_aad(&ctx, text, aad_len), POLYCHA_OK);
    CHECK_STATUS(polycha_aead_verify(&ctx, expected), POLYCHA_ERR_TAG);
    CHECK_FILLED((uint8_t *)&ctx, 0, sizeof ctx);
  }
}

/* An error that is not about the order stays too, and keeps its name. */
void order_sticky(void)
{
  polycha_aead_ctx ctx;

  for (size_t which = 0; which < 5; which++) {
    AT({"which", which});
    CHECK_STATUS(take(&ctx, START), POLYCHA_OK);
    switch (which) {
    case 0:
      CHECK_STATUS(polycha_aead_aad(&ctx, NULL, 1), POLYCHA_ERR_ARGUMENT);
      break;
    case 1:
      CHECK_STATUS(polycha_aead_encrypt(&ctx, out, NULL, 1), POLYCHA_ERR_ARGUMENT);
      break;
    case 2:
      CHECK_STATUS(polycha_aead_encrypt(&ctx, out + 1, out, 20), POLYCHA_ERR_ARGUMENT);
      break;
    case 3:
      CHECK_STATUS(polycha_aead_tag(&ctx, NULL), POLYCHA_ERR_ARGUMENT);
      break;
    default:
      CHECK_STATUS(polycha_aead_verify(&ctx, NULL), POLYCHA_ERR_ARGUMENT);
    }
    memset(out, SUITE_CANARY, sizeof out);
    memset(tag, SUITE_CANARY, sizeof tag);
    for (step later = AAD; later < STEPS_END; later++)
      CHECK_STATUS(take(&ctx, later), POLYCHA_ERR_ARGUMENT);
    CHECK_FILLED(out, SUITE_CANARY, sizeof out);
    CHECK_FILLED(tag, SUITE_CANARY, sizeof tag);
  }
}

/* ---- Random sequences ---- */

/* What the public header says of a context, in a few words. */
typedef struct {
  enum { NONE, OPEN_AAD, OPEN_ENCRYPT, OPEN_DECRYPT } phase;
  polycha_status error;
  uint8_t aad[256], data[512]; /* all that came in */
  size_t aad_len, data_len;
} model;

static uint8_t scratch[64];

/* The tag of the model's message: data is plaintext, or ciphertext if it is being decrypted. */
static void model_tag(const model *m, uint8_t expected[16])
{
  uint8_t sealed[512 + 16];

  if (m->phase == OPEN_DECRYPT) {
    uint8_t plaintext[512];

    CHECK_STATUS(polycha_chacha20_xor(plaintext, m->data, m->data_len, nonce, 1, key), POLYCHA_OK);
    CHECK_STATUS(polycha_seal(sealed, plaintext, m->data_len, m->aad, m->aad_len, nonce, key), POLYCHA_OK);
  } else {
    CHECK_STATUS(polycha_seal(sealed, m->data, m->data_len, m->aad, m->aad_len, nonce, key), POLYCHA_OK);
  }
  memcpy(expected, sealed + m->data_len, 16);
}

static polycha_status model_fails(model *m, polycha_status error)
{
  m->error = error;
  return error;
}

/* aad, encrypt or decrypt of len bytes, of which `missing` says that NULL is passed. */
static polycha_status model_input(model *m, step what, const uint8_t *bytes, size_t len, bool missing)
{
  bool data = what != AAD;

  if (m->error != POLYCHA_OK)
    return m->error;
  if (m->phase == NONE)
    return POLYCHA_ERR_STATE;
  if (!len)
    return POLYCHA_OK;
  if (m->phase != OPEN_AAD && (!data || (what == ENCRYPT) != (m->phase == OPEN_ENCRYPT)))
    return model_fails(m, POLYCHA_ERR_STATE);
  if (missing)
    return model_fails(m, POLYCHA_ERR_ARGUMENT);
  if (data)
    m->phase = what == ENCRYPT ? OPEN_ENCRYPT : OPEN_DECRYPT;
  memcpy(data ? m->data + m->data_len : m->aad + m->aad_len, bytes, len);
  *(data ? &m->data_len : &m->aad_len) += len;
  return POLYCHA_OK;
}

static void step_input(polycha_aead_ctx *ctx, model *m, step what)
{
  size_t len = suite_random_below(3) ? suite_random_below(33) : 0;
  bool missing = len && suite_random_below(16) == 0;
  uint8_t bytes[32];
  const uint8_t *src = missing ? NULL : bytes;
  polycha_status expected, status;

  suite_fill_random(bytes, sizeof bytes);
  expected = model_input(m, what, bytes, len, missing);
  memset(scratch, SUITE_CANARY, sizeof scratch);
  if (what == AAD)
    status = polycha_aead_aad(ctx, src, len);
  else
    status = (what == ENCRYPT ? polycha_aead_encrypt : polycha_aead_decrypt)(ctx, scratch, src, len);
  CHECK_STATUS(status, expected);
  if (status != POLYCHA_OK)
    CHECK_FILLED(scratch, SUITE_CANARY, sizeof scratch);
}

static void step_ending(polycha_aead_ctx *ctx, model *m, step what)
{
  polycha_status wrong = m->error != POLYCHA_OK ? m->error : POLYCHA_ERR_STATE;
  bool allowed = m->error == POLYCHA_OK && m->phase != NONE && m->phase != (what == TAG ? OPEN_DECRYPT : OPEN_ENCRYPT);
  uint8_t right[16], given[16];

  if (!allowed) {
    memset(given, SUITE_CANARY, sizeof given);
    CHECK_STATUS(what == TAG ? polycha_aead_tag(ctx, given) : polycha_aead_verify(ctx, given), wrong);
    CHECK_FILLED(given, SUITE_CANARY, sizeof given);
    if (m->phase != NONE)
      m->error = wrong;
    return;
  }
  model_tag(m, right);
  if (what == TAG) {
    CHECK_STATUS(polycha_aead_tag(ctx, given), POLYCHA_OK);
    CHECK_SAME(given, right, 16);
  } else {
    /* A success means that this very tag was compared. */
    bool forged = suite_random_below(2);

    memcpy(given, right, sizeof given);
    if (forged)
      given[suite_random_below(16)] ^= (uint8_t)(1u << suite_random_below(8));
    CHECK_STATUS(polycha_aead_verify(ctx, given), forged ? POLYCHA_ERR_TAG : POLYCHA_OK);
  }
  *m = (model){0};
}

void order_random(void)
{
  for (size_t i = 0; i < suite_scaled(100000, 3000); i++) {
    polycha_aead_ctx ctx;
    model m = {0};

    memset(&ctx, 0, sizeof ctx);
    for (size_t steps = suite_random_below(12); steps--;) {
      step what = (step)suite_random_below(STEPS_END);

      AT({"sequence", i}, {"steps left", steps}, {"what", what});
      if (what == START) {
        CHECK_STATUS(take(&ctx, START), POLYCHA_OK);
        m = (model){.phase = OPEN_AAD};
      } else if (what == TAG || what == VERIFY) {
        step_ending(&ctx, &m, what);
      } else {
        step_input(&ctx, &m, what);
      }
    }
  }
}

void order_nonce_lengths(void)
{
  const uint8_t long_nonce[64] = {6};

  for (size_t len = 0; len <= 64; len++) {
    bool right = len == 12 || len == 24;
    polycha_aead_ctx ctx;

    AT({"nonce_len", len});
    memset(&ctx, SUITE_CANARY, sizeof ctx);
    CHECK_STATUS(polycha_aead_init(&ctx, long_nonce, len, key), right ? POLYCHA_OK : POLYCHA_ERR_LENGTH);
    CHECK_STATUS(polycha_aead_tag(&ctx, tag), right ? POLYCHA_OK : POLYCHA_ERR_STATE);
  }
}

/* ---- What an error leaves ---- */

static void check_wiped(polycha_aead_ctx *ctx, polycha_status status)
{
  polycha_aead_ctx expected;

  memset(&expected, 0, sizeof expected);
  expected.status = status;
  CHECK_SAME((const uint8_t *)ctx, (const uint8_t *)&expected, sizeof expected);
}

/* The first error ends a context of the AEAD, and an init that fails ends any: no key stays behind in it. */
void order_error_wipes(void)
{
  uint8_t bytes[20] = {0};
  polycha_aead_ctx ctx;
  polycha_chacha_ctx stream;
  polycha_poly1305_ctx mac;

  CHECK_STATUS(polycha_aead_init(&ctx, nonce, 12, key), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_encrypt(&ctx, out, text, 20), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_aad(&ctx, text, 1), POLYCHA_ERR_STATE);
  check_wiped(&ctx, POLYCHA_ERR_STATE);
  CHECK_STATUS(polycha_aead_tag(&ctx, tag), POLYCHA_ERR_STATE);

  CHECK_STATUS(polycha_aead_init(&ctx, nonce, 12, key), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_decrypt(&ctx, bytes + 1, bytes, 10), POLYCHA_ERR_ARGUMENT);
  check_wiped(&ctx, POLYCHA_ERR_ARGUMENT);

  CHECK_STATUS(polycha_aead_init(&ctx, nonce, 12, key), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_init(&ctx, nonce, 11, key), POLYCHA_ERR_LENGTH);
  check_wiped(&ctx, POLYCHA_OK);

  CHECK_STATUS(polycha_chacha_init(&stream, nonce, 12, 20, key), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_init(&stream, nonce, 12, 10, key), POLYCHA_ERR_ARGUMENT);
  CHECK_FILLED((const uint8_t *)&stream, 0, sizeof stream);

  CHECK_STATUS(polycha_poly1305_init(&mac, key), POLYCHA_OK);
  CHECK_STATUS(polycha_poly1305_init(&mac, NULL), POLYCHA_ERR_ARGUMENT);
  CHECK_FILLED((const uint8_t *)&mac, 0, sizeof mac);
}
