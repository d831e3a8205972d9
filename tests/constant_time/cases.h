/* The public functions that get secrets, each in all the ways in which it can be called. */
#ifndef CASES_H
#define CASES_H

#include <stdbool.h>
#include <stddef.h>

#include "polycha.h"

enum { CASES_LEN_MAX = 17408, CASES_AAD_MAX = 128 };

/* Which arguments are secret: all, keys and nonces too; or the data alone, so that no mark on a result can be the key's. */
typedef enum { ALL, DATA } case_secrets;

typedef enum { GOOD, FORGED } case_tag;

typedef struct constant_time_case constant_time_case;
struct constant_time_case {
  const char *name;
  /* NULL, or what was not as it should be. */
  const char *(*run)(const constant_time_case *how, size_t len, size_t aad_len);
  case_secrets secrets;
  case_tag tag;
  size_t nonce_len;
  bool in_place, detached, no_output;
  bool no_aad; /* takes none: one length of aad is enough */
  bool no_len; /* takes no text: one length is enough */
};

extern const constant_time_case cases[];
extern const size_t cases_total;

/* With a leak each, that must be noticed. */
extern const constant_time_case leaking_cases[];
extern const size_t leaking_cases_total;

/* What every case works on; all public again between two of them. */
typedef struct {
  uint8_t key[32], nonce[24], aad[CASES_AAD_MAX], tag[16];
  uint8_t text[CASES_LEN_MAX + 16], out[CASES_LEN_MAX + 16];
  polycha_chacha_ctx chacha;
  polycha_poly1305_ctx poly1305;
  polycha_aead_ctx aead;
  int32_t jdk_state[16];
  int64_t jdk_a[5], jdk_r[5];
} cases_buffers;
extern cases_buffers cases_data;

/* Random bytes, the same each time. */
void cases_fill(void *p, size_t len);

/* The end of a case: its status, and as a proof that the tool has followed the secrets into it, len bytes of result. */
const char *cases_check(polycha_status status, polycha_status expected, const uint8_t *result, size_t len);

#endif
