/* Runs every Poly1305 kernel of every backend on numbers that are any input, and compares what comes out with RFC 8439's
 * polynomial. Prints faults, and with none the bounds that were found. */
#include <cstdio>
#include <functional>
#include <set>

#include "engine.h"
#include "report.h"
#include "selftest.h"
#include "prelude.h"
#include "poly1305.h"
#include "dispatch.h"
#include "poly1305_x86.h"
#include "tags.h"

typedef bounds::handle handle;
typedef std::vector<uint8_t> message;

namespace
{

using namespace bounds;

/* ---- inputs ---- */

enum corner { LARGEST, SMALLEST, RANDOM, EDGES, CORNERS };

gmp_randclass dice(gmp_randinit_default);

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
    switch (mpz_class(dice.get_z_bits(2)).get_ui()) {
    case 0:
      return 0;
    case 1:
      return most > 0 ? 1 : 0;
    case 2:
      return most > 0 ? most - 1 : most;
    default:
      return most;
    }
  }
}

message any_bytes(size_t len, corner c)
{
  message bytes(len);
  for (uint8_t &byte : bytes)
    set_byte(&byte, any(255, value_at(c, 255)));
  return bytes;
}

void any_h(pch_poly1305 *p, corner c)
{
  for (int i = 0; i < 5; i++) {
    mpz_class most = i == 4 ? mpz_class(7) : (mpz_class(1) << 32) - 1;
    p->h[i] = uint32_t::of(any(most, value_at(c, most)));
  }
}

/* ---- what should come out, once of values and once of residues ---- */

typedef mpz_class view(handle);

mpz_class bytes_seen(view *see, const uint8_t *bytes, size_t len)
{
  mpz_class x = 0;
  for (size_t i = 0; i < len; i++)
    x += see(byte_at(bytes + i)) << (mp_bitcnt_t)(8 * i);
  return x;
}

template <size_t N, class T> mpz_class limbs_seen(view *see, const T (&limb)[N], int apart)
{
  mpz_class x = 0;
  for (size_t i = 0; i < N; i++)
    x += see(limb[i].id) << (mp_bitcnt_t)(apart * (int)i);
  return x;
}

/* h after the whole blocks of a message, and a last one that is padded: with a 1 bit, or with zeros as in the AEAD. */
mpz_class polynomial(view *see, mpz_class h, const mpz_class &r, const uint8_t *msg, size_t len, bool zeros = false)
{
  for (; len;) {
    size_t take = std::min<size_t>(len, 16);
    h = (h + bytes_seen(see, msg, take) + (mpz_class(1) << (mp_bitcnt_t)(8 * (zeros ? 16 : take)))) * r % prime();
    msg += take;
    len -= take;
  }
  return h;
}

bool congruent(const mpz_class &a, const mpz_class &b)
{
  return (a - b) % prime() == 0;
}

void compare(view *see, const mpz_class &is, const mpz_class &should_be)
{
  if (congruent(is, should_be))
    return;
  report(see == value_of ? "a wrong result for one input" : "not the polynomial of RFC 8439 section 2.5");
}

view *const views[] = {value_of, residue_of};

/* Runs what is to be looked at. */
void call(const std::function<void()> &run)
{
  start_trace();
  run();
  stop_trace();
}

bool all_set(const uint32_t (&words)[5])
{
  for (const uint32_t &word : words)
    if (is_unset(word.id)) {
      report("a word that comes out has not been set");
      return false;
    }
  return true;
}

/* The contract of backend.h. */
void check_h(pch_poly1305 *p)
{
  for (int i = 0; i < 5; i++)
    p->h[i] = uint32_t::of(used(p->h[i].id, 32));
  if (most_of(p->h[4].id) > 7)
    report("h[4] may be up to 2^" + log2_text(most_of(p->h[4].id)));
}

unsigned seed;

/* Only kernels with this in their names. */
std::string chosen;

bool begin(const std::string &name)
{
  if (name.find(chosen) == std::string::npos)
    return false;
  begin_kernel(name);
  return true;
}

/* A fresh state: a key through the text that clamps it, and any h. */
pch_poly1305 any_state(corner c)
{
  pch_poly1305 p;
  reset(++seed);
  message key = any_bytes(32, c);
  pch_poly1305_start(&p, key.data());
  any_h(&p, c);
  return p;
}

