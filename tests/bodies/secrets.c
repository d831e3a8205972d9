/* After a call, neither its context nor the stack below the caller holds a secret: key, one-time key, keystream,
 * text. */
#include <stdio.h>
#include <string.h>

#include "../harness/painted.h"
#include "../registry.h"
#include "bytes.h"
#include "calls.h"

/* ---- A set of 8-byte windows ---- */

#define WINDOWS_MAX 16384 /* a power of 2, several times as many as there are */

typedef struct {
  uint64_t window[WINDOWS_MAX];
  const char *secret[WINDOWS_MAX]; /* which it is from; NULL: a free place */
  size_t total;
} window_set;

static window_set set;

static uint64_t load(const uint8_t *bytes)
{
  uint64_t window;

  memcpy(&window, bytes, 8);
  return window;
}

static size_t place_of(uint64_t window)
{
  size_t place = (size_t)(window * UINT64_C(0x9e3779b97f4a7c15) >> 40) % WINDOWS_MAX;

  while (set.secret[place] && set.window[place] != window)
    place = (place + 1) % WINDOWS_MAX;
  return place;
}

static void add_window(const char *secret, const void *bytes)
{
  size_t place = place_of(load(bytes));

  CHECK(++set.total < WINDOWS_MAX / 2);
  set.window[place] = load(bytes);
  set.secret[place] = secret;
}

/* As many as the widest stride has. */
#define BLOCKS (PCH_STRIDE_MAX / 64)

/* Every window of it, as it stands in memory and as 32-bit words of this machine's byte order. */
static void add(const char *secret, const uint8_t *bytes, size_t len)
{
  uint8_t words[64 * BLOCKS];

  CHECK(len <= sizeof words);
  for (size_t i = 0; i + 4 <= len; i += 4) {
    uint32_t word = pch_load32(bytes + i);

    memcpy(words + i, &word, 4);
  }
  for (size_t i = 0; i + 8 <= len; i++) {
    add_window(secret, bytes + i);
    add_window(secret, words + i - i % 4);
  }
}

/* And by columns: next to each other are a word of one block and the same of another, so many blocks further on as
 * chacha20_cols_rounds.inc has it with vectors of 128, 256 and 512 bits. */
static void add_keystream(const uint8_t keystream[64 * BLOCKS])
{
  add("keystream", keystream, 64 * BLOCKS);
  for (size_t further = 1; further <= 4; further *= 2)
    for (size_t i = 0; i + 64 * further < 64 * BLOCKS; i += 4) {
      uint32_t words[2] = {pch_load32(keystream + i), pch_load32(keystream + i + 64 * further)};

      add_window("keystream", words);
    }
}

/* A clamped r as it is, and as limbs: of 26 bits in neighbouring 32-bit words, and of 44 bits in 64-bit words. One limb
 * of 26 bits by itself could be any small number of the stack. */
static void add_r(const uint8_t r[16])
{
  uint32_t limb26[5] = {0};
  uint64_t limb44[3] = {0};

  for (int bit = 0; bit < 128; bit++) {
    limb26[bit / 26] |= (uint32_t)(r[bit / 8] >> bit % 8 & 1) << bit % 26;
    limb44[bit / 44] |= (uint64_t)(r[bit / 8] >> bit % 8 & 1) << bit % 44;
  }
  add("r", r, 16);
  for (int i = 0; i < 4; i++)
    add_window("r", &limb26[i]);
  for (int i = 0; i < 3; i++)
    add_window("r", &limb44[i]);
}

static void add_one_time_key(const uint8_t key[32])
{
  static const uint8_t mask[16] = {255, 255, 255, 15, 252, 255, 255, 15, 252, 255, 255, 15, 252, 255, 255, 15};
  uint8_t r[16];

  for (int i = 0; i < 16; i++)
    r[i] = key[i] & mask[i];
  add("one-time key", key, 32);
  add_r(r);
}

/* The r of the JDK's limbs. */
static void add_jdk_r(const uint8_t *limbs)
{
  uint8_t r[16] = {0};

  for (int bit = 0; bit < 128; bit++) {
    int64_t limb;

    memcpy(&limb, limbs + 8 * (bit / 26), 8);
    r[bit / 8] |= (uint8_t)((limb >> bit % 26 & 1) << bit % 8);
  }
  add_r(r);
}

