/* The core's own arithmetic: the last block, the tag, and the limbs of the JDK. */
#include "checks.h"

const pch_backend *pch_backend_active()
{
  return &pch_backend_portable;
}
/* core/jdk.c has it for the other of its two functions. */
void pch_chacha_run(const pch_backend *, uint8_t *, const uint8_t *, size_t, uint32_t[16], unsigned, uint8_t[64])
{
}

namespace bounds
{

namespace
{

void check_last_block()
{
  if (!begin("core/poly1305.c last block"))
    return;
  for (size_t len = 1; len < 16; len++)
    for (int c = 0; c < CORNERS; c++) {
      pch_poly1305 p = any_state((corner)c), before = p;
      message msg = any_bytes(len, (corner)c);
      call([&] { pch_poly1305_last(&pch_backend_portable, &p, msg.data(), msg.size()); });
      check_state(&p, before, msg.data(), len);
    }
}

void check_tags()
{
  if (!begin("core/poly1305.h tag"))
    return;
  for (int i = 0; i < 64; i++) {
    pch_poly1305 p = any_state((corner)(i % CORNERS));
    uint8_t tag[16];
    call([&] { pch_poly1305_tag(&p, tag); });
    check_tag(tag, limbs_seen(value_of, p.h, 32) % prime(), limbs_seen(value_of, p.s, 32));
  }
}

/* What a clamped key has of each limb. */
const unsigned clamp[5] = {0x3ffffff, 0x3ffff03, 0x3ffc0ff, 0x3f03fff, 0x00fffff};

/* Any limbs that polycha.h allows: of a from -2^60 to 2^60, of r those of a clamped key. */
void check_jdk_blocks(size_t blocks, corner c)
{
  const mpz_class limit = mpz_class(1) << 60;
  forget_all();
  message msg = any_bytes(16 * blocks, c);
  int64_t a[5], before[5], r[5];
  for (int i = 0; i < 5; i++) {
    a[i] = before[i] = uint64_t::of(any(limit, value_at(c, 2 * limit) - limit, -limit));
    r[i] = uint64_t::of(bit_and(any(clamp[i], value_at(c, clamp[i]) & mpz_class(clamp[i])), constant(clamp[i]), 64));
  }
  polycha_status status = POLYCHA_ERR_STATE;
  call([&] { status = polycha_jdk_poly1305_blocks(msg.data(), msg.size(), a, r); });
  if (status != POLYCHA_OK)
    return report("refused");
  for (int i = 0; i < 5; i++)
    if (most_of(used(a[i].id, 64)) >> (i == 4 ? 27 : 26) != 0)
      report("a limb comes out with more bits than the header says");
  for (view *see : views)
    compare(see, limbs_seen(see, a, 26),
            polynomial(see, limbs_seen(see, before, 26), limbs_seen(see, r, 26), msg.data(), msg.size()));
}

/* No bit of r beyond those comes in. */
void check_jdk_refusals()
{
  for (int bit = 0; bit < 5 * 64; bit++) {
    const unsigned long beyond = 1ul << bit % 64;
    if (clamp[bit / 64] & beyond)
      continue;
    forget_all();
    int64_t a[5], r[5];
    for (int i = 0; i < 5; i++) {
      a[i] = uint64_t::of(constant(0));
      r[i] = uint64_t::of(constant(i == bit / 64 ? beyond : 0));
    }
    if (polycha_jdk_poly1305_blocks(nullptr, 0, a, r) != POLYCHA_ERR_ARGUMENT)
      report("a key is taken that is not clamped");
  }
}

} // namespace

void check_core()
{
  check_last_block();
  check_tags();
  if (begin("core/jdk.c")) {
    check_jdk_refusals();
    for (size_t blocks = 0; blocks < 6; blocks++)
      for (int c = 0; c < CORNERS; c++)
        check_jdk_blocks(blocks, (corner)c);
  }
}

} // namespace bounds
