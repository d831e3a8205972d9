#include "calls.h"

#include <string.h>

const uint8_t call_context_key[32] = {0x9c, 0x71, 0x3e, 0xd8, 0x05, 0xfa, 0x62, 0xb7, 0x11, 0xce, 0x8d,
                                      0x40, 0xa3, 0x5f, 0x96, 0x2b, 0xe4, 0x18, 0x7d, 0xc9, 0x30, 0x6a,
                                      0xf5, 0x82, 0x4b, 0xd6, 0x0f, 0x93, 0xbe, 0x27, 0x58, 0xe1};
const uint8_t call_context_nonce[12] = {7, 0, 0, 0, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47};

/* What most of the functions below look like: b has the arguments, n the lengths. */
#define PREPARE(name) static void prepare_##name(const call_buffers *b, call_lengths n)
#define RUN(name, call)                                                                                                \
  static polycha_status run_##name(const call_buffers *b, call_lengths n)                                              \
  {                                                                                                                    \
    (void)n;                                                                                                           \
    return call;                                                                                                       \
  }
#define ARG(i) (b->at[i])

/* ---- The AEAD in one call ---- */

RUN(seal, polycha_seal(ARG(0), ARG(1), n.len, ARG(2), n.aad_len, ARG(3), ARG(4)))
RUN(xseal, polycha_xseal(ARG(0), ARG(1), n.len, ARG(2), n.aad_len, ARG(3), ARG(4)))
RUN(open, polycha_open(ARG(0), ARG(1), n.len + 16, ARG(2), n.aad_len, ARG(3), ARG(4)))
RUN(xopen, polycha_xopen(ARG(0), ARG(1), n.len + 16, ARG(2), n.aad_len, ARG(3), ARG(4)))
RUN(seal_detached, polycha_seal_detached(ARG(0), ARG(1), ARG(2), n.len, ARG(3), n.aad_len, ARG(4), ARG(5)))
RUN(xseal_detached, polycha_xseal_detached(ARG(0), ARG(1), ARG(2), n.len, ARG(3), n.aad_len, ARG(4), ARG(5)))
RUN(open_detached, polycha_open_detached(ARG(0), ARG(1), n.len, ARG(2), ARG(3), n.aad_len, ARG(4), ARG(5)))
RUN(xopen_detached, polycha_xopen_detached(ARG(0), ARG(1), n.len, ARG(2), ARG(3), n.aad_len, ARG(4), ARG(5)))

/* What is to be opened is sealed first, in place. */
PREPARE(open)
{
  CHECK_STATUS(polycha_seal(ARG(1), ARG(1), n.len, ARG(2), n.aad_len, ARG(3), ARG(4)), POLYCHA_OK);
}

PREPARE(xopen)
{
  CHECK_STATUS(polycha_xseal(ARG(1), ARG(1), n.len, ARG(2), n.aad_len, ARG(3), ARG(4)), POLYCHA_OK);
}

PREPARE(open_detached)
{
  CHECK_STATUS(polycha_seal_detached(ARG(1), ARG(2), ARG(1), n.len, ARG(3), n.aad_len, ARG(4), ARG(5)), POLYCHA_OK);
}

PREPARE(xopen_detached)
{
  CHECK_STATUS(polycha_xseal_detached(ARG(1), ARG(2), ARG(1), n.len, ARG(3), n.aad_len, ARG(4), ARG(5)), POLYCHA_OK);
}

/* ---- ChaCha ---- */

static polycha_chacha_ctx *chacha_ctx(const call_buffers *b)
{
  return (polycha_chacha_ctx *)(void *)ARG(0);
}

RUN(chacha20_xor, polycha_chacha20_xor(ARG(0), ARG(1), n.len, ARG(2), 7, ARG(3)))

RUN(hchacha20, polycha_hchacha20(ARG(0), ARG(1), ARG(2)))

RUN(chacha_init, polycha_chacha_init(chacha_ctx(b), ARG(1), 24, 20, ARG(2)))