void check_blocks(pch_poly_fn *run, size_t blocks, corner c)
{
  pch_poly1305 p = any_state(c), before = p;
  message msg = any_bytes(16 * blocks, c);
  call([&] { run(&p, msg.data(), msg.size()); });
  if (!all_set(p.h))
    return;
  check_h(&p);
  for (view *see : views)
    compare(see, limbs_seen(see, p.h, 32),
            polynomial(see, limbs_seen(see, before.h, 32), limbs_seen(see, p.r, 32), msg.data(), msg.size()));
}

/* The tag of a value that has been compared already. */
void compare_tag(const uint8_t (&tag)[16], const mpz_class &h, const mpz_class &s)
{
  for (const uint8_t &byte : tag)
    if (is_unset(byte_at(&byte)))
      return report("a byte of the tag has not been set");
  mpz_class should_be = (h + s) % (mpz_class(1) << 128);
  if (bytes_seen(value_of, tag, 16) != should_be)
    report("a wrong tag for one input");
}

void check_transcript(pch_transcript_fn *run, size_t aad_len, size_t text_len, corner c)
{
  reset(++seed);
  message key = any_bytes(32, c), aad = any_bytes(aad_len, c), text = any_bytes(text_len, c);
  uint8_t tag[16];
  call([&] { run(tag, key.data(), aad.data(), aad.size(), text.data(), text.size()); });
  pch_poly1305 clamped;
  pch_poly1305_start(&clamped, key.data());
  for (view *see : views) {
    mpz_class r = limbs_seen(see, clamped.r, 32), h = polynomial(see, 0, r, aad.data(), aad_len, true);
    h = polynomial(see, h, r, text.data(), text_len, true);
    h = (h + mpz_class(aad_len) + (mpz_class(text_len) << 64) + (mpz_class(1) << 128)) * r % prime();
    compare(see, see(accumulator[0]) + (see(accumulator[1]) << 64) + (see(accumulator[2]) << 128), h);
    if (see == value_of)
      compare_tag(tag, h, limbs_seen(see, clamped.s, 32));
  }
}

void check_fused(pch_fused_fn *run, bool seals, size_t len, size_t before, size_t after, corner c)
{
  pch_poly1305 p = any_state(c), start = p;
  message src = any_bytes(before + len + after, c), dst = any_bytes(before + len + after, c);
  uint32_t state[16];
  for (uint32_t &word : state)
    word = 1;
  call([&] { run(&p, dst.data() + before, src.data() + before, len, state, before, after); });
  if (!all_set(p.h))
    return;
  check_h(&p);
  const message &text = seals ? dst : src;
  for (view *see : views)
    compare(
      see, limbs_seen(see, p.h, 32),
      polynomial(see, limbs_seen(see, start.h, 32), limbs_seen(see, p.r, 32), text.data(), text.size() / 16 * 16));
}

/* ---- all lengths ----
 *
 * A message of `step` bytes more must do what the last `step` bytes did: the same operations with the same intervals once more. Then
 * what the loop carries from turn to turn is what it was a turn ago, and every further turn is like that one.
 * same_end: false if behind the loop the length itself is hashed, which is not the same number then. */

void check_repeats(const std::function<void(size_t)> &run, size_t start, size_t step, bool same_end = true)
{
  std::vector<size_t> once, twice;
  run(start);
  run(start + step);
  once = trace;
  run(start + 2 * step);
  twice = trace;
  size_t added = twice.size() - once.size();
  size_t same = (size_t)(std::mismatch(once.begin(), once.end(), twice.begin(), twice.end()).first - once.begin());
  if (twice.size() <= once.size() || added > same ||
      !std::equal(twice.begin() + (long)(same - added), twice.begin() + (long)same, twice.begin() + (long)same) ||
      (same_end && !std::equal(once.begin() + (long)same, once.end(), twice.begin() + (long)(same + added))))
    report("a longer message does not do the same again: its bounds are not shown for all lengths");
}

/* For a kernel that takes a message in as its length's bits say: a longer one yields no interval that a shorter one has not. */
void check_nothing_new(pch_poly_fn *run)
{
  std::set<size_t> seen;
  for (size_t blocks = 34; blocks <= 130; blocks += 3) {
    check_blocks(run, blocks, RANDOM);
    seen.insert(trace.begin(), trace.end());
  }
  for (size_t blocks : {256, 383, 510}) {
    check_blocks(run, blocks, RANDOM);
    if (!std::all_of(trace.begin(), trace.end(), [&](size_t interval) { return seen.count(interval) != 0; }))
      report("a longer message yields new intervals: its bounds are not shown for all lengths");
  }
}

