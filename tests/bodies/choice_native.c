/* The choice of a backend: by the CPU, by the environment, by a call. */
#include <stdlib.h>
#include <string.h>

#include "../harness/apart.h"
#include "../harness/backends.h"
#include "../registry.h"
#include "calls.h"
#include "chacha20.h"
#include "cpu.h"
#include "dispatch.h"

static const char *const never_names[] = {"", "AVX2", "avx", "avx2 ", "avx512ifma,avx2", "portable\n", "nonsense"};

/* Best first; what the architecture has no kernels for is not compiled in. */
void choice_list(void)
{
#if defined(__x86_64__)
  static const char *const expected[] = {"avx512ifma", "avx512", "avx2", "ssse3", "portable"};
#elif defined(__aarch64__)
  static const char *const expected[] = {"neon", "portable"};
#elif defined(__wasm__)
  static const char *const expected[] = {"simd128", "portable"};
#else
  static const char *const expected[] = {"portable"};
#endif
  size_t total = sizeof expected / sizeof *expected;

  CHECK(strcmp(polycha_build(), "native") == 0);
  CHECK(polycha_backend_count() == total);
  for (size_t i = 0; i < total; i++) {
    AT({"backend", i});
    CHECK(strcmp(polycha_backend_name(i), expected[i]) == 0);
    CHECK(polycha_backend_usable(i) == ((pch_backends[i]->needs & ~pch_cpu_features()) == 0));
  }
  CHECK(polycha_backend_usable(total - 1) == 1);
  CHECK(polycha_backend_name(total) == NULL && polycha_backend_name(SIZE_MAX) == NULL);
  CHECK(polycha_backend_usable(total) == 0 && polycha_backend_usable(SIZE_MAX) == 0);
}

static const char *best(void)
{
  for (size_t i = 0;; i++)
    if (polycha_backend_usable(i))
      return polycha_backend_name(i);
}

void choice_use(void)
{
  for (size_t i = 0; i < polycha_backend_count(); i++) {
    const char *name = polycha_backend_name(i), *before = polycha_backend();
    bool usable = polycha_backend_usable(i);

    AT({"backend", i});
    CHECK_STATUS(polycha_backend_use(name), usable ? POLYCHA_OK : POLYCHA_ERR_BACKEND);
    CHECK(strcmp(polycha_backend(), usable ? name : before) == 0);
    for (size_t n = 0; n < sizeof never_names / sizeof *never_names; n++) {
      before = polycha_backend();
      CHECK_STATUS(polycha_backend_use(never_names[n]), POLYCHA_ERR_BACKEND);
      CHECK(strcmp(polycha_backend(), before) == 0);
    }
  }
  CHECK_STATUS(polycha_backend_use(NULL), POLYCHA_OK);
  CHECK(strcmp(polycha_backend(), best()) == 0);
}

/* ---- POLYCHA_BACKEND ---- */

/* All that computes says so, and writes nothing. */
static void check_all_refuse(void)
{
  call_lengths lengths = {100, 10};

  for (size_t i = 0; i < calls_total; i++) {
    const call *function = &calls[i];
    call_buffers buffers = {{0}};
    uint8_t *before[CALL_SLOTS_MAX];

    if (!call_finds_backend(function))
      continue;
    AT({function->name, i});
    for (size_t slot = 0; slot < call_slots(function); slot++) {
      size_t bytes = call_slot_bytes(function, slot, lengths);

      buffers.at[slot] = suite_bytes(bytes);
      memset(buffers.at[slot], 0, bytes);
      before[slot] = memcpy(suite_bytes(bytes), buffers.at[slot], bytes);
    }
    CHECK_STATUS(function->run(&buffers, lengths), POLYCHA_ERR_BACKEND);
    for (size_t slot = 0; slot < call_slots(function); slot++)
      CHECK_SAME(buffers.at[slot], before[slot], call_slot_bytes(function, slot, lengths));
  }
}

static void check_computes(void)
{
  uint8_t tag[16], key[32] = {0};

  CHECK_STATUS(polycha_poly1305(tag, NULL, 0, key), POLYCHA_OK);
}

static void with_environment(const char *value)
{
  const char *expected = value && *value ? value : best();

  apart_set_environment(value);
  /* As in a process that has not computed yet. */
  backends_set(NULL);
  check_computes();
  CHECK(strcmp(polycha_backend(), expected) == 0);
}

static void with_unusable_environment(const char *value)
{
  apart_set_environment(value);
  backends_set(NULL);
  check_all_refuse();
  CHECK(polycha_backend() == NULL);
  check_all_refuse();
  CHECK_STATUS(polycha_backend_use("nonsense"), POLYCHA_ERR_BACKEND);
  CHECK(polycha_backend() == NULL);
  CHECK_STATUS(polycha_backend_use("portable"), POLYCHA_OK);
  check_computes();
  CHECK_STATUS(polycha_backend_use(NULL), POLYCHA_OK);
  CHECK(strcmp(polycha_backend(), best()) == 0);
  check_computes();
}

void choice_environment(void)
{
  apart(with_environment, NULL);
  apart(with_environment, "");
  for (size_t i = 0; i < polycha_backend_count(); i++)
    apart(polycha_backend_usable(i) ? with_environment : with_unusable_environment, polycha_backend_name(i));
  for (size_t n = 1; n < sizeof never_names / sizeof *never_names; n++)
    apart(with_unusable_environment, never_names[n]);
}

/* ---- Who is called ---- */

static size_t chacha_calls, poly_calls;

