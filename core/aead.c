/* ChaCha20-Poly1305 in one call (RFC 8439 section 2.8), and XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03). */
#include <string.h>

#include "aead.h"
#include "bytes.h"
#include "chacha20.h"
#include "poly1305.h"
#include "polycha.h"
#include "wipe.h"

/* What one message needs beside its text. All of it is wiped at the end. */
typedef struct {
  uint32_t state[16];
  uint8_t head[64]; /* block 0, whose first half is the Poly1305 key (RFC 8439 section 2.6) */
  pch_poly1305 mac;
  uint8_t tag[16];
} aead_secret;

typedef struct {
  const uint8_t *aad;
  size_t aad_len;
  const uint8_t *nonce;
  size_t nonce_len; /* 12 or 24 */
  const uint8_t *key;
} aead_input;

/* The longest text that fits one widest stride together with the Poly1305 key. */
#define FIRST_MAX (PCH_STRIDE_MAX - 64)

static void start(aead_secret *secret, const pch_backend *backend, const aead_input *in)
{
  if (in->nonce_len == POLYCHA_XNONCE_BYTES) {
    uint8_t subkey[32], nonce[12] = {0};

    pch_hchacha(backend, subkey, in->nonce, in->key, 10);
    memcpy(nonce + 4, in->nonce + 16, 8);
    pch_chacha_state(secret->state, subkey, 0, nonce);
    pch_wipe(subkey, sizeof subkey);
  } else {
    pch_chacha_state(secret->state, in->key, 0, in->nonce);
  }
}

/* p and zeros up to a multiple of 16 bytes. */
static void authenticate_padded(const pch_backend *backend, pch_poly1305 *mac, const uint8_t *p, size_t len)
{
  size_t whole = len - len % 16;

  pch_poly1305_blocks(backend, mac, p, whole);
  if (len != whole) {
    uint8_t block[16];

    pch_store_block(block, pch_load_padded(p + whole, len - whole));
    pch_poly1305_blocks(backend, mac, block, sizeof block);
  }
}

void pch_aead_authenticate_end(const pch_backend *backend, pch_poly1305 *mac, const uint8_t *rest, size_t rest_len,
                               uint64_t aad_len, uint64_t text_len)
{
  uint8_t block[32];

  pch_store_block(block, pch_load_padded(rest, rest_len));
  pch_store64(block + 16, aad_len);
  pch_store64(block + 24, text_len);
  if (rest_len)
    pch_poly1305_blocks(backend, mac, block, 32);
  else
    pch_poly1305_blocks(backend, mac, block + 16, 16);
}

/* The Poly1305 key is in head: takes in the aad. */
static void authenticate_aad(aead_secret *secret, const pch_backend *backend, const aead_input *in)
{
  pch_poly1305_start(&secret->mac, secret->head);
  authenticate_padded(backend, &secret->mac, in->aad, in->aad_len);
}

/* The rest of the text, after a multiple of 16 bytes of its text_len, and the tag. */
static void authenticate_rest(aead_secret *secret, const pch_backend *backend, const uint8_t *text, size_t len,
                              size_t text_len, const aead_input *in, uint8_t tag[16])
{
  size_t whole = len - len % 16;

  pch_poly1305_blocks(backend, &secret->mac, text, whole);
  pch_aead_authenticate_end(backend, &secret->mac, len == whole ? NULL : text + whole, len - whole, in->aad_len,
                            text_len);
  pch_poly1305_tag(&secret->mac, tag);
}

/* The tag of a text that is there as a whole, when the Poly1305 key is in head. */
static void authenticate(aead_secret *secret, const pch_backend *backend, const uint8_t *text, size_t len,
                         const aead_input *in, uint8_t tag[16])
{
  if (backend->transcript && len <= backend->transcript_max && in->aad_len <= PCH_TRANSCRIPT_AAD_MAX) {
    const pch_transcript_rung *rung = backend->transcript;

    while (rung->over && len <= rung->over)
      rung++;
    rung->run(tag, secret->head, in->aad, in->aad_len, text, len);
    pch_wipe_frame(rung->frame);
  } else {
    authenticate_aad(secret, backend, in);
    authenticate_rest(secret, backend, text, len, len, in, tag);
  }
}