void check_kernel(const std::string &name, pch_poly_fn *run, bool repeats = true)
{
  if (!begin(name))
    return;
  for (size_t blocks = 1; blocks <= 70; blocks += blocks < 35 ? 1 : 5)
    check_blocks(run, blocks, (corner)(blocks % CORNERS));
  for (int c = 0; c < CORNERS; c++)
    check_blocks(run, 34, (corner)c);
  if (repeats)
    check_repeats([=](size_t blocks) { check_blocks(run, blocks, RANDOM); }, 96, 32);
  else
    check_nothing_new(run);
}

void check_backend(const pch_backend &backend)
{
  const std::string name = backend.name;
  for (const pch_poly_rung *rung = backend.poly;; rung++) {
    if (rung->run != pch_poly1305_serial_x86 && rung->run != pch_poly1305_radix64 &&
        rung->run != pch_poly1305_radix64x2 && rung->run != pch_poly1305_radix32_wide)
      check_kernel(name + " poly1305 over " + std::to_string(rung->over), rung->run);
    if (!rung->over)
      break;
  }
  for (const pch_transcript_rung *rung = backend.transcript; rung; rung++) {
    if (begin(name + " transcript over " + std::to_string(rung->over))) {
      for (size_t aad : {0, 1, 16, 31, 64})
        for (size_t text : {1, 16, 17, 100, 112, 113, 160, 321})
          check_transcript(rung->run, aad, rung->over + text, (corner)((aad + text) % CORNERS));
      check_repeats([=](size_t len) { check_transcript(rung->run, 16, len, RANDOM); }, rung->over + 1024, 512, false);
    }
    if (!rung->over)
      break;
  }
  for (bool seals : {true, false}) {
    pch_fused_fn *run = seals ? backend.seal : backend.open;
    if (!run || !begin(name + (seals ? " seal" : " open")))
      continue;
    const size_t stride = std::max<size_t>(backend.fused_stride, 256);
    for (size_t before : {0, 16, 192, 1216})
      for (size_t after : {0, 1, 40})
        check_fused(run, seals, (before ? 1 : 3) * stride, before, after, (corner)((before + after) / 8 % CORNERS));
    for (size_t before : {0, 192})
      check_repeats([=](size_t len) { check_fused(run, seals, len, before, 16, RANDOM); }, 4 * 1024, 1024);
  }
}

/* ---- the core ---- */

void check_last_block()
{
  if (!begin("core/poly1305.c last block"))
    return;
  for (size_t len = 1; len < 16; len++)
    for (int c = 0; c < CORNERS; c++) {
      pch_poly1305 p = any_state((corner)c), before = p;
      message msg = any_bytes(len, (corner)c);
      call([&] { pch_poly1305_last(&pch_backend_portable, &p, msg.data(), msg.size()); });
      check_h(&p);
      for (view *see : views)
        compare(see, limbs_seen(see, p.h, 32),
                polynomial(see, limbs_seen(see, before.h, 32), limbs_seen(see, p.r, 32), msg.data(), len));
    }
}

void check_tag()
{
  if (!begin("core/poly1305.h tag"))
    return;
  for (int i = 0; i < 64; i++) {
    pch_poly1305 p = any_state((corner)(i % CORNERS));
    uint8_t tag[16];
    call([&] { pch_poly1305_tag(&p, tag); });
    compare_tag(tag, limbs_seen(value_of, p.h, 32) % prime(), limbs_seen(value_of, p.s, 32));
  }
}

void check_jdk()
{
  static const unsigned clamp[5] = {0x3ffffff, 0x3ffff03, 0x3ffc0ff, 0x3f03fff, 0x00fffff};
  if (!begin("core/jdk.c"))
    return;
  for (size_t blocks = 0; blocks < 6; blocks++)
    for (int c = 0; c < CORNERS; c++) {
      reset(++seed);
      message msg = any_bytes(16 * blocks, (corner)c);
      int64_t a[5], before[5], r[5];
      const mpz_class limit = mpz_class(1) << 60;
      for (int i = 0; i < 5; i++) {
        a[i] = uint64_t::of(any(limit, value_at((corner)c, 2 * limit) - limit, -limit));
        before[i] = a[i];
        r[i] = uint64_t::of(
          bit_and(any(clamp[i], value_at((corner)c, clamp[i]) & mpz_class(clamp[i])), constant(clamp[i]), 64));
      }
      polycha_status status = POLYCHA_ERR_STATE;
      call([&] { status = polycha_jdk_poly1305_blocks(msg.data(), msg.size(), a, r); });
      if (status != POLYCHA_OK) {
        report("refused");
        continue;
      }
      for (int i = 0; i < 5; i++)
        if (most_of(used(a[i].id, 64)) >> (i == 4 ? 27 : 26) != 0)
          report("a limb comes out with more bits than the header says");
      for (view *see : views)
        compare(see, limbs_seen(see, a, 26),
                polynomial(see, limbs_seen(see, before, 26), limbs_seen(see, r, 26), msg.data(), msg.size()));
    }
}

