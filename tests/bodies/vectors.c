/* The published vectors, and those of oracle.py: each through every function that it fits. */
#include "../harness/vectors.h"

#include <string.h>

#include "../registry.h"
#include "message.h"

static void run_aead(vectors *file)
{
  message m = {0};
  size_t tag_len;
  const uint8_t *tag;
  uint8_t whole_tag[16], *scratch;

  m.key = vectors_fixed(file, "key", 32);
  m.nonce = vectors_bytes(file, "nonce", &m.nonce_len);
  m.aad = vectors_bytes(file, "aad", &m.aad_len);
  m.plaintext = vectors_bytes(file, "plaintext", &m.len);
  m.ciphertext = vectors_fixed(file, "ciphertext", m.len);
  tag = m.tag = vectors_bytes(file, "tag", &tag_len);
  if (tag_len < 16) {
    /* Other libraries can shorten the tag. Its beginning is compared, and then the whole used. */
    scratch = suite_bytes(m.len);
    CHECK_STATUS(message_seal_detached(&m, scratch, whole_tag, m.plaintext), POLYCHA_OK);
    CHECK_SAME(whole_tag, tag, tag_len);
    m.tag = whole_tag;
  }
  if (strcmp(vectors_word(file, "result"), "valid") == 0)
    message_check(&m);
  else
    message_check_refused(&m);
}

/* A nonce of a length that the algorithm does not have. Of the two that one init takes, one file's wrong length may be
 * the other's right one. */
static void run_nonce_size(vectors *file)
{
  size_t len;
  const uint8_t *key = vectors_fixed(file, "key", 32), *nonce = vectors_bytes(file, "nonce", &len);
  uint8_t tag[16];
  polycha_aead_ctx ctx;

  if (len == 12 || len == 24) {
    CHECK_STATUS(polycha_aead_init(&ctx, nonce, len, key), POLYCHA_OK);
    return;
  }
  memset(&ctx, SUITE_CANARY, sizeof ctx);
  CHECK_STATUS(polycha_aead_init(&ctx, nonce, len, key), POLYCHA_ERR_LENGTH);
  CHECK_STATUS(polycha_aead_tag(&ctx, tag), POLYCHA_ERR_STATE);
}

static void run_chacha(vectors *file)
{
  size_t nonce_len, len, done = 0;
  unsigned rounds = (unsigned)vectors_number(file, "rounds");
  const uint8_t *key = vectors_fixed(file, "key", 32);
  const uint8_t *nonce = vectors_bytes(file, "nonce", &nonce_len);
  uint64_t block = vectors_number(file, "block");
  const uint8_t *plaintext = vectors_bytes(file, "plaintext", &len);
  const uint8_t *ciphertext = vectors_fixed(file, "ciphertext", len);
  uint8_t *out = suite_bytes(len);
  polycha_chacha_ctx ctx;

  CHECK_STATUS(polycha_chacha_init(&ctx, nonce, nonce_len, rounds, key), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_seek(&ctx, block, 0), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_update(&ctx, out, plaintext, len), POLYCHA_OK);
  CHECK_SAME(out, ciphertext, len);

  memcpy(out, plaintext ? plaintext : key, len);
  CHECK_STATUS(polycha_chacha_seek(&ctx, block, 0), POLYCHA_OK);
  while (done < len) {
    size_t take = suite_random_below(200);

    take = take < len - done ? take : len - done;
    CHECK_STATUS(polycha_chacha_update(&ctx, out + done, out + done, take), POLYCHA_OK);
    done += take;
  }
  CHECK_SAME(out, ciphertext, len);

  if (rounds == 20 && nonce_len == 12) {
    memset(out, SUITE_CANARY, len);
    CHECK_STATUS(polycha_chacha20_xor(out, plaintext, len, nonce, (uint32_t)block, key), POLYCHA_OK);
    CHECK_SAME(out, ciphertext, len);
  }
}

static void run_poly1305(vectors *file)
{
  size_t len, first;
  const uint8_t *key = vectors_fixed(file, "key", 32), *text = vectors_bytes(file, "message", &len);
  const uint8_t *expected = vectors_fixed(file, "tag", 16);
  uint8_t tag[16];
  polycha_poly1305_ctx ctx;

  CHECK_STATUS(polycha_poly1305(tag, text, len, key), POLYCHA_OK);
  CHECK_SAME(tag, expected, 16);
  CHECK_STATUS(polycha_poly1305_verify(expected, text, len, key), POLYCHA_OK);
  tag[len % 16] ^= 0x80;
  CHECK_STATUS(polycha_poly1305_verify(tag, text, len, key), POLYCHA_ERR_TAG);

  /* A first piece of one block leaves kernels a state that is not 0. */
  first = len < 16 ? len : 16;
  CHECK_STATUS(polycha_poly1305_init(&ctx, key), POLYCHA_OK);
  CHECK_STATUS(polycha_poly1305_update(&ctx, text, first), POLYCHA_OK);
  if (len != first)
    CHECK_STATUS(polycha_poly1305_update(&ctx, text + first, len - first), POLYCHA_OK);
  CHECK_STATUS(polycha_poly1305_final(&ctx, tag), POLYCHA_OK);
  CHECK_SAME(tag, expected, 16);
}

static void run_hchacha(vectors *file)
{
  const uint8_t *key = vectors_fixed(file, "key", 32), *input = vectors_fixed(file, "input", 16);
  const uint8_t *expected = vectors_fixed(file, "subkey", 32);
  uint8_t subkey[32];

  CHECK_STATUS(polycha_hchacha20(subkey, input, key), POLYCHA_OK);
  CHECK_SAME(subkey, expected, 32);
}

static const struct {
  const char *kind;
  void (*run)(vectors *file);
} kinds[] = {
  {"aead", run_aead},         {"nonce_size", run_nonce_size}, {"chacha", run_chacha},
  {"poly1305", run_poly1305}, {"hchacha", run_hchacha},
};

/* total: how many cases the file has; stated here so that a file cannot lose some unnoticed. */
static void run_file(const char *name, size_t total)
{
  vectors *file = vectors_open(name);
  size_t ran = 0, line = 0;

  for (const char *kind; (kind = vectors_next(file));) {
    AT({"line", ++line});
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
      if (strcmp(kinds[i].kind, kind) == 0) {
        kinds[i].run(file);
        ran++;
      }
  }
  CHECK(ran == total);
  vectors_close(file, total);
}

void vectors_rfc8439(void)
{
  run_file("rfc8439_and_xchacha_draft", 12);
}

void vectors_boringssl(void)
{
  run_file("boringssl_chacha20_poly1305", 81);
  run_file("boringssl_xchacha20_poly1305", 52);
}

void vectors_wycheproof(void)
{
  run_file("wycheproof_chacha20_poly1305", 325);
  run_file("wycheproof_xchacha20_poly1305", 315);
}

void vectors_oracle(void)
{
  run_file("oracle_random", 2500);
}

void vectors_poly1305_faults(void)
{
  run_file("oracle_poly1305", 2281);
}

void vectors_counters(void)
{
  run_file("oracle_counters", 12);
}
