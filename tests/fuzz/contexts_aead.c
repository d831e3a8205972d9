/* The AEAD in pieces. */
#include <string.h>

#include "contexts.h"
#include "reference.h"

typedef struct {
  enum { NONE, OPEN_AAD, OPEN_ENCRYPT, OPEN_DECRYPT } phase;
  polycha_status error; /* the first */
  reference_stream stream;
  uint64_t aad_len, data_len;      /* as the context counts them */
  size_t aad_bytes, text_bytes;    /* what came in: less, after a jump */
  uint8_t aad[2 * ARENA_TEXT_MAX]; /* and the ciphertext, of either direction */
  uint8_t text[3 * ARENA_TEXT_MAX];
} aead_model;

static aead_model models[2];

void contexts_aead_begin(void)
{
  for (int i = 0; i < 2; i++)
    models[i].phase = NONE, models[i].error = POLYCHA_OK;
}

static void copy_model(aead_model *to, const aead_model *from)
{
  memcpy(to, from, offsetof(aead_model, aad) + from->aad_bytes);
  memcpy(to->text, from->text, from->text_bytes);
}

/* The model's part of an error: the context is wiped but for the error, if there is a context, and if it lives. */
static void expect_failure(polycha_aead_ctx *ctx, aead_model *model, polycha_status error)
{
  if (!ctx || model->phase == NONE || model->error != POLYCHA_OK)
    return;
  model->error = error;
  memset(arena_expected(ctx), 0, sizeof *ctx);
  memcpy(arena_expected(&ctx->status), &(int32_t){error}, sizeof ctx->status);
}

/* What a call finds before it looks at its arguments. */
static polycha_status standing(const polycha_aead_ctx *ctx, const aead_model *model)
{
  if (!ctx)
    return POLYCHA_ERR_ARGUMENT;
  if (model->error != POLYCHA_OK)
    return model->error;
  return model->phase == NONE ? POLYCHA_ERR_STATE : POLYCHA_OK;
}

static void init(fuzz_input *in, polycha_aead_ctx *ctx, aead_model *model)
{
  static const size_t nonce_lens[] = {12, 24, 12, 24, 12, 24, 12, 24, 12, 24, 8, 0, 11, 16, 32, SIZE_MAX};
  arena_call call = arena_new_call(in);
  size_t nonce_len = nonce_lens[fuzz_byte(in) % 16];
  const uint8_t *nonce = arena_place(in, &call, nonce_len), *key = arena_place(in, &call, 32);
  polycha_status expected = POLYCHA_OK;

  if (!ctx)
    expected = POLYCHA_ERR_ARGUMENT;
  else if (nonce_len != 12 && nonce_len != 24)
    expected = POLYCHA_ERR_LENGTH;
  else if (!nonce || !key || arena_overlap(nonce, nonce_len, ctx, sizeof *ctx) ||
           arena_overlap(key, 32, ctx, sizeof *ctx))
    expected = POLYCHA_ERR_ARGUMENT;
  else if (contexts_no_backend)
    expected = POLYCHA_ERR_BACKEND;
  arena_expect_same();
  if (ctx) {
    memset(model, 0, offsetof(aead_model, aad));
    if (expected == POLYCHA_OK) {
      model->phase = OPEN_AAD;
      model->stream = reference_stream_new(nonce, nonce_len, 20, key);
    }
  }
  polycha_status status = polycha_aead_init(ctx, nonce, nonce_len, key);
  if (ctx && status == POLYCHA_OK)
    arena_accept(ctx, sizeof *ctx);
  else if (ctx)
    memset(arena_expected(ctx), 0, sizeof *ctx);
  contexts_check("polycha_aead_init", status, expected);
}

static void aad(fuzz_input *in, polycha_aead_ctx *ctx, aead_model *model)
{
  arena_call call = arena_new_call(in);
  size_t len = fuzz_chance(in, 1, 16) ? fuzz_hostile_len(in, model->aad_len)
                                      : fuzz_len_of(in, UINT64_MAX - model->aad_len, ARENA_AAD_MAX);
  const uint8_t *bytes = arena_place(in, &call, len);
  polycha_status expected = standing(ctx, model);

  if (expected == POLYCHA_OK && len) {
    if (model->phase != OPEN_AAD)
      expected = POLYCHA_ERR_STATE;
    else if (model->aad_len + len < len)
      expected = POLYCHA_ERR_LENGTH;
    else if (!bytes || arena_overlap(bytes, len, ctx, sizeof *ctx))
      expected = POLYCHA_ERR_ARGUMENT;
    else if (!arena_holds(bytes, len) || len > sizeof model->aad - model->aad_bytes)
      return;
  }
  arena_expect_same();
  if (expected != POLYCHA_OK) {
    expect_failure(ctx, model, expected);
  } else if (len) {
    memcpy(model->aad + model->aad_bytes, bytes, len);
    model->aad_bytes += len;
    model->aad_len += len;
  }
  AT({"len", len}, {"aad before", model->aad_len});
  polycha_status status = polycha_aead_aad(ctx, bytes, len);
  if (status == POLYCHA_OK && ctx)
    arena_accept(ctx, sizeof *ctx);
  contexts_check("polycha_aead_aad", status, expected);
}

