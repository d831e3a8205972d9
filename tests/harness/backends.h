/* What the build under test offers: backends_native.c or backends_portable.c. */
#ifndef BACKENDS_H
#define BACKENDS_H

#include "suite.h"

size_t backends_total(void);
const pch_backend *backends_at(size_t i);
bool backends_usable(size_t i);

/* Makes it the active one. Nothing to do where there is only one. */
void backends_set(const pch_backend *backend);

/* A backend with one of its rungs alone in a ladder of one row, and its other ladder as it is; or with both ladders,
 * and one of its kernels for whole messages for every length. */
typedef struct {
  pch_backend backend;
  pch_chacha_rung chacha;
  pch_poly_rung poly;
  pch_transcript_rung transcript;
  suite_ladder ladder;
  char name[24]; /* "chacha>256", "wide>0", "poly>0", "transcript>0", "radix26", "fused" */
} backends_rung;

/* The rungs of backend i: its ChaCha ladder, its Poly1305 ladder, with portable every Poly1305 kernel in plain C, and
 * the kernels for whole messages that it has. */
size_t backends_rung_total(size_t i);

/* Filled in place, since it points into itself. */
void backends_rung_at(size_t i, size_t rung, backends_rung *out);

/* The names of all features that this CPU has, of ssse3 avx2 avx512 ifma neon, in this order; "none" for none, "-" if the build
 * does not look for any. */
const char *backends_features(void);

/* Around what an oracle computes: sets the portable backend, and back to the one under test. */
void backends_use_oracle(void);
void backends_use_tested(void);

#endif
