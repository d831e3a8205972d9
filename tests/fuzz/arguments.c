/* The target `arguments`: single calls of the functions without a context, with lengths that cannot be, NULL, and any overlap,
 * against the rules at the top of the public header and OpenSSL's results. */
#include <stdlib.h>
#include <string.h>

#include "../harness/backends.h"
#include "arena.h"
#include "reference.h"

const char fuzz_name[] = "arguments";

enum { CALLS, OPENED, FORGED, REFUSED };

fuzz_count fuzz_counts[] = {
  [CALLS] = {"calls", 0},
  [OPENED] = {"messages opened", 0},
  [FORGED] = {"refused by their tag", 0},
  [REFUSED] = {"calls refused", 0},
  {NULL, 0},
};

static bool no_backend;

static void check(const char *what, polycha_status status, polycha_status expected)
{
  fuzz_counts[CALLS].times++;
  fuzz_counts[OPENED].times += expected == POLYCHA_OK && strstr(what, "open") != NULL;
  fuzz_counts[FORGED].times += expected == POLYCHA_ERR_TAG;
  fuzz_counts[REFUSED].times += expected != POLYCHA_OK && expected != POLYCHA_ERR_TAG;
  suite_check_status(__FILE__, __LINE__, what, status, expected);
  arena_check(what);
}

/* NULL is allowed exactly where the length is 0. */
static bool missing(arena_range range)
{
  return range.len && !range.p;
}

static bool overlap(arena_range a, arena_range b)
{
  return arena_overlap(a.p, a.len, b.p, b.len);
}

/* An output may be its input, or share nothing with it. */
static bool partial_overlap(arena_range output, arena_range input)
{
  return output.p != input.p && overlap(output, input);
}

static size_t any_len(fuzz_input *in, size_t max)
{
  return fuzz_chance(in, 1, 12) ? fuzz_hostile_len(in, 0) : fuzz_len(in, max);
}

/* ---- The AEAD ---- */

typedef struct {
  bool opens, extended, detached;
  size_t len; /* as it is passed */
  arena_range dst, src, tag, aad, nonce, key;
} message;

static message place_message(fuzz_input *in)
{
  uint8_t shape = fuzz_byte(in);
  message m = {.opens = shape & 1, .extended = shape & 2, .detached = shape & 4};
  arena_call call = arena_new_call(in);
  size_t dst_len, aad_len;

  m.len = any_len(in, ARENA_TEXT_MAX);
  if (m.opens && !m.detached && shape >= 16)
    m.len += 16;
  dst_len = m.detached ? m.len : m.opens ? m.len - 16 : m.len + 16;
  m.src = (arena_range){arena_place(in, &call, m.len), m.len};
  m.dst = (arena_range){m.opens && fuzz_chance(in, 1, 6) ? NULL : arena_place_output(in, &call, dst_len), dst_len};
  if (m.detached)
    m.tag = (arena_range){arena_place(in, &call, 16), 16};
  aad_len = any_len(in, ARENA_AAD_MAX);
  m.aad = (arena_range){arena_place(in, &call, aad_len), aad_len};
  m.nonce = (arena_range){arena_place(in, &call, m.extended ? 24 : 12), m.extended ? 24 : 12};
  m.key = (arena_range){arena_place(in, &call, 32), 32};
  if (m.opens && !m.dst.p)
    m.dst.len = 0;
  return m;
}

static polycha_status message_status(const message *m)
{
  const arena_range inputs[] = {m->aad, m->nonce, m->key};
  uint64_t most = POLYCHA_MESSAGE_BYTES_MAX + (m->opens && !m->detached ? 16 : 0);

  if (m->len > most || (m->opens && !m->detached && m->len < 16))
    return POLYCHA_ERR_LENGTH;
  if ((m->detached && !m->tag.p) || missing(m->src) || (!m->opens && missing(m->dst)) ||
      partial_overlap(m->dst, m->src))
    return POLYCHA_ERR_ARGUMENT;
  if (m->detached && (overlap(m->tag, m->dst) || (!m->opens && overlap(m->tag, m->src))))
    return POLYCHA_ERR_ARGUMENT;
  for (size_t i = 0; i < 3; i++)
    if (missing(inputs[i]) || overlap(m->dst, inputs[i]) || (m->detached && !m->opens && overlap(m->tag, inputs[i])))
      return POLYCHA_ERR_ARGUMENT;
  return no_backend ? POLYCHA_ERR_BACKEND : POLYCHA_OK;
}

