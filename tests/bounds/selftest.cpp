/* The rules of operations.cpp, by trying all words of four bits, in all intervals from 0. That a value lies in its interval is
 * checked by every operation itself. */
#include "checks.h"

namespace bounds
{

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

/* Everything that is wrong is said. */
void check_faults()
{
  const handle x = any(ALL - 1, 3), y = any(ALL - 1, 9), wide = any((mpz_class(1) << 52), 1);
  auto expect_fault = [](const char *part, const std::function<void()> &run) {
    if (!faults_with(part, run))
      report(std::string("not noticed: ") + part);
  };

  expect_fault("too long", [=] { used(add(x, any(1, 1), BITS), BITS); });
  expect_fault("too long", [=] { used(multiply(x, any(2, 1), BITS), BITS); });
  expect_fault("too long", [=] { used(shift_left(x, 1, BITS), BITS); });
  expect_fault("too long", [=] { shift_right(add(x, y, BITS), 1, BITS); });
  expect_fault("as many bits as the word has", [=] { shift_right(x, BITS, BITS); });
  expect_fault("a difference may be negative", [=] { subtract(any(8, 8), any(9, 0), BITS); });
  expect_fault("share bits", [=] { bit_or(x, y, BITS); });
  expect_fault("AND of two secrets", [=] { bit_and(x, y, BITS); });
  expect_fault("NOT of a secret", [=] { bit_not(x, BITS); });
  expect_fault("more than 1", [=] { negative(any(2, 1), BITS); });
  expect_fault("a comparison of secrets", [=] { less_than(x, y, BITS); });
  expect_fault("a comparison of secrets", [=] { less_than(add(x, y, BITS), any(ALL - 1, 9), BITS); });
  expect_fault("too long", [=] { less_than(add(add(x, y, BITS), any(1, 1), BITS), any(1, 1), BITS); });
  expect_fault("depends on a secret", [=] { known(any(1, 1)); });
  expect_fault("takes 32 bits", [=] { multiply_low_halves(wide, x); });
  expect_fault("takes 52 bits", [=] { multiply52(ZERO, wide, x, true); });
  expect_fault("x may be up to", [=] { below(x, ALL - 1, BITS, "x", "", 0); });
  expect_fault("is not set", [=] { below(UNSET, ALL, BITS, "x", "", 0); });
  expect_fault("relied on", [=] {
    if (most_of(below(any(1, 1), ALL, BITS, "x", "", 0)) == ALL - 1)
      report("what is stated is what is relied on");
  });
}

} // namespace

void check_numbers()
{
  reset(1);
  check_faults();
  for (int most_a = 0; most_a < ALL; most_a++)
    for (int a = 0; a <= most_a; a++) {
      for (int k = 1; k < BITS; k++)
        check_cut(any(most_a, a), k);
      for (int most_b = 0; most_b < ALL; most_b++)
        for (int b = 0; b <= most_b; b++)
          check_pair(most_a, a, most_b, b);
    }
}

} // namespace bounds
