/* Numbers as SMT-LIB terms, for what intervals cannot show: that the final reduction is complete. */
#include "tables.h"

namespace bounds
{

bool smt;

std::string operation(const char *name, std::initializer_list<handle> operands)
{
  if (!smt)
    return "";
  std::string text = std::string("(") + name;
  for (handle a : operands)
    text += " " + term(a);
  return text + ")";
}

std::string literal(const mpz_class &x)
{
  return smt ? "(_ bv" + x.get_str() + " " + std::to_string(SMT_BITS) + ")" : "";
}

std::string term(handle a)
{
  if (!smt)
    return "";
  if (is_known(a))
    return literal(all().numbers[a].most);
  std::string sum;
  for (const part &p : all().numbers[a].bits) {
    std::string x = "x" + std::to_string(p.origin);
    if (p.from)
      x = "(bvlshr " + x + " " + literal(p.from) + ")";
    if (p.from + p.width < all().origins[p.origin].length)
      x = "(bvand " + x + " " + literal((mpz_class(1) << p.width) - 1) + ")";
    if (p.at)
      x = "(bvshl " + x + " " + literal(p.at) + ")";
    sum = sum.empty() ? x : "(bvor " + sum + " " + x + ")";
  }
  return sum.empty() ? literal(0) : sum;
}

std::string definitions()
{
  std::string text;
  for (uint32_t i = 0; i < all().origins.fleeting.size(); i++) {
    const std::string x = "x" + std::to_string(i);
    const origin &o = all().origins[i];
    if (o.operation.empty())
      text += "(declare-const " + x + " (_ BitVec " + std::to_string(SMT_BITS) + "))\n(assert (bvule " + x + " " +
              literal(o.most) + "))\n(assert (bvuge " + x + " " + literal(o.least) + "))\n";
    else
      text += "(define-fun " + x + " () (_ BitVec " + std::to_string(SMT_BITS) + ") " + o.operation + ")\n";
  }
  return text;
}

} // namespace bounds
