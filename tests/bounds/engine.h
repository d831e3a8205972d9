/* What the program asks of the numbers in number.cpp, and what they tell it. */
#ifndef BOUNDS_ENGINE_H
#define BOUNDS_ENGINE_H

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <gmpxx.h>

#include "words.h"

namespace bounds
{

/* Forgets all numbers. seed: of the residues. */
void reset(unsigned seed);

/* A number from least to most, of which `value` is one. */
handle any(const mpz_class &most, const mpz_class &value, const mpz_class &least = 0);
bool is_unset(handle a);
bool is_known(handle a);
/* As an operand of an operation. */
handle used(handle a, int bits);
const mpz_class &most_of(handle a);
mpz_class value_of(handle a);
mpz_class residue_of(handle a);
uint64_t operations();

/* 2^130 - 5 */
const mpz_class &prime();

/* Are numbers kept as terms, for Z3? All so far, and one of them. */
extern bool smt;
enum { SMT_BITS = 192 };
std::string literal(const mpz_class &x);
std::string term(handle a);
std::string definitions();

} // namespace bounds

#endif
