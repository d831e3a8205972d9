/* The ChaCha stream in pieces: keystream kept between calls, seeking, and the counter's end. */
#include <string.h>

#include "bytes.h"
#include "chacha20.h"
#include "polycha.h"
#include "stream.h"
#include "wipe.h"

/* One past the last block of a 32-bit counter. */
#define NARROW_END (UINT64_C(1) << 32)

/* Blocks. Longer pieces than that go past the buffer. */
#define REFILL_MAX 16

_Static_assert(sizeof((polycha_chacha_ctx *)0)->keystream >= 64 * REFILL_MAX, "what the longest refill asks for");

polycha_status polycha_chacha_init(polycha_chacha_ctx *ctx, const uint8_t *nonce, size_t nonce_len, unsigned rounds,
                                   const uint8_t key[32])
{
  polycha_status status = POLYCHA_OK;
  const pch_backend *backend = NULL;

  if (!ctx)
    return POLYCHA_ERR_ARGUMENT;
  if (nonce_len != 8 && nonce_len != 12 && nonce_len != 24)
    status = POLYCHA_ERR_LENGTH;
  else if (!nonce || !key || (rounds != 8 && rounds != 12 && rounds != 20) ||
           pch_overlap(ctx, sizeof *ctx, nonce, nonce_len) || pch_overlap(ctx, sizeof *ctx, key, 32))
    status = POLYCHA_ERR_ARGUMENT;
  else if (!(backend = pch_backend_active()))
    status = POLYCHA_ERR_BACKEND;
  if (status != POLYCHA_OK) {
    pch_wipe(ctx, sizeof *ctx);
    return status;
  }
  pch_stream_start(ctx, backend, nonce, nonce_len, rounds, key);
  pch_wipe_calls();
  return POLYCHA_OK;
}

PCH_NOINLINE void pch_stream_start(polycha_chacha_ctx *ctx, const pch_backend *backend, const uint8_t *nonce,
                                   size_t nonce_len, unsigned rounds, const uint8_t key[32])
{
  uint8_t long_nonce[12] = {0}, subkey[32];

  ctx->backend = backend;
  ctx->next_block = 0;
  ctx->double_rounds = rounds / 2;
  ctx->wide_counter = nonce_len == 8;
  ctx->ended = 0;
  ctx->kept = 0;
  ctx->refill = 1;
  if (nonce_len == 24) {
    pch_hchacha(backend, subkey, nonce, key, ctx->double_rounds);
    memcpy(long_nonce + 4, nonce + 16, 8);
    pch_chacha_state(ctx->state, subkey, 0, long_nonce);
    pch_wipe(subkey, sizeof subkey);
  } else {
    /* Eight bytes of nonce stand in the last two words; the word before them is the counter's high half. */
    memcpy(long_nonce + 12 - nonce_len, nonce, nonce_len);
    pch_chacha_state(ctx->state, key, 0, long_nonce);
  }
}

/* How many blocks are left from next_block on; 2^64 is given as 2^64 - 1, which no length can need. */
static uint64_t blocks_left(const polycha_chacha_ctx *ctx)
{
  if (!ctx->wide_counter)
    return NARROW_END - ctx->next_block;
  if (ctx->ended)
    return 0;
  return ctx->next_block ? 0 - ctx->next_block : UINT64_MAX;
}

/* len bytes from next_block on, which all exist. The kernels want a low counter word that does not wrap, so the walk is
 * split where a wide counter carries into its high word. */
static void run_blocks(polycha_chacha_ctx *ctx, uint8_t *dst, const uint8_t *src, size_t len)
{
  while (len) {
    uint64_t before_wrap = 64 * (NARROW_END - (uint32_t)ctx->next_block);
    size_t take = (uint64_t)len < before_wrap ? len : (size_t)before_wrap;

    ctx->state[12] = (uint32_t)ctx->next_block;
    if (ctx->wide_counter)
      ctx->state[13] = (uint32_t)(ctx->next_block >> 32);
    pch_chacha_run(ctx->backend, dst, src, take, ctx->state, ctx->double_rounds, NULL);
    ctx->next_block += ((uint64_t)take + 63) / 64;
    ctx->ended = ctx->next_block == 0;
    len -= take;
    if (len) {
      dst += take;
      src += take;
    }
  }
}

/* A stream that keeps coming back is long: the next refill asks for twice as many blocks. */
static void expect_more(polycha_chacha_ctx *ctx)
{
  if (ctx->refill < REFILL_MAX)
    ctx->refill *= 2;
}

/* Fills the end of `keystream`. One pass of the chosen rung costs the same however little of it is used, so its whole
 * stride is kept if there is room for it. */
