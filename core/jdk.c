/* The two functions that have the shapes of the JDK's intrinsics: ChaCha20Cipher.implChaCha20Block and
 * Poly1305.processMultipleBlocks of com.sun.crypto.provider. */
#include <string.h>

#include "bound.h"
#include "bytes.h"
#include "chacha20.h"
#include "poly1305.h"
#include "polycha.h"
#include "radix26.h"
#include "wipe.h"

int polycha_jdk_chacha20_block(const int32_t state[16], uint8_t keystream[1024])
{
  const pch_backend *backend;
  uint32_t words[16];
  uint64_t until_wrap;
  size_t len;

  if (!state || !keystream || pch_overlap(keystream, 1024, state, 64))
    return POLYCHA_ERR_ARGUMENT;
  backend = pch_backend_active();
  if (!backend)
    return POLYCHA_ERR_BACKEND;
  for (int i = 0; i < 16; i++)
    words[i] = (uint32_t)state[i];
  until_wrap = 64 * ((UINT64_C(1) << 32) - words[12]);
  len = until_wrap < backend->jdk_bytes ? (size_t)until_wrap : (size_t)backend->jdk_bytes;
  memset(keystream, 0, len);
  pch_chacha_run(backend, keystream, keystream, len, words, 10, NULL);
  pch_wipe(words, sizeof words);
  pch_wipe_calls();
  return (int)len;
}

/* One pass of carries, the top one times 5 into the bottom. All but the lowest come out below 2^26. */
static void carry(uint64_t limb[5])
{
  uint64_t over = 0;

  for (int i = 0; i < 5; i++) {
    limb[i] += over;
    over = limb[i] >> 26;
    limb[i] &= PCH_LIMB26_MASK;
  }
  limb[0] += 5 * over;
}

/* Which bits of a limb a clamped r can have: RFC 8439 section 2.5's mask 0x0ffffffc0ffffffc0ffffffc0fffffff, cut up. */
static const uint32_t clamp[5] = {0x3ffffff, 0x3ffff03, 0x3ffc0ff, 0x3f03fff, 0x00fffff};

polycha_status polycha_jdk_poly1305_blocks(const uint8_t *msg, size_t len, int64_t a[5], const int64_t r[5])
{
  const pch_backend *backend;
  struct {
    uint64_t wide[5];
    uint32_t limb[5];
    uint32_t r_words[5];
    pch_poly1305 p;
  } secret;
  uint64_t outside = 0;

  if (len % 16)
    return POLYCHA_ERR_LENGTH;
  if (pch_missing(msg, len) || !a || !r || pch_overlap(a, 5 * sizeof *a, r, 5 * sizeof *r) ||
      pch_overlap(a, 5 * sizeof *a, msg, len))
    return POLYCHA_ERR_ARGUMENT;
  for (int i = 0; i < 5; i++)
    outside |= (uint64_t)r[i] & ~(uint64_t)clamp[i];
  if (outside)
    return POLYCHA_ERR_ARGUMENT;
  backend = pch_backend_active();
  if (!backend)
    return POLYCHA_ERR_BACKEND;

  for (int i = 0; i < 5; i++)
    secret.limb[i] = (uint32_t)r[i];
  pch_radix26_to_words(secret.r_words, secret.limb);
  memcpy(secret.p.r, secret.r_words, sizeof secret.p.r);
  memset(secret.p.s, 0, sizeof secret.p.s);
  /* 2^36 (2^130 - 5) is added limb by limb, so that no limb is negative. */
  for (int i = 0; i < 5; i++)
    secret.wide[i] = (uint64_t)a[i] + ((uint64_t)(i ? PCH_LIMB26_MASK : PCH_LIMB26_MASK - 4) << 36);
  for (int i = 0; i < 5; i++)
    PCH_BELOW(secret.wide[i], 0x1p62 + 0x1p60 + 1);
  carry(secret.wide);
  PCH_BELOW(secret.wide[0], 0x1p26 + 5 * 0x1p37);
  carry(secret.wide);
  PCH_BELOW(secret.wide[0], 0x1p26 + 5);
  for (int i = 0; i < 5; i++)
    secret.limb[i] = (uint32_t)secret.wide[i];
  pch_radix26_to_words(secret.p.h, secret.limb);
  pch_poly1305_blocks(backend, &secret.p, msg, len);
  pch_radix26_from_words(secret.limb, secret.p.h);
  for (int i = 0; i < 5; i++)
    a[i] = secret.limb[i];
  pch_wipe(&secret, sizeof secret);
  pch_wipe_calls();
  return POLYCHA_OK;
}
