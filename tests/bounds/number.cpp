/* What a number knows, all of it through the same operations of the kernels' text:
 *
 *   interval  its least and its largest value over all inputs
 *   bits      which bits of which earlier number it is made of, so that `x >> 26` and `x & mask`, or a sum and its carry, are
 *             known to be two parts of one x
 *   value     a true value, for one input (GMP's integers): that of each operation has to lie in the interval
 *   residue   modulo p = 2^130 - 5, for all inputs at once: sums and products are those of the field, and of the parts into which a
 *             shift or a mask cuts x, high and low, high is ANY residue and low = x - 2^k high. If a kernel's result is the
 *             polynomial that RFC 8439 wants for residues drawn at random, it is so as an identity of polynomials, but for a chance
 *             of less than 2^-120 (Schwartz and Zippel), so for every input and every carry, as long as nothing overflows.
 *
 * No operation may lose a bit unless the text says so. A result that may be too long for its word is kept whole, and it is
 * an error to use it, but for what makes of it a part that the text means: a mask, a narrowing cast, the comparison with an addend
 * that yields its carry (the sum is its low bits from then on), PCH_WRAPS. */
#include "tables.h"

namespace bounds
{

tables &all()
{
  static tables &t = *new tables;
  return t;
}

int length(const mpz_class &x)
{
  return x == 0 ? 0 : (int)mpz_sizeinbase(x.get_mpz_t(), 2);
}
mpz_class mod_p(const mpz_class &x)
{
  mpz_class r;
  mpz_mod(r.get_mpz_t(), x.get_mpz_t(), prime().get_mpz_t());
  return r;
}
mpz_class low_bits(const mpz_class &x, int count)
{
  mpz_class r;
  mpz_fdiv_r_2exp(r.get_mpz_t(), x.get_mpz_t(), (mp_bitcnt_t)count);
  return r;
}
mpz_class shifted(const mpz_class &x, int count)
{
  mpz_class r;
  mpz_fdiv_q_2exp(r.get_mpz_t(), x.get_mpz_t(), (mp_bitcnt_t)count);
  return r;
}

mpz_class high_residue(origin &o, int k)
{
  if (k == 0)
    return o.residue;
  if (shifted(o.least, k) == shifted(o.most, k))
    return mod_p(shifted(o.least, k));
  auto found = o.high.find(k);
  if (found == o.high.end())
    found = o.high.emplace(k, all().dice.get_z_range(prime())).first;
  return found->second;
}

/* Least, most, value or residue of a part, in its place. */
void add_part(const part &p, mpz_class &least, mpz_class &most)
{
  const origin &o = all().origins[p.origin];
  mpz_class part_least = 0, part_most = (mpz_class(1) << p.width) - 1;
  if (shifted(o.least, p.from + p.width) == shifted(o.most, p.from + p.width)) {
    part_least = low_bits(shifted(o.least, p.from), p.width);
    part_most = low_bits(shifted(o.most, p.from), p.width);
  }
  least += part_least << p.at;
  most += part_most << p.at;
}

handle keep(parts bits)
{
  number n;
  for (const part &p : bits) {
    part q = p;
    q.width = std::min(q.width, all().origins[q.origin].length - q.from);
    if (q.width <= 0)
      continue;
    add_part(q, n.least, n.most);
    n.bits.push_back(q);
  }
  std::sort(n.bits.begin(), n.bits.end(), [](const part &a, const part &b) { return a.at < b.at; });
  all().operations++;
  handle result = all().numbers.push(std::move(n));
  mpz_class v = value_of(result);
  if (v < all().numbers[result].least || v > all().numbers[result].most)
    report("the value " + v.get_str(16) + " is outside of its interval: an error of the program `bounds` itself");
  note(all().numbers[result].least, all().numbers[result].most);
  return result;
}

handle whole(origin o)
{
  o.length = length(o.most);
  if (o.value < o.least || o.value > o.most)
    report("the value " + o.value.get_str(16) + " is outside of its interval: an error of the program `bounds` itself");
  uint32_t index = all().origins.push(std::move(o));
  const origin &kept = all().origins[index];
  if (kept.least < 0) { /* a negative one has no bits: see signed_word */
    number n;
    n.bits = {{index, 0, 4096, 0}};
    n.least = kept.least;
    n.most = kept.most;
    return all().numbers.push(std::move(n));
  }
  return keep({{index, 0, kept.length, 0}});
}

/* Is it one whole origin? Which? */
origin *whole_origin(handle a)
{
  const number &n = all().numbers[a];
  if (n.bits.size() != 1 || n.bits[0].from != 0 || n.bits[0].at != 0)
    return nullptr;
  origin *o = &all().origins[n.bits[0].origin];
  return n.bits[0].width >= o->length ? o : nullptr;
}

parts cut(const parts &bits, int from, int to)
{
  parts result;
  for (part p : bits) {
    int first = std::max(p.at, from), last = std::min(p.at + p.width, to);
    if (first >= last)
      continue;
    result.push_back({p.origin, p.from + first - p.at, last - first, first});
  }
  return result;
}

handle moved(const parts &bits, int by)
{
  parts result = bits;
  for (part &p : result)
    p.at += by;
  return keep(result);
}

bool disjoint(const parts &a, const parts &b)
{
  for (const part &p : a)
    for (const part &q : b)
      if (p.at < q.at + q.width && q.at < p.at + p.width)
        return false;
  return true;
}

handle joined(parts a, const parts &b)
{
  a.insert(a.end(), b.begin(), b.end());
  return keep(a);
}

bool is_accounted(handle a)
{
  const origin *o = whole_origin(a);
  return o && o->accounted;
}

/* The number as an operand: it fits in its word, or has been accounted for. */
handle used(handle a, int bits)
{
  const number &n = all().numbers[a];
  if (n.unset)
    return a;
  if (n.least < 0) {
    report("a number that may be negative is used");
    return a;
  }
  if (length(n.most) <= bits)
    return a;
  if (!is_accounted(a))
    report("a number of up to 2^" + log2_text(n.most) + " is used that may be too long for its word");
  return keep(cut(all().numbers[a].bits, 0, bits));
}

bool unset(handle a, handle b)
{
  return all().numbers[a].unset || all().numbers[b].unset;
}

/* All that b is made of, and more: it was added where a has no bits. */
bool contains(const parts &a, const parts &b)
{
  return std::all_of(b.begin(), b.end(), [&](const part &p) { return std::find(a.begin(), a.end(), p) != a.end(); });
}

bool same_bits(handle a, handle b)
{
  return a == b || (!unset(a, b) && all().numbers[a].bits == all().numbers[b].bits) ||
         (is_known(a) && is_known(b) && known(a) == known(b));
}

void reset(unsigned seed)
{
  all().origins.fleeting.clear();
  all().numbers.fleeting.resize(UNSET + 1);
  all().bytes.clear();
  all().products.clear();
  all().dice.seed(seed);
}

const mpz_class &prime()
{
  static const mpz_class p = (mpz_class(1) << 130) - 5;
  return p;
}

handle any(const mpz_class &most, const mpz_class &value, const mpz_class &least)
{
  origin o;
  o.least = least;
  o.most = most;
  o.value = value;
  o.residue = least == most ? mod_p(value) : all().dice.get_z_range(prime());
  return whole(std::move(o));
}

const mpz_class &most_of(handle a)
{
  return all().numbers[a].most;
}
mpz_class value_of(handle a)
{
  mpz_class v = 0;
  for (const part &p : all().numbers[a].bits) {
    const origin &o = all().origins[p.origin];
    v += (o.least < 0 ? o.value : low_bits(shifted(o.value, p.from), p.width)) << p.at;
  }
  return v;
}
mpz_class residue_of(handle a)
{
  mpz_class r = 0;
  for (const part &p : all().numbers[a].bits) {
    origin &o = all().origins[p.origin];
    mpz_class x = high_residue(o, p.from);
    if (o.least >= 0)
      x -= high_residue(o, p.from + p.width) << p.width;
    r += x << p.at;
  }
  return mod_p(r);
}
bool is_unset(handle a)
{
  return all().numbers[a].unset;
}
bool is_known(handle a)
{
  return !all().numbers[a].unset && all().numbers[a].least == all().numbers[a].most;
}
uint64_t operations()
{
  return all().operations;
}

handle constant(uint64_t value)
{
  if (!value)
    return ZERO;
  auto found = all().constants.find(value);
  if (found != all().constants.end())
    return found->second;
  origin o;
  o.least = o.most = o.value = o.residue = mpz_class((unsigned long)value);
  o.length = length(o.most);
  number n;
  n.least = n.most = o.most;
  for (int bit = 0, end; bit < o.length; bit = end + 1) { /* the ones, so that an OR may fill what is between */
    for (end = bit; end < o.length && mpz_tstbit(o.most.get_mpz_t(), (mp_bitcnt_t)end);)
      end++;
    if (end > bit)
      n.bits.push_back({LASTING + (uint32_t)all().origins.lasting.size(), bit, end - bit, bit});
  }
  all().origins.lasting.push_back(o);
  all().numbers.lasting.push_back(n);
  return all().constants[value] = LASTING + (handle)all().numbers.lasting.size() - 1;
}

uint64_t known(handle a)
{
  if (!is_known(a)) {
    report("a branch, or an index, that depends on a secret");
    return 0;
  }
  return all().numbers[a].least.get_ui();
}

handle byte_at(const void *address)
{
  auto found = all().bytes.find(address);
  return found == all().bytes.end() ? (handle)UNSET : found->second;
}
void set_byte(void *address, handle a)
{
  if (a == UNSET)
    all().bytes.erase(address);
  else
    all().bytes[address] = a;
}

/* ---- bounds ---- */

/* The smallest integer that is not below the limit. A long double has 64 bits. */
static mpz_class ceiling(long double limit)
{
  int exponent;
  long double mantissa = frexpl(ceill(limit), &exponent);
  mpz_class digits((unsigned long)ldexpl(mantissa, 64));
  return exponent >= 64 ? mpz_class(digits << (mp_bitcnt_t)(exponent - 64)) : shifted(digits, 64 - exponent);
}

handle below(handle a, long double limit, int bits, const char *text, const char *file, int line)
{
  if (unset(a)) {
    report(std::string(text) + " is not set");
    return a;
  }
  a = used(a, bits);
  const number before = all().numbers[a];
  const mpz_class most = ceiling(limit) - 1;
  if (smt) {
    /* That the bound of an input is true is shown where the text that makes it is run; Z3 takes it as given. */
    origin *o = whole_origin(a);
    if (o && o->operation.empty() && o->most > most) {
      o->most = most;
      o->length = length(most);
      return keep(all().numbers[a].bits);
    }
  }
  record(file, line, text, bits, before.most, most);
  if (before.most > most)
    report(std::string(text) + " may be up to 2^" + log2_text(before.most));
  if (smt)
    return a;
  /* From here on the text relies on what it says, not on what was found: whatever is below the limit. */
  origin o;
  o.least = 0;
  o.most = std::max(most, before.most);
  o.value = value_of(a);
  o.residue = residue_of(a);
  return whole(std::move(o));
}

} // namespace bounds
