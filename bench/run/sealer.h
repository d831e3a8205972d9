/* A way to seal and open: a build of polycha with one of its backends, or another library. Each makes a row. */
#ifndef RUN_SEALER_H
#define RUN_SEALER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RUN_TAG_BYTES 16

/* What all rows seal: dst gets len bytes of ciphertext and the tag; there is no AAD. */
typedef struct {
  uint8_t key[32], nonce[12];
} run_secret;

typedef struct run_sealer {
  const char *build;                            /* "native", "OpenSSL" */
  const char *backend;                          /* "avx2", or a library's version */
  const char *note;                             /* NULL, or how the backend was chosen */
  const void *library;                          /* of ours: the build */
  bool (*use)(const struct run_sealer *sealer); /* before its calls; NULL: nothing to do */
  bool (*seal)(const struct run_sealer *sealer, uint8_t *dst, const uint8_t *src, size_t len, const run_secret *secret);
  bool (*open)(const struct run_sealer *sealer, uint8_t *dst, const uint8_t *src, size_t len, const run_secret *secret);
} run_sealer;

/* The other libraries, with seal == NULL where this program was built without one. */
extern const run_sealer run_openssl, run_libsodium;

#endif