/* What a fused kernel makes of a long text (backend.h): what goes out of one pass with the Poly1305 key, strides, a rest. */
typedef struct {
  size_t first, strides, rest;
} fused_parts;

static fused_parts divide(const pch_backend *backend, size_t len, size_t first)
{
  fused_parts parts = {first, len - first, 0};

  parts.rest = parts.strides % backend->fused_stride;
  parts.strides -= parts.rest;
  return parts;
}

/* The rest, whose blocks come after those of the strides; state stays at the strides. */
static void fused_rest(const pch_backend *backend, uint8_t *dst, const uint8_t *src, fused_parts parts,
                       uint32_t state[16])
{
  const uint32_t counter = state[12];

  state[12] += (uint32_t)(parts.strides / 64);
  pch_chacha_run(backend, dst + parts.first + parts.strides, src + parts.first + parts.strides, parts.rest, state, 10,
                 NULL);
  state[12] = counter;
}

/* Strides, and all of the ciphertext that is in whole blocks of 16 bytes. */
static void fused_strides(aead_secret *secret, const pch_backend *backend, pch_fused_fn *run, uint8_t *dst,
                          const uint8_t *src, fused_parts parts)
{
  run(&secret->mac, dst + parts.first, src + parts.first, parts.strides, secret->state, parts.first,
      parts.rest - parts.rest % 16);
  pch_wipe_frame(backend->fused_frame);
}

/* What goes out with the Poly1305 key: with wide kernels as much as whole strides would leave, if fused_first allows it. */
static size_t first_to_seal(const pch_backend *backend, size_t len)
{
  const size_t odd = len % backend->fused_stride, beyond = backend->fused_first % backend->fused_stride;
  const pch_chacha_rung *wide = odd && odd <= beyond ? pch_chacha_wide_for(backend, 64 + odd) : NULL;

  return wide ? wide->stride - 64 : backend->fused_first - beyond;
}

static PCH_NOINLINE void seal_fused(const pch_backend *backend, uint8_t *dst, uint8_t tag[16], const uint8_t *src,
                                    size_t len, const aead_input *in)
{
  const fused_parts parts = divide(backend, len, first_to_seal(backend, len));
  aead_secret secret;

  start(&secret, backend, in);
  pch_chacha_run(backend, dst, src, parts.first, secret.state, 10, secret.head);
  fused_rest(backend, dst, src, parts, secret.state);
  authenticate_aad(&secret, backend, in);
  fused_strides(&secret, backend, backend->seal, dst, src, parts);
  authenticate_rest(&secret, backend, dst + (len - len % 16), len % 16, len, in, tag);
  pch_wipe(&secret, sizeof secret);
}

static PCH_NOINLINE void seal_in_turns(const pch_backend *backend, uint8_t *dst, uint8_t tag[16], const uint8_t *src,
                                       size_t len, const aead_input *in)
{
  aead_secret secret;
  size_t left = len, take;

  start(&secret, backend, in);
  take = left < PCH_AEAD_TURN - 64 ? left : PCH_AEAD_TURN - 64;
  pch_chacha_run(backend, dst, src, take, secret.state, 10, secret.head);
  if (take == len) {
    authenticate(&secret, backend, dst, len, in, tag);
    pch_wipe(&secret, sizeof secret);
    return;
  }
  authenticate_aad(&secret, backend, in);
  /* Here and at each turn: take bytes at dst are enciphered and not yet authenticated. */
  while (left != take) {
    pch_poly1305_blocks(backend, &secret.mac, dst, take);
    dst += take;
    src += take;
    left -= take;
    take = left < PCH_AEAD_TURN ? left : PCH_AEAD_TURN;
    pch_chacha_run(backend, dst, src, take, secret.state, 10, NULL);
  }
  authenticate_rest(&secret, backend, dst, left, len, in, tag);
  pch_wipe(&secret, sizeof secret);
}

