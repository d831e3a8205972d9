/* Inside the engine: the tables of numbers, and of what they are made of. */
#ifndef BOUNDS_TABLES_H
#define BOUNDS_TABLES_H

#include <initializer_list>
#include <map>
#include <unordered_map>

#include "engine.h"
#include "report.h"

namespace bounds
{

/* Bits [from, from + width) of an origin, at bit `at` of a number. */
struct part {
  uint32_t origin;
  int from, width, at;
  bool operator<(const part &other) const
  {
    return std::tie(origin, from, width, at) < std::tie(other.origin, other.from, other.width, other.at);
  }
  bool operator==(const part &other) const
  {
    return !(*this < other) && !(other < *this);
  }
};
typedef std::vector<part> parts;

/* The result of an operation that is not just a choice of bits. */
struct origin {
  mpz_class least, most, value, residue;
  int length;            /* bits of most */
  std::string operation; /* as an SMT-LIB term; empty: anything from least to most */
  handle addend[2] = {UNSET, UNSET};
  int wrap = 0;             /* of a sum: the bits of its word */
  bool accounted = false;   /* what is above them has been looked at */
  handle mask_bit = UNSET;  /* all ones or zero, as this bit says */
  handle chosen_by = UNSET; /* the mask by which this was ANDed */
  bool mask_inverted = false;
  std::map<int, mpz_class> high; /* residue of value >> k */
};

struct number {
  parts bits;
  mpz_class least, most;
  bool unset = false;
};

/* Numbered from LASTING on: what outlives a call, since the texts have constants in static tables. */
enum : uint32_t { LASTING = 1u << 31 };

template <class T> struct table {
  std::vector<T> fleeting, lasting;

  T &operator[](uint32_t i)
  {
    return i >= LASTING ? lasting[i - LASTING] : fleeting[i];
  }
  uint32_t push(T &&item)
  {
    fleeting.push_back(std::move(item));
    return (uint32_t)fleeting.size() - 1;
  }
};

/* The tables, made before those of the kernels are. */
struct tables {
  table<origin> origins;
  table<number> numbers;
  std::unordered_map<const void *, handle> bytes;
  std::map<std::pair<parts, parts>, handle> products;
  std::unordered_map<uint64_t, handle> constants;
  gmp_randclass dice{gmp_randinit_default};
  uint64_t operations = 0;

  tables()
  {
    numbers.push({});
    numbers.push({});
    numbers[UNSET].unset = true;
  }
};
tables &all();

int length(const mpz_class &x);
mpz_class mod_p(const mpz_class &x);
mpz_class low_bits(const mpz_class &x, int count);
mpz_class shifted(const mpz_class &x, int count);
mpz_class high_residue(origin &o, int k);
void add_part(const part &p, mpz_class &least, mpz_class &most);
handle keep(parts bits);
handle whole(origin o);
origin *whole_origin(handle a);
parts cut(const parts &bits, int from, int to);
handle moved(const parts &bits, int by);
bool disjoint(const parts &a, const parts &b);
handle joined(parts a, const parts &b);
bool is_accounted(handle a);
bool unset(handle a, handle b = ZERO);
std::string operation(const char *name, std::initializer_list<handle> operands);
bool contains(const parts &a, const parts &b);
bool same_bits(handle a, handle b);

} // namespace bounds

#endif
