/* C's operations on numbers, and those of vectors. number.cpp says what they may do. */
#include "tables.h"

namespace bounds
{

handle widen(handle a, int bits)
{
  return used(a, bits);
}

handle narrow(handle a, int bits)
{
  if (all().numbers[a].unset)
    return a;
  if (all().numbers[a].least < 0) {
    report("a number that may be negative is narrowed");
    return a;
  }
  return keep(cut(all().numbers[a].bits, 0, bits));
}

handle add(handle a, handle b, int bits)
{
  if (unset(a, b))
    return UNSET;
  /* A sum may be added to that is too long, or negative: modulo 2^bits the order does not matter. */
  if (is_accounted(a))
    a = used(a, bits);
  if (is_accounted(b))
    b = used(b, bits);
  if (a == ZERO || b == ZERO)
    return a == ZERO ? b : a;
  if (is_known(a) && is_known(b) && mpz_class(all().numbers[a].most + all().numbers[b].most) < (mpz_class(1) << 64))
    return constant(known(a) + known(b));
  if (all().numbers[a].least >= 0 && all().numbers[b].least >= 0 &&
      disjoint(all().numbers[a].bits, all().numbers[b].bits))
    return joined(all().numbers[a].bits, all().numbers[b].bits);
  origin o;
  o.least = all().numbers[a].least + all().numbers[b].least;
  o.most = all().numbers[a].most + all().numbers[b].most;
  o.value = value_of(a) + value_of(b);
  o.residue = mod_p(residue_of(a) + residue_of(b));
  o.operation = operation("bvadd", {a, b});
  o.addend[0] = a;
  o.addend[1] = b;
  o.wrap = bits;
  return whole(std::move(o));
}

handle subtract(handle a, handle b, int bits)
{
  if (unset(a, b))
    return UNSET;
  a = used(a, bits);
  b = used(b, bits);
  if (is_known(a) && is_known(b) && bits <= 64) /* what is public may wrap: it is known what comes out */
    return narrow(constant(known(a) - known(b)), bits);
  if (a == ZERO)
    return negative(b, bits);
  if (all().numbers[a].least < all().numbers[b].most)
    report("a difference may be negative");
  origin o;
  o.least = all().numbers[a].least - all().numbers[b].most;
  o.most = all().numbers[a].most - all().numbers[b].least;
  o.value = value_of(a) - value_of(b);
  o.residue = mod_p(residue_of(a) - residue_of(b));
  o.operation = operation("bvsub", {a, b});
  if (o.least < 0)
    return ZERO;
  return whole(std::move(o));
}

handle multiply(handle a, handle b, int bits)
{
  if (unset(a, b))
    return UNSET;
  a = used(a, bits);
  b = used(b, bits);
  if (a == ZERO || b == ZERO)
    return ZERO;
  if (is_known(a) && all().numbers[a].most == 1)
    return b;
  if (is_known(b) && all().numbers[b].most == 1)
    return a;
  origin o;
  o.least = all().numbers[a].least * all().numbers[b].least;
  o.most = all().numbers[a].most * all().numbers[b].most;
  o.value = value_of(a) * value_of(b);
  o.residue = mod_p(residue_of(a) * residue_of(b));
  o.operation = operation("bvmul", {a, b});
  return whole(std::move(o));
}

handle shift_left(handle a, unsigned count, int bits)
{
  if (unset(a))
    return UNSET;
  if (count >= (unsigned)bits)
    report("a shift by as many bits as the word has");
  a = used(a, bits);
  return moved(all().numbers[a].bits, (int)count);
}

handle shift_right(handle a, unsigned count, int bits)
{
  if (unset(a))
    return UNSET;
  if (count >= (unsigned)bits)
    report("a shift by as many bits as the word has");
  a = used(a, bits);
  return moved(cut(all().numbers[a].bits, (int)count, 1 << 20), -(int)count);
}

/* x where the mask is all ones, else 0. */
static handle where(handle x, handle mask, int bits)
{
  x = used(x, bits);
  const origin m = *whole_origin(mask);
  origin o;
  mpz_class bit = value_of(m.mask_bit), bit_residue = residue_of(m.mask_bit);
  if (m.mask_inverted) {
    bit = 1 - bit;
    bit_residue = 1 - bit_residue;
  }
  o.least = 0;
  o.most = all().numbers[x].most;
  o.value = value_of(x) * bit;
  o.residue = mod_p(residue_of(x) * bit_residue);
  o.operation = operation("bvand", {x, mask});
  o.chosen_by = mask;
  return whole(std::move(o));
}

static bool is_mask(handle a)
{
  const origin *o = whole_origin(a);
  return o && o->mask_bit != UNSET;
}

handle bit_and(handle a, handle b, int bits)
{
  if (unset(a, b))
    return UNSET;
  if (is_mask(b))
    return where(a, b, bits);
  if (is_mask(a))
    return where(b, a, bits);
  if (!is_known(b))
    std::swap(a, b);
  if (!is_known(b)) {
    report("AND of two secrets, of which neither is a mask, is not modelled");
    return ZERO;
  }
  const mpz_class mask = all().numbers[b].most;
  if (mask == (mpz_class(1) << bits) - 1)
    return used(a, bits);
  if (all().numbers[a].least < 0)
    a = used(a, bits);
  parts result;
  for (int bit = 0; bit < length(mask);) {
    int end = bit;
    while (mpz_tstbit(mask.get_mpz_t(), (mp_bitcnt_t)end))
      end++;
    if (end > bit)
      for (const part &p : cut(all().numbers[a].bits, bit, end))
        result.push_back(p);
    bit = end + 1;
  }
  return keep(result);
}

handle bit_or(handle a, handle b, int bits)
{
  if (unset(a, b))
    return UNSET;
  if (all().numbers[a].least < 0 || all().numbers[b].least < 0)
    report("OR with a number that may be negative");
  const origin *x = whole_origin(a), *y = whole_origin(b);
  if (x && y && x->chosen_by != UNSET && y->chosen_by != UNSET) {
    const origin &first = *whole_origin(x->chosen_by), &second = *whole_origin(y->chosen_by);
    if (same_bits(first.mask_bit, second.mask_bit) && first.mask_inverted != second.mask_inverted) {
      origin o;
      o.least = 0;
      o.most = std::max(x->most, y->most);
      o.value = x->value + y->value;
      o.residue = mod_p(x->residue + y->residue);
      o.operation = operation("bvor", {a, b});
      return whole(std::move(o));
    }
  }
  parts result = all().numbers[a].bits;
  for (const part &p : all().numbers[b].bits) {
    parts rest = {p};
    for (const part &q : all().numbers[a].bits) {
      int first = std::max(p.at, q.at), last = std::min(p.at + p.width, q.at + q.width);
      if (first >= last)
        continue;
      /* The same bits twice are the same bits. */
      if (p.origin != q.origin || p.from - p.at != q.from - q.at)
        report("OR of numbers that share bits");
      parts left;
      for (const part &r : rest) {
        for (const part &s : cut({r}, 0, first))
          left.push_back(s);
        for (const part &s : cut({r}, last, 1 << 20))
          left.push_back(s);
      }
      rest = left;
    }
    result.insert(result.end(), rest.begin(), rest.end());
  }
  (void)bits;
  return keep(result);
}

/* Only the cipher needs it, and of the ciphertext nothing is known. */
handle bit_xor(handle, handle, int bits)
{
  mpz_class most = (mpz_class(1) << bits) - 1;
  return any(most, all().dice.get_z_range(most));
}

handle bit_not(handle a, int bits)
{
  if (unset(a))
    return UNSET;
  a = used(a, bits);
  if (is_known(a) && bits <= 64)
    return narrow(constant(~known(a)), bits);
  if (!is_mask(a)) {
    report("NOT of a secret that is no mask is not modelled");
    return ZERO;
  }
  const mpz_class ones = (mpz_class(1) << bits) - 1;
  origin o = *whole_origin(a);
  o.operation = operation("bvxor", {a, any(ones, ones, ones)});
  o.mask_inverted = !o.mask_inverted;
  o.value = ones - o.value;
  o.residue = mod_p(ones - o.residue);
  o.high.clear();
  return whole(std::move(o));
}

handle negative(handle a, int bits)
{
  if (unset(a))
    return UNSET;
  a = used(a, bits);
  if (is_known(a) && bits <= 64)
    return narrow(constant(0 - known(a)), bits);
  if (all().numbers[a].most > 1) {
    report("the negative of a number that may be more than 1");
    return ZERO;
  }
  const mpz_class ones = (mpz_class(1) << bits) - 1;
  origin o;
  o.least = 0;
  o.most = ones;
  o.value = value_of(a) * ones;
  o.residue = mod_p(residue_of(a) * ones);
  o.operation = operation("bvmul", {a, any(ones, ones, ones)});
  o.mask_bit = a;
  return whole(std::move(o));
}

static bool fits(handle a, int bits)
{
  return all().numbers[a].least >= 0 && length(all().numbers[a].most) <= bits;
}

handle less_than(handle a, handle b, int bits)
{
  if (unset(a, b))
    return UNSET;
  b = used(b, bits);
  if (is_known(a) && is_known(b) && fits(a, bits))
    return constant(all().numbers[a].most < all().numbers[b].most);
  origin *sum = whole_origin(a);
  if (sum && sum->wrap == bits && fits(sum->addend[0], bits) && fits(sum->addend[1], bits) &&
      (same_bits(sum->addend[0], b) || same_bits(sum->addend[1], b))) {
    sum->accounted = true;
    return moved(cut(all().numbers[a].bits, bits, 1 << 20), -bits);
  }
  a = used(a, bits);
  if (contains(all().numbers[a].bits, all().numbers[b].bits))
    return ZERO;
  if (all().numbers[a].most < all().numbers[b].least)
    return constant(1);
  if (all().numbers[a].least >= all().numbers[b].most)
    return ZERO;
  report("a comparison of secrets that is not that of a sum with one of its addends");
  return ZERO;
}

handle is_zero_mask(handle a)
{
  if (unset(a))
    return UNSET;
  return constant(known(a) ? 0 : ~UINT64_C(0));
}

/* word has the bit set ? if_set : if_clear */
handle select_bit(handle word, int bit, handle if_set, handle if_clear)
{
  if (unset(word) || unset(if_set, if_clear))
    return UNSET;
  word = used(word, 64);
  if_set = used(if_set, 64);
  if_clear = used(if_clear, 64);
  handle b = moved(cut(all().numbers[word].bits, bit, bit + 1), -bit);
  origin o;
  o.least = std::min(all().numbers[if_set].least, all().numbers[if_clear].least);
  o.most = std::max(all().numbers[if_set].most, all().numbers[if_clear].most);
  o.value = value_of(b) == 1 ? value_of(if_set) : value_of(if_clear);
  o.residue = mod_p(residue_of(if_clear) + residue_of(b) * (residue_of(if_set) - residue_of(if_clear)));
  o.operation = smt ? "(ite (= " + term(b) + " " + literal(1) + ") " + term(if_set) + " " + term(if_clear) + ")" : "";
  return whole(std::move(o));
}

handle multiply_low_halves(handle a, handle b)
{
  if (unset(a, b))
    return UNSET;
  a = used(a, 64);
  b = used(b, 64);
  if (length(all().numbers[a].most) > 32 || length(all().numbers[b].most) > 32) {
    report("a factor of up to 2^" + log2_text(std::max(all().numbers[a].most, all().numbers[b].most)) +
           ", of which a vector multiplication takes 32 bits");
    return ZERO;
  }
  return multiply(a, b, 64);
}

handle multiply52(handle sum, handle a, handle b, bool high)
{
  if (unset(a, b) || unset(sum))
    return UNSET;
  a = used(a, 64);
  b = used(b, 64);
  if (length(all().numbers[a].most) > 52 || length(all().numbers[b].most) > 52) {
    report("a factor of up to 2^" + log2_text(std::max(all().numbers[a].most, all().numbers[b].most)) +
           ", of which a 52-bit multiplication takes 52 bits");
    return sum;
  }
  if (a == ZERO || b == ZERO)
    return sum;
  /* Both instructions are of one product. */
  auto key = std::make_pair(all().numbers[a].bits, all().numbers[b].bits);
  auto found = all().products.find(key);
  if (found == all().products.end()) {
    handle product = multiply(a, b, 104);
    found = all().products.emplace(key, product).first;
  }
  const parts product = all().numbers[found->second].bits;
  return add(sum, high ? moved(cut(product, 52, 1 << 20), -52) : keep(cut(product, 0, 52)), 64);
}

void wraps(handle a)
{
  origin *o = whole_origin(a);
  if (!o || o->addend[0] == UNSET)
    return;
  o->accounted = true;
}

} // namespace bounds