PREPARE(chacha)
{
  (void)n;
  CHECK_STATUS(polycha_chacha_init(chacha_ctx(b), call_context_nonce, 12, 20, call_context_key), POLYCHA_OK);
}

RUN(chacha_update, polycha_chacha_update(chacha_ctx(b), ARG(1), ARG(2), n.len))
RUN(chacha_seek, polycha_chacha_seek(chacha_ctx(b), n.len, (unsigned)n.len % 64))

/* ---- Poly1305 ---- */

static polycha_poly1305_ctx *poly1305_ctx(const call_buffers *b)
{
  return (polycha_poly1305_ctx *)(void *)ARG(0);
}

RUN(poly1305, polycha_poly1305(ARG(0), ARG(1), n.len, ARG(2)))
RUN(poly1305_verify, polycha_poly1305_verify(ARG(0), ARG(1), n.len, ARG(2)))
PREPARE(poly1305_verify)
{
  CHECK_STATUS(polycha_poly1305(ARG(0), ARG(1), n.len, ARG(2)), POLYCHA_OK);
}

RUN(poly1305_init, polycha_poly1305_init(poly1305_ctx(b), ARG(1)))

PREPARE(poly1305)
{
  (void)n;
  CHECK_STATUS(polycha_poly1305_init(poly1305_ctx(b), call_context_key), POLYCHA_OK);
}

RUN(poly1305_update, polycha_poly1305_update(poly1305_ctx(b), ARG(1), n.len))

RUN(poly1305_final, polycha_poly1305_final(poly1305_ctx(b), ARG(1)))

/* ---- The AEAD in pieces ---- */

static polycha_aead_ctx *aead_ctx(const call_buffers *b)
{
  return (polycha_aead_ctx *)(void *)ARG(0);
}

RUN(aead_init, polycha_aead_init(aead_ctx(b), ARG(1), 24, ARG(2)))

PREPARE(aead)
{
  (void)n;
  CHECK_STATUS(polycha_aead_init(aead_ctx(b), call_context_nonce, 12, call_context_key), POLYCHA_OK);
}

RUN(aead_aad, polycha_aead_aad(aead_ctx(b), ARG(1), n.len))
RUN(aead_encrypt, polycha_aead_encrypt(aead_ctx(b), ARG(1), ARG(2), n.len))
RUN(aead_decrypt, polycha_aead_decrypt(aead_ctx(b), ARG(1), ARG(2), n.len))

RUN(aead_tag, polycha_aead_tag(aead_ctx(b), ARG(1)))

/* verify needs the tag of the message without aad and text. */
PREPARE(aead_verify)
{
  CHECK_STATUS(polycha_seal(ARG(1), NULL, 0, NULL, 0, call_context_nonce, call_context_key), POLYCHA_OK);
  prepare_aead(b, n);
}

RUN(aead_verify, polycha_aead_verify(aead_ctx(b), ARG(1)))

/* ---- The JDK's shapes ---- */

/* How many blocks are written is the backend's affair; what can be compared is the first. */
static polycha_status run_jdk_chacha20_block(const call_buffers *b, call_lengths n)
{
  int bytes = polycha_jdk_chacha20_block((const int32_t *)(const void *)ARG(1), ARG(0));

  (void)n;
  if (bytes < 0)
    return (polycha_status)bytes;
  memset(ARG(0) + 64, 0, 1024 - 64);
  return POLYCHA_OK;
}

PREPARE(jdk_poly1305_blocks)
{
  int64_t *a = (int64_t *)(void *)ARG(0), *r = (int64_t *)(void *)ARG(2);
  static const int64_t clamped[5] = {0x3ffffff, 0x3ffff03, 0x3ffc0ff, 0x3f03fff, 0x00fffff};

  (void)n;
  for (int i = 0; i < 5; i++) {
    a[i] %= INT64_C(1) << 60;
    r[i] &= clamped[i];
  }
}

