/* Lengths beyond what a function allows are refused before anything is read or written: the pointers here lead
 * nowhere. */
#include <string.h>

#include "../registry.h"
#include "../harness/suite.h"

/* Aligned, not NULL, and no memory of ours. */
static uint8_t *const nowhere = (uint8_t *)64;

static const uint8_t key[32] = {1}, nonce[24] = {2};

/* On a 32-bit machine a size_t cannot even say such a length. */
static bool too_long(size_t *len)
{
  uint64_t limit = POLYCHA_MESSAGE_BYTES_MAX;

  if (limit >= SIZE_MAX)
    return false;
  *len = (size_t)(limit + 1);
  return true;
}

void limits_message(void)
{
  uint8_t tag[16];
  size_t over, lens[4];

  if (!too_long(&over))
    suite_skip("size_t is too narrow to be out of range");
  lens[0] = over;
  lens[1] = over + 15;
  lens[2] = (size_t)1 << (sizeof over * 8 - 1);
  lens[3] = SIZE_MAX - 16;
  memset(tag, SUITE_CANARY, sizeof tag);
  for (size_t i = 0; i < 4; i++) {
    size_t len = lens[i];

    AT({"len", len});
    CHECK_STATUS(polycha_seal(nowhere, nowhere, len, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
    CHECK_STATUS(polycha_xseal(nowhere, nowhere, len, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
    CHECK_STATUS(polycha_open(nowhere, nowhere, len + 16, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
    CHECK_STATUS(polycha_xopen(nowhere, nowhere, len + 16, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
    CHECK_STATUS(polycha_open(NULL, nowhere, len + 16, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
    CHECK_STATUS(polycha_seal_detached(nowhere, tag, nowhere, len, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
    CHECK_STATUS(polycha_xseal_detached(nowhere, tag, nowhere, len, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
    CHECK_STATUS(polycha_open_detached(nowhere, nowhere, len, tag, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
    CHECK_STATUS(polycha_xopen_detached(nowhere, nowhere, len, tag, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
  }
  CHECK_FILLED(tag, SUITE_CANARY, sizeof tag);
}

/* len + 16 does not fit a size_t, on any machine. */
void limits_wrapping_length(void)
{
  for (size_t back = 0; back < 16; back++) {
    AT({"back", back});
    CHECK_STATUS(polycha_seal(nowhere, nowhere, SIZE_MAX - back, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
    CHECK_STATUS(polycha_xseal(nowhere, nowhere, SIZE_MAX - back, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
  }
}

void limits_open_short(void)
{
  uint8_t src[16] = {0}, dst[16];

  memset(dst, SUITE_CANARY, sizeof dst);
  for (size_t len = 0; len < 16; len++) {
    AT({"len", len});
    CHECK_STATUS(polycha_open(dst, src, len, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
    CHECK_STATUS(polycha_xopen(dst, src, len, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
    CHECK_STATUS(polycha_open(NULL, src, len, NULL, 0, nonce, key), POLYCHA_ERR_LENGTH);
  }
  CHECK_STATUS(polycha_open(dst, src, 16, NULL, 0, nonce, key), POLYCHA_ERR_TAG);
  CHECK_FILLED(dst, SUITE_CANARY, sizeof dst);
}

/* The sum over all pieces counts, and the error stays. */
void limits_pieces(void)
{
  uint8_t text[32] = {0}, tag[16];
  polycha_aead_ctx ctx;
  size_t over;

  if (!too_long(&over))
    suite_skip("size_t is too narrow to be out of range");
  for (int decrypt = 0; decrypt < 2; decrypt++)
    for (size_t before = 0; before <= 32; before += 16) {
      polycha_status (*data)(polycha_aead_ctx *, uint8_t *, const uint8_t *, size_t) =
        decrypt ? polycha_aead_decrypt : polycha_aead_encrypt;

      AT({"decrypt", (size_t)decrypt}, {"before", before});
      CHECK_STATUS(polycha_aead_init(&ctx, nonce, 12, key), POLYCHA_OK);
      CHECK_STATUS(data(&ctx, text, text, before), POLYCHA_OK);
      CHECK_STATUS(data(&ctx, nowhere, nowhere, over - before), POLYCHA_ERR_LENGTH);
      CHECK_STATUS(data(&ctx, text, text, 1), POLYCHA_ERR_LENGTH);
      CHECK_STATUS(decrypt ? polycha_aead_verify(&ctx, text) : polycha_aead_tag(&ctx, tag), POLYCHA_ERR_LENGTH);
    }
  CHECK_STATUS(polycha_aead_init(&ctx, nonce, 12, key), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_aad(&ctx, text, 1), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_aad(&ctx, nowhere, SIZE_MAX), POLYCHA_ERR_LENGTH);
  CHECK_STATUS(polycha_aead_encrypt(&ctx, text, text, 1), POLYCHA_ERR_LENGTH);
}

/* One byte more than there are blocks left. */
void limits_chacha(void)
{
  size_t over;
  polycha_chacha_ctx ctx;

  CHECK_STATUS(polycha_chacha20_xor(nowhere, nowhere, 65, nonce, UINT32_MAX, key), POLYCHA_ERR_COUNTER);
  CHECK_STATUS(polycha_chacha20_xor(nowhere, nowhere, 129, nonce, UINT32_MAX - 1, key), POLYCHA_ERR_COUNTER);
  if (!too_long(&over))
    suite_skip("size_t is too narrow to be out of range");
  CHECK_STATUS(polycha_chacha20_xor(nowhere, nowhere, over, nonce, 1, key), POLYCHA_ERR_COUNTER);
  CHECK_STATUS(polycha_chacha20_xor(nowhere, nowhere, over + 64, nonce, 0, key), POLYCHA_ERR_COUNTER);
  CHECK_STATUS(polycha_chacha20_xor(nowhere, nowhere, SIZE_MAX, nonce, 0, key), POLYCHA_ERR_COUNTER);
  CHECK_STATUS(polycha_chacha_init(&ctx, nonce, 12, 20, key), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_update(&ctx, nowhere, nowhere, over + 64), POLYCHA_ERR_COUNTER);
  CHECK_STATUS(polycha_chacha_update(&ctx, nowhere, nowhere, SIZE_MAX), POLYCHA_ERR_COUNTER);
}
