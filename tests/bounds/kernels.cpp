/* Every Poly1305 kernel of every backend, at lengths on all its ways, and one turn of each loop for all the others. */
#include <set>

#include "checks.h"
#include "found.h"

#define BOUNDS_DECLARE(name) extern pch_poly_fn pch_poly1305_##name;
BOUNDS_KERNELS(BOUNDS_DECLARE)
#undef BOUNDS_DECLARE
#define BOUNDS_DECLARE(name) extern const pch_backend pch_backend_##name;
BOUNDS_BACKENDS(BOUNDS_DECLARE)
#undef BOUNDS_DECLARE

namespace bounds
{

namespace
{

#define BOUNDS_ENTRY(name) {#name, pch_poly1305_##name},
const std::vector<std::pair<std::string, pch_poly_fn *>> scalar = {BOUNDS_KERNELS(BOUNDS_ENTRY)};
#undef BOUNDS_ENTRY
#define BOUNDS_ENTRY(name) &pch_backend_##name,
const pch_backend *const backends[] = {BOUNDS_BACKENDS(BOUNDS_ENTRY)};
#undef BOUNDS_ENTRY

void check_blocks(pch_poly_fn *run, size_t blocks, corner c)
{
  pch_poly1305 p = any_state(c), before = p;
  message msg = any_bytes(16 * blocks, c);
  call([&] { run(&p, msg.data(), msg.size()); });
  check_state(&p, before, msg.data(), msg.size());
}

void check_transcript(pch_transcript_fn *run, size_t aad_len, size_t text_len, corner c)
{
  forget_all();
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
      check_tag(tag, h, limbs_seen(see, clamped.s, 32));
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
  const message &text = seals ? dst : src;
  check_state(&p, start, text.data(), text.size() / 16 * 16);
}

/* ---- all lengths ----
 *
 * A message of `step` bytes more must do what the last `step` bytes did: the same operations with the same intervals once more. Then
 * what the loop carries from turn to turn is what it was a turn ago, and every further turn is like that one.
 * same_end: false if behind the loop the length itself is hashed, which is not the same number then. */

void check_repeats(const std::function<void(size_t)> &run, size_t len, size_t step, bool same_end = true)
{
  run(len);
  const std::vector<size_t> once = trace;
  run(len + step);
  const std::vector<size_t> &twice = trace;
  auto same = std::mismatch(once.begin(), once.end(), twice.begin(), twice.end());
  const long added = (long)twice.size() - (long)once.size(), common = same.first - once.begin();
  if (added <= 0 || added > common || !std::equal(same.second - added, same.second, same.second) ||
      (same_end && !std::equal(same.first, once.end(), same.second + added)))
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

/* 32 blocks are the longest turn: four vectors of eight lanes. */
void check_kernel(const std::string &name, pch_poly_fn *run)
{
  if (!begin(name))
    return;
  for (size_t blocks = 1; blocks <= 70; blocks += blocks < 35 ? 1 : 5)
    check_blocks(run, blocks, (corner)(blocks % CORNERS));
  for (int c = 0; c < CORNERS; c++)
    check_blocks(run, 34, (corner)c);
  if (name == "radix64x2")
    check_nothing_new(run);
  else
    check_repeats([=](size_t blocks) { check_blocks(run, blocks, RANDOM); }, 128, 32);
}

void check_transcripts(const std::string &name, const pch_transcript_rung &rung)
{
  if (!begin(name))
    return;
  /* Short texts too, which lower rungs would get: the contract allows them. */
  for (size_t shortest : {(size_t)0, rung.over})
    for (size_t aad : {0, 16, 31})
      for (size_t text : {1, 16, 17, 100, 112, 113, 160, 321})
        check_transcript(rung.run, aad, shortest + text, (corner)((aad + text) % CORNERS));
  check_repeats([=](size_t len) { check_transcript(rung.run, 16, len, RANDOM); }, rung.over + 1536, 512, false);
}

void check_walk(const std::string &name, pch_fused_fn *run, bool seals, size_t stride)
{
  if (!run || !begin(name))
    return;
  for (size_t before : {0, 16, 192, 1216})
    for (size_t after : {0, 1, 40})
      check_fused(run, seals, (before ? 1 : 3) * stride, before, after, (corner)((before + after) / 8 % CORNERS));
  for (size_t before : {0, 192})
    check_repeats([=](size_t len) { check_fused(run, seals, len, before, 16, RANDOM); }, 5 * 1024, 1024);
  check_repeats([=](size_t before) { check_fused(run, seals, stride, before, 16, RANDOM); }, 3 * 1024, 1024);
  check_repeats([=](size_t after) { check_fused(run, seals, stride, 192, after, RANDOM); }, 3 * 1024, 1024);
}

void check_backend(const pch_backend &backend)
{
  const std::string name = backend.name;
  for (const pch_poly_rung *rung = backend.poly;; rung++) {
    if (std::none_of(scalar.begin(), scalar.end(), [=](const auto &kernel) { return kernel.second == rung->run; }))
      check_kernel(name + " poly1305 over " + std::to_string(rung->over), rung->run);
    if (!rung->over)
      break;
  }
  for (const pch_transcript_rung *rung = backend.transcript; rung; rung = rung->over ? rung + 1 : nullptr)
    check_transcripts(name + " transcript over " + std::to_string(rung->over), *rung);
  const size_t stride = std::max<size_t>(backend.fused_stride, 256);
  check_walk(name + " seal", backend.seal, true, stride);
  check_walk(name + " open", backend.open, false, stride);
}

} // namespace

void check_kernels()
{
  for (const auto &[name, run] : scalar)
    check_kernel(name, run);
  for (const pch_backend *backend : backends)
    check_backend(*backend);
}

} // namespace bounds
