/* The core's walk over the longest messages, on every backend's own ladders: with kernels that compute nothing and take note of
 * which blocks they were asked for, in an address range of which next to nothing may be touched. */
#include <string.h>

#include "../harness/backends.h"
#include "../registry.h"
#include "bytes.h"

#if defined(__linux__) && UINTPTR_MAX > UINT32_MAX

#include <sys/mman.h>

#define RUNGS_MAX 16

static struct {
  uint8_t *text;
  size_t len;
  uint32_t first_block; /* of the text: what is before is the Poly1305 key */
  uint64_t ciphered, authenticated;
  uint8_t last_block[16]; /* that Poly1305 took and that was not text */
  bool right;
} walk;

static bool in_text(const uint8_t *p)
{
  return (uintptr_t)p - (uintptr_t)walk.text < walk.len;
}

/* A place in the text has one block counter, which does not wrap before its end. What comes out of one pass with the Poly1305
 * key may go elsewhere first. */
static void note_text(const uint8_t *dst, const uint8_t *src, size_t len, uint32_t counter)
{
  size_t offset = (size_t)(src - walk.text);

  walk.right = walk.right && in_text(src) && (dst == src || (offset == 0 && !in_text(dst))) && offset <= walk.len &&
               len <= walk.len - offset && offset % 64 == 0 && counter == walk.first_block + offset / 64 &&
               counter + (len + 63) / 64 <= UINT64_C(1) << 32;
  walk.ciphered += len;
}

static void note_chacha(uint8_t *dst, const uint8_t *src, size_t len, const uint32_t state[16], unsigned double_rounds,
                        uint8_t head[64])
{
  walk.right = walk.right && double_rounds == 10;
  if (head)
    memset(head, 0, 64);
  if (len)
    note_text(dst, src, len, state[12] + (head != NULL));
}

static void note_poly(pch_poly1305 *p, const uint8_t *msg, size_t len)
{
  (void)p;
  walk.authenticated += len;
  if (!in_text(msg))
    memcpy(walk.last_block, msg + len - 16, 16);
}

static void note_transcript(uint8_t tag[16], const uint8_t key[32], const uint8_t *aad, size_t aad_len,
                            const uint8_t *text, size_t text_len)
{
  (void)key;
  (void)aad;
  memset(tag, 0, 16);
  walk.right = walk.right && text == walk.text && aad_len == 0;
  walk.authenticated += (uint64_t)text_len + 16;
  pch_store64(walk.last_block, aad_len);
  pch_store64(walk.last_block + 8, text_len);
}

static void note_fused(pch_poly1305 *p, uint8_t *dst, const uint8_t *src, size_t len, const uint32_t state[16],
                       size_t before, size_t after)
{
  (void)p;
  note_text(dst, src, len, state[12]);
  walk.authenticated += before + len + after;
}

static void note_ladder(pch_chacha_rung copy[RUNGS_MAX], const pch_chacha_rung *ladder)
{
  size_t i = 0;

  do {
    CHECK(i < RUNGS_MAX);
    copy[i] = ladder[i];
    copy[i].run = note_chacha;
  } while (ladder[i++].over);
}

/* The backend with these kernels in the place of its own. */
static const pch_backend *noting(const pch_backend *backend)
{
  static pch_backend copy;
  static pch_chacha_rung chacha[RUNGS_MAX], wide[RUNGS_MAX];
  static pch_poly_rung poly[RUNGS_MAX];
  static const pch_transcript_rung transcript = {.run = note_transcript};
  size_t i = 0;

  copy = *backend;
  note_ladder(chacha, backend->chacha);
  do {
    CHECK(i < RUNGS_MAX);
    poly[i] = backend->poly[i];
    poly[i].run = note_poly;
  } while (poly[i++].over);
  copy.chacha = chacha;
  copy.poly = poly;
  if (backend->wide) {
    note_ladder(wide, backend->wide);
    copy.wide = wide;
  }
  if (backend->transcript)
    copy.transcript = &transcript;
  if (backend->seal)
    copy.seal = copy.open = note_fused;
  return &copy;
}

static void begin(size_t len, uint32_t first_block)
{
  walk.len = len;
  walk.first_block = first_block;
  walk.ciphered = walk.authenticated = 0;
  walk.right = true;
  memset(walk.last_block, SUITE_CANARY, 16);
}

static void check_aead(bool ciphered, bool authenticated)
{
  CHECK(walk.right);
  CHECK(walk.ciphered == (ciphered ? walk.len : 0));
  if (!authenticated)
    return;
  CHECK(walk.authenticated == (uint64_t)walk.len + 16);
  for (int i = 0; i < 8; i++)
    CHECK(walk.last_block[i] == 0 && walk.last_block[8 + i] == (uint8_t)((uint64_t)walk.len >> 8 * i));
}

void longest_walk(void)
{
  static const uint8_t key[32] = {1}, nonce[24] = {2};
  const size_t longest = (size_t)POLYCHA_MESSAGE_BYTES_MAX;
  uint8_t *text = mmap(NULL, longest + 64, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0), tag[16];
  polycha_aead_ctx ctx;
  polycha_chacha_ctx stream;

  if (!suite_full && !suite_backend->seal)
    suite_skip("millions of turns, too many for a quick run");
  if (text == MAP_FAILED)
    suite_skip("no address range of 256 GiB");
  /* To which it is copied from there. */
  CHECK(mprotect(text, 2 * PCH_STRIDE_MAX, PROT_READ | PROT_WRITE) == 0);
  walk.text = text;
  backends_set(noting(suite_backend));

  for (int x = 0; x < 2; x++) {
    AT({"x", (size_t)x});
    begin(longest, 1);
    CHECK_STATUS((x ? polycha_xseal_detached : polycha_seal_detached)(text, tag, text, longest, NULL, 0, nonce, key),
                 POLYCHA_OK);
    check_aead(true, true);
    begin(longest, 1);
    CHECK_STATUS((x ? polycha_xopen_detached : polycha_open_detached)(text, text, longest, tag, NULL, 0, nonce, key),
                 POLYCHA_OK);
    check_aead(true, true);
    begin(longest, 1);
    CHECK_STATUS((x ? polycha_xopen_detached : polycha_open_detached)(NULL, text, longest, tag, NULL, 0, nonce, key),
                 POLYCHA_OK);
    check_aead(false, true);
  }

  begin(longest, 1);
  CHECK_STATUS(polycha_chacha20_xor(text, text, longest, nonce, 1, key), POLYCHA_OK);
  check_aead(true, false);
  begin(longest + 64, 0);
  CHECK_STATUS(polycha_chacha20_xor(text, text, longest + 64, nonce, 0, key), POLYCHA_OK);
  check_aead(true, false);
  begin(longest + 64, 0);
  CHECK_STATUS(polycha_chacha_init(&stream, nonce, 12, 20, key), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_update(&stream, text, text, longest + 64), POLYCHA_OK);
  check_aead(true, false);
  CHECK_STATUS(polycha_chacha_update(&stream, tag, tag, 1), POLYCHA_ERR_COUNTER);

  /* In pieces the first blocks come out of what init has kept, so only the lengths are noted. */
  CHECK_STATUS(polycha_aead_init(&ctx, nonce, 12, key), POLYCHA_OK);
  begin(longest, 1);
  CHECK_STATUS(polycha_aead_decrypt(&ctx, NULL, text, longest), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_verify(&ctx, tag), POLYCHA_OK);
  check_aead(false, true);
  munmap(text, longest + 64);
}

#else

void longest_walk(void)
{
  suite_skip("needs Linux's mappings and 64 bits");
}

#endif