static void refill(polycha_chacha_ctx *ctx)
{
  const pch_chacha_rung *rung = pch_chacha_rung_for(ctx->backend, 64 * (size_t)ctx->refill);
  const size_t stride = rung->stride < sizeof ctx->keystream ? rung->stride : sizeof ctx->keystream;
  uint64_t blocks = (uint64_t)ctx->refill * 64 > stride ? ctx->refill : stride / 64;
  uint64_t left = blocks_left(ctx);

  if (blocks > left)
    blocks = left;
  ctx->kept = (uint32_t)(64 * blocks);
  memset(ctx->keystream + sizeof ctx->keystream - ctx->kept, 0, ctx->kept);
  run_blocks(ctx, ctx->keystream + sizeof ctx->keystream - ctx->kept,
             ctx->keystream + sizeof ctx->keystream - ctx->kept, ctx->kept);
  expect_more(ctx);
}

PCH_NOINLINE void pch_stream_take(polycha_chacha_ctx *ctx, uint8_t *keystream, size_t len)
{
  if (ctx->kept < len)
    refill(ctx);
  memcpy(keystream, ctx->keystream + sizeof ctx->keystream - ctx->kept, len);
  ctx->kept -= (uint32_t)len;
}

/* len bytes of what is kept. */
static void xor_kept(polycha_chacha_ctx *ctx, uint8_t *dst, const uint8_t *src, size_t len)
{
  const uint8_t *keystream = ctx->keystream + sizeof ctx->keystream - ctx->kept;
  size_t i = 0;

  for (; i + 8 <= len; i += 8) {
    uint64_t text, key;

    memcpy(&text, src + i, 8);
    memcpy(&key, keystream + i, 8);
    text ^= key;
    memcpy(dst + i, &text, 8);
  }
  for (; i < len; i++)
    dst[i] = src[i] ^ keystream[i];
  ctx->kept -= (uint32_t)len;
}

bool pch_stream_reaches(const polycha_chacha_ctx *ctx, size_t len)
{
  return len <= ctx->kept || ((uint64_t)len - ctx->kept - 1) / 64 < blocks_left(ctx);
}

PCH_NOINLINE void pch_stream_xor(polycha_chacha_ctx *ctx, uint8_t *dst, const uint8_t *src, size_t len)
{
  while (len) {
    size_t take;

    if (ctx->kept) {
      take = len < ctx->kept ? len : ctx->kept;
      xor_kept(ctx, dst, src, take);
    } else if (len >= 64 * (size_t)ctx->refill) {
      take = len - len % 64;
      run_blocks(ctx, dst, src, take);
      expect_more(ctx);
    } else {
      refill(ctx);
      continue;
    }
    len -= take;
    if (len) {
      dst += take;
      src += take;
    }
  }
}

polycha_status polycha_chacha_update(polycha_chacha_ctx *ctx, uint8_t *dst, const uint8_t *src, size_t len)
{
  if (!ctx)
    return POLYCHA_ERR_ARGUMENT;
  if (!ctx->backend)
    return POLYCHA_ERR_STATE;
  if (!pch_stream_reaches(ctx, len))
    return POLYCHA_ERR_COUNTER;
  if (pch_missing(dst, len) || pch_missing(src, len) || pch_partial_overlap(dst, len, src, len) ||
      pch_overlap(dst, len, ctx, sizeof *ctx) || pch_overlap(src, len, ctx, sizeof *ctx))
    return POLYCHA_ERR_ARGUMENT;
  pch_stream_xor(ctx, dst, src, len);
  pch_wipe_calls();
  return POLYCHA_OK;
}

polycha_status polycha_chacha_seek(polycha_chacha_ctx *ctx, uint64_t block, unsigned byte)
{
  if (!ctx)
    return POLYCHA_ERR_ARGUMENT;
  if (!ctx->backend)
    return POLYCHA_ERR_STATE;
  if (!ctx->wide_counter && (block > NARROW_END || (block == NARROW_END && byte != 0)))
    return POLYCHA_ERR_COUNTER;
  if (byte >= 64)
    return POLYCHA_ERR_ARGUMENT;
  pch_stream_seek(ctx, block, byte);
  pch_wipe_calls();
  return POLYCHA_OK;
}

PCH_NOINLINE void pch_stream_seek(polycha_chacha_ctx *ctx, uint64_t block, unsigned byte)
{
  ctx->next_block = block;
  ctx->ended = 0;
  ctx->kept = 0;
  ctx->refill = 1;
  if (byte) {
    refill(ctx);
    ctx->kept -= byte;
  }
}
