/* The choice of backend in the native build: the best that the CPU can run, or the one that the user names. */
#define _GNU_SOURCE /* secure_getenv */
#include "dispatch.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "polycha.h"

const pch_backend *const pch_backends[] = {
#ifdef PCH_HAVE_AVX512IFMA
  &pch_backend_avx512ifma,
#endif
#ifdef PCH_HAVE_AVX512
  &pch_backend_avx512,
#endif
#ifdef PCH_HAVE_AVX2
  &pch_backend_avx2,
#endif
#ifdef PCH_HAVE_SSSE3
  &pch_backend_ssse3,
#endif
#ifdef PCH_HAVE_NEON
  &pch_backend_neon,
#endif
#ifdef PCH_HAVE_SIMD128
  &pch_backend_simd128,
#endif
  &pch_backend_portable,
};
const size_t pch_backend_total = sizeof pch_backends / sizeof *pch_backends;

/* Stands for a name in POLYCHA_BACKEND that cannot be used. */
static const pch_backend none;

/* The backend in use; NULL before the first call. Tables are constant, so the pointer needs no order with other memory. */
static const pch_backend *_Atomic active;

static bool usable(const pch_backend *backend, uint32_t features)
{
  return (backend->needs & ~features) == 0;
}

/* The backend of that name, or the best for NULL. &none if it is unknown or the CPU cannot run it. */
static const pch_backend *find(const char *name)
{
  uint32_t features = pch_cpu_features();

  for (size_t i = 0; i < pch_backend_total; i++)
    if ((!name || strcmp(name, pch_backends[i]->name) == 0) && usable(pch_backends[i], features))
      return pch_backends[i];
  return &none;
}

/* A process that runs with more rights than its caller must not be steered by the caller's environment. */
static const char *environment_choice(void)
{
#ifdef PCH_HAVE_SECURE_GETENV
  const char *name = secure_getenv("POLYCHA_BACKEND");
#else
  const char *name = getenv("POLYCHA_BACKEND");
#endif

  return name && *name ? name : NULL;
}

/* The first call of all, or several at once: whichever stores first wins, and polycha_backend_use is never undone. */
static const pch_backend *choose(void)
{
  const pch_backend *before = NULL, *choice = find(environment_choice());

  return atomic_compare_exchange_strong(&active, &before, choice) ? choice : before;
}

const pch_backend *pch_backend_active(void)
{
  const pch_backend *backend = atomic_load_explicit(&active, memory_order_relaxed);

  if (!backend)
    backend = choose();
  return backend == &none ? NULL : backend;
}

void pch_backend_set(const pch_backend *backend)
{
  atomic_store(&active, backend);
}

const char *polycha_build(void)
{
  return "native";
}

size_t polycha_backend_count(void)
{
  return pch_backend_total;
}

const char *polycha_backend_name(size_t i)
{
  return i < pch_backend_total ? pch_backends[i]->name : NULL;
}

int polycha_backend_usable(size_t i)
{
  return i < pch_backend_total && usable(pch_backends[i], pch_cpu_features());
}

const char *polycha_backend(void)
{
  const pch_backend *backend = pch_backend_active();

  return backend ? backend->name : NULL;
}

polycha_status polycha_backend_use(const char *name)
{
  const pch_backend *backend = find(name);

  if (backend == &none)
    return POLYCHA_ERR_BACKEND;
  pch_backend_set(backend);
  return POLYCHA_OK;
}