/* What encrypt and decrypt say of arguments with a length, in a context that lives. */
static polycha_status data_status(const polycha_aead_ctx *ctx, const aead_model *model, bool encrypts,
                                  const uint8_t *dst, const uint8_t *src, size_t len)
{
  size_t dst_len = dst || encrypts ? len : 0;

  if (model->phase == (encrypts ? OPEN_DECRYPT : OPEN_ENCRYPT))
    return POLYCHA_ERR_STATE;
  if ((reference_position)model->data_len + len > POLYCHA_MESSAGE_BYTES_MAX)
    return POLYCHA_ERR_LENGTH;
  if (!src || (!dst && encrypts) || arena_overlap(src, len, ctx, sizeof *ctx) ||
      arena_overlap(dst, dst_len, ctx, sizeof *ctx))
    return POLYCHA_ERR_ARGUMENT;
  return dst != src && arena_overlap(dst, dst_len, src, len) ? POLYCHA_ERR_ARGUMENT : POLYCHA_OK;
}

static void data(fuzz_input *in, polycha_aead_ctx *ctx, aead_model *model, bool encrypts)
{
  arena_call call = arena_new_call(in);
  size_t len = fuzz_chance(in, 1, 16) ? fuzz_hostile_len(in, model->data_len)
                                      : fuzz_len_of(in, POLYCHA_MESSAGE_BYTES_MAX - model->data_len, ARENA_TEXT_MAX);
  const uint8_t *src = arena_place(in, &call, len);
  uint8_t *dst = !encrypts && fuzz_chance(in, 1, 4) ? NULL : arena_place_output(in, &call, len);
  polycha_status expected = standing(ctx, model);

  if (expected == POLYCHA_OK && len) {
    expected = data_status(ctx, model, encrypts, dst, src, len);
    if (expected == POLYCHA_OK &&
        (len > sizeof model->text - model->text_bytes || !contexts_possible(dst, dst ? len : 0, src, len)))
      return;
  }
  AT({"encrypts", encrypts}, {"len", len}, {"data before", model->data_len}, {"in place", dst == src});
  arena_expect_same();
  if (expected != POLYCHA_OK) {
    expect_failure(ctx, model, expected);
  } else if (len) {
    uint8_t *text = model->text + model->text_bytes;

    model->phase = encrypts ? OPEN_ENCRYPT : OPEN_DECRYPT;
    if (!encrypts)
      memcpy(text, src, len);
    if (dst)
      reference_xor(&model->stream, (reference_position)64 + model->data_len, arena_expected(dst), src, len);
    if (encrypts)
      memcpy(text, arena_expected(dst), len);
    model->text_bytes += len;
    model->data_len += len;
  }
  polycha_status status = (encrypts ? polycha_aead_encrypt : polycha_aead_decrypt)(ctx, dst, src, len);
  if (status == POLYCHA_OK && ctx)
    arena_accept(ctx, sizeof *ctx);
  contexts_check(encrypts ? "polycha_aead_encrypt" : "polycha_aead_decrypt", status, expected);
}

/* Of what came in, and the lengths that are counted. */
static void model_tag(const aead_model *model, uint8_t tag[16])
{
  static const uint8_t zeros[64];
  uint8_t block[64], lengths[16];

  reference_xor(&model->stream, 0, block, zeros, 64);
  for (int i = 0; i < 8; i++) {
    lengths[i] = (uint8_t)(model->aad_len >> (8 * i));
    lengths[8 + i] = (uint8_t)(model->data_len >> (8 * i));
  }
  reference_mac_begin(block);
  reference_mac(model->aad, model->aad_bytes);
  reference_mac(zeros, (16 - model->aad_bytes % 16) % 16);
  reference_mac(model->text, model->text_bytes);
  reference_mac(zeros, (16 - model->text_bytes % 16) % 16);
  reference_mac(lengths, 16);
  reference_mac_end(tag);
}