static polycha_status call_message(const message *m)
{
  typedef polycha_status joint_fn(uint8_t *, const uint8_t *, size_t, const uint8_t *, size_t, const uint8_t *,
                                  const uint8_t *);
  static joint_fn *const joint[2][2] = {{polycha_seal, polycha_xseal}, {polycha_open, polycha_xopen}};

  if (!m->detached)
    return joint[m->opens][m->extended](m->dst.p, m->src.p, m->len, m->aad.p, m->aad.len, m->nonce.p, m->key.p);
  if (m->opens)
    return (m->extended ? polycha_xopen_detached : polycha_open_detached)(m->dst.p, m->src.p, m->len, m->tag.p,
                                                                          m->aad.p, m->aad.len, m->nonce.p, m->key.p);
  return (m->extended ? polycha_xseal_detached : polycha_seal_detached)(m->dst.p, m->tag.p, m->src.p, m->len, m->aad.p,
                                                                        m->aad.len, m->nonce.p, m->key.p);
}

/* Enciphers what stands at src, so that there is something to open, unless a bit of it is changed. */
static void make_valid(fuzz_input *in, const message *m, size_t text_len, uint8_t *tag)
{
  uint8_t right[16];

  reference_seal(m->src.p, right, m->src.p, text_len, m->aad.p, m->aad.len, m->nonce.p, m->nonce.len, m->key.p);
  memcpy(tag, right, 16);
  if (fuzz_chance(in, 1, 4)) {
    uint8_t *at = text_len && fuzz_chance(in, 1, 2) ? m->src.p + fuzz_below(in, text_len) : tag + fuzz_below(in, 16);

    *at ^= (uint8_t)(1 << fuzz_byte(in) % 8);
  }
}

static void any_message(fuzz_input *in)
{
  message m = place_message(in);
  size_t text_len = m.opens && !m.detached ? m.len - 16 : m.len;
  polycha_status expected = message_status(&m);
  uint8_t *tag, text[ARENA_TEXT_MAX + 16];

  AT({m.opens ? "opens" : "seals", m.extended}, {"detached", m.detached}, {"len", m.len}, {"aad", m.aad.len});
  if (expected == POLYCHA_OK && (!arena_holds(m.src.p, m.src.len) || !arena_holds(m.dst.p, m.dst.len) ||
                                 !arena_holds(m.aad.p, m.aad.len) || text_len > ARENA_TEXT_MAX))
    return;
  if (expected == POLYCHA_OK) {
    if (m.opens) {
      tag = m.detached ? m.tag.p : m.src.p + text_len;
      if (!fuzz_chance(in, 1, 8))
        make_valid(in, &m, text_len, tag);
      /* Where an input lies over another, what was made may not be valid any more. */
      if (!reference_open(text, m.src.p, text_len, tag, m.aad.p, m.aad.len, m.nonce.p, m.nonce.len, m.key.p)) {
        expected = POLYCHA_ERR_TAG;
        memset(text, 0, text_len);
      }
    } else {
      tag = text + text_len;
      reference_seal(text, tag, m.src.p, text_len, m.aad.p, m.aad.len, m.nonce.p, m.nonce.len, m.key.p);
    }
    arena_expect_same();
    if (m.dst.p)
      memcpy(arena_expected(m.dst.p), text, m.dst.len);
    if (!m.opens && m.detached)
      memcpy(arena_expected(m.tag.p), tag, 16);
  } else {
    arena_expect_same();
  }
  check(m.opens ? "open" : "seal", call_message(&m), expected);
}

/* ---- ChaCha20 and Poly1305 ---- */

static void any_xor(fuzz_input *in)
{
  arena_call call = arena_new_call(in);
  uint32_t counter = (uint32_t)fuzz_near_end(in);
  size_t len = fuzz_chance(in, 1, 12) ? fuzz_hostile_len(in, 64 * (uint64_t)counter)
                                      : fuzz_len_of(in, 64 * ((UINT64_C(1) << 32) - counter), ARENA_TEXT_MAX);
  const arena_range src = {arena_place(in, &call, len), len}, dst = {arena_place_output(in, &call, len), len},
                    nonce = {arena_place(in, &call, 12), 12}, key = {arena_place(in, &call, 32), 32};
  polycha_status expected = POLYCHA_OK;

  if ((reference_position)64 * counter + len > (reference_position)64 << 32)
    expected = POLYCHA_ERR_COUNTER;
  else if (missing(src) || missing(dst) || missing(nonce) || missing(key) || partial_overlap(dst, src) ||
           overlap(dst, nonce) || overlap(dst, key))
    expected = POLYCHA_ERR_ARGUMENT;
  else if (no_backend)
    expected = POLYCHA_ERR_BACKEND;
  else if (!arena_holds(src.p, len) || !arena_holds(dst.p, len))
    return;
  arena_expect_same();
  if (expected == POLYCHA_OK) {
    const reference_stream stream = reference_stream_new(nonce.p, 12, 20, key.p);

    reference_xor(&stream, (reference_position)64 * counter, arena_expected(dst.p), src.p, len);
  }
  AT({"len", len}, {"counter", counter});
  check("polycha_chacha20_xor", polycha_chacha20_xor(dst.p, src.p, len, nonce.p, counter, key.p), expected);
}

