#include "checks.h"

namespace bounds
{

std::string chosen;
view *const views[2] = {value_of, residue_of};

namespace
{

gmp_randclass dice(gmp_randinit_default);

bool all_set(const uint32_t (&words)[5])
{
  return std::none_of(words, words + 5, [](const uint32_t &word) { return is_unset(word.id); });
}

} // namespace

bool begin(const std::string &name)
{
  if (name.find(chosen) == std::string::npos)
    return false;
  begin_kernel(name);
  return true;
}

mpz_class value_at(corner c, const mpz_class &most)
{
  switch (c) {
  case LARGEST:
    return most;
  case SMALLEST:
    return 0;
  case RANDOM:
    return dice.get_z_range(most + 1);
  default: /* all ones, or nothing, or a bit beside that */
    const mpz_class edges[] = {0, std::min<mpz_class>(1, most), std::max<mpz_class>(most - 1, 0), most};
    return edges[mpz_class(dice.get_z_bits(2)).get_ui()];
  }
}

message any_bytes(size_t len, corner c)
{
  message bytes(len);
  for (uint8_t &byte : bytes)
    set_byte(&byte, any(255, value_at(c, 255)));
  return bytes;
}

void forget_all()
{
  static unsigned seed;
  reset(++seed);
}

pch_poly1305 any_state(corner c)
{
  pch_poly1305 p;
  forget_all();
  message key = any_bytes(32, c);
  pch_poly1305_start(&p, key.data());
  for (int i = 0; i < 5; i++) {
    mpz_class most = i == 4 ? mpz_class(7) : (mpz_class(1) << 32) - 1;
    p.h[i] = uint32_t::of(any(most, value_at(c, most)));
  }
  return p;
}

void call(const std::function<void()> &run)
{
  start_trace();
  run();
  stop_trace();
}

mpz_class bytes_seen(view *see, const uint8_t *bytes, size_t len)
{
  mpz_class x = 0;
  for (size_t i = 0; i < len; i++)
    x += see(byte_at(bytes + i)) << (mp_bitcnt_t)(8 * i);
  return x;
}

mpz_class polynomial(view *see, mpz_class h, const mpz_class &r, const uint8_t *msg, size_t len, bool zeros)
{
  for (size_t take; len; msg += take, len -= take) {
    take = std::min<size_t>(len, 16);
    h = (h + bytes_seen(see, msg, take) + (mpz_class(1) << (mp_bitcnt_t)(8 * (zeros ? 16 : take)))) * r % prime();
  }
  return h;
}

void compare(view *see, const mpz_class &is, const mpz_class &should_be)
{
  if ((is - should_be) % prime() != 0)
    report(see == value_of ? "a wrong result for one input" : "not the polynomial of RFC 8439 section 2.5");
}

void check_state(pch_poly1305 *p, const pch_poly1305 &before, const uint8_t *msg, size_t len)
{
  if (!all_set(p->h))
    return report("a word that comes out has not been set");
  for (uint32_t &word : p->h)
    word = uint32_t::of(used(word.id, 32));
  if (most_of(p->h[4].id) > 7)
    report("h[4] may be up to 2^" + log2_text(most_of(p->h[4].id)));
  for (view *see : views)
    compare(see, limbs_seen(see, p->h, 32),
            polynomial(see, limbs_seen(see, before.h, 32), limbs_seen(see, before.r, 32), msg, len));
}

void check_tag(const uint8_t (&tag)[16], const mpz_class &h, const mpz_class &s)
{
  if (std::any_of(tag, tag + 16, [](const uint8_t &byte) { return is_unset(byte_at(&byte)); }))
    return report("a byte of the tag has not been set");
  if (bytes_seen(value_of, tag, 16) != (h + s) % (mpz_class(1) << 128))
    report("a wrong tag for one input");
}

} // namespace bounds