/* ---- The secrets of a call ---- */

typedef enum {
  PLAIN,
  NO_OUTPUT, /* NULL where that is allowed */
  FORGED,    /* a tag that is not the right one, which is then a secret: it would make the forgery good */
  WAYS
} way;

typedef struct {
  const call *function;
  call_lengths lengths;
  way way;
  call_buffers buffers;
  uint8_t right_tag[16];
  polycha_status status;
} trial;

static bool begins(const call *function, const char *text)
{
  return strncmp(function->name, text, strlen(text)) == 0;
}

/* Key and nonce as the call has them, or as its context was given them. */
static void add_chacha_secrets(const trial *t)
{
  const call *function = t->function;
  size_t key_slot = call_slot_of(function, ROLE_KEY), nonce_slot = call_slot_of(function, ROLE_NONCE);
  const uint8_t *key = key_slot < CALL_SLOTS_MAX ? t->buffers.at[key_slot] : call_context_key;
  const uint8_t *nonce = nonce_slot < CALL_SLOTS_MAX ? t->buffers.at[nonce_slot] : call_context_nonce;
  size_t nonce_len = nonce_slot < CALL_SLOTS_MAX ? function->slots[nonce_slot].bytes : 12;
  uint8_t subkey[32], keystream[64 * BLOCKS] = {0};
  polycha_chacha_ctx ctx;

  add("key", key, 32);
  if (nonce_len == 24) {
    CHECK_STATUS(polycha_hchacha20(subkey, nonce, key), POLYCHA_OK);
    add("subkey", subkey, 32);
  }
  CHECK_STATUS(polycha_chacha_init(&ctx, nonce, nonce_len, 20, key), POLYCHA_OK);
  if (begins(function, "chacha20_xor"))
    CHECK_STATUS(polycha_chacha_seek(&ctx, 7, 0), POLYCHA_OK);
  CHECK_STATUS(polycha_chacha_update(&ctx, keystream, keystream, sizeof keystream), POLYCHA_OK);
  add_keystream(keystream);
  if (!begins(function, "chacha"))
    add_one_time_key(keystream);
}

/* The beginning and the end of the plaintext: what comes in when it is enciphered, what comes out when deciphered. */
static void add_plaintext(const trial *t)
{
  size_t out = call_slot_of(t->function, ROLE_OUT_OR_NULL), in = call_slot_of(t->function, ROLE_TEXT);
  const uint8_t *text = in < CALL_SLOTS_MAX ? t->buffers.at[out < CALL_SLOTS_MAX ? out : in] : NULL;
  size_t len = t->lengths.len;

  if (!text || t->status != POLYCHA_OK)
    return;
  add("plaintext", text, len < 200 ? len : 200);
  if (len > 100)
    add("plaintext", text + len - 100, 100);
}

/* What Poly1305 authenticates may be secret as well. Its end may have been padded. */
static void add_message(const trial *t)
{
  for (size_t slot = 0; slot < call_slots(t->function); slot++)
    if (t->function->slots[slot].size == PLUS_LEN && t->lengths.len >= 16)
      add("message", t->buffers.at[slot] + t->lengths.len - 16, 16);
}

static void add_secrets(const trial *t)
{
  const call *function = t->function;

  memset(&set, 0, sizeof set);
  if (t->way == FORGED)
    add("the right tag", t->right_tag, 16);
  if (begins(function, "poly1305")) {
    size_t slot = call_slot_of(function, ROLE_KEY);

    add_one_time_key(slot < CALL_SLOTS_MAX ? t->buffers.at[slot] : call_context_key);
    add_message(t);
  } else if (begins(function, "hchacha20")) {
    add("key", t->buffers.at[2], 32);
    add("subkey", t->buffers.at[0], 32);
  } else if (begins(function, "jdk_chacha20")) {
    add("key", t->buffers.at[1] + 16, 32);
    add("keystream", t->buffers.at[0], 64);
  } else if (begins(function, "jdk_poly1305")) {
    add_jdk_r(t->buffers.at[2]);
  } else {
    add_chacha_secrets(t);
    add_plaintext(t);
  }
}

