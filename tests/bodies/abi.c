/* Every kernel and every public function keeps the registers that the ABI has it keep, and leaves no upper half of a
 * vector register filled, on both sides of every threshold. */
#include "../abi/abi.h"

#include <stdlib.h>
#include <string.h>

#include "../harness/backends.h"
#include "../harness/sanitized.h"
#include "../registry.h"
#include "calls.h"

#if defined(ABI_NAME) && !defined(MEMORY_SANITIZER)

typedef struct {
  const char *name;
  abi_function *run;
} changer;

#define NAME(word, name) [word] = #name,
#define NAME_VECTOR(word, name) [word] = #name, [word + 1] = #name,
#define CHANGER(word, name) {#name, abi_change_##name},

#ifdef __x86_64__

static const char *const names[ABI_WORDS] = {
  ABI_INTEGERS(NAME) ABI_VECTORS(NAME_VECTOR)[ABI_WORD_MXCSR] = "mxcsr",
  [ABI_WORD_X87] = "x87 control word",
  [ABI_WORD_FLAGS] = "direction flag",
};

static const changer changers[] = {
  ABI_INTEGERS(CHANGER) ABI_VECTORS(CHANGER){"mxcsr", abi_change_mxcsr},
  {"x87 control word", abi_change_x87},
  {"direction flag", abi_change_direction},
  {"ymm3", abi_change_ymm},
};

/* Rounding down, unlike anything that a function might set of its own accord; no exception is unmasked. */
static void set_modes(uint64_t *words)
{
  words[ABI_WORD_MXCSR] = 0x3f80;
  words[ABI_WORD_X87] = 0x077f;
  words[ABI_WORD_FLAGS] = 0;
}

/* The exceptions that have occurred are nobody's to keep. */
static void forget_volatile(uint64_t *words)
{
  words[ABI_WORD_MXCSR] &= ~UINT64_C(0x3f);
}

#else

static const char *const names[ABI_WORDS] = {ABI_INTEGERS(NAME) ABI_DOUBLES(NAME)[ABI_WORD_FPCR] = "fpcr"};

static const changer changers[] = {ABI_INTEGERS(CHANGER) ABI_DOUBLES(CHANGER){"fpcr", abi_change_fpcr}};

/* Rounding down. */
static void set_modes(uint64_t *words)
{
  words[ABI_WORD_FPCR] = 0x800000;
}

static void forget_volatile(uint64_t *words)
{
  (void)words;
}

#endif

static void prepare(abi_call *trial, abi_function *function)
{
  memset(trial, 0, sizeof *trial);
  trial->function = function;
  suite_fill_random(trial->before, sizeof trial->before);
  set_modes(trial->before);
#ifndef PCH_FRAMES_UNKNOWN /* that is at -O2 and -O3: below, GCC makes no vzeroupper, which is a matter of speed alone */
  trial->has_ymm = strstr(backends_features(), "avx2") != NULL;
#endif
}

/* How far the stack is from a multiple of 64, beyond the 16 that the ABIs promise: what is spilled must bear all of them. */
#define STACK_SHIFTS 4

__attribute__((noinline)) static void run_shifted(abi_call *trial, size_t shift)
{
  volatile char *space = __builtin_alloca(16 * shift + 16);

  *space = 0;
  abi_run(trial);
}

/* Runs it and says what it should have kept; NULL for nothing. */
static const char *changed(abi_call *trial, size_t shift)
{
  static const char *const ymm[16] = {"ymm0", "ymm1", "ymm2",  "ymm3",  "ymm4",  "ymm5",  "ymm6",  "ymm7",
                                      "ymm8", "ymm9", "ymm10", "ymm11", "ymm12", "ymm13", "ymm14", "ymm15"};

  run_shifted(trial, shift);
  forget_volatile(trial->before);
  forget_volatile(trial->after);
  for (size_t word = 0; word < ABI_WORDS; word++)
    if (names[word] && trial->before[word] != trial->after[word])
      return names[word];
  for (size_t i = 0; i < 16; i++)
    if (trial->ymm[i][2] | trial->ymm[i][3])
      return ymm[i];
  return NULL;
}

static void check(const char *name, abi_call *trial, size_t shift)
{
  const char *what = changed(trial, shift);

  if (what)
    suite_fail(__FILE__, __LINE__, "%s has changed %s (" ABI_NAME ")", name, what);
}

