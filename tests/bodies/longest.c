/* The longest message that each function allows, and one byte more. Nobody's memory holds it, so that its length is tried where
 * another argument is wrong, its last blocks are reached by moving a context, and one that is real is only read. */
#include <stdlib.h>
#include <string.h>

#include "../harness/backends.h"
#include "../harness/vectors.h"
#include "../registry.h"

/* Aligned, not NULL, and no memory of ours. */
static uint8_t *const nowhere = (uint8_t *)64;

static const uint8_t key[32] = {1}, nonce[24] = {2};

static size_t at_most(uint64_t limit)
{
  return limit < SIZE_MAX ? (size_t)limit : SIZE_MAX;
}

/* ---- What is allowed ---- */

/* Of several errors a length comes first, so ARGUMENT, for the key or the tag that is missing, says that the length is allowed. */
#define ALLOWS(longest, len, refusal, call)                                                                            \
  do {                                                                                                                 \
    size_t len = longest;                                                                                              \
    AT({#call, len});                                                                                                  \
    CHECK_STATUS(call, POLYCHA_ERR_ARGUMENT);                                                                          \
    if (len++ < SIZE_MAX)                                                                                              \
      CHECK_STATUS(call, refusal);                                                                                     \
  } while (0)

#define ALLOWS_LENGTH(longest, call) ALLOWS(longest, n, POLYCHA_ERR_LENGTH, call)
#define ALLOWS_COUNTER(longest, call) ALLOWS(longest, n, POLYCHA_ERR_COUNTER, call)

void longest_allowed(void)
{
  const uint64_t text = POLYCHA_MESSAGE_BYTES_MAX, stream = UINT64_C(64) << 32;
  const size_t sealed = at_most(text + 16), attached = sealed - 16, detached = at_most(text);
  uint8_t tag[16];

  memset(tag, SUITE_CANARY, sizeof tag);
  ALLOWS_LENGTH(attached, polycha_seal(nowhere, nowhere, n, NULL, 0, nonce, NULL));
  ALLOWS_LENGTH(attached, polycha_xseal(nowhere, nowhere, n, NULL, 0, nonce, NULL));
  ALLOWS_LENGTH(sealed, polycha_open(nowhere, nowhere, n, NULL, 0, nonce, NULL));
  ALLOWS_LENGTH(sealed, polycha_xopen(nowhere, nowhere, n, NULL, 0, nonce, NULL));
  ALLOWS_LENGTH(sealed, polycha_open(NULL, nowhere, n, NULL, 0, nonce, NULL));
  ALLOWS_LENGTH(detached, polycha_seal_detached(nowhere, tag, nowhere, n, NULL, 0, nonce, NULL));
  ALLOWS_LENGTH(detached, polycha_xseal_detached(nowhere, tag, nowhere, n, NULL, 0, nonce, NULL));
  ALLOWS_LENGTH(detached, polycha_open_detached(nowhere, nowhere, n, tag, NULL, 0, nonce, NULL));
  ALLOWS_LENGTH(detached, polycha_xopen_detached(nowhere, nowhere, n, tag, NULL, 0, nonce, NULL));
  CHECK_FILLED(tag, SUITE_CANARY, sizeof tag);
  for (uint32_t counter = 0;; counter = counter ? UINT32_MAX : 1) {
    ALLOWS_COUNTER(at_most(stream - UINT64_C(64) * counter),
                   polycha_chacha20_xor(nowhere, nowhere, n, nonce, counter, NULL));
    if (counter == UINT32_MAX)
      break;
  }
}

/* The same in pieces, for a context that holds `before` bytes already. */
void longest_allowed_in_pieces(void)
{
  uint8_t text[200] = {0};
  polycha_chacha_ctx stream;

  for (size_t before = 0; before < sizeof text; before += 37) {
    CHECK_STATUS(polycha_chacha_init(&stream, nonce, 24, 20, key), POLYCHA_OK);
    CHECK_STATUS(polycha_chacha_update(&stream, text, text, before), POLYCHA_OK);
    ALLOWS_COUNTER(at_most((UINT64_C(64) << 32) - before), polycha_chacha_update(&stream, nowhere, NULL, n));
    /* An error of the AEAD stays, so each length has a context of its own. */
    for (size_t more = 0; more < 2; more++)
      for (int decrypt = 0; decrypt < 2; decrypt++) {
        polycha_aead_ctx ctx;
        size_t longest = at_most(POLYCHA_MESSAGE_BYTES_MAX - before);
        bool over = more && longest < SIZE_MAX;

        AT({"before", before}, {"more", more}, {"decrypt", (size_t)decrypt});
        CHECK_STATUS(polycha_aead_init(&ctx, nonce, 24, key), POLYCHA_OK);
        CHECK_STATUS((decrypt ? polycha_aead_decrypt : polycha_aead_encrypt)(&ctx, text, text, before), POLYCHA_OK);
        CHECK_STATUS((decrypt ? polycha_aead_decrypt : polycha_aead_encrypt)(&ctx, nowhere, NULL, longest + over),
                     over ? POLYCHA_ERR_LENGTH : POLYCHA_ERR_ARGUMENT);
      }
  }
  /* 64 bits of block counter are more than any length needs, from the first block on. */
  CHECK_STATUS(polycha_chacha_init(&stream, nonce, 8, 20, key), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_update(&stream, nowhere, NULL, SIZE_MAX), POLYCHA_ERR_ARGUMENT);
}

/* What no length forbids is refused for its place: so many bytes lie over everything else. */
void longest_of_all(void)
{
  uint8_t tag[16], text[1] = {0};
  polycha_poly1305_ctx mac;
  polycha_aead_ctx ctx;

  memset(tag, SUITE_CANARY, sizeof tag);
  for (size_t back = 0; back < 16; back++) {
    size_t len = SIZE_MAX - back;

    AT({"back", back});
    CHECK_STATUS(polycha_poly1305(tag, nowhere, len, key), POLYCHA_ERR_ARGUMENT);
    CHECK_STATUS(polycha_seal_detached(NULL, tag, NULL, 0, nowhere, len, nonce, key), POLYCHA_ERR_ARGUMENT);
    CHECK_STATUS(polycha_seal(tag, NULL, 0, nowhere, len, nonce, key), POLYCHA_ERR_ARGUMENT);
    CHECK_STATUS(polycha_open_detached(text, text, 1, tag, nowhere, len, nonce, key), POLYCHA_ERR_ARGUMENT);
    CHECK_STATUS(polycha_poly1305_init(&mac, key), POLYCHA_OK);
    CHECK_STATUS(polycha_poly1305_update(&mac, nowhere, len), POLYCHA_ERR_ARGUMENT);
    CHECK_STATUS(polycha_aead_init(&ctx, nonce, 12, key), POLYCHA_OK);
    CHECK_STATUS(polycha_aead_aad(&ctx, nowhere, len), POLYCHA_ERR_ARGUMENT);
  }
  CHECK_FILLED(tag, SUITE_CANARY, sizeof tag);
  CHECK(text[0] == 0);
}

/* ---- The last blocks ---- */

/* A context of the AEAD as it would be after all of the longest message but `left` bytes, whole blocks, except that the
 * authenticator has not seen what came before them. */
static void near_the_end(polycha_aead_ctx *ctx, size_t left)
{
  CHECK_STATUS(polycha_aead_init(ctx, nonce, 12, key), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_seek(&ctx->cipher, (UINT64_C(1) << 32) - left / 64, 0), POLYCHA_OK);
  ctx->data_len = POLYCHA_MESSAGE_BYTES_MAX - left;
}

/* What the last `left` bytes of text become, and the tag over them and the length of the longest message. */
static void expect(const uint8_t *text, size_t left, uint8_t *ciphertext, uint8_t tag[16])
{
  uint8_t *transcript = suite_bytes(left + 16), one_time[64] = {0};
  polycha_chacha_ctx stream;

  backends_use_oracle();
  CHECK_STATUS(polycha_chacha_init(&stream, nonce, 12, 20, key), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_update(&stream, one_time, one_time, 64), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_seek(&stream, (UINT64_C(1) << 32) - left / 64, 0), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_update(&stream, ciphertext, text, left), POLYCHA_OK);
  memcpy(transcript, ciphertext, left);
  for (unsigned i = 0; i < 8; i++) {
    transcript[left + i] = 0;
    transcript[left + 8 + i] = (uint8_t)(POLYCHA_MESSAGE_BYTES_MAX >> 8 * i);
  }
  CHECK_STATUS(polycha_poly1305(tag, transcript, left + 16, one_time), POLYCHA_OK);
  backends_use_tested();
}

static void check_last(size_t left, size_t first)
{
  const uint8_t *text = suite_random_bytes(left);
  uint8_t *ciphertext = suite_bytes(left), *out = suite_bytes(left), tag[16], expected[16], more[2];
  polycha_aead_ctx ctx;

  AT({"left", left}, {"first", first});
  expect(text, left, ciphertext, expected);
  near_the_end(&ctx, left);
  CHECK_STATUS(polycha_aead_encrypt(&ctx, out, text, first), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_encrypt(&ctx, out + first, text + first, left - first), POLYCHA_OK);
  CHECK_SAME(out, ciphertext, left);
  CHECK_STATUS(polycha_aead_tag(&ctx, tag), POLYCHA_OK);
  CHECK_SAME(tag, expected, 16);

  near_the_end(&ctx, left);
  CHECK_STATUS(polycha_aead_decrypt(&ctx, out, out, first), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_decrypt(&ctx, out + first, out + first, left - first), POLYCHA_OK);
  CHECK_SAME(out, text, left);
  CHECK_STATUS(polycha_aead_verify(&ctx, expected), POLYCHA_OK);

  /* Without room for the text, and one byte more. */
  for (int decrypt = 0; decrypt < 2; decrypt++) {
    near_the_end(&ctx, left);
    if (decrypt)
      CHECK_STATUS(polycha_aead_decrypt(&ctx, NULL, ciphertext, left), POLYCHA_OK);
    else
      CHECK_STATUS(polycha_aead_encrypt(&ctx, out, text, left), POLYCHA_OK);
    memset(more, SUITE_CANARY, sizeof more);
    CHECK_STATUS((decrypt ? polycha_aead_decrypt : polycha_aead_encrypt)(&ctx, more, more + 1, 1), POLYCHA_ERR_LENGTH);
    CHECK_FILLED(more, SUITE_CANARY, sizeof more);
    CHECK_STATUS(decrypt ? polycha_aead_verify(&ctx, expected) : polycha_aead_tag(&ctx, tag), POLYCHA_ERR_LENGTH);
  }
}

void longest_last_blocks(void)
{
  static const size_t blocks[] = {1, 2, 3, 4, 5, 8, 10, 15, 16, 17, 20, 32, 64, 256, 257, 1100};

  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
    size_t left = 64 * blocks[i];
    const size_t firsts[] = {0, 1, 15, 16, 63, 64, left / 2 + 1, left - 1, left};

    for (size_t cut = 0; cut < sizeof firsts / sizeof *firsts; cut++)
      check_last(left, firsts[cut]);
  }
}

/* ---- A real one ---- */

#if defined(__linux__) && UINTPTR_MAX > UINT32_MAX

#include <sys/mman.h>

/* All zeros, in huge pages of which there is only one; without them the page tables alone would take 512 MiB. */
void longest_real(void)
{
  vectors *file;
  size_t len = POLYCHA_MESSAGE_BYTES_MAX;
  uint8_t *pages, *tag;

  const char *asked = getenv("POLYCHA_TEST_LONGEST");

  if (!asked || strcmp(asked, polycha_build()) != 0)
    suite_skip("takes up to minutes: POLYCHA_TEST_LONGEST does not name this build");
  pages = mmap(NULL, len, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED)
    suite_skip("no address range of 256 GiB");
  if (madvise(pages, len, MADV_HUGEPAGE) != 0)
    suite_skip("this kernel has no transparent huge pages");
  file = vectors_open("oracle_huge");
  CHECK(vectors_next(file));
  while (vectors_number(file, "len") != len)
    CHECK(vectors_next(file));
  tag = vectors_fixed(file, "tag", 16);
  CHECK_STATUS(polycha_open_detached(NULL, pages, len, tag, NULL, 0, vectors_fixed(file, "nonce", 12),
                                     vectors_fixed(file, "key", 32)),
               POLYCHA_OK);
  vectors_close(file, 5);
  munmap(pages, len);
}

#else

void longest_real(void)
{
  suite_skip("needs Linux's mappings and 64 bits");
}

#endif