/* ---- The search ---- */

static void run(void *argument)
{
  trial *t = argument;

  t->status = t->function->run(&t->buffers, t->lengths);
}

static void search(painted_stack stack, const trial *t)
{
  for (size_t i = painted_depth(stack); i + 8 <= stack.len; i++) {
    size_t place = place_of(load(stack.bytes + i));

    if (set.secret[place])
      suite_fail(__FILE__, __LINE__, "%s left %s on the stack, %zu bytes below its top", t->function->name,
                 set.secret[place], stack.len - i);
  }
}

/* The tag that the call compares; NULL if it compares none. */
static uint8_t *tag_of(const trial *t)
{
  const call *function = t->function;
  size_t text = call_slot_of(function, ROLE_TEXT), slot = call_slot_of(function, ROLE_IN);

  if (text < CALL_SLOTS_MAX && function->slots[text].bytes == 16)
    return t->buffers.at[text] + t->lengths.len;
  while (slot < CALL_SLOTS_MAX && !(function->slots[slot].bytes == 16 && function->slots[slot].size == FIXED))
    slot++;
  return slot < CALL_SLOTS_MAX && !begins(function, "hchacha20") ? t->buffers.at[slot] : NULL;
}

static void try_call(painted_stack stack, size_t index, call_lengths lengths, way chosen)
{
  trial t = {.function = &calls[index], .lengths = lengths, .way = chosen};
  size_t nullable = call_slot_of(t.function, ROLE_OUT_OR_NULL);
  uint8_t *tag;

  /* Once before, so that the dynamic linker has no call to resolve: it saves all registers on the stack for that. */
  t.buffers = call_new_buffers(t.function, lengths);
  run(&t);
  t.buffers = call_new_buffers(t.function, lengths);
  tag = tag_of(&t);
  if ((chosen == NO_OUTPUT && nullable == CALL_SLOTS_MAX) || (chosen == FORGED && !tag))
    return;
  if (chosen == NO_OUTPUT)
    t.buffers.at[nullable] = NULL;
  if (chosen == FORGED) {
    /* No 8 bytes of it are like those of the right one. */
    memcpy(t.right_tag, tag, 16);
    tag[7] ^= 1;
    tag[8] ^= 1;
  }
  AT({t.function->name, index}, {"len", lengths.len}, {"way", chosen});
  painted_run(stack, run, &t);
  CHECK_STATUS(t.status, chosen == FORGED ? POLYCHA_ERR_TAG : POLYCHA_OK);
  add_secrets(&t);
  search(stack, &t);
}

void secrets_stack(void)
{
  static const size_t lens[] = {0,   1,   16,  17,  64,   65,   100,  128,  192,  193,  256, 300,
                                448, 512, 700, 960, 1000, 1024, 1100, 1300, 1500, 4096, 9000};
  painted_stack stack = painted_new();

  for (size_t i = 0; i < calls_total; i++)
    for (size_t l = 0; l < sizeof lens / sizeof *lens; l += suite_scaled(1, 4))
      for (way chosen = PLAIN; chosen < WAYS; chosen++)
        try_call(stack, i, (call_lengths){lens[l], 21}, chosen);
}

/* The search finds what is there: a function that does leave a key. */
static void leave_key(void *argument)
{
  volatile uint64_t copy[4];

  for (size_t i = 0; i < 4; i++)
    copy[i] = load((const uint8_t *)argument + 8 * i);
  (void)copy[3];
}

void secrets_search_finds(void)
{
  painted_stack stack = painted_new();
  uint8_t key[32];
  bool found = false;

  suite_fill_random(key, sizeof key);
  memset(&set, 0, sizeof set);
  add("key", key, sizeof key);
  painted_run(stack, leave_key, key);
  for (size_t i = painted_depth(stack); i + 8 <= stack.len; i++)
    found = found || set.secret[place_of(load(stack.bytes + i))];
  CHECK(found);
}