RUN(jdk_poly1305_blocks, polycha_jdk_poly1305_blocks(ARG(1), n.len - n.len % 16, (int64_t *)(void *)ARG(0),
                                                     (const int64_t *)(const void *)ARG(2)))

#undef ARG

#define CONTEXT(type) ROLE_CONTEXT, sizeof(type), FIXED, _Alignof(type)
#define AAD ROLE_IN, 0, PLUS_AAD_LEN, 0
#define TEXT(bytes) ROLE_TEXT, bytes, PLUS_LEN, 0
#define NONCE(bytes) ROLE_NONCE, bytes, FIXED, 0
#define KEY ROLE_KEY, 32, FIXED, 0
#define IN(bytes, size) ROLE_IN, bytes, size, 0
#define OUT(bytes, size) ROLE_OUT, bytes, size, 0
#define OUT_OR_NULL ROLE_OUT_OR_NULL, 0, PLUS_LEN, 0
#define JDK(role, bytes, type) role, bytes, FIXED, _Alignof(type)

const call calls[] = {
  {"seal", {{OUT(16, PLUS_LEN)}, {TEXT(0)}, {AAD}, {NONCE(12)}, {KEY}}, NULL, run_seal},
  {"xseal", {{OUT(16, PLUS_LEN)}, {TEXT(0)}, {AAD}, {NONCE(24)}, {KEY}}, NULL, run_xseal},
  {"open", {{OUT_OR_NULL}, {TEXT(16)}, {AAD}, {NONCE(12)}, {KEY}}, prepare_open, run_open},
  {"xopen", {{OUT_OR_NULL}, {TEXT(16)}, {AAD}, {NONCE(24)}, {KEY}}, prepare_xopen, run_xopen},
  {"seal_detached",
   {{OUT(0, PLUS_LEN)}, {OUT(16, FIXED)}, {TEXT(0)}, {AAD}, {NONCE(12)}, {KEY}},
   NULL,
   run_seal_detached},
  {"xseal_detached",
   {{OUT(0, PLUS_LEN)}, {OUT(16, FIXED)}, {TEXT(0)}, {AAD}, {NONCE(24)}, {KEY}},
   NULL,
   run_xseal_detached},
  {"open_detached",
   {{OUT_OR_NULL}, {TEXT(0)}, {IN(16, FIXED)}, {AAD}, {NONCE(12)}, {KEY}},
   prepare_open_detached,
   run_open_detached},
  {"xopen_detached",
   {{OUT_OR_NULL}, {TEXT(0)}, {IN(16, FIXED)}, {AAD}, {NONCE(24)}, {KEY}},
   prepare_xopen_detached,
   run_xopen_detached},
  {"chacha20_xor", {{OUT(0, PLUS_LEN)}, {TEXT(0)}, {NONCE(12)}, {KEY}}, NULL, run_chacha20_xor},
  {"hchacha20", {{OUT(32, FIXED)}, {IN(16, FIXED)}, {KEY}}, NULL, run_hchacha20},
  {"chacha_init", {{CONTEXT(polycha_chacha_ctx)}, {NONCE(24)}, {KEY}}, NULL, run_chacha_init},
  {"chacha_update", {{CONTEXT(polycha_chacha_ctx)}, {OUT(0, PLUS_LEN)}, {TEXT(0)}}, prepare_chacha, run_chacha_update},
  {"chacha_seek", {{CONTEXT(polycha_chacha_ctx)}}, prepare_chacha, run_chacha_seek},
  {"poly1305", {{OUT(16, FIXED)}, {IN(0, PLUS_LEN)}, {KEY}}, NULL, run_poly1305},
  {"poly1305_verify", {{IN(16, FIXED)}, {IN(0, PLUS_LEN)}, {KEY}}, prepare_poly1305_verify, run_poly1305_verify},
  {"poly1305_init", {{CONTEXT(polycha_poly1305_ctx)}, {KEY}}, NULL, run_poly1305_init},
  {"poly1305_update", {{CONTEXT(polycha_poly1305_ctx)}, {IN(0, PLUS_LEN)}}, prepare_poly1305, run_poly1305_update},
  {"poly1305_final", {{CONTEXT(polycha_poly1305_ctx)}, {OUT(16, FIXED)}}, prepare_poly1305, run_poly1305_final},
  {"aead_init", {{CONTEXT(polycha_aead_ctx)}, {NONCE(24)}, {KEY}}, NULL, run_aead_init},
  {"aead_aad", {{CONTEXT(polycha_aead_ctx)}, {IN(0, PLUS_LEN)}}, prepare_aead, run_aead_aad},
  {"aead_encrypt", {{CONTEXT(polycha_aead_ctx)}, {OUT(0, PLUS_LEN)}, {TEXT(0)}}, prepare_aead, run_aead_encrypt},
  {"aead_tag", {{CONTEXT(polycha_aead_ctx)}, {OUT(16, FIXED)}}, prepare_aead, run_aead_tag},
  {"aead_decrypt", {{CONTEXT(polycha_aead_ctx)}, {OUT_OR_NULL}, {TEXT(0)}}, prepare_aead, run_aead_decrypt},
  {"aead_verify", {{CONTEXT(polycha_aead_ctx)}, {IN(16, FIXED)}}, prepare_aead_verify, run_aead_verify},
  {"jdk_chacha20_block", {{OUT(1024, FIXED)}, {JDK(ROLE_IN, 64, int32_t)}}, NULL, run_jdk_chacha20_block},
  {"jdk_poly1305_blocks",
   {{JDK(ROLE_IN_OUT, 40, int64_t)}, {IN(0, PLUS_WHOLE_BLOCKS)}, {JDK(ROLE_IN, 40, int64_t)}},
   prepare_jdk_poly1305_blocks,
   run_jdk_poly1305_blocks},
};
const size_t calls_total = sizeof calls / sizeof *calls;

