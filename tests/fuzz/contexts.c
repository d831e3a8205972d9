#include "contexts.h"

#include <stdlib.h>
#include <string.h>

#include "../harness/backends.h"
#include "reference.h"

const char fuzz_name[] = "contexts";

fuzz_count fuzz_counts[] = {
  [CALLS] = {"calls", 0},
  [OPENED] = {"messages verified", 0},
  [FORGED] = {"refused by their tag", 0},
  [SEALED] = {"sealed", 0},
  [STREAMED] = {"pieces of streams", 0},
  [MACS] = {"Poly1305 tags", 0},
  [REFUSED] = {"calls refused", 0},
  {NULL, 0},
};

bool contexts_no_backend;

void contexts_check(const char *what, polycha_status status, polycha_status expected)
{
  fuzz_counts[CALLS].times++;
  fuzz_counts[REFUSED].times += expected != POLYCHA_OK && expected != POLYCHA_ERR_TAG;
  suite_check_status(__FILE__, __LINE__, what, status, expected);
  arena_check(what);
}

bool contexts_possible(const void *dst, size_t dst_len, const void *src, size_t src_len)
{
  return arena_holds(dst, dst_len) && arena_holds(src, src_len) && !arena_in_contexts(dst, dst_len);
}

/* ---- The stream ---- */

typedef struct {
  bool live;
  reference_stream stream;
  reference_position position, end; /* in bytes */
} stream_model;

static stream_model streams[2];

static void stream_init(fuzz_input *in, polycha_chacha_ctx *ctx, stream_model *model)
{
  static const size_t nonce_lens[] = {8, 12, 24, 12, 24, 8, 0, 16, 11, SIZE_MAX};
  static const unsigned some_rounds[] = {20, 12, 8, 20, 12, 8, 20, 0, 10, 21};
  arena_call call = arena_new_call(in);
  size_t nonce_len = nonce_lens[fuzz_byte(in) % 10];
  unsigned rounds = some_rounds[fuzz_byte(in) % 10];
  const uint8_t *nonce = arena_place(in, &call, nonce_len), *key = arena_place(in, &call, 32);
  polycha_status expected = POLYCHA_OK;

  if (nonce_len != 8 && nonce_len != 12 && nonce_len != 24)
    expected = POLYCHA_ERR_LENGTH;
  else if (!nonce || !key || (rounds != 8 && rounds != 12 && rounds != 20) ||
           (ctx && (arena_overlap(nonce, nonce_len, ctx, sizeof *ctx) || arena_overlap(key, 32, ctx, sizeof *ctx))))
    expected = POLYCHA_ERR_ARGUMENT;
  else if (contexts_no_backend)
    expected = POLYCHA_ERR_BACKEND;
  if (!ctx)
    expected = POLYCHA_ERR_ARGUMENT;
  arena_expect_same();
  if (ctx) {
    *model = (stream_model){.live = expected == POLYCHA_OK};
    if (model->live) {
      model->stream = reference_stream_new(nonce, nonce_len, rounds, key);
      model->end = (reference_position)1 << (nonce_len == 8 ? 70 : 38);
    }
  }
  polycha_status status = polycha_chacha_init(ctx, nonce, nonce_len, rounds, key);
  if (ctx && status == POLYCHA_OK)
    arena_accept(ctx, sizeof *ctx);
  else if (ctx)
    memset(arena_expected(ctx), 0, sizeof *ctx);
  contexts_check("polycha_chacha_init", status, expected);
}

static void stream_update(fuzz_input *in, polycha_chacha_ctx *ctx, stream_model *model)
{
  reference_position left = model->live ? model->end - model->position : SIZE_MAX;
  arena_call call = arena_new_call(in);
  size_t len = fuzz_chance(in, 1, 16) ? fuzz_hostile_len(in, (uint64_t)model->position)
                                      : fuzz_len_of(in, left > SIZE_MAX ? SIZE_MAX : (uint64_t)left, ARENA_TEXT_MAX);
  const uint8_t *src = arena_place(in, &call, len);
  uint8_t *dst = arena_place_output(in, &call, len);
  polycha_status expected = POLYCHA_OK;

  if (!ctx)
    expected = POLYCHA_ERR_ARGUMENT;
  else if (!model->live)
    expected = POLYCHA_ERR_STATE;
  else if (len > model->end - model->position)
    expected = POLYCHA_ERR_COUNTER;
  else if (len && (!dst || !src || (dst != src && arena_overlap(dst, len, src, len)) ||
                   arena_overlap(dst, len, ctx, sizeof *ctx) || arena_overlap(src, len, ctx, sizeof *ctx)))
    expected = POLYCHA_ERR_ARGUMENT;
  if (expected == POLYCHA_OK && !contexts_possible(dst, len, src, len))
    return;
  arena_expect_same();
  if (expected == POLYCHA_OK && len) {
    reference_xor(&model->stream, model->position, arena_expected(dst), src, len);
    model->position += len;
    fuzz_counts[STREAMED].times++;
  }
  AT({"len", len}, {"position", (size_t)model->position});
  polycha_status status = polycha_chacha_update(ctx, dst, src, len);
  if (status == POLYCHA_OK)
    arena_accept(ctx, sizeof *ctx);
  contexts_check("polycha_chacha_update", status, expected);
}