/* Does the tag belong to this text? Deciphers nothing. */
static PCH_NOINLINE int verify(const pch_backend *backend, const uint8_t *src, size_t len, const uint8_t tag[16],
                               const aead_input *in)
{
  aead_secret secret;
  int equal;

  start(&secret, backend, in);
  pch_chacha_run(backend, NULL, NULL, 0, secret.state, 10, secret.head);
  authenticate(&secret, backend, src, len, in, secret.tag);
  equal = polycha_equal16(secret.tag, tag);
  pch_wipe(&secret, sizeof secret);
  return equal;
}

/* Deciphers and authenticates len bytes, at most FIRST_MAX; the caller clears dst if the tag does not fit. They come out of
 * the same pass as the Poly1305 key, before they can be authenticated: if dst is src, into a buffer of our own, and out of it
 * if the tag fits. */
static PCH_NOINLINE int decipher_short(const pch_backend *backend, uint8_t *dst, const uint8_t *src, size_t len,
                                       const uint8_t tag[16], const aead_input *in)
{
  aead_secret secret;
  uint8_t text[FIRST_MAX];
  const bool aside = dst == src;
  int equal;

  start(&secret, backend, in);
  pch_chacha_run(backend, aside ? text : dst, src, len, secret.state, 10, secret.head);
  authenticate(&secret, backend, src, len, in, secret.tag);
  equal = polycha_equal16(secret.tag, tag);
  pch_wipe(&secret, sizeof secret);
  if (aside) {
    if (equal)
      memcpy(dst, text, len);
    pch_wipe(text, len);
  }
  return equal;
}

/* To open, all ciphertext is there to be hashed from the second pass on, so the first, which hashes nothing, takes no more than
 * leaves full passes behind it (avx2 at 512, 1024, 2048 and 4096 bytes: 0.92, 0.93, 0.97 and 0.97 of the time that it takes with
 * fused_first; Emerald Rapids class VM, GCC 12, 2026-12-01, whole opens alternating). */
static size_t first_to_open(const pch_backend *backend, size_t len)
{
  size_t blocks;

  if (!backend->fused_pass)
    return first_to_seal(backend, len);
  blocks = (len % backend->fused_pass + 63) / 64;
  return blocks && 64 * blocks <= backend->fused_first ? 64 * blocks : 64;
}

/* As above, with a fused kernel, for which only the part that comes out of the pass of the Poly1305 key has to wait. */
static PCH_NOINLINE int decipher_fused(const pch_backend *backend, uint8_t *dst, const uint8_t *src, size_t len,
                                       const uint8_t tag[16], const aead_input *in)
{
  const fused_parts parts = divide(backend, len, first_to_open(backend, len));
  aead_secret secret;
  uint8_t first[FIRST_MAX], last[16];
  int equal;

  start(&secret, backend, in);
  pch_copy_padded(last, src + (len - len % 16), len % 16);
  pch_chacha_run(backend, first, src, parts.first, secret.state, 10, secret.head);
  authenticate_aad(&secret, backend, in);
  fused_strides(&secret, backend, backend->open, dst, src, parts);
  authenticate_rest(&secret, backend, last, len % 16, len, in, secret.tag);
  fused_rest(backend, dst, src, parts, secret.state);
  memcpy(dst, first, parts.first);
  equal = polycha_equal16(secret.tag, tag);
  pch_wipe(&secret, sizeof secret);
  pch_wipe(first, parts.first);
  return equal;
}

