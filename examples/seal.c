/* cc seal.c $(pkg-config --cflags --libs polycha) && ./a.out */
#include <polycha.h>
#include <stdio.h>

int main(void)
{
  const uint8_t key[POLYCHA_KEY_BYTES] = "an example; draw yours at random";
  const uint8_t nonce[POLYCHA_NONCE_BYTES] = {1}; /* another one for every message under the same key */
  const uint8_t text[] = "attack at dawn";
  uint8_t sealed[sizeof text + POLYCHA_TAG_BYTES], opened[sizeof text];

  if (polycha_seal(sealed, text, sizeof text, NULL, 0, nonce, key) != POLYCHA_OK ||
      polycha_open(opened, sealed, sizeof sealed, NULL, 0, nonce, key) != POLYCHA_OK)
    return 1;
  return printf("%s (%s build, backend %s)\n", (char *)opened, polycha_build(), polycha_backend()) < 0;
}