static void counting_chacha(uint8_t *dst, const uint8_t *src, size_t len, const uint32_t state[16],
                            unsigned double_rounds, uint8_t head[64])
{
  chacha_calls++;
  pch_backend_portable.chacha->run(dst, src, len, state, double_rounds, head);
}

static void counting_poly(pch_poly1305 *p, const uint8_t *text, size_t len)
{
  poly_calls++;
  pch_backend_portable.poly->run(p, text, len);
}

/* A context keeps the backend that it was initialised with, whatever is active later. */
void choice_is_kept(void)
{
  static const pch_chacha_rung chacha[] = {{0, 64, counting_chacha, 0}};
  static const pch_poly_rung poly[] = {{0, counting_poly, 0}};
  static const pch_backend counting = {.name = "counting", .jdk_bytes = 64, .chacha = chacha, .poly = poly};
  uint8_t text[200] = {0}, tag[16], key[32] = {0}, nonce[12] = {0};
  polycha_chacha_ctx stream;
  polycha_poly1305_ctx authenticator;
  polycha_aead_ctx aead;

  pch_backend_set(&counting);
  CHECK_STATUS(polycha_chacha_init(&stream, nonce, 12, 20, key), POLYCHA_OK);
  CHECK_STATUS(polycha_poly1305_init(&authenticator, key), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_init(&aead, nonce, 12, key), POLYCHA_OK);
  CHECK_STATUS(polycha_backend_use("portable"), POLYCHA_OK);
  chacha_calls = poly_calls = 0;
  CHECK_STATUS(polycha_seal_detached(text, tag, text, sizeof text, NULL, 0, nonce, key), POLYCHA_OK);
  CHECK(chacha_calls == 0 && poly_calls == 0);
  CHECK_STATUS(polycha_chacha_update(&stream, text, text, sizeof text), POLYCHA_OK);
  CHECK(chacha_calls > 0 && poly_calls == 0);
  chacha_calls = 0;
  CHECK_STATUS(polycha_poly1305_update(&authenticator, text, sizeof text), POLYCHA_OK);
  CHECK(chacha_calls == 0 && poly_calls > 0);
  poly_calls = 0;
  CHECK_STATUS(polycha_aead_encrypt(&aead, text, text, sizeof text), POLYCHA_OK);
  CHECK(chacha_calls > 0 && poly_calls > 0);
}

/* ---- The tables ---- */

void choice_tables(void)
{
  for (size_t i = 0; i < pch_backend_total; i++) {
    const pch_backend *backend = pch_backends[i];

#ifdef __wasm__ /* an engine that lacks what a module needs does not load it */
    CHECK(backend->needs == 0);
#else
    CHECK((backend->needs == 0) == (backend == &pch_backend_portable));
#endif
    AT({backend->name, i});
    CHECK(!backend->seal == !backend->open);
    CHECK(backend->fused_frame <= PCH_FRAME_MAX);
    if (backend->seal) {
      CHECK(backend->fused_stride == 1 || (backend->fused_stride && backend->fused_stride % 64 == 0));
      CHECK(backend->fused_first % 64 == 0);
      CHECK(backend->fused_pass % 64 == 0 && (!backend->fused_pass || backend->fused_stride == 1));
      CHECK(backend->fused_first <= PCH_STRIDE_MAX - 64);
      CHECK(backend->fused_first + backend->fused_stride <= backend->seal_over + 1);
      CHECK(backend->fused_first + backend->fused_stride <= backend->open_over + 1);
      CHECK(!backend->wide || backend->fused_stride == backend->chacha->stride);
      for (size_t odd = 1; backend->wide && odd <= backend->fused_first % backend->fused_stride; odd++) {
        const pch_chacha_rung *wide = pch_chacha_wide_for(backend, 64 + odd);

        AT({backend->name, i}, {"odd", odd});
        CHECK(!wide || wide->stride - 64 <= backend->fused_first);
      }
    }
    CHECK(backend->jdk_bytes && backend->jdk_bytes % 64 == 0 && backend->jdk_bytes <= 1024);
    for (const pch_chacha_rung *wide = backend->wide; wide; wide++) {
      AT({backend->name, i}, {"wide over", wide->over});
      CHECK(wide->stride > backend->chacha->stride + wide->over && wide->stride <= PCH_STRIDE_MAX);
      CHECK(wide->run && wide->stride % 64 == 0 && wide->frame <= PCH_FRAME_MAX);
      if (wide->over == 0)
        break;
      CHECK(wide[1].over < wide->over && wide[1].stride < wide->stride);
    }
    for (const pch_chacha_rung *rung = backend->chacha;; rung++) {
      AT({backend->name, i}, {"chacha over", rung->over});
      CHECK(rung->run && rung->stride && rung->stride % 64 == 0 && rung->stride <= PCH_STRIDE_MAX);
      CHECK(rung->frame <= PCH_FRAME_MAX);
      if (rung->over == 0)
        break;
      CHECK(rung[1].over < rung->over);
    }
    for (const pch_poly_rung *rung = backend->poly;; rung++) {
      AT({backend->name, i}, {"poly over", rung->over});
      CHECK(rung->run && rung->frame <= PCH_FRAME_MAX);
      if (rung->over == 0)
        break;
      CHECK(rung[1].over < rung->over);
    }
    for (const pch_transcript_rung *rung = backend->transcript; rung; rung++) {
      AT({backend->name, i}, {"transcript over", rung->over});
      CHECK(rung->run && rung->frame <= PCH_FRAME_MAX);
      if (rung->over == 0)
        break;
      CHECK(rung[1].over < rung->over);
    }
  }
}