static void any_hchacha(fuzz_input *in)
{
  arena_call call = arena_new_call(in);
  const arena_range out = {arena_place(in, &call, 32), 32}, nonce = {arena_place(in, &call, 16), 16},
                    key = {arena_place(in, &call, 32), 32};
  polycha_status expected = POLYCHA_OK;

  if (missing(out) || missing(nonce) || missing(key) || overlap(out, nonce) || overlap(out, key))
    expected = POLYCHA_ERR_ARGUMENT;
  else if (no_backend)
    expected = POLYCHA_ERR_BACKEND;
  arena_expect_same();
  if (expected == POLYCHA_OK)
    reference_hchacha(arena_expected(out.p), nonce.p, key.p, 20);
  check("polycha_hchacha20", polycha_hchacha20(out.p, nonce.p, key.p), expected);
}

static void reference_tag(uint8_t tag[16], arena_range msg, const uint8_t key[32])
{
  reference_mac_begin(key);
  reference_mac(msg.p, msg.len);
  reference_mac_end(tag);
}

static void any_mac(fuzz_input *in, bool verifies)
{
  arena_call call = arena_new_call(in);
  size_t len = any_len(in, ARENA_TEXT_MAX);
  const arena_range msg = {arena_place(in, &call, len), len}, tag = {arena_place(in, &call, 16), 16},
                    key = {arena_place(in, &call, 32), 32};
  polycha_status expected = POLYCHA_OK;
  uint8_t right[16];

  if (missing(tag) || missing(msg) || missing(key) || (!verifies && (overlap(tag, msg) || overlap(tag, key))))
    expected = POLYCHA_ERR_ARGUMENT;
  else if (no_backend)
    expected = POLYCHA_ERR_BACKEND;
  else if (!arena_holds(msg.p, len))
    return;
  if (expected == POLYCHA_OK) {
    fuzz_fill(in, key.p, 32);
    if (verifies) {
      reference_tag(tag.p, msg, key.p);
      if (fuzz_chance(in, 1, 4))
        tag.p[fuzz_byte(in) % 16] ^= (uint8_t)(1 << fuzz_byte(in) % 8);
    }
    /* Again, since tag may lie over message or key. */
    reference_tag(right, msg, key.p);
    if (verifies && memcmp(tag.p, right, 16) != 0)
      expected = POLYCHA_ERR_TAG;
  }
  AT({"len", len});
  arena_expect_same();
  if (expected == POLYCHA_OK && !verifies)
    memcpy(arena_expected(tag.p), right, 16);
  if (verifies)
    check("polycha_poly1305_verify", polycha_poly1305_verify(tag.p, msg.p, len, key.p), expected);
  else
    check("polycha_poly1305", polycha_poly1305(tag.p, msg.p, len, key.p), expected);
}

/* ---- The rest ---- */

static void small_functions(fuzz_input *in)
{
  arena_call call = arena_new_call(in);
  size_t len = fuzz_len(in, 4096);
  uint8_t *a = arena_place(in, &call, 16), *b = arena_place(in, &call, 16), *dead = arena_place(in, &call, len);

  arena_expect_same();
  if (a && b) {
    if (fuzz_chance(in, 1, 2)) {
      memmove(a, b, 16);
      a[fuzz_byte(in) % 16] ^= (uint8_t)(fuzz_byte(in) & fuzz_byte(in));
    }
    arena_expect_same();
    CHECK(polycha_equal16(a, b) == (memcmp(a, b, 16) == 0));
  }
  if (dead || !len) {
    if (len)
      memset(arena_expected(dead), 0, len);
    polycha_wipe(dead, len);
  }
  arena_check("polycha_equal16, polycha_wipe");
  CHECK(polycha_strerror((polycha_status)(fuzz_byte(in) % 10 - 8)) != NULL);
  CHECK(strcmp(polycha_version(), POLYCHA_VERSION) == 0);
}

void fuzz_run(fuzz_input *in)
{
  static bool begun;
  uint8_t backend = fuzz_byte(in);

  if (!begun) {
    reference_begin();
    if (setenv("POLYCHA_BACKEND", "none", 1))
      abort();
    begun = true;
  }
  arena_begin();
  no_backend = backend >= 0xfc;
  backends_set(no_backend ? NULL : fuzz_backends[backend % fuzz_backend_total]);
  while (in->left) {
    uint8_t what = fuzz_byte(in);

    if (what < 160)
      any_message(in);
    else if (what < 192)
      any_xor(in);
    else if (what < 208)
      any_hchacha(in);
    else if (what < 240)
      any_mac(in, what & 1);
    else
      small_functions(in);
  }
}