/* The trampoline sees what it is there to see, each of the registers, and nothing else. */
void abi_registers(void)
{
  abi_call trial;

  prepare(&trial, abi_change_allowed);
  check("a function that changes what it may", &trial, 0);
  for (size_t i = 0; i < sizeof changers / sizeof *changers; i++) {
    const char *what;

    prepare(&trial, changers[i].run);
    if (strncmp(changers[i].name, "ymm", 3) == 0 && !trial.has_ymm)
      continue;
    what = changed(&trial, 0);
    if (!what || strcmp(what, changers[i].name) != 0)
      suite_fail(__FILE__, __LINE__, "of %s: %s", changers[i].name, what ? what : "nothing seen");
  }
}

/* ---- On both sides of each threshold ---- */

#define LENGTHS_MAX 512

typedef struct {
  size_t at[LENGTHS_MAX];
  size_t total;
} length_list;

static int compare_lengths(const void *a, const void *b)
{
  size_t x = *(const size_t *)a, y = *(const size_t *)b;

  return (x > y) - (x < y);
}

/* And where a text crosses it with the 64 bytes of the Poly1305 key. */
static void add_around(length_list *list, size_t threshold)
{
  const size_t near[] = {threshold - 64, threshold - 63, threshold - 1, threshold, threshold + 1};

  for (size_t i = 0; i < sizeof near / sizeof *near; i++)
    if (near[i] <= threshold + 1) {
      CHECK(list->total < LENGTHS_MAX);
      list->at[list->total++] = near[i];
    }
}

static const pch_backend *whole_backend(void)
{
  for (size_t i = 0; i < backends_total(); i++)
    if (strcmp(backends_at(i)->name, suite_backend->name) == 0)
      return backends_at(i);
  suite_fail(__FILE__, __LINE__, "no backend %s", suite_backend->name);
}

/* From the tables of the backend under test. */
static length_list lengths_around_thresholds(void)
{
  const pch_backend *backend = whole_backend();
  length_list list = {.total = 0};
  size_t different = 0;

  add_around(&list, 16);
  for (const pch_chacha_rung *rung = backend->chacha; rung; rung = rung->over ? rung + 1 : NULL) {
    add_around(&list, rung->over);
    add_around(&list, rung->stride);
    add_around(&list, 2 * rung->stride);
  }
  for (const pch_chacha_rung *wide = backend->wide; wide; wide = wide->over ? wide + 1 : NULL) {
    add_around(&list, wide->over);
    add_around(&list, wide->stride);
  }
  for (const pch_poly_rung *rung = backend->poly; rung; rung = rung->over ? rung + 1 : NULL)
    add_around(&list, rung->over);
  for (const pch_transcript_rung *rung = backend->transcript; rung; rung = rung->over ? rung + 1 : NULL)
    add_around(&list, rung->over);
  if (backend->transcript)
    add_around(&list, backend->transcript_max);
  if (backend->seal) {
    add_around(&list, backend->seal_over);
    add_around(&list, backend->open_over);
    add_around(&list, backend->fused_first + backend->fused_stride);
    add_around(&list, backend->fused_first + 3 * backend->fused_stride);
  }
  qsort(list.at, list.total, sizeof *list.at, compare_lengths);
  for (size_t i = 0; i < list.total; i++)
    if (i == 0 || list.at[i] != list.at[different - 1])
      list.at[different++] = list.at[i];
  list.total = different;
  return list;
}

/* ---- The public functions ---- */

/* The arguments in order: a digit is the slot of calls.c with that number; the others are those of argument_word(). */
typedef struct {
  const char *name;
  abi_function *function;
  const char *arguments;
} signature;

#define SIGNATURE(name, arguments)                                                                                     \
  {                                                                                                                    \
#name, (abi_function *)polycha_##name, arguments                                                                   \
  }