/* ---- the tag, for Z3: not (the tag is (H mod p) + s) ----
 *
 * H = k 2^130 + rest = k p + F with F = 5 k + rest, which Z3 shows to be below 2 p. */

void print_tag_problem(tag_function *run, const mpz_class (&most)[4])
{
  smt = true;
  reset(1);
  handle h[4];
  for (int i = 0; i < 4; i++)
    h[i] = any(most[i], most[i]);
  uint8_t s[16], tag[16];
  for (uint8_t &byte : s)
    set_byte(&byte, any(255, 255));
  run(tag, h, s);
  auto bytes_term = [](const uint8_t(&bytes)[16]) {
    std::string sum = literal(0);
    for (int i = 0; i < 16; i++)
      sum = "(bvadd " + sum + " (bvshl " + term(used(byte_at(bytes + i), 8)) + " " + literal(8 * i) + "))";
    return sum;
  };
  const std::string sort = " () (_ BitVec " + std::to_string(SMT_BITS) + ") ";
  printf("(set-logic QF_BV)\n%s", definitions().c_str());
  printf("(define-fun H%s(bvadd (bvadd %s (bvshl %s %s)) (bvadd (bvshl %s %s) %s)))\n", sort.c_str(),
         term(h[0]).c_str(), term(h[1]).c_str(), literal(64).c_str(), term(h[2]).c_str(), literal(128).c_str(),
         term(h[3]).c_str());
  printf("(define-fun F%s(bvadd (bvand H %s) (bvmul %s (bvlshr H %s))))\n", sort.c_str(),
         literal((mpz_class(1) << 130) - 1).c_str(), literal(5).c_str(), literal(130).c_str());
  printf("(define-fun R%s(ite (bvuge F %s) (bvsub F %s) F))\n", sort.c_str(), literal(prime()).c_str(),
         literal(prime()).c_str());
  printf("(assert (not (and (bvult R %s) (= %s (bvand (bvadd R %s) %s)))))\n(check-sat)\n", literal(prime()).c_str(),
         bytes_term(tag).c_str(), bytes_term(s).c_str(), literal((mpz_class(1) << 128) - 1).c_str());
}

} // namespace

const pch_backend *pch_backend_active()
{
  return &pch_backend_portable;
}
void pch_chacha_run(const pch_backend *, uint8_t *, const uint8_t *, size_t, uint32_t[16], unsigned, uint8_t[64])
{
}

/* bounds [PART-OF-A-NAME | smt core | smt x86] */
int main(int argc, char **argv)
{
  if (argc == 3) {
    const mpz_class full = (mpz_class(1) << 64) - 1;
    if (std::string(argv[2]) == "core")
      print_tag_problem(core_tag, {full, full, (mpz_class(1) << 35) - 1, 0});
    else
      print_tag_problem(x86_tag, {full, full, 3, full});
    return report_count() != 0;
  }
  if (argc == 2)
    chosen = argv[1];
  if (begin("number.cpp"))
    check_numbers();
  check_kernel("radix26", pch_poly1305_radix26);
  check_kernel("radix26x2", pch_poly1305_radix26x2);
  check_kernel("radix32", pch_poly1305_radix32);
  check_kernel("radix32_wide", pch_poly1305_radix32_wide);
  check_kernel("radix64", pch_poly1305_radix64);
  check_kernel("radix64x2", pch_poly1305_radix64x2, false);
  check_kernel("serial_x86", pch_poly1305_serial_x86);
  for (const pch_backend *backend : {&pch_backend_portable, &pch_backend_ssse3, &pch_backend_avx2, &pch_backend_avx512,
                                     &pch_backend_avx512ifma, &pch_backend_neon, &pch_backend_simd128})
    check_backend(*backend);
  check_last_block();
  check_tag();
  check_jdk();
  print_findings();
  return report_count() != 0;
}