/* Deciphers and authenticates more than FIRST_MAX bytes; the caller clears dst if the tag does not fit. */
static PCH_NOINLINE int decipher_in_turns(const pch_backend *backend, uint8_t *dst, const uint8_t *src, size_t len,
                                          const uint8_t tag[16], const aead_input *in)
{
  aead_secret secret;
  uint8_t first[FIRST_MAX];
  /* As in decipher_short, out of the same pass as the Poly1305 key: as many whole strides, with it, as there is room for.
   * They wait in `first` until src is authenticated. */
  size_t stride = pch_chacha_rung_for(backend, len + 64)->stride, left = len, take;
  size_t waiting = PCH_STRIDE_MAX - PCH_STRIDE_MAX % stride - 64;
  bool last;
  int equal;

  start(&secret, backend, in);
  pch_chacha_run(backend, first, src, waiting, secret.state, 10, secret.head);
  authenticate_aad(&secret, backend, in);
  do {
    last = left <= PCH_AEAD_TURN;
    take = last ? left : PCH_AEAD_TURN;
    if (last)
      authenticate_rest(&secret, backend, src, take, len, in, secret.tag);
    else
      pch_poly1305_blocks(backend, &secret.mac, src, take);
    memcpy(dst, first, waiting);
    pch_chacha_run(backend, dst + waiting, src + waiting, take - waiting, secret.state, 10, NULL);
    dst += take;
    src += take;
    left -= take;
    pch_wipe(first, waiting);
    waiting = 0;
  } while (!last);
  equal = polycha_equal16(secret.tag, tag);
  pch_wipe(&secret, sizeof secret);
  return equal;
}

/* As a function, since where size_t has 32 bits no length can be. */
static bool too_long(uint64_t len)
{
  return len > POLYCHA_MESSAGE_BYTES_MAX;
}

/* What a missing tag is, with the same precedence of errors as all else. */
static polycha_status without_tag(size_t len)
{
  return too_long(len) ? POLYCHA_ERR_LENGTH : POLYCHA_ERR_ARGUMENT;
}

/* NULL where it must not be, or an output of dst_len bytes over an input. */
static bool bad_input(const void *dst, size_t dst_len, const aead_input *in)
{
  return pch_missing(in->aad, in->aad_len) || !in->nonce || !in->key ||
         pch_overlap(dst, dst_len, in->aad, in->aad_len) || pch_overlap(dst, dst_len, in->nonce, in->nonce_len) ||
         pch_overlap(dst, dst_len, in->key, POLYCHA_KEY_BYTES);
}

/* tag == NULL: behind the ciphertext, in dst. */
static polycha_status checked_seal(uint8_t *dst, uint8_t *tag, const uint8_t *src, size_t len, const aead_input *in)
{
  const pch_backend *backend;
  size_t dst_len = tag ? len : len + 16;

  if (too_long(len) || dst_len < len)
    return POLYCHA_ERR_LENGTH;
  if (pch_missing(dst, dst_len) || pch_missing(src, len) || pch_partial_overlap(dst, dst_len, src, len) ||
      bad_input(dst, dst_len, in))
    return POLYCHA_ERR_ARGUMENT;
  if (tag && (pch_overlap(tag, 16, dst, len) || pch_overlap(tag, 16, src, len) || bad_input(tag, 16, in)))
    return POLYCHA_ERR_ARGUMENT;
  backend = pch_backend_active();
  if (!backend)
    return POLYCHA_ERR_BACKEND;
  if (!tag)
    tag = dst + len;
  if (backend->seal && len > backend->seal_over)
    seal_fused(backend, dst, tag, src, len, in);
  else
    seal_in_turns(backend, dst, tag, src, len, in);
  pch_wipe_calls();
  return POLYCHA_OK;
}

