/* ChaCha20 (RFC 8439 section 2.4): from key and nonce to the state, and from a length to the kernels that do it. */
#include "chacha20.h"
#include "bytes.h"
#include "polycha.h"
#include "wipe.h"

void pch_chacha_state(uint32_t state[16], const uint8_t key[32], uint32_t counter, const uint8_t nonce[12])
{
  /* "expand 32-byte k" */
  state[0] = 0x61707865;
  state[1] = 0x3320646e;
  state[2] = 0x79622d32;
  state[3] = 0x6b206574;
  pch_load_words(state + 4, key, 8);
  pch_words_from64(state + 12, (uint64_t)pch_load32(nonce) << 32 | counter);
  pch_words_from64(state + 14, pch_load64(nonce + 4));
}

const pch_chacha_rung *pch_chacha_rung_for(const pch_backend *backend, size_t len)
{
  const pch_chacha_rung *rung = backend->chacha;

  while (len <= rung->over)
    rung++;
  return rung;
}

const pch_chacha_rung *pch_chacha_wide_for(const pch_backend *backend, size_t beyond)
{
  const pch_chacha_rung *wide = backend->wide;

  if (!wide || !beyond)
    return NULL;
  while (beyond <= wide->over)
    wide++;
  return beyond <= wide->stride - backend->chacha->stride ? wide : NULL;
}

PCH_NOINLINE void pch_chacha_run(const pch_backend *backend, uint8_t *dst, const uint8_t *src, size_t len,
                                 uint32_t state[16], unsigned double_rounds, uint8_t head[64])
{
  size_t left = len + (head ? 64 : 0), frame = 0;

  while (left) {
    const pch_chacha_rung *rung = pch_chacha_rung_for(backend, left), *wide;
    size_t beyond = left % rung->stride, take = left <= rung->stride ? left : left - beyond;
    size_t data;

    if (rung == backend->chacha && left > rung->stride && (wide = pch_chacha_wide_for(backend, beyond))) {
      rung = wide;
      take = left < wide->stride ? left : wide->stride;
    }
    data = head ? take - 64 : take;
    rung->run(dst, src, data, state, double_rounds, head);
    state[12] += (uint32_t)((take + 63) / 64);
    if (rung->frame > frame)
      frame = rung->frame;
    left -= take;
    if (left) {
      dst += data;
      src += data;
      head = NULL;
    }
  }
  pch_wipe_frame(frame);
}

PCH_NOINLINE void pch_hchacha(const pch_backend *backend, uint8_t out[32], const uint8_t in[16], const uint8_t key[32],
                              unsigned double_rounds)
{
  struct {
    uint32_t state[16];
    uint8_t block[64];
  } secret;

  /* The 16 bytes stand where counter and nonce do. HChaCha leaves out ChaCha's last step, the addition of the initial
   * state, so it is subtracted again from a keystream block: every backend's shortest rung serves. */
  pch_chacha_state(secret.state, key, pch_load32(in), in + 4);
  pch_chacha_run(backend, NULL, NULL, 0, secret.state, double_rounds, secret.block);
  secret.state[12] = pch_load32(in);
  for (int i = 0; i < 4; i++) {
    pch_store32(out + 4 * i, pch_load32(secret.block + 4 * i) - secret.state[i]);
    pch_store32(out + 16 + 4 * i, pch_load32(secret.block + 48 + 4 * i) - secret.state[12 + i]);
  }
  pch_wipe(&secret, sizeof secret);
}

polycha_status polycha_hchacha20(uint8_t out[32], const uint8_t in[16], const uint8_t key[32])
{
  const pch_backend *backend;

  if (!out || !in || !key || pch_overlap(out, 32, in, 16) || pch_overlap(out, 32, key, 32))
    return POLYCHA_ERR_ARGUMENT;
  backend = pch_backend_active();
  if (!backend)
    return POLYCHA_ERR_BACKEND;
  pch_hchacha(backend, out, in, key, 10);
  pch_wipe_calls();
  return POLYCHA_OK;
}

polycha_status polycha_chacha20_xor(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t nonce[12],
                                    uint32_t counter, const uint8_t key[32])
{
  const pch_backend *backend;
  uint32_t state[16];

  if ((uint64_t)len > 64 * ((UINT64_C(1) << 32) - counter))
    return POLYCHA_ERR_COUNTER;
  if (pch_missing(dst, len) || pch_missing(src, len) || !nonce || !key || pch_partial_overlap(dst, len, src, len) ||
      pch_overlap(dst, len, nonce, 12) || pch_overlap(dst, len, key, 32))
    return POLYCHA_ERR_ARGUMENT;
  backend = pch_backend_active();
  if (!backend)
    return POLYCHA_ERR_BACKEND;
  pch_chacha_state(state, key, counter, nonce);
  pch_chacha_run(backend, dst, src, len, state, 10, NULL);
  pch_wipe(state, sizeof state);
  pch_wipe_calls();
  return POLYCHA_OK;
}
