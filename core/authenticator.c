/* Poly1305 as its users see it: one call, or in pieces (RFC 8439 section 2.5). */
#include <string.h>

#include "bytes.h"
#include "poly1305.h"
#include "polycha.h"
#include "authenticator.h"
#include "wipe.h"

/* The tag of one message, after all checks. */
static PCH_NOINLINE void authenticate(const pch_backend *backend, uint8_t tag[16], const uint8_t *msg, size_t len,
                                      const uint8_t key[32])
{
  pch_poly1305 p;
  size_t whole = len - len % 16;

  pch_poly1305_start(&p, key);
  pch_poly1305_blocks(backend, &p, msg, whole);
  if (len != whole)
    pch_poly1305_last(backend, &p, msg + whole, len - whole);
  pch_poly1305_tag(&p, tag);
  pch_wipe(&p, sizeof p);
}

polycha_status polycha_poly1305(uint8_t tag[16], const uint8_t *msg, size_t len, const uint8_t key[32])
{
  const pch_backend *backend;

  if (!tag || pch_missing(msg, len) || !key || pch_overlap(tag, 16, msg, len) || pch_overlap(tag, 16, key, 32))
    return POLYCHA_ERR_ARGUMENT;
  backend = pch_backend_active();
  if (!backend)
    return POLYCHA_ERR_BACKEND;
  authenticate(backend, tag, msg, len, key);
  pch_wipe_calls();
  return POLYCHA_OK;
}

polycha_status polycha_poly1305_verify(const uint8_t tag[16], const uint8_t *msg, size_t len, const uint8_t key[32])
{
  const pch_backend *backend;
  uint8_t expected[16];
  int equal;

  if (!tag || pch_missing(msg, len) || !key)
    return POLYCHA_ERR_ARGUMENT;
  backend = pch_backend_active();
  if (!backend)
    return POLYCHA_ERR_BACKEND;
  authenticate(backend, expected, msg, len, key);
  pch_wipe_calls();
  equal = polycha_equal16(expected, tag);
  pch_wipe(expected, sizeof expected);
  return equal ? POLYCHA_OK : POLYCHA_ERR_TAG;
}

polycha_status polycha_poly1305_init(polycha_poly1305_ctx *ctx, const uint8_t key[32])
{
  const pch_backend *backend = NULL;
  polycha_status status = POLYCHA_OK;

  if (!ctx)
    return POLYCHA_ERR_ARGUMENT;
  if (!key || pch_overlap(ctx, sizeof *ctx, key, 32))
    status = POLYCHA_ERR_ARGUMENT;
  else if (!(backend = pch_backend_active()))
    status = POLYCHA_ERR_BACKEND;
  if (status != POLYCHA_OK) {
    pch_wipe(ctx, sizeof *ctx);
    return status;
  }
  pch_authenticator_start(ctx, backend, key);
  pch_wipe_calls();
  return POLYCHA_OK;
}

PCH_NOINLINE void pch_authenticator_start(polycha_poly1305_ctx *ctx, const pch_backend *backend, const uint8_t key[32])
{
  ctx->backend = backend;
  ctx->kept = 0;
  pch_poly1305_start(&ctx->state, key);
}

PCH_NOINLINE void pch_authenticator_update(polycha_poly1305_ctx *ctx, const uint8_t *msg, size_t len)
{
  size_t whole;

  if (ctx->kept) {
    size_t take = len < 16 - ctx->kept ? len : 16 - ctx->kept;

    if (!take)
      return;
    memcpy(ctx->partial + ctx->kept, msg, take);
    ctx->kept += (uint32_t)take;
    if (ctx->kept < 16)
      return;
    pch_poly1305_blocks(ctx->backend, &ctx->state, ctx->partial, 16);
    ctx->kept = 0;
    msg += take;
    len -= take;
  }
  whole = len - len % 16;
  pch_poly1305_blocks(ctx->backend, &ctx->state, msg, whole);
  if (len != whole) {
    memcpy(ctx->partial, msg + whole, len - whole);
    ctx->kept = (uint32_t)(len - whole);
  }
}

polycha_status polycha_poly1305_update(polycha_poly1305_ctx *ctx, const uint8_t *msg, size_t len)
{
  if (!ctx)
    return POLYCHA_ERR_ARGUMENT;
  if (!ctx->backend)
    return POLYCHA_ERR_STATE;
  if (pch_missing(msg, len) || pch_overlap(msg, len, ctx, sizeof *ctx))
    return POLYCHA_ERR_ARGUMENT;
  pch_authenticator_update(ctx, msg, len);
  pch_wipe_calls();
  return POLYCHA_OK;
}

polycha_status polycha_poly1305_final(polycha_poly1305_ctx *ctx, uint8_t tag[16])
{
  if (!ctx)
    return POLYCHA_ERR_ARGUMENT;
  if (!ctx->backend)
    return POLYCHA_ERR_STATE;
  if (!tag || pch_overlap(tag, 16, ctx, sizeof *ctx))
    return POLYCHA_ERR_ARGUMENT;
  if (ctx->kept)
    pch_poly1305_last(ctx->backend, &ctx->state, ctx->partial, ctx->kept);
  pch_poly1305_tag(&ctx->state, tag);
  pch_wipe(ctx, sizeof *ctx);
  pch_wipe_calls();
  return POLYCHA_OK;
}