size_t call_slots(const call *function)
{
  size_t total = 0;

  while (total < CALL_SLOTS_MAX && function->slots[total].role != ROLE_NONE)
    total++;
  return total;
}

size_t call_slot_bytes(const call *function, size_t slot, call_lengths lengths)
{
  const call_slot *s = &function->slots[slot];

  const size_t more[] = {
    [FIXED] = 0,
    [PLUS_LEN] = lengths.len,
    [PLUS_AAD_LEN] = lengths.aad_len,
    [PLUS_WHOLE_BLOCKS] = lengths.len - lengths.len % 16,
  };

  return s->bytes + more[s->size];
}

bool call_writes(const call *function, size_t slot)
{
  call_role role = function->slots[slot].role;

  return role == ROLE_OUT || role == ROLE_OUT_OR_NULL || role == ROLE_IN_OUT;
}

size_t call_slot_of(const call *function, call_role role)
{
  for (size_t slot = 0; slot < CALL_SLOTS_MAX; slot++)
    if (function->slots[slot].role == role)
      return slot;
  return CALL_SLOTS_MAX;
}

bool call_finds_backend(const call *function)
{
  return call_slot_of(function, ROLE_CONTEXT) == CALL_SLOTS_MAX || call_slot_of(function, ROLE_KEY) != CALL_SLOTS_MAX;
}

bool call_may_be_same(const call *function, size_t output, size_t other)
{
  size_t first = 0;

  while (first < CALL_SLOTS_MAX && !call_writes(function, first))
    first++;
  return output == first && function->slots[other].role == ROLE_TEXT;
}

call_buffers call_new_buffers(const call *function, call_lengths lengths)
{
  call_buffers buffers = {{0}};

  for (size_t slot = 0; slot < call_slots(function); slot++)
    buffers.at[slot] = suite_random_bytes(call_slot_bytes(function, slot, lengths));
  if (function->prepare)
    function->prepare(&buffers, lengths);
  return buffers;
}