static const signature signatures[] = {
  SIGNATURE(seal, "01l2a34"),           SIGNATURE(xseal, "01l2a34"),
  SIGNATURE(open, "01L2a34"),           SIGNATURE(xopen, "01L2a34"),
  SIGNATURE(seal_detached, "012l3a45"), SIGNATURE(xseal_detached, "012l3a45"),
  SIGNATURE(open_detached, "01l23a45"), SIGNATURE(xopen_detached, "01l23a45"),
  SIGNATURE(chacha20_xor, "01l2c3"),    SIGNATURE(hchacha20, "012"),
  SIGNATURE(chacha_init, "01nr2"),      SIGNATURE(chacha_update, "012l"),
  SIGNATURE(chacha_seek, "0lc"),        SIGNATURE(poly1305, "01l2"),
  SIGNATURE(poly1305_verify, "01l2"),   SIGNATURE(poly1305_init, "01"),
  SIGNATURE(poly1305_update, "01l"),    SIGNATURE(poly1305_final, "01"),
  SIGNATURE(aead_init, "01n2"),         SIGNATURE(aead_aad, "01l"),
  SIGNATURE(aead_encrypt, "012l"),      SIGNATURE(aead_tag, "01"),
  SIGNATURE(aead_decrypt, "012l"),      SIGNATURE(aead_verify, "01"),
  SIGNATURE(jdk_chacha20_block, "10"),  SIGNATURE(jdk_poly1305_blocks, "1b02"),
};

static uint64_t address(const void *p)
{
  return (uint64_t)(uintptr_t)p;
}

static uint64_t argument_word(char argument, const call_buffers *buffers, call_lengths lengths)
{
  switch (argument) {
  case 'l':
    return lengths.len;
  case 'L':
    return lengths.len + 16; /* with the tag */
  case 'a':
    return lengths.aad_len;
  case 'b':
    return lengths.len - lengths.len % 16;
  case 'n':
    return 24; /* bytes of nonce */
  case 'r':
    return 20; /* rounds */
  case 'c':
    return 7; /* a counter */
  default:
    return address(buffers->at[argument - '0']);
  }
}

static const signature *signature_of(const call *function)
{
  for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++)
    if (strcmp(signatures[i].name, function->name) == 0)
      return &signatures[i];
  suite_fail(__FILE__, __LINE__, "no signature of %s", function->name);
}

static void check_public(const call *function, call_lengths lengths)
{
  const signature *s = signature_of(function);
  const call_buffers buffers = call_new_buffers(function, lengths);
  abi_call trial;

  AT({function->name, lengths.len}, {"aad", lengths.aad_len});
  prepare(&trial, s->function);
  for (size_t i = 0; s->arguments[i]; i++)
    trial.arguments[i] = argument_word(s->arguments[i], &buffers, lengths);
  check(s->name, &trial, suite_random_below(STACK_SHIFTS));
  /* So that it was called as it should be. A status is 0; the JDK's block function counts bytes. */
  CHECK(strcmp(s->name, "jdk_chacha20_block") == 0 ? (int32_t)trial.result > 0 : (int32_t)trial.result == POLYCHA_OK);
}

void abi_calls(void)
{
  const length_list lengths = lengths_around_thresholds();
  static const size_t aad[] = {0, 13, PCH_TRANSCRIPT_AAD_MAX, PCH_TRANSCRIPT_AAD_MAX + 1};

  for (size_t i = 0; i < calls_total; i++)
    for (size_t l = 0; l < lengths.total; l++)
      for (size_t a = 0; a < (strchr(signature_of(&calls[i])->arguments, 'a') ? 4 : 1); a++)
        check_public(&calls[i], (call_lengths){lengths.at[l], aad[a]});
}

