/* The ChaCha stream: however it is cut, wherever it is moved, and where its counter ends. */
#include <string.h>

#include "../registry.h"
#include "message.h"
#include "split.h"

static void begin(polycha_chacha_ctx *ctx, const message *m)
{
  /* The AEAD's text begins at block 1 (RFC 8439 section 2.8). */
  CHECK_STATUS(polycha_chacha_init(ctx, m->nonce, m->nonce_len, 20, m->key), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_seek(ctx, 1, 0), POLYCHA_OK);
}

static message long_message(void)
{
  vectors *file = vectors_open("oracle_lengths");
  message m = message_long(file);

  vectors_close(file, 1);
  return m;
}

static void check_split(size_t total, const split *cut, void *context)
{
  const message *m = context;
  static uint8_t out[4097 + 16];
  polycha_chacha_ctx ctx;
  size_t done = 0;

  begin(&ctx, m);
  memset(out + total, SUITE_CANARY, 16);
  for (size_t i = 0; i < cut->pieces; i++) {
    size_t len = cut->len[i];
    const uint8_t *src = m->plaintext + done;

    if (i % 2 && len)
      src = memcpy(out + done, src, len);
    CHECK_STATUS(polycha_chacha_update(&ctx, len ? out + done : NULL, len ? src : NULL, len), POLYCHA_OK);
    done += len;
  }
  CHECK_SAME(out, m->ciphertext, total);
  CHECK_FILLED(out + total, SUITE_CANARY, 16);
}

void stream_splits(void)
{
  message m = long_message();

  split_each(check_split, &m);
}

/* Requests of one size, or of random sizes (0), over a stream long enough for refills of every size. */
void stream_long(void)
{
  static const size_t requests[] = {1, 3, 7, 16, 63, 64, 65, 100, 192, 256, 257, 512, 1000, 1024, 1025, 4097, 0};
  message m = long_message();
  size_t total = suite_scaled(m.len, 21000);
  uint8_t *out = suite_bytes(total);
  polycha_chacha_ctx ctx;

  for (size_t r = 0; r < sizeof requests / sizeof *requests; r++) {
    size_t done = 0;

    begin(&ctx, &m);
    while (done < total) {
      size_t len = requests[r] ? requests[r] : suite_random_below(suite_random_below(2) ? 40 : 3000);

      len = len < total - done ? len : total - done;
      AT({"request", requests[r]}, {"done", done}, {"len", len});
      CHECK_STATUS(polycha_chacha_update(&ctx, out + done, m.plaintext + done, len), POLYCHA_OK);
      CHECK_SAME(out + done, m.ciphertext + done, len);
      done += len;
    }
  }
}

void stream_seek(void)
{
  message m = long_message();
  uint8_t *out = suite_bytes(m.len);
  polycha_chacha_ctx ctx;

  begin(&ctx, &m);
  for (size_t i = 0; i < suite_scaled(20000, 1000); i++) {
    size_t position = suite_random_below(m.len);

    CHECK_STATUS(polycha_chacha_seek(&ctx, 1 + position / 64, (unsigned)(position % 64)), POLYCHA_OK);
    for (size_t piece = suite_random_below(4); piece--;) {
      size_t len = suite_random_below(suite_random_below(4) ? 150 : 3000);

      len = len < m.len - position ? len : m.len - position;
      AT({"seek", i}, {"position", position}, {"len", len});
      CHECK_STATUS(polycha_chacha_update(&ctx, out, m.plaintext + position, len), POLYCHA_OK);
      CHECK_SAME(out, m.ciphertext + position, len);
      position += len;
    }
  }
}

/* ---- Counters ---- */

/* A run of blocks whose end may be the end of the counter. */
typedef struct {
  const uint8_t *key, *nonce, *plaintext, *ciphertext;
  size_t nonce_len, blocks;
  uint64_t start;
  bool ends; /* no block follows */
} run_of_blocks;

