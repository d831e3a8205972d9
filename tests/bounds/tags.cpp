#include "tags.h"
#include "poly1305.h"
#include "poly1305_x86_steps.h"

/* h[3] is 0. */
void core_tag(uint8_t tag[16], const bounds::handle h[4], const uint8_t s[16])
{
  pch_poly1305_finish(tag, {uint64_t::of(h[0]), uint64_t::of(h[1]), uint64_t::of(h[2])},
                      {pch_load64(s), pch_load64(s + 8)});
}

void x86_tag(uint8_t tag[16], const bounds::handle h[4], const uint8_t s[16])
{
  poly_tag(tag, {uint64_t::of(h[0]), uint64_t::of(h[1]), uint64_t::of(h[2]), uint64_t::of(h[3])}, s);
}
