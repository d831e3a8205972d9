/* The target `jdk`: the two functions with the shapes of the JDK's intrinsics, with any arguments, against plain ChaCha20,
 * OpenSSL's integers, and polycha's own Poly1305. */
#include <openssl/bn.h>
#include <stdlib.h>
#include <string.h>

#include "../harness/backends.h"
#include "arena.h"
#include "reference.h"

const char fuzz_name[] = "jdk";

enum { BLOCKS, LIMBS, TAGS, REFUSED };

fuzz_count fuzz_counts[] = {
  [BLOCKS] = {"pieces of keystream", 0},
  [LIMBS] = {"accumulators", 0},
  [TAGS] = {"tags", 0},
  [REFUSED] = {"calls refused", 0},
  {NULL, 0},
};

static const char *backend_name; /* NULL: none that can be used */

/* ---- ChaCha20 ---- */

/* As the public header says. */
static size_t block_bytes(void)
{
  static const struct {
    const char *name;
    size_t bytes;
  } table[] = {{"portable", 64}, {"ssse3", 128}, {"avx2", 256}, {"neon", 256}, {"avx512", 1024}, {"avx512ifma", 1024}};

  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp(table[i].name, backend_name) == 0)
      return table[i].bytes;
  abort();
}

/* NULL, and words at an address that is a multiple of their size, as a compiler wants. */
static void *aligned(uint8_t *p, size_t size)
{
  return p - (uintptr_t)p % size;
}

static void keystream(fuzz_input *in)
{
  arena_call call = arena_new_call(in);
  int32_t *state = aligned(arena_place(in, &call, 64), sizeof *state);
  uint8_t *out = arena_place(in, &call, 1024);
  int expected;

  if (state) {
    uint32_t counter = (uint32_t)fuzz_near_end(in);

    fuzz_fill(in, state, 64);
    memcpy(state + 12, &counter, 4);
  }
  arena_expect_same();
  if (!state || !out || arena_overlap(out, 1024, state, 64)) {
    expected = POLYCHA_ERR_ARGUMENT;
  } else if (!backend_name) {
    expected = POLYCHA_ERR_BACKEND;
  } else {
    uint32_t words[16];

    memcpy(words, state, 64);
    expected = 0;
    do {
      reference_block(arena_expected(out + expected), words, 20);
      expected += 64;
    } while (++words[12] && (size_t)expected < block_bytes());
    fuzz_counts[BLOCKS].times++;
  }
  fuzz_counts[REFUSED].times += expected < 0;
  AT({"counter", state ? (uint32_t)state[12] : 0});
  CHECK(polycha_jdk_chacha20_block(state, out) == expected);
  arena_check("polycha_jdk_chacha20_block");
}

/* ---- Poly1305 ---- */

static BN_CTX *numbers;
static BIGNUM *prime, *accumulator, *multiplier, *block;

static void begin(void)
{
  numbers = BN_CTX_new();
  prime = BN_new(), accumulator = BN_new(), multiplier = BN_new(), block = BN_new();
  if (!numbers || !prime || !accumulator || !multiplier || !block || !BN_set_bit(prime, 130) || !BN_sub_word(prime, 5))
    abort();
}

/* The value of limbs 26 bits apart, modulo 2^130 - 5. */
static void to_number(BIGNUM *number, const int64_t limbs[5])
{
  BN_zero(number);
  for (int i = 4; i >= 0; i--) {
    uint64_t size = limbs[i] < 0 ? 0 - (uint64_t)limbs[i] : (uint64_t)limbs[i];

    if (!BN_lshift(number, number, 26) || !(limbs[i] < 0 ? BN_sub_word(number, size) : BN_add_word(number, size)))
      abort();
  }
  if (!BN_nnmod(number, number, prime, numbers))
    abort();
}

/* accumulator = (accumulator + block + 2^128) multiplier for each block. */
static void absorb(const uint8_t *msg, size_t len)
{
  for (; len; msg += 16, len -= 16)
    if (!BN_lebin2bn(msg, 16, block) || !BN_set_bit(block, 128) || !BN_add(block, block, accumulator) ||
        !BN_mod_mul(accumulator, block, multiplier, prime, numbers))
      abort();
}

/* Limbs of every form that the header allows: each from -2^60 to 2^60. */
static void fill_accumulator(fuzz_input *in, int64_t a[5])
{
  const int64_t most = (int64_t)1 << 60;
  uint8_t kind = fuzz_byte(in) % 8;

  for (int i = 0; i < 5; i++) {
    int64_t any = (int64_t)fuzz_number(in, 8) >> 3; /* in [-2^60, 2^60) */

    switch (kind) {
    case 0:
      a[i] = 0;
      break;
    case 1:
      a[i] = most;
      break;
    case 2:
      a[i] = -most;
      break;
    case 3:
      a[i] = any & 1 ? most - (any & 0xff) : (any & 0xff) - most;
      break;
    case 4: /* 2^130 - 5 and its neighbours */
      a[i] = (i ? 0x3ffffff : 0x3fffffb) + (any % 8 == i ? any % 7 : 0);
      break;
    case 5: /* the largest of the form in which it comes out */
      a[i] = (i < 4 ? 0x3ffffff : 0x7ffffff) - (any & 1);
      break;
    case 6:
      a[i] = any & 0x3ffffff;
      break;
    default:
      a[i] = any;
    }
  }
}

static void cut_key(const uint8_t key[16], int64_t r[5])
{
  unsigned __int128 value = 0;

  for (int i = 15; i >= 0; i--)
    value = value << 8 | key[i];
  for (int i = 0; i < 5; i++, value >>= 26)
    r[i] = (int64_t)(value & 0x3ffffff);
}