static run_of_blocks read_run(vectors *file)
{
  run_of_blocks run = {0};
  size_t len;

  run.key = vectors_fixed(file, "key", 32);
  run.nonce = vectors_bytes(file, "nonce", &run.nonce_len);
  run.start = vectors_number(file, "block");
  run.plaintext = vectors_bytes(file, "plaintext", &len);
  run.ciphertext = vectors_fixed(file, "ciphertext", len);
  run.blocks = len / 64;
  run.ends = run.start + run.blocks == (run.nonce_len == 8 ? 0 : UINT64_C(1) << 32);
  return run;
}

static uint8_t out[68 * 64 + 64];

/* The stream from block `first` of the run on. What does not exist is refused whole, and the stream stands where it
 * stood. */
static void check_stream(polycha_chacha_ctx *ctx, const run_of_blocks *run, size_t first, size_t len)
{
  size_t left = 64 * (run->blocks - first), offset = 64 * first;

  CHECK_STATUS(polycha_chacha_seek(ctx, run->start + first, 0), POLYCHA_OK);
  if (len > left) {
    memset(out, SUITE_CANARY, len);
    CHECK_STATUS(polycha_chacha_update(ctx, out, run->plaintext, len), POLYCHA_ERR_COUNTER);
    CHECK_FILLED(out, SUITE_CANARY, len);
    len = left;
  }
  CHECK_STATUS(polycha_chacha_update(ctx, out, run->plaintext + offset, len), POLYCHA_OK);
  CHECK_SAME(out, run->ciphertext + offset, len);
}

static void check_one_shot(const run_of_blocks *run, size_t first, size_t len)
{
  uint32_t counter = (uint32_t)(run->start + first);

  memset(out, SUITE_CANARY, len);
  if (len > 64 * (run->blocks - first)) {
    CHECK_STATUS(polycha_chacha20_xor(out, run->plaintext, len, run->nonce, counter, run->key), POLYCHA_ERR_COUNTER);
    CHECK_FILLED(out, SUITE_CANARY, len);
    return;
  }
  CHECK_STATUS(polycha_chacha20_xor(out, run->plaintext + 64 * first, len, run->nonce, counter, run->key), POLYCHA_OK);
  CHECK_SAME(out, run->ciphertext + 64 * first, len);
}

/* The last block, and the stream beyond it. */
static void check_end(polycha_chacha_ctx *ctx, const run_of_blocks *run)
{
  static const uint8_t text[2];
  uint64_t last = run->start + run->blocks - 1;

  CHECK_STATUS(polycha_chacha_seek(ctx, last, 63), POLYCHA_OK);
  memset(out, SUITE_CANARY, 2);
  CHECK_STATUS(polycha_chacha_update(ctx, out, text, 2), POLYCHA_ERR_COUNTER);
  CHECK_FILLED(out, SUITE_CANARY, 2);
  CHECK_STATUS(polycha_chacha_update(ctx, out, run->plaintext + 64 * run->blocks - 1, 1), POLYCHA_OK);
  CHECK(out[0] == run->ciphertext[64 * run->blocks - 1]);
  for (int i = 0; i < 2; i++) {
    CHECK_STATUS(polycha_chacha_update(ctx, out, text, 0), POLYCHA_OK);
    CHECK_STATUS(polycha_chacha_update(ctx, out, text, 1), POLYCHA_ERR_COUNTER);
    /* A 32-bit counter can also be moved to its very end. */
    if (run->nonce_len == 8)
      break;
    CHECK_STATUS(polycha_chacha_seek(ctx, last + 1, 0), POLYCHA_OK);
  }
  CHECK_STATUS(polycha_chacha_seek(ctx, last, 0), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_update(ctx, out, run->plaintext + 64 * (run->blocks - 1), 64), POLYCHA_OK);
  CHECK_SAME(out, run->ciphertext + 64 * (run->blocks - 1), 64);
}