#define CHECK_FUNCTION(function, ...)                                                                                  \
  check_function(#function, (abi_function *)(function), (const uint64_t[8]){__VA_ARGS__})
static void check_function(const char *name, abi_function *function, const uint64_t arguments[8])
{
  abi_call trial;

  for (size_t shift = 0; shift < STACK_SHIFTS; shift++) {
    prepare(&trial, function);
    memcpy(trial.arguments, arguments, sizeof trial.arguments);
    check(name, &trial, shift);
  }
}

/* Those that take no buffers. The first of all asks CPUID, which writes to rbx. */
void abi_small(void)
{
  uint8_t bytes[300] = {0};

  backends_set(NULL);
  CHECK_FUNCTION(polycha_backend, 0);
  CHECK_FUNCTION(polycha_backend_use, 0);
  CHECK_FUNCTION(polycha_backend_use, address("portable"));
  CHECK_FUNCTION(polycha_backend_use, address("nonsense"));
  CHECK_FUNCTION(polycha_backend_count, 0);
  CHECK_FUNCTION(polycha_backend_name, 0);
  CHECK_FUNCTION(polycha_backend_usable, 0);
  CHECK_FUNCTION(polycha_build, 0);
  CHECK_FUNCTION(polycha_version, 0);
  CHECK_FUNCTION(polycha_strerror, 0);
  CHECK_FUNCTION(polycha_equal16, address(bytes), address(bytes + 100));
  CHECK_FUNCTION(polycha_wipe, address(bytes), sizeof bytes);
  backends_set(NULL);
}

/* ---- The kernels alone ---- */

static void check_chacha(const pch_chacha_rung *rung, size_t total, bool head)
{
  size_t len = total - (head ? 64 : 0);
  uint8_t *text = suite_random_bytes(len), first[64];
  uint32_t state[16];

  suite_fill_random(state, sizeof state);
  state[12] = 7;
  AT({"chacha", total}, {"head", head});
  CHECK_FUNCTION(rung->run, address(text), address(text), len, address(state), 10, head ? address(first) : 0);
}

static void check_poly(const pch_poly_rung *rung, size_t len)
{
  static const uint32_t clamp[4] = {0x0fffffff, 0x0ffffffc, 0x0ffffffc, 0x0ffffffc};
  pch_poly1305 p;

  memset(&p, 0, sizeof p);
  suite_fill_random(p.r, sizeof p.r);
  for (int i = 0; i < 4; i++)
    p.r[i] &= clamp[i];
  AT({"poly", len});
  CHECK_FUNCTION(rung->run, address(&p), address(suite_random_bytes(len)), len);
}

static void check_transcript(const pch_transcript_rung *rung, size_t len, size_t aad_len)
{
  uint8_t tag[16], *key = suite_random_bytes(32), *aad = suite_random_bytes(aad_len), *text = suite_random_bytes(len);

  AT({"transcript", len}, {"aad", aad_len});
  CHECK_FUNCTION(rung->run, address(tag), address(key), address(aad), aad_len, address(text), len);
}

static void check_fused(pch_fused_fn *run, size_t before, size_t len, size_t after)
{
  uint8_t *text = suite_random_bytes(before + len + after) + before;
  uint32_t state[16];
  pch_poly1305 p;

  memset(&p, 0, sizeof p);
  suite_fill_random(state, sizeof state);
  state[12] = 7;
  AT({"fused", len}, {"before", before}, {"after", after});
  CHECK_FUNCTION(run, address(&p), address(text), address(text), len, address(state), before, after);
}

static size_t round_up(size_t len, size_t unit)
{
  return len ? (len + unit - 1) / unit * unit : unit;
}

static void check_whole(size_t len)
{
  const pch_backend *backend = suite_backend;

  if (backend->seal) {
    size_t fused = round_up(len, backend->fused_stride), after = fused % 16 ? 0 : 128;

    for (size_t before = 0; before <= 1216; before += 608) {
      check_fused(backend->seal, before, fused, 0);
      check_fused(backend->seal, before, fused, after);
      check_fused(backend->open, before, fused, 0);
      check_fused(backend->open, before, fused, after);
    }
  } else {
    check_transcript(backend->transcript, len, 0);
    check_transcript(backend->transcript, len, 13);
    check_transcript(backend->transcript, len, PCH_TRANSCRIPT_AAD_MAX);
  }
}

void abi_kernels(void)
{
  const length_list lengths = lengths_around_thresholds();

  for (size_t i = 0; i < lengths.total; i++) {
    const pch_chacha_rung *chacha = suite_backend->chacha;
    size_t len = lengths.at[i], total = len <= chacha->stride ? (len ? len : 1) : round_up(len, chacha->stride);

    if (suite_rung_ladder == LADDER_CHACHA) {
      check_chacha(chacha, total, false);
      if (total >= 64)
        check_chacha(chacha, total, true);
    } else if (suite_rung_ladder == LADDER_POLY) {
      check_poly(suite_backend->poly, round_up(len, 16));
      check_poly(suite_backend->poly, round_up(len - len % 16, 16));
    } else {
      check_whole(len);
    }
  }
}

#else

#ifdef ABI_NAME
static const char reason[] = "MemorySanitizer does not know what assembly passes on";
#else
static const char reason[] = "no trampoline for this machine's ABI";
#endif

void abi_registers(void)
{
  suite_skip(reason);
}

void abi_calls(void)
{
  suite_skip(reason);
}

void abi_small(void)
{
  suite_skip(reason);
}

void abi_kernels(void)
{
  suite_skip(reason);
}

#endif