static void stream_seek(fuzz_input *in, polycha_chacha_ctx *ctx, stream_model *model)
{
  uint64_t block = fuzz_near_end(in);
  unsigned byte = fuzz_byte(in) % 80;
  reference_position start = (reference_position)block * 64;
  polycha_status expected = POLYCHA_OK;

  if (fuzz_chance(in, 1, 16))
    byte += UINT32_MAX - 79;
  if (!ctx)
    expected = POLYCHA_ERR_ARGUMENT;
  else if (!model->live)
    expected = POLYCHA_ERR_STATE;
  else if (start > model->end || (start == model->end && byte))
    expected = POLYCHA_ERR_COUNTER;
  else if (byte > 63)
    expected = POLYCHA_ERR_ARGUMENT;
  arena_expect_same();
  AT({"block", block}, {"byte", byte});
  polycha_status status = polycha_chacha_seek(ctx, block, byte);
  if (status == POLYCHA_OK)
    arena_accept(ctx, sizeof *ctx);
  if (expected == POLYCHA_OK)
    model->position = start + byte;
  contexts_check("polycha_chacha_seek", status, expected);
}

static void contexts_stream(fuzz_input *in)
{
  uint8_t which = fuzz_byte(in);
  polycha_chacha_ctx *ctx = fuzz_chance(in, 1, 32) ? NULL : &arena.chacha[which % 2];
  stream_model *model = &streams[which % 2];

  if (!model->live && fuzz_chance(in, 3, 4))
    which &= 1;
  switch (which / 2 % 16) {
  case 0:
  case 1:
  case 2:
    stream_init(in, ctx, model);
    break;
  case 3:
  case 4:
  case 5:
    stream_seek(in, ctx, model);
    break;
  case 6:
    polycha_wipe(&arena.chacha[which % 2], sizeof *ctx);
    *model = (stream_model){.live = false};
    break;
  case 7:
    arena.chacha[1 - which % 2] = arena.chacha[which % 2];
    streams[1 - which % 2] = *model;
    break;
  default:
    stream_update(in, ctx, model);
  }
}

/* ---- Poly1305 ---- */

typedef struct {
  bool live;
  uint8_t key[32];
  size_t len;
  uint8_t msg[3 * ARENA_TEXT_MAX];
} mac_model;

static mac_model macs[2];

static void mac_copy(mac_model *to, const mac_model *from)
{
  memcpy(to, from, offsetof(mac_model, msg) + from->len);
}

static void mac_init(fuzz_input *in, polycha_poly1305_ctx *ctx, mac_model *model)
{
  arena_call call = arena_new_call(in);
  uint8_t *key = arena_place(in, &call, 32);
  polycha_status expected = POLYCHA_OK;

  if (key && !arena_in_contexts(key, 32))
    fuzz_fill(in, key, 32);
  if (!ctx || !key || arena_overlap(key, 32, ctx, sizeof *ctx))
    expected = POLYCHA_ERR_ARGUMENT;
  else if (contexts_no_backend)
    expected = POLYCHA_ERR_BACKEND;
  arena_expect_same();
  if (ctx) {
    model->live = expected == POLYCHA_OK;
    model->len = 0;
    if (model->live)
      memcpy(model->key, key, 32);
  }
  polycha_status status = polycha_poly1305_init(ctx, key);
  if (ctx && status == POLYCHA_OK)
    arena_accept(ctx, sizeof *ctx);
  else if (ctx)
    memset(arena_expected(ctx), 0, sizeof *ctx);
  contexts_check("polycha_poly1305_init", status, expected);
}

