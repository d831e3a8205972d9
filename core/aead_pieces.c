/* ChaCha20-Poly1305 in pieces: a stream, an authenticator, and the order of calls. */
#include "aead.h"
#include "authenticator.h"
#include "bytes.h"
#include "poly1305.h"
#include "polycha.h"
#include "stream.h"
#include "wipe.h"

/* Values of ctx->phase. */
enum { PHASE_NONE, PHASE_AAD, PHASE_ENCRYPT, PHASE_DECRYPT };

polycha_status polycha_aead_init(polycha_aead_ctx *ctx, const uint8_t *nonce, size_t nonce_len, const uint8_t key[32])
{
  uint8_t head[64];
  polycha_status status;

  if (!ctx)
    return POLYCHA_ERR_ARGUMENT;
  if (nonce_len != POLYCHA_NONCE_BYTES && nonce_len != POLYCHA_XNONCE_BYTES)
    status = POLYCHA_ERR_LENGTH;
  else if (pch_overlap(ctx, sizeof *ctx, nonce, nonce_len) || pch_overlap(ctx, sizeof *ctx, key, 32))
    status = POLYCHA_ERR_ARGUMENT;
  else
    status = polycha_chacha_init(&ctx->cipher, nonce, nonce_len, 20, key);
  if (status != POLYCHA_OK) {
    pch_wipe(ctx, sizeof *ctx);
    return status;
  }
  /* Block 0 is the Poly1305 key (RFC 8439 section 2.6). The blocks that came with it are kept for the text. */
  pch_stream_take(&ctx->cipher, head, sizeof head);
  pch_authenticator_start(&ctx->authenticator, ctx->cipher.backend, head);
  pch_wipe(head, sizeof head);
  ctx->aad_len = 0;
  ctx->data_len = 0;
  ctx->status = POLYCHA_OK;
  ctx->phase = PHASE_AAD;
  pch_wipe_calls();
  return POLYCHA_OK;
}

/* The context is of no more use: nothing of it but the error stays. */
static polycha_status fail(polycha_aead_ctx *ctx, polycha_status status)
{
  pch_wipe(ctx, sizeof *ctx);
  ctx->status = status;
  return status;
}

/* What every call finds first: no context, one that is not live, or an earlier error. */
static polycha_status standing(const polycha_aead_ctx *ctx)
{
  if (!ctx)
    return POLYCHA_ERR_ARGUMENT;
  if (ctx->status != POLYCHA_OK)
    return (polycha_status)ctx->status;
  return ctx->phase == PHASE_NONE ? POLYCHA_ERR_STATE : POLYCHA_OK;
}

polycha_status polycha_aead_aad(polycha_aead_ctx *ctx, const uint8_t *aad, size_t len)
{
  polycha_status status = standing(ctx);

  if (status != POLYCHA_OK || !len)
    return status;
  if (ctx->phase != PHASE_AAD)
    return fail(ctx, POLYCHA_ERR_STATE);
  if (len > UINT64_MAX - ctx->aad_len)
    return fail(ctx, POLYCHA_ERR_LENGTH);
  if (!aad || pch_overlap(aad, len, ctx, sizeof *ctx))
    return fail(ctx, POLYCHA_ERR_ARGUMENT);
  pch_authenticator_update(&ctx->authenticator, aad, len);
  ctx->aad_len += len;
  pch_wipe_calls();
  return POLYCHA_OK;
}

/* Zeros up to a multiple of 16, between aad and text. */
static void pad(polycha_poly1305_ctx *authenticator)
{
  static const uint8_t zeros[16];

  if (authenticator->kept)
    pch_authenticator_update(authenticator, zeros, 16 - authenticator->kept);
}

/* The checks that encrypt and decrypt share, and the change of phase. dst_len: 0 where nothing is written. */
static polycha_status begin_data(polycha_aead_ctx *ctx, uint32_t phase, const uint8_t *dst, size_t dst_len,
                                 const uint8_t *src, size_t len)
{
  if (ctx->phase != phase && ctx->phase != PHASE_AAD)
    return fail(ctx, POLYCHA_ERR_STATE);
  if (len > POLYCHA_MESSAGE_BYTES_MAX - ctx->data_len)
    return fail(ctx, POLYCHA_ERR_LENGTH);
  if (pch_missing(dst, dst_len) || !src || pch_partial_overlap(dst, dst_len, src, len) ||
      pch_overlap(dst, dst_len, ctx, sizeof *ctx) || pch_overlap(src, len, ctx, sizeof *ctx))
    return fail(ctx, POLYCHA_ERR_ARGUMENT);
  if (ctx->phase == PHASE_AAD) {
    pad(&ctx->authenticator);
    ctx->phase = phase;
  }
  ctx->data_len += len;
  return POLYCHA_OK;
}

/* How many of the next len bytes to take by themselves: up to a whole block, if a fused kernel (run, for more than `over`
 * bytes) can do what follows; else a turn. */
static size_t next_turn(const polycha_aead_ctx *ctx, pch_fused_fn *run, size_t over, size_t len)
{
  size_t kept = ctx->cipher.kept;

  if (run && kept && len > kept && len - kept > over)
    return kept;
  return len < PCH_AEAD_TURN ? len : PCH_AEAD_TURN;
}

