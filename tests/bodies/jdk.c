/* The two functions with the shapes of the JDK's intrinsics. */
#include <string.h>

#include "../harness/vectors.h"
#include "../registry.h"

static void store_words(int32_t words[16], const uint8_t bytes[64])
{
  for (int i = 0; i < 16; i++)
    words[i] = (int32_t)((uint32_t)bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 | (uint32_t)bytes[4 * i + 2] << 16 |
                         (uint32_t)bytes[4 * i + 3] << 24);
}

/* The vectors' states have random words where the constants are; their keystream ends where the counter does. */
static void check_block(vectors *file, uint32_t jdk_bytes)
{
  size_t len;
  const uint8_t *state = vectors_fixed(file, "state", 64), *expected = vectors_bytes(file, "keystream", &len);
  int32_t words[16], before[16];
  uint8_t *keystream = suite_bytes(1024);

  store_words(words, state);
  memcpy(before, words, sizeof before);
  len = len < jdk_bytes ? len : jdk_bytes;
  memset(keystream, SUITE_CANARY, 1024);
  CHECK(polycha_jdk_chacha20_block(words, keystream) == (int)len);
  CHECK_SAME(keystream, expected, len);
  CHECK_FILLED(keystream + len, SUITE_CANARY, 1024 - len);
  CHECK(memcmp(words, before, sizeof before) == 0);
}

/* 26 bits of the 16 bytes of r from bit 26 i on. */
static int64_t limb_of_r(const uint8_t r[16], int i)
{
  int64_t limb = 0;

  for (int bit = 0; bit < 26 && 26 * i + bit < 128; bit++)
    limb |= (int64_t)(r[(26 * i + bit) / 8] >> (26 * i + bit) % 8 & 1) << bit;
  return limb;
}

/* The value of limbs 26 bits apart, fully reduced modulo 2^130 - 5, as 17 bytes. What it is below, the caller has
 * checked. */
static void reduced(uint8_t out[17], const int64_t a[5])
{
  uint64_t limb[5], plus_5[5];
  bool reaches;

  for (int i = 0; i < 5; i++)
    limb[i] = (uint64_t)a[i];
  /* Twice, since the fold of what lies above 2^130 may carry again. */
  for (int pass = 0; pass < 2; pass++) {
    uint64_t carry = 0;

    for (int i = 0; i < 5; i++) {
      limb[i] += carry;
      carry = limb[i] >> 26;
      limb[i] &= 0x3ffffff;
    }
    limb[0] += 5 * carry;
  }
  memcpy(plus_5, limb, sizeof plus_5);
  plus_5[0] += 5;
  for (int i = 0; i < 4; i++) {
    plus_5[i + 1] += plus_5[i] >> 26;
    plus_5[i] &= 0x3ffffff;
  }
  reaches = plus_5[4] >> 26;
  memset(out, 0, 17);
  for (int bit = 0; bit < 130; bit++)
    out[bit / 8] |= (uint8_t)(((reaches ? plus_5 : limb)[bit / 26] >> bit % 26 & 1) << bit % 8);
}

static void check_poly1305(vectors *file)
{
  static const char *const names[5] = {"a0", "a1", "a2", "a3", "a4"};
  size_t len;
  const uint8_t *r_bytes = vectors_fixed(file, "r", 16), *text = vectors_bytes(file, "message", &len);
  const uint8_t *expected = vectors_fixed(file, "residue", 17);
  int64_t a[5], r[5];
  uint8_t residue[17];

  for (int i = 0; i < 5; i++) {
    a[i] = vectors_signed(file, names[i]);
    r[i] = limb_of_r(r_bytes, i);
  }
  CHECK_STATUS(polycha_jdk_poly1305_blocks(text, len, a, r), POLYCHA_OK);
  for (int i = 0; i < 5; i++)
    CHECK(a[i] >= 0 && a[i] < INT64_C(1) << (i == 4 ? 27 : 26));
  reduced(residue, a);
  CHECK_SAME(residue, expected, 17);
}

void jdk_vectors(void)
{
  vectors *file = vectors_open("oracle_jdk");
  uint32_t jdk_bytes = suite_backend->jdk_bytes;
  size_t line = 0;

  for (const char *kind; (kind = vectors_next(file));) {
    AT({"line", ++line});
    if (strcmp(kind, "jdk_block") == 0)
      check_block(file, jdk_bytes);
    else
      check_poly1305(file);
  }
  vectors_close(file, 442);
}

/* The sizes that callers rely on, by the backend's name. */
void jdk_sizes(void)
{
  static const struct {
    const char *name;
    int bytes;
  } sizes[] = {{"avx512ifma", 1024}, {"avx512", 1024}, {"avx2", 256},   {"ssse3", 128},
               {"neon", 256},        {"simd128", 256}, {"portable", 64}};
  int32_t state[16] = {0};
  uint8_t keystream[1024];
  bool known = false;

  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (strcmp(sizes[i].name, suite_backend->name) == 0) {
      CHECK(polycha_jdk_chacha20_block(state, keystream) == sizes[i].bytes);
      known = true;
    }
  CHECK(known);
}

/* Each bit of r that RFC 8439 section 2.5 clears, a sign, and lengths that are no whole blocks. */
void jdk_poly1305_refusals(void)
{
  static const uint8_t clamp[16] = {255, 255, 255, 15, 252, 255, 255, 15, 252, 255, 255, 15, 252, 255, 255, 15};
  const int64_t a_before[5] = {1, 2, 3, 4, 5};
  int64_t a[5], r[5];
  uint8_t text[64] = {0};

  memcpy(a, a_before, sizeof a);
  for (int limb = 0; limb < 5; limb++)
    for (int bit = 0; bit < 64; bit++) {
      bool allowed = bit < 26 && 26 * limb + bit < 128 && clamp[(26 * limb + bit) / 8] >> (26 * limb + bit) % 8 & 1;

      AT({"limb", (size_t)limb}, {"bit", (size_t)bit});
      memset(r, 0, sizeof r);
      r[limb] = (int64_t)(UINT64_C(1) << bit);
      CHECK_STATUS(polycha_jdk_poly1305_blocks(text, 16, a, r), allowed ? POLYCHA_OK : POLYCHA_ERR_ARGUMENT);
      if (!allowed)
        CHECK_SAME((uint8_t *)a, (const uint8_t *)a_before, sizeof a);
      memcpy(a, a_before, sizeof a);
    }
  memset(r, 0, sizeof r);
  for (size_t len = 1; len < 64; len++)
    if (len % 16) {
      AT({"len", len});
      CHECK_STATUS(polycha_jdk_poly1305_blocks(text, len, a, r), POLYCHA_ERR_LENGTH);
    }
  CHECK_SAME((uint8_t *)a, (const uint8_t *)a_before, sizeof a);
}