/* A clamped key (RFC 8439 section 2.5), or one that is not quite. */
static void fill_r(fuzz_input *in, int64_t r[5])
{
  uint8_t key[16];

  fuzz_fill(in, key, sizeof key);
  for (int i = 0; i < 16; i++)
    key[i] &= (uint8_t)((i % 4 == 3 ? 0x0f : 0xff) & (i % 4 == 0 && i ? 0xfc : 0xff));
  cut_key(key, r);
  if (fuzz_chance(in, 1, 6))
    r[fuzz_byte(in) % 5] ^= (int64_t)(UINT64_C(1) << (fuzz_byte(in) % 28 + (fuzz_chance(in, 1, 4) ? 36 : 0)));
}

static bool clamped(const int64_t r[5])
{
  static const uint8_t ones[16] = {255, 255, 255, 15, 252, 255, 255, 15, 252, 255, 255, 15, 252, 255, 255, 15};
  int64_t allowed[5];

  cut_key(ones, allowed);
  for (int i = 0; i < 5; i++)
    if (r[i] & ~allowed[i])
      return false;
  return true;
}

static polycha_status blocks_status(const uint8_t *msg, size_t len, const int64_t *a, const int64_t *r)
{
  if (len % 16)
    return POLYCHA_ERR_LENGTH;
  if ((len && !msg) || !a || !r || arena_overlap(a, 40, r, 40) || arena_overlap(a, 40, msg, len) || !clamped(r))
    return POLYCHA_ERR_ARGUMENT;
  return backend_name ? POLYCHA_OK : POLYCHA_ERR_BACKEND;
}

/* Calls one after the other on the same accumulator. */
static void limbs(fuzz_input *in)
{
  arena_call call = arena_new_call(in);
  int64_t *a = aligned(arena_place(in, &call, 40), sizeof *a), *r = aligned(arena_place(in, &call, 40), sizeof *r);

  if (a)
    fill_accumulator(in, a);
  if (r)
    fill_r(in, r);
  for (int calls = fuzz_byte(in) % 4; calls >= 0; calls--) {
    size_t len = fuzz_chance(in, 1, 16) ? fuzz_hostile_len(in, 0) : fuzz_len(in, 8192);
    const uint8_t *msg;
    polycha_status expected;

    if (!fuzz_chance(in, 1, 16))
      len -= len % 16;
    call.total = 2;
    msg = arena_place(in, &call, len);
    expected = blocks_status(msg, len, a, r);
    if (expected == POLYCHA_OK && !arena_holds(msg, len))
      return;
    /* Where msg or r is a, or lies over it, the call is refused: so nothing that is used here changes under way. */
    if (expected == POLYCHA_OK) {
      to_number(accumulator, a);
      to_number(multiplier, r);
      absorb(msg, len);
    }
    arena_expect_same();
    AT({"len", len});
    CHECK_STATUS(polycha_jdk_poly1305_blocks(msg, len, a, r), expected);
    if (expected == POLYCHA_OK) {
      for (int i = 0; i < 5; i++)
        CHECK(a[i] >= 0 && a[i] < (i < 4 ? 1 << 26 : 1 << 27));
      to_number(multiplier, a);
      CHECK(BN_cmp(multiplier, accumulator) == 0);
      arena_accept(a, 40);
      fuzz_counts[LIMBS].times++;
    } else {
      fuzz_counts[REFUSED].times++;
    }
    arena_check("polycha_jdk_poly1305_blocks");
  }
}

/* As the JDK makes a tag of a message in whole blocks, taken in by several calls. */
static void tag(fuzz_input *in)
{
  uint8_t key[32], clamped_key[16], expected[16], actual[17] = {0};
  size_t len = fuzz_len(in, 16384) / 16 * 16;
  const uint8_t *msg = fuzz_text(in, len);
  int64_t a[5] = {0}, r[5];

  fuzz_fill(in, key, sizeof key);
  for (int i = 0; i < 16; i++)
    clamped_key[i] = key[i] & (uint8_t)((i % 4 == 3 ? 0x0f : 0xff) & (i % 4 == 0 && i ? 0xfc : 0xff));
  cut_key(clamped_key, r);
  CHECK_STATUS(polycha_poly1305(expected, msg, len, key), POLYCHA_OK);
  for (size_t done = 0; done < len;) {
    size_t take = in->left ? fuzz_len(in, 16384) / 16 * 16 : len;

    if (take > len - done)
      take = len - done;
    CHECK_STATUS(polycha_jdk_poly1305_blocks(msg + done, take, a, r), POLYCHA_OK);
    done += take;
  }
  to_number(accumulator, a);
  if (!BN_lebin2bn(key + 16, 16, block) || !BN_add(accumulator, accumulator, block) || !BN_mask_bits(accumulator, 128))
    BN_mask_bits(accumulator, 128); /* fails where nothing is above */
  BN_bn2lebinpad(accumulator, actual, 17);
  AT({"len", len});
  CHECK_SAME(actual, expected, 16);
  fuzz_counts[TAGS].times++;
}

void fuzz_run(fuzz_input *in)
{
  static bool begun;
  uint8_t backend = fuzz_byte(in), what = fuzz_byte(in);

  if (!begun) {
    begin();
    reference_begin();
    if (setenv("POLYCHA_BACKEND", "none", 1))
      abort();
    begun = true;
  }
  arena_begin();
  backends_set(backend >= 0xfc ? NULL : fuzz_backends[backend % fuzz_backend_total]);
  backend_name = polycha_backend();
  if (what < 96)
    keystream(in);
  else if (what < 224)
    limbs(in);
  else if (backend_name)
    tag(in);
}