static void ending(fuzz_input *in, polycha_aead_ctx *ctx, aead_model *model, bool encrypts)
{
  arena_call call = arena_new_call(in);
  uint8_t *tag = arena_place(in, &call, 16), right[16];
  polycha_status expected = standing(ctx, model);

  if (expected == POLYCHA_OK) {
    if (model->phase == (encrypts ? OPEN_DECRYPT : OPEN_ENCRYPT))
      expected = POLYCHA_ERR_STATE;
    else if (!tag || arena_overlap(tag, 16, ctx, sizeof *ctx))
      expected = POLYCHA_ERR_ARGUMENT;
    else if (arena_in_contexts(tag, 16))
      return;
  }
  if (expected == POLYCHA_OK) {
    model_tag(model, right);
    if (!encrypts && !fuzz_chance(in, 1, 8)) {
      memcpy(tag, right, 16);
      if (fuzz_chance(in, 1, 3))
        tag[fuzz_byte(in) % 16] ^= (uint8_t)(1 << fuzz_byte(in) % 8);
    }
    if (!encrypts && memcmp(tag, right, 16) != 0)
      expected = POLYCHA_ERR_TAG;
  }
  AT({"encrypts", encrypts}, {"data", model->data_len}, {"aad", model->aad_len});
  arena_expect_same();
  if (expected == POLYCHA_OK || expected == POLYCHA_ERR_TAG) {
    memset(arena_expected(ctx), 0, sizeof *ctx);
    if (encrypts)
      memcpy(arena_expected(tag), right, 16);
    model->phase = NONE;
    fuzz_counts[encrypts ? SEALED : expected == POLYCHA_OK ? OPENED : FORGED].times++;
  } else {
    expect_failure(ctx, model, expected);
  }
  if (encrypts)
    contexts_check("polycha_aead_tag", polycha_aead_tag(ctx, tag), expected);
  else
    contexts_check("polycha_aead_verify", polycha_aead_verify(ctx, tag), expected);
}

/* The limits are too far away to get there byte by byte: the context is made to stand as if much had come in that left the
 * authenticator as it is. */
static void jump(fuzz_input *in, polycha_aead_ctx *ctx, aead_model *model, bool in_aad)
{
  const uint64_t limit = in_aad ? UINT64_MAX : POLYCHA_MESSAGE_BYTES_MAX;
  uint64_t *len = in_aad ? &model->aad_len : &model->data_len, by = limit - *len - fuzz_below(in, 4096);

  if (!ctx || standing(ctx, model) != POLYCHA_OK || *len > limit / 2 || by % 16 >= by)
    return;
  by -= by % 16;
  *len += by;
  if (in_aad) {
    ctx->aad_len += by;
  } else {
    ctx->data_len += by;
    CHECK_STATUS(polycha_chacha_seek(&ctx->cipher, (64 + model->data_len) / 64, (64 + model->data_len) % 64),
                 POLYCHA_OK);
  }
}

void contexts_aead(fuzz_input *in)
{
  uint8_t which = fuzz_byte(in);
  polycha_aead_ctx *ctx = fuzz_chance(in, 1, 64) ? NULL : &arena.aead[which % 2];
  aead_model *model = &models[which % 2];

  /* There is more to see in one that lives. */
  if (standing(&arena.aead[which % 2], model) != POLYCHA_OK && fuzz_chance(in, 3, 4))
    which &= 1;
  switch (which / 2 % 32) {
  case 0:
  case 1:
  case 2:
  case 3:
    init(in, ctx, model);
    break;
  case 4:
  case 5:
  case 6:
  case 7:
    aad(in, ctx, model);
    break;
  case 8:
  case 9:
  case 10:
    ending(in, ctx, model, true);
    break;
  case 11:
  case 12:
  case 13:
    ending(in, ctx, model, false);
    break;
  case 14:
    jump(in, ctx, model, true);
    break;
  case 15:
    jump(in, ctx, model, false);
    break;
  case 16:
    polycha_wipe(&arena.aead[which % 2], sizeof *ctx);
    model->phase = NONE, model->error = POLYCHA_OK;
    break;
  case 17:
    arena.aead[1 - which % 2] = arena.aead[which % 2];
    copy_model(&models[1 - which % 2], model);
    break;
  default:
    data(in, ctx, model, which & 64);
  }
}