/* What a backend's fused kernel does of the next len bytes, if they begin with a block of keystream, and so of Poly1305, and
 * are long enough: whole strides. Returns the bytes done. */
static size_t fused(polycha_aead_ctx *ctx, pch_fused_fn *run, size_t over, uint8_t *dst, const uint8_t *src, size_t len)
{
  const pch_backend *backend = ctx->cipher.backend;
  /* A kernel that takes any length would throw away what its last block has too much. */
  size_t stride = backend->fused_stride < 64 ? 64 : backend->fused_stride, strides;

  if (!run || len <= over || ctx->cipher.kept)
    return 0;
  strides = len - len % stride;
  if (!strides)
    return 0;
  ctx->cipher.state[12] = (uint32_t)ctx->cipher.next_block;
  run(&ctx->authenticator.state, dst, src, strides, ctx->cipher.state, 0, 0);
  ctx->cipher.next_block += strides / 64;
  pch_wipe_frame(backend->fused_frame);
  return strides;
}

polycha_status polycha_aead_encrypt(polycha_aead_ctx *ctx, uint8_t *dst, const uint8_t *src, size_t len)
{
  polycha_status status = standing(ctx);
  const pch_backend *backend;

  if (status != POLYCHA_OK || !len)
    return status;
  status = begin_data(ctx, PHASE_ENCRYPT, dst, len, src, len);
  if (status != POLYCHA_OK)
    return status;
  backend = ctx->cipher.backend;
  for (;;) {
    size_t take = fused(ctx, backend->seal, backend->seal_over, dst, src, len);

    if (!take) {
      take = next_turn(ctx, backend->seal, backend->seal_over, len);
      pch_stream_xor(&ctx->cipher, dst, src, take);
      pch_authenticator_update(&ctx->authenticator, dst, take);
    }
    len -= take;
    if (!len) {
      pch_wipe_calls();
      return POLYCHA_OK;
    }
    dst += take;
    src += take;
  }
}

polycha_status polycha_aead_decrypt(polycha_aead_ctx *ctx, uint8_t *dst, const uint8_t *src, size_t len)
{
  polycha_status status = standing(ctx);
  const pch_backend *backend;

  if (status != POLYCHA_OK || !len)
    return status;
  status = begin_data(ctx, PHASE_DECRYPT, dst, dst ? len : 0, src, len);
  if (status != POLYCHA_OK)
    return status;
  if (!dst) {
    uint64_t position = 64 + ctx->data_len;

    pch_authenticator_update(&ctx->authenticator, src, len);
    pch_stream_seek(&ctx->cipher, position / 64, (unsigned)(position % 64));
    /* To begin with, clang 14's functions push a register that they have no use for, in which something of the Poly1305 state
     * may be left. */
    pch_wipe_stack(256);
    pch_wipe_calls();
    return POLYCHA_OK;
  }
  backend = ctx->cipher.backend;
  for (;;) {
    size_t take = fused(ctx, backend->open, backend->open_over, dst, src, len);

    if (!take) {
      take = next_turn(ctx, backend->open, backend->open_over, len);
      pch_authenticator_update(&ctx->authenticator, src, take);
      pch_stream_xor(&ctx->cipher, dst, src, take);
    }
    len -= take;
    if (!len) {
      pch_wipe_calls();
      return POLYCHA_OK;
    }
    dst += take;
    src += take;
  }
}

/* The tag of all that came in. */
static PCH_NOINLINE void finish(polycha_aead_ctx *ctx, uint8_t tag[16])
{
  polycha_poly1305_ctx *authenticator = &ctx->authenticator;

  if (ctx->phase == PHASE_AAD)
    pad(authenticator);
  pch_aead_authenticate_end(authenticator->backend, &authenticator->state, authenticator->partial, authenticator->kept,
                            ctx->aad_len, ctx->data_len);
  pch_poly1305_tag(&authenticator->state, tag);
  pch_wipe(ctx, sizeof *ctx);
}

polycha_status polycha_aead_tag(polycha_aead_ctx *ctx, uint8_t tag[16])
{
  polycha_status status = standing(ctx);

  if (status != POLYCHA_OK)
    return status;
  if (ctx->phase == PHASE_DECRYPT)
    return fail(ctx, POLYCHA_ERR_STATE);
  if (!tag || pch_overlap(tag, 16, ctx, sizeof *ctx))
    return fail(ctx, POLYCHA_ERR_ARGUMENT);
  finish(ctx, tag);
  pch_wipe_calls();
  return POLYCHA_OK;
}

polycha_status polycha_aead_verify(polycha_aead_ctx *ctx, const uint8_t tag[16])
{
  polycha_status status = standing(ctx);
  uint8_t expected[16];
  int equal;

  if (status != POLYCHA_OK)
    return status;
  if (ctx->phase == PHASE_ENCRYPT)
    return fail(ctx, POLYCHA_ERR_STATE);
  if (!tag || pch_overlap(tag, 16, ctx, sizeof *ctx))
    return fail(ctx, POLYCHA_ERR_ARGUMENT);
  finish(ctx, expected);
  pch_wipe_calls();
  equal = polycha_equal16(expected, tag);
  pch_wipe(expected, sizeof expected);
  return equal ? POLYCHA_OK : POLYCHA_ERR_TAG;
}