static void mac_update(fuzz_input *in, polycha_poly1305_ctx *ctx, mac_model *model)
{
  arena_call call = arena_new_call(in);
  size_t len = fuzz_chance(in, 1, 16) ? fuzz_hostile_len(in, 0) : fuzz_len(in, ARENA_TEXT_MAX);
  const uint8_t *msg = arena_place(in, &call, len);
  polycha_status expected = POLYCHA_OK;

  if (!ctx)
    expected = POLYCHA_ERR_ARGUMENT;
  else if (!model->live)
    expected = POLYCHA_ERR_STATE;
  else if (len && (!msg || arena_overlap(msg, len, ctx, sizeof *ctx)))
    expected = POLYCHA_ERR_ARGUMENT;
  if (expected == POLYCHA_OK && (!arena_holds(msg, len) || len > sizeof model->msg - model->len))
    return;
  arena_expect_same();
  if (expected == POLYCHA_OK && len) {
    memcpy(model->msg + model->len, msg, len);
    model->len += len;
  }
  AT({"len", len});
  polycha_status status = polycha_poly1305_update(ctx, msg, len);
  if (status == POLYCHA_OK)
    arena_accept(ctx, sizeof *ctx);
  contexts_check("polycha_poly1305_update", status, expected);
}

static void mac_final(fuzz_input *in, polycha_poly1305_ctx *ctx, mac_model *model)
{
  arena_call call = arena_new_call(in);
  uint8_t *tag = arena_place(in, &call, 16);
  polycha_status expected = POLYCHA_OK;

  if (!ctx)
    expected = POLYCHA_ERR_ARGUMENT;
  else if (!model->live)
    expected = POLYCHA_ERR_STATE;
  else if (!tag || arena_overlap(tag, 16, ctx, sizeof *ctx))
    expected = POLYCHA_ERR_ARGUMENT;
  if (expected == POLYCHA_OK && arena_in_contexts(tag, 16))
    return;
  arena_expect_same();
  if (expected == POLYCHA_OK) {
    reference_mac_begin(model->key);
    reference_mac(model->msg, model->len);
    reference_mac_end(arena_expected(tag));
    memset(arena_expected(ctx), 0, sizeof *ctx);
    fuzz_counts[MACS].times++;
    model->live = false;
  }
  AT({"len", model->len});
  contexts_check("polycha_poly1305_final", polycha_poly1305_final(ctx, tag), expected);
}

static void contexts_mac(fuzz_input *in)
{
  uint8_t which = fuzz_byte(in);
  polycha_poly1305_ctx *ctx = fuzz_chance(in, 1, 32) ? NULL : &arena.mac[which % 2];
  mac_model *model = &macs[which % 2];

  if (!model->live && fuzz_chance(in, 3, 4))
    which &= 1;
  switch (which / 2 % 16) {
  case 0:
  case 1:
  case 2:
    mac_init(in, ctx, model);
    break;
  case 3:
  case 4:
  case 5:
    mac_final(in, ctx, model);
    break;
  case 6:
    polycha_wipe(&arena.mac[which % 2], sizeof *ctx);
    model->live = false;
    break;
  case 7:
    arena.mac[1 - which % 2] = arena.mac[which % 2];
    mac_copy(&macs[1 - which % 2], model);
    break;
  default:
    mac_update(in, ctx, model);
  }
}

/* ---- The program ---- */

/* Contexts keep the backend that they began with, and those that begin now get this one. Seldom by name: that asks the CPU for
 * its features, which takes as long as ten calls where a virtual machine has to answer. */
static void change_backend(fuzz_input *in)
{
  uint8_t which = fuzz_byte(in);

  if (which < 244) {
    backends_set(fuzz_backends[which % fuzz_backend_total]);
    contexts_no_backend = false;
  } else if (which < 248) {
    size_t i = fuzz_byte(in) % 16;
    bool usable = i >= polycha_backend_count() || polycha_backend_usable(i);

    CHECK_STATUS(polycha_backend_use(polycha_backend_name(i)), usable ? POLYCHA_OK : POLYCHA_ERR_BACKEND);
    contexts_no_backend = contexts_no_backend && !usable;
  } else if (which < 252) {
    CHECK_STATUS(polycha_backend_use("avx"), POLYCHA_ERR_BACKEND);
  } else {
    /* As at the first call of all, with POLYCHA_BACKEND=none (fuzz_run). */
    backends_set(NULL);
    contexts_no_backend = true;
  }
  CHECK((polycha_backend() == NULL) == contexts_no_backend);
}

void fuzz_run(fuzz_input *in)
{
  static bool begun;

  if (!begun) {
    reference_begin();
    if (setenv("POLYCHA_BACKEND", "none", 1))
      abort();
    begun = true;
  }
  arena_begin();
  contexts_aead_begin();
  contexts_no_backend = false;
  streams[0].live = streams[1].live = false;
  macs[0].live = macs[1].live = false;
  while (in->left) {
    uint8_t what = fuzz_byte(in);

    if (what < 144)
      contexts_aead(in);
    else if (what < 200)
      contexts_stream(in);
    else if (what < 232)
      contexts_mac(in);
    else
      change_backend(in);
  }
}
