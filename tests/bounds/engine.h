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
const mpz_class &least_of(handle a);
const mpz_class &most_of(handle a);
mpz_class value_of(handle a);
mpz_class residue_of(handle a);
uint64_t operations();

/* 2^130 - 5 */
const mpz_class &prime();
mpz_class random_residue();

/* For Z3: all numbers so far, and one of them. */
enum { SMT_BITS = 192 };
bool smt_wanted();
std::string literal(const mpz_class &x);
std::string term(handle a);
std::string definitions();

/* report.cpp: a broken rule; every interval that an operation yields; a bound that a text states. */
void fault(const char *text);
void fault(const char *format, const std::string &detail);
void fault(const char *format, const char *text, const std::string &detail);
void note(const mpz_class &least, const mpz_class &most);
void record(const char *file, int line, const char *text, int bits, const mpz_class &most, const mpz_class &limit);
std::string log2_text(const mpz_class &x);

} // namespace bounds

#endif
