// polycha.h by itself, in C++: it compiles, its functions are C's, and its contexts fit where operator new puts them.
#include "polycha.h"

#include "polycha.h"

static_assert(alignof(polycha_chacha_ctx) <= 16, "");
static_assert(alignof(polycha_poly1305_ctx) <= 16, "");
static_assert(alignof(polycha_aead_ctx) <= 16, "");

int main()
{
  const uint8_t key[POLYCHA_KEY_BYTES] = {1}, nonce[POLYCHA_NONCE_BYTES] = {2};
  uint8_t text[100 + POLYCHA_TAG_BYTES] = {3};
  polycha_aead_ctx ctx = polycha_aead_ctx();

  return polycha_seal(text, text, 100, nullptr, 0, nonce, key) != POLYCHA_OK ||
         polycha_open(text, text, sizeof text, nullptr, 0, nonce, key) != POLYCHA_OK || text[0] != 3 ||
         polycha_aead_tag(&ctx, text) != POLYCHA_ERR_STATE;
}
