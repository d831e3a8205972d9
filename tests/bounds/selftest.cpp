/* The rules of operations.cpp, by trying all words of four bits, in all intervals from 0. That a value lies in its interval is
 * checked by every operation itself. */
#include "selftest.h"

#include "engine.h"
#include "report.h"

using namespace bounds;

namespace
{

enum { BITS = 4, ALL = 1 << BITS };

void expect(const char *what, handle is, int should_be)
{
  if (value_of(is) != should_be)
    report(std::string(what) + " is wrong");
}

/* high 2^k + low is x, for the residues too. */
void check_cut(handle x, int k)
{
  handle high = shift_right(x, (unsigned)k, BITS), low = bit_and(x, constant((1u << k) - 1), BITS);
  mpz_class power = mpz_class(1) << k;
  if (value_of(high) * power + value_of(low) != value_of(x) ||
      (residue_of(high) * power + residue_of(low) - residue_of(x)) % prime() != 0)
    report("a number is not the sum of its parts");
}

void check_pair(int most_a, int a, int most_b, int b)
{
  handle x = any(most_a, a), y = any(most_b, b), sum = add(x, y, BITS), carry = less_than(sum, y, BITS);
  expect("a carry", carry, a + b >= ALL);
  expect("a sum", used(sum, BITS), (a + b) % ALL);
  if ((residue_of(used(sum, BITS)) + residue_of(carry) * ALL - residue_of(x) - residue_of(y)) % prime() != 0)
    report("a sum is not that of its residues");
  expect("a product", multiply(x, y, 2 * BITS), a * b);
  expect("an OR", bit_or(x, shift_left(y, BITS, 2 * BITS), 2 * BITS), a | b << BITS);
  handle bit = bit_and(y, constant(1), BITS), mask = negative(bit, BITS);
  handle chosen = bit_or(bit_and(x, bit_not(mask, BITS), BITS), bit_and(y, mask, BITS), BITS);
  expect("a choice by masks", chosen, b % 2 ? b : a);
  expect("a choice", select_bit(y, 1, x, y), b & 2 ? a : b);
  if (most_a >= most_b && most_a == a)
    expect("a difference", subtract(constant(ALL), y, 2 * BITS), ALL - b);
}

} // namespace

void check_numbers()
{
  reset(1);
  for (int most_a = 0; most_a < ALL; most_a++)
    for (int a = 0; a <= most_a; a++) {
      for (int k = 1; k < BITS; k++)
        check_cut(any(most_a, a), k);
      for (int most_b = 0; most_b < ALL; most_b++)
        for (int b = 0; b <= most_b; b++)
          check_pair(most_a, a, most_b, b);
    }
}
