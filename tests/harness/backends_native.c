/* The build that chooses between backends. */
#include "backends.h"

#include <stdio.h>
#include <string.h>

#include "cpu.h"
#include "dispatch.h"

static const struct {
  const char *name;
  uint32_t bit;
} features[] = {
  {"ssse3", PCH_CPU_SSSE3}, {"avx2", PCH_CPU_AVX2}, {"avx512", PCH_CPU_AVX512},
  {"ifma", PCH_CPU_IFMA},   {"neon", PCH_CPU_NEON},
};

static const struct {
  const char *name;
  pch_poly_fn *run;
} portable_poly[] = {
  {"radix26", pch_poly1305_radix26}, {"radix26x2", pch_poly1305_radix26x2},
  {"radix32", pch_poly1305_radix32}, {"radix32-wide", pch_poly1305_radix32_wide},
#ifdef __SIZEOF_INT128__
  {"radix64", pch_poly1305_radix64}, {"radix64x2", pch_poly1305_radix64x2},
#endif
};

size_t backends_total(void)
{
  return pch_backend_total;
}

const pch_backend *backends_at(size_t i)
{
  return i < pch_backend_total ? pch_backends[i] : NULL;
}

bool backends_usable(size_t i)
{
  return polycha_backend_usable(i);
}

void backends_set(const pch_backend *backend)
{
  pch_backend_set(backend);
}

static size_t chacha_rows(const pch_chacha_rung *ladder)
{
  size_t total = 0;

  if (ladder)
    while (ladder[total++].over)
      ;
  return total;
}

/* And the wide ones, last. */
static size_t chacha_rungs(const pch_backend *backend)
{
  return chacha_rows(backend->chacha) + chacha_rows(backend->wide);
}

static size_t poly_rungs(const pch_backend *backend)
{
  size_t total = 1;

  while (backend->poly[total - 1].over)
    total++;
  return total;
}

static size_t transcript_rungs(const pch_backend *backend)
{
  size_t total = 0;

  if (backend->transcript)
    while (backend->transcript[total++].over)
      ;
  return total;
}

size_t backends_rung_total(size_t i)
{
  const pch_backend *backend = pch_backends[i];
  size_t extra = backend == &pch_backend_portable ? sizeof portable_poly / sizeof *portable_poly : 0;

  return chacha_rungs(backend) + poly_rungs(backend) + extra + transcript_rungs(backend) + (backend->seal != NULL);
}

/* The whole-message kernels, for every length: the last of a backend's rungs. `from_last` counts from the fused ones, if there
 * are any, through the transcripts to the first of these. */
static void whole_rung(const pch_backend *backend, size_t from_last, backends_rung *out)
{
  out->ladder = LADDER_BOTH;
  if (backend->seal && from_last == 0) {
    out->backend.seal = backend->seal;
    out->backend.open = backend->open;
    out->backend.seal_over = out->backend.open_over = backend->fused_first + backend->fused_stride - 1;
    snprintf(out->name, sizeof out->name, "fused");
  } else {
    out->transcript = backend->transcript[transcript_rungs(backend) - 1 - (from_last - (backend->seal != NULL))];
    snprintf(out->name, sizeof out->name, "transcript>%zu", out->transcript.over);
    out->transcript.over = 0;
    out->backend.transcript = &out->transcript;
    out->backend.transcript_max = SIZE_MAX;
  }
}

void backends_rung_at(size_t i, size_t rung, backends_rung *out)
{
  const pch_backend *backend = pch_backends[i];
  size_t from_last = backends_rung_total(i) - 1 - rung;

  out->backend = *backend;
  out->backend.seal = out->backend.open = NULL;
  out->backend.transcript = NULL;
  if (from_last < (backend->seal != NULL) + transcript_rungs(backend)) {
    whole_rung(backend, from_last, out);
    return;
  }
  if (rung < chacha_rungs(backend)) {
    out->ladder = LADDER_CHACHA;
    const size_t rows = chacha_rows(backend->chacha);

    out->chacha = rung < rows ? backend->chacha[rung] : backend->wide[rung - rows];
    out->backend.wide = NULL;
    snprintf(out->name, sizeof out->name, "%s>%zu", rung < rows ? "chacha" : "wide", out->chacha.over);
    out->chacha.over = 0;
    out->backend.chacha = &out->chacha;
    return;
  }
  rung -= chacha_rungs(backend);
  out->ladder = LADDER_POLY;
  if (rung < poly_rungs(backend)) {
    out->poly = backend->poly[rung];
    snprintf(out->name, sizeof out->name, "poly>%zu", out->poly.over);
  } else {
    rung -= poly_rungs(backend);
    out->poly = (pch_poly_rung){.run = portable_poly[rung].run, .frame = PCH_FRAME_MAX};
    snprintf(out->name, sizeof out->name, "%s", portable_poly[rung].name);
  }
  out->poly.over = 0;
  out->backend.poly = &out->poly;
}

const char *backends_features(void)
{
  static char names[64];
  uint32_t present = pch_cpu_features();

  names[0] = '\0';
  for (size_t i = 0; i < sizeof features / sizeof *features; i++)
    if (present & features[i].bit) {
      if (names[0])
        strcat(names, " ");
      strcat(names, features[i].name);
    }
  return names[0] ? names : "none";
}

void backends_use_oracle(void)
{
  pch_backend_set(&pch_backend_portable);
}

void backends_use_tested(void)
{
  pch_backend_set(suite_backend);
}