/* tag == NULL: behind the ciphertext, in src; len counts the ciphertext alone. */
static polycha_status checked_open(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t *tag,
                                   const aead_input *in)
{
  const pch_backend *backend;
  size_t src_len = tag ? len : len + 16;
  int equal;

  if (too_long(len))
    return POLYCHA_ERR_LENGTH;
  if (pch_missing(src, src_len) || bad_input(dst, dst ? len : 0, in))
    return POLYCHA_ERR_ARGUMENT;
  if (dst && (pch_partial_overlap(dst, len, src, src_len) || (tag && pch_overlap(dst, len, tag, 16))))
    return POLYCHA_ERR_ARGUMENT;
  backend = pch_backend_active();
  if (!backend)
    return POLYCHA_ERR_BACKEND;
  if (!tag)
    tag = src + len;
  if (!dst)
    equal = verify(backend, src, len, tag, in);
  else if (backend->open && len > backend->open_over)
    equal = decipher_fused(backend, dst, src, len, tag, in);
  else if (len <= FIRST_MAX)
    equal = decipher_short(backend, dst, src, len, tag, in);
  else
    equal = decipher_in_turns(backend, dst, src, len, tag, in);
  pch_wipe_calls();
  if (equal)
    return POLYCHA_OK;
  if (dst && len)
    memset(dst, 0, len);
  return POLYCHA_ERR_TAG;
}

polycha_status polycha_seal(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t *aad, size_t aad_len,
                            const uint8_t nonce[12], const uint8_t key[32])
{
  return checked_seal(dst, NULL, src, len, &(aead_input){aad, aad_len, nonce, POLYCHA_NONCE_BYTES, key});
}

polycha_status polycha_xseal(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t *aad, size_t aad_len,
                             const uint8_t nonce[24], const uint8_t key[32])
{
  return checked_seal(dst, NULL, src, len, &(aead_input){aad, aad_len, nonce, POLYCHA_XNONCE_BYTES, key});
}

polycha_status polycha_seal_detached(uint8_t *dst, uint8_t tag[16], const uint8_t *src, size_t len, const uint8_t *aad,
                                     size_t aad_len, const uint8_t nonce[12], const uint8_t key[32])
{
  if (!tag)
    return without_tag(len);
  return checked_seal(dst, tag, src, len, &(aead_input){aad, aad_len, nonce, POLYCHA_NONCE_BYTES, key});
}

polycha_status polycha_xseal_detached(uint8_t *dst, uint8_t tag[16], const uint8_t *src, size_t len, const uint8_t *aad,
                                      size_t aad_len, const uint8_t nonce[24], const uint8_t key[32])
{
  if (!tag)
    return without_tag(len);
  return checked_seal(dst, tag, src, len, &(aead_input){aad, aad_len, nonce, POLYCHA_XNONCE_BYTES, key});
}

polycha_status polycha_open(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t *aad, size_t aad_len,
                            const uint8_t nonce[12], const uint8_t key[32])
{
  if (len < POLYCHA_TAG_BYTES)
    return POLYCHA_ERR_LENGTH;
  return checked_open(dst, src, len - POLYCHA_TAG_BYTES, NULL,
                      &(aead_input){aad, aad_len, nonce, POLYCHA_NONCE_BYTES, key});
}

polycha_status polycha_xopen(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t *aad, size_t aad_len,
                             const uint8_t nonce[24], const uint8_t key[32])
{
  if (len < POLYCHA_TAG_BYTES)
    return POLYCHA_ERR_LENGTH;
  return checked_open(dst, src, len - POLYCHA_TAG_BYTES, NULL,
                      &(aead_input){aad, aad_len, nonce, POLYCHA_XNONCE_BYTES, key});
}

polycha_status polycha_open_detached(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t tag[16],
                                     const uint8_t *aad, size_t aad_len, const uint8_t nonce[12], const uint8_t key[32])
{
  if (!tag)
    return without_tag(len);
  return checked_open(dst, src, len, tag, &(aead_input){aad, aad_len, nonce, POLYCHA_NONCE_BYTES, key});
}

polycha_status polycha_xopen_detached(uint8_t *dst, const uint8_t *src, size_t len, const uint8_t tag[16],
                                      const uint8_t *aad, size_t aad_len, const uint8_t nonce[24],
                                      const uint8_t key[32])
{
  if (!tag)
    return without_tag(len);
  return checked_open(dst, src, len, tag, &(aead_input){aad, aad_len, nonce, POLYCHA_XNONCE_BYTES, key});
}
