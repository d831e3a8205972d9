/* What the checks of kernels, core and tags share: inputs that are any input, and what should come out. */
#ifndef BOUNDS_CHECKS_H
#define BOUNDS_CHECKS_H

#include <functional>

#include "engine.h"
#include "report.h"
#include "prelude.h"
#include "poly1305.h"

namespace bounds
{

/* Begins what is about the kernel of that name. False: it is not among those that were asked for. */
bool begin(const std::string &name);
extern std::string chosen;

/* ---- inputs: intervals that hold all, and in each one true value ---- */

typedef std::vector<uint8_t> message;
enum corner { LARGEST, SMALLEST, RANDOM, EDGES, CORNERS };

mpz_class value_at(corner c, const mpz_class &most);
message any_bytes(size_t len, corner c);
/* With a key that the text has clamped, and any h that the contract of backend.h allows. Forgets all that was before. */
pch_poly1305 any_state(corner c);
void forget_all();

/* Runs what is to be looked at. */
void call(const std::function<void()> &run);

/* ---- what comes out, once as a value and once as a residue ---- */

typedef mpz_class view(handle);
extern view *const views[2];

mpz_class bytes_seen(view *see, const uint8_t *bytes, size_t len);

template <size_t N, class T> mpz_class limbs_seen(view *see, const T (&limb)[N], int apart)
{
  mpz_class x = 0;
  for (size_t i = 0; i < N; i++)
    x += see(limb[i].id) << (mp_bitcnt_t)(apart * (int)i);
  return x;
}

/* RFC 8439 section 2.5: h after the whole blocks of a message, and a last one that is padded: with a 1 bit, or with zeros as in
 * the AEAD. */
mpz_class polynomial(view *see, mpz_class h, const mpz_class &r, const uint8_t *msg, size_t len, bool zeros = false);
void compare(view *see, const mpz_class &is, const mpz_class &should_be);
/* p is what the message has made of `before`, and as backend.h wants it. */
void check_state(pch_poly1305 *p, const pch_poly1305 &before, const uint8_t *msg, size_t len);
/* h is what has been compared already. */
void check_tag(const uint8_t (&tag)[16], const mpz_class &h, const mpz_class &s);

/* ---- the checks ---- */

void check_numbers(); /* selftest.cpp */
void check_kernels(); /* kernels.cpp: of every backend */
void check_core();    /* core.cpp: the last block, the tag, and the function with the JDK's shape */
void print_tag_problem(const std::string &text); /* tags.cpp, for Z3: of "core" or "x86" */

} // namespace bounds

#endif
