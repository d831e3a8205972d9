#include "inputs.h"

#include "polycha.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

#define ORACLE "portable" /* the backend that gives the right answers */

static uint8_t key[32];
static uint8_t aad[BENCH_AAD_BYTES];
static uint8_t nonces[BENCH_NONCES][24];
static uint8_t one_time_keys[BENCH_NONCES][32];
static uint8_t tags[BENCH_NONCES][BENCH_TAG_BYTES];
static uint8_t *text, *input_room, *output_room, *spare;
static uint8_t *input, *output; /* in their rooms, as bench_place says; the input is the text again */

/* The streams of the last nonce, by which whole outputs are compared: each is the text XORed with a keystream. */
typedef enum { FROM_ONE, FROM_ZERO, ROUNDS_12, ROUNDS_8, EXTENDED, STREAMS } stream;
static uint8_t *streams[STREAMS];

static void must(polycha_status status)
{
  if (status) {
    bench_die("computing the right answers: %s", polycha_strerror(status));
  }
}

static void fill(uint8_t *p, size_t len)
{
  static uint64_t state = 0x9e3779b97f4a7c15;
  for (size_t i = 0; i < len; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    p[i] = (uint8_t)(state >> 56);
  }
}

static uint8_t *aligned(size_t len)
{
  uint8_t *p = aligned_alloc(4096, (len + 4095) / 4096 * 4096);
  if (!p) {
    bench_die("out of memory");
  }
  return p;
}

#define PAGE 4096

/* Multiples of 16, as malloc gives and as stacks are. Input and output stay half a page apart, give or take 240 bytes: a load
 * must not seem to depend on the store before it. */
static const struct {
  size_t input, output, stack;
} places[BENCH_PLACES] = {
  {0, 2048, 0},      {16, 2064, 976}, {1040, 3088, 2000}, {48, 2048, 3024},
  {512, 2800, 1504}, {32, 1888, 496}, {2080, 0, 2528},    {1584, 3568, 3552},
};
static size_t place;

void bench_place(size_t number)
{
  place = number % BENCH_PLACES;
  input = input_room + places[place].input;
  output = output_room + places[place].output;
}

size_t bench_place_stack(void)
{
  return places[place].stack;
}

static void fill_stream(stream which, size_t len, size_t nonce_len, unsigned rounds, uint64_t block)
{
  polycha_chacha_ctx ctx;
  streams[which] = aligned(len + 1);
  must(polycha_chacha_init(&ctx, nonces[BENCH_NONCES - 1], nonce_len, rounds, key));
  must(polycha_chacha_seek(&ctx, block, 0));
  must(polycha_chacha_update(&ctx, streams[which], text, len));
}

void bench_inputs_start(size_t len_max)
{
  size_t room = len_max + BENCH_TAG_BYTES;
  text = aligned(room);
  spare = aligned(room);
  input_room = aligned(room + PAGE);
  output_room = aligned(room + PAGE);
  bench_place(0);
  fill(key, sizeof key);
  fill(aad, sizeof aad);
  fill(nonces[0], sizeof nonces);
  fill(one_time_keys[0], sizeof one_time_keys);
  fill(text, room);
  must(polycha_backend_use(ORACLE));
  fill_stream(FROM_ONE, len_max, 12, 20, 1);
  fill_stream(FROM_ZERO, len_max, 12, 20, 0);
  fill_stream(ROUNDS_12, len_max, 12, 12, 0);
  fill_stream(ROUNDS_8, len_max, 12, 8, 0);
  fill_stream(EXTENDED, len_max, 24, 20, 1);
}

const uint8_t *bench_key(void)
{
  return key;
}

static void right_tag(uint8_t tag[BENCH_TAG_BYTES], const bench_workload *workload, size_t nonce)
{
  size_t len = workload->len;
  polycha_chacha_ctx ctx;
  switch (workload->operation) {
  case BENCH_SEAL:
  case BENCH_SEAL_PIECES:
    must(polycha_seal_detached(spare, tag, text, len, aad, sizeof aad, nonces[nonce], key));
    break;
  case BENCH_XSEAL:
    must(polycha_xseal_detached(spare, tag, text, len, aad, sizeof aad, nonces[nonce], key));
    break;
  case BENCH_OPEN:
  case BENCH_OPEN_PIECES: /* of the text as ciphertext: seals what it deciphers to */
    must(polycha_chacha20_xor(spare, text, len, nonces[nonce], 1, key));
    must(polycha_seal_detached(spare, tag, spare, len, aad, sizeof aad, nonces[nonce], key));
    break;
  case BENCH_XOPEN:
    must(polycha_chacha_init(&ctx, nonces[nonce], 24, 20, key));
    must(polycha_chacha_seek(&ctx, 1, 0));
    must(polycha_chacha_update(&ctx, spare, text, len));
    must(polycha_xseal_detached(spare, tag, spare, len, aad, sizeof aad, nonces[nonce], key));
    break;
  case BENCH_POLY1305:
    must(polycha_poly1305(tag, text, len, one_time_keys[nonce]));
    break;
  default:
    break;
  }
}

void bench_cell_init(bench_cell *cell, const bench_workload *workload)
{
  size_t total = 32768 / (workload->len + 1);
  total = total > BENCH_NONCES ? BENCH_NONCES : total < 2 ? 2 : total;
  must(polycha_backend_use(ORACLE));
  cell->workload = *workload;
  cell->first_nonce = BENCH_NONCES - total;
  for (size_t nonce = cell->first_nonce; nonce < BENCH_NONCES; nonce++) {
    right_tag(cell->tags[nonce], workload, nonce);
  }
}

bench_message bench_cell_message(const bench_cell *cell)
{
  const bench_workload *workload = &cell->workload;
  return (bench_message){.key = key,
                         .aad = aad,
                         .src = input,
                         .dst = output,
                         .len = workload->len,
                         .piece = workload->piece ? workload->piece : workload->len};
}

void bench_set_nonce(bench_message *m, size_t nonce)
{
  m->nonce = nonces[nonce];
  m->one_time_key = one_time_keys[nonce];
  m->tag = tags[nonce];
}

void bench_cell_spoil(const bench_cell *cell)
{
  memcpy(input, text, cell->workload.len);
  memset(output, 0xa5, cell->workload.len);
  if (bench_opens(cell->workload.operation)) {
    memcpy(tags, cell->tags, sizeof tags);
  } else {
    memset(tags, 0xa5, sizeof tags);
  }
}

static const uint8_t *right_output(bench_operation operation, const bench_peer *peer)
{
  switch (operation) {
  case BENCH_CHACHA20:
  case BENCH_CHACHA20_PIECES:
    return streams[peer->chacha20_from_one ? FROM_ONE : FROM_ZERO];
  case BENCH_CHACHA12:
    return streams[ROUNDS_12];
  case BENCH_CHACHA8:
    return streams[ROUNDS_8];
  case BENCH_XSEAL:
  case BENCH_XOPEN:
    return streams[EXTENDED];
  default:
    return streams[FROM_ONE];
  }
}

bool bench_cell_right(const bench_cell *cell, const bench_peer *peer)
{
  bench_operation operation = cell->workload.operation;
  size_t first = cell->first_nonce;
  bool right = true;
  if (bench_uses_poly1305(operation)) {
    right &= !memcmp(tags[first], cell->tags[first], (BENCH_NONCES - first) * BENCH_TAG_BYTES);
  }
  if (bench_uses_chacha(operation)) {
    right &= !memcmp(output, right_output(operation, peer), cell->workload.len);
  }
  return right;
}
