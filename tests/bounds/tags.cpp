/* What intervals cannot show of a tag: that it is reduced fully. Z3 does, see smt.cpp. */
#include <cstdio>

#include "checks.h"
#include "poly1305_x86_steps.h"

namespace bounds
{

/* Of H = h[0] + h[1] 2^64 + h[2] 2^128 + h[3], where only x86's text has an h[3]. */
static void tag_of(const std::string &text, uint8_t tag[16], const handle h[4], const uint8_t s[16])
{
  uint64_t word[4];
  for (int i = 0; i < 4; i++)
    word[i] = uint64_t::of(h[i]);
  if (text == "core")
    pch_poly1305_finish(tag, {word[0], word[1], word[2]}, {pch_load64(s), pch_load64(s + 8)});
  else
    poly_tag(tag, {word[0], word[1], word[2], word[3]}, s);
}

static std::string sum_of_bytes(const uint8_t (&bytes)[16])
{
  std::string sum = literal(0);
  for (int i = 0; i < 16; i++)
    sum = "(bvadd " + sum + " (bvshl " + term(used(byte_at(bytes + i), 8)) + " " + literal(8 * i) + "))";
  return sum;
}

/* The opposite of: the tag is (H mod p) + s. H = k 2^130 + rest = k p + F with F = 5 k + rest, which Z3 shows to be below 2 p. */
void print_tag_problem(const std::string &text)
{
  const mpz_class full = (mpz_class(1) << 64) - 1;
  smt = true;
  reset(1);
  const std::string sort = " () (_ BitVec " + std::to_string(SMT_BITS) + ") ", p = literal(prime());
  handle h[4];
  for (int i = 0; i < 4; i++)
    h[i] = i == 3 && text == "core" ? (handle)ZERO : any(full, 0);
  uint8_t s[16], tag[16];
  for (uint8_t &byte : s)
    set_byte(&byte, any(255, 0));
  tag_of(text, tag, h, s);
  printf("(set-logic QF_BV)\n%s", definitions().c_str());
  printf("(define-fun H%s(bvadd (bvadd %s (bvshl %s %s)) (bvadd (bvshl %s %s) %s)))\n", sort.c_str(),
         term(h[0]).c_str(), term(h[1]).c_str(), literal(64).c_str(), term(h[2]).c_str(), literal(128).c_str(),
         term(h[3]).c_str());
  printf("(define-fun F%s(bvadd (bvand H %s) (bvmul %s (bvlshr H %s))))\n", sort.c_str(),
         literal((mpz_class(1) << 130) - 1).c_str(), literal(5).c_str(), literal(130).c_str());
  printf("(define-fun R%s(ite (bvuge F %s) (bvsub F %s) F))\n", sort.c_str(), p.c_str(), p.c_str());
  printf("(assert (not (and (bvult R %s) (= %s (bvand (bvadd R %s) %s)))))\n(check-sat)\n", p.c_str(),
         sum_of_bytes(tag).c_str(), sum_of_bytes(s).c_str(), literal((mpz_class(1) << 128) - 1).c_str());
}

} // namespace bounds
