/* The functions that compute nothing, and what the types promise. */
#include <string.h>

#include "../harness/suite.h"
#include "../registry.h"

_Static_assert(_Alignof(polycha_chacha_ctx) <= 16, "a context fits where malloc puts it");
_Static_assert(_Alignof(polycha_poly1305_ctx) <= 16, "a context fits where malloc puts it");
_Static_assert(_Alignof(polycha_aead_ctx) <= 16, "a context fits where malloc puts it");
_Static_assert(POLYCHA_MESSAGE_BYTES_MAX == 64 * ((UINT64_C(1) << 32) - 1), "RFC 8439 section 2.8");

void small_equal16(void)
{
  uint8_t a[16], b[16];

  for (int round = 0; round < 50; round++) {
    suite_fill_random(a, sizeof a);
    if (round == 0)
      memset(a, 0, sizeof a);
    if (round == 1)
      memset(a, 0xff, sizeof a);
    memcpy(b, a, sizeof b);
    CHECK(polycha_equal16(a, b) == 1);
    CHECK(polycha_equal16(a, a) == 1);
    for (unsigned bit = 0; bit < 128; bit++) {
      AT({"round", (size_t)round}, {"bit", bit});
      b[bit / 8] ^= (uint8_t)(1u << bit % 8);
      CHECK(polycha_equal16(a, b) == 0);
      CHECK(polycha_equal16(b, a) == 0);
      b[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    /* Differences that would cancel out in a sum or an exclusive or of the bytes. */
    for (unsigned i = 0; i < 16; i++)
      for (unsigned j = 0; j < i; j++) {
        AT({"round", (size_t)round}, {"i", i}, {"j", j});
        b[i] ^= 0x80, b[j] ^= 0x80;
        CHECK(polycha_equal16(a, b) == 0);
        b[i] ^= 0x80, b[j] ^= 0x80;
      }
  }
}

void small_strerror(void)
{
  const char *unknown = polycha_strerror((polycha_status)1);

  CHECK(unknown && *unknown);
  for (int status = 0; status >= -6; status--) {
    const char *text = polycha_strerror((polycha_status)status);

    AT({"minus", (size_t)-status});
    CHECK(text && *text);
    CHECK(strcmp(text, unknown) != 0);
    for (int other = 0; other > status; other--)
      CHECK(strcmp(text, polycha_strerror((polycha_status)other)) != 0);
  }
  AT({NULL, 0});
  CHECK(strcmp(polycha_strerror((polycha_status)-7), unknown) == 0);
  CHECK(strcmp(polycha_strerror((polycha_status)INT16_MAX), unknown) == 0);
}

void small_version(void)
{
  CHECK(strcmp(polycha_version(), POLYCHA_VERSION) == 0);
}

void small_wipe(void)
{
  for (size_t len = 0; len < 300; len++) {
    uint8_t bytes[320];

    AT({"len", len});
    memset(bytes, SUITE_CANARY, sizeof bytes);
    polycha_wipe(bytes + 7, len);
    CHECK_FILLED(bytes, SUITE_CANARY, 7);
    CHECK_FILLED(bytes + 7, 0, len);
    CHECK_FILLED(bytes + 7 + len, SUITE_CANARY, sizeof bytes - 7 - len);
  }
  polycha_wipe(NULL, 0);
}