void stream_counters(void)
{
  vectors *file = vectors_open("oracle_counters");

  while (vectors_next(file)) {
    run_of_blocks run = read_run(file);
    polycha_chacha_ctx ctx;

    CHECK_STATUS(polycha_chacha_init(&ctx, run.nonce, run.nonce_len, 20, run.key), POLYCHA_OK);
    for (size_t first = 0; first < run.blocks; first += suite_scaled(1, 3))
      for (size_t blocks = 1; blocks <= 33; blocks++)
        for (size_t d = 0; d < 4; d++) {
          size_t len = 64 * blocks + (size_t[]){0, 1, 63, 17}[d];

          if (len > 64 * (run.blocks - first) && !run.ends)
            continue;
          AT({"nonce", run.nonce_len}, {"start>>24", (size_t)(run.start >> 24)}, {"first", first}, {"len", len});
          check_stream(&ctx, &run, first, len);
          if (run.nonce_len == 12)
            check_one_shot(&run, first, len);
        }
    if (run.ends)
      check_end(&ctx, &run);
  }
  vectors_close(file, 12);
}

/* ---- What init and seek refuse ---- */

void stream_refusals(void)
{
  uint8_t key[32] = {1}, nonce[64] = {2}, text[1] = {0};
  polycha_chacha_ctx ctx, before;

  for (size_t nonce_len = 0; nonce_len <= 64; nonce_len++) {
    bool right = nonce_len == 8 || nonce_len == 12 || nonce_len == 24;

    AT({"nonce_len", nonce_len});
    memset(&ctx, SUITE_CANARY, sizeof ctx);
    CHECK_STATUS(polycha_chacha_init(&ctx, nonce, nonce_len, 20, key), right ? POLYCHA_OK : POLYCHA_ERR_LENGTH);
    CHECK_STATUS(polycha_chacha_update(&ctx, text, text, 1), right ? POLYCHA_OK : POLYCHA_ERR_STATE);
    CHECK_STATUS(polycha_chacha_seek(&ctx, 0, 0), right ? POLYCHA_OK : POLYCHA_ERR_STATE);
  }
  for (unsigned rounds = 0; rounds <= 40; rounds++) {
    bool right = rounds == 8 || rounds == 12 || rounds == 20;

    AT({"rounds", rounds});
    memset(&ctx, SUITE_CANARY, sizeof ctx);
    CHECK_STATUS(polycha_chacha_init(&ctx, nonce, 12, rounds, key), right ? POLYCHA_OK : POLYCHA_ERR_ARGUMENT);
    CHECK_STATUS(polycha_chacha_update(&ctx, text, text, 1), right ? POLYCHA_OK : POLYCHA_ERR_STATE);
  }
  AT({NULL, 0});

  /* A refused seek changes nothing, not even the bytes of the context. */
  CHECK_STATUS(polycha_chacha_init(&ctx, nonce, 12, 20, key), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_update(&ctx, text, text, 1), POLYCHA_OK);
  before = ctx;
  CHECK_STATUS(polycha_chacha_seek(&ctx, 0, 64), POLYCHA_ERR_ARGUMENT);
  CHECK_STATUS(polycha_chacha_seek(&ctx, 0, UINT32_MAX), POLYCHA_ERR_ARGUMENT);
  CHECK_STATUS(polycha_chacha_seek(&ctx, UINT64_C(1) << 32, 1), POLYCHA_ERR_COUNTER);
  CHECK_STATUS(polycha_chacha_seek(&ctx, (UINT64_C(1) << 32) + 1, 0), POLYCHA_ERR_COUNTER);
  CHECK_STATUS(polycha_chacha_seek(&ctx, UINT64_MAX, 0), POLYCHA_ERR_COUNTER);
  CHECK_SAME((uint8_t *)&ctx, (uint8_t *)&before, sizeof ctx);

  /* A context may be copied to fork the stream. */
  uint8_t one[300] = {0}, other[300] = {0};
  CHECK_STATUS(polycha_chacha_update(&ctx, one, one, sizeof one), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_update(&before, other, other, sizeof other), POLYCHA_OK);
  CHECK_SAME(one, other, sizeof one);
}
