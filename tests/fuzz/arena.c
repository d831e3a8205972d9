#include "arena.h"

#include <stdlib.h>
#include <string.h>

arena_memory arena;

static arena_memory expected, start;

void arena_begin(void)
{
  static bool filled;

  if (!filled) {
    uint64_t state = 1;

    for (size_t i = 0; i < sizeof start.room; i++) {
      state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
      start.room[i] = (uint8_t)(state >> 56);
    }
    filled = true;
  }
  arena = start;
}

/* ---- Places ---- */

/* Beside, over or under an earlier argument: apart by nothing, a byte, a block, a length. */
static uint8_t *near(fuzz_input *in, const arena_call *call, size_t len)
{
  const arena_range other = call->ranges[fuzz_byte(in) % call->total];
  uintptr_t p = (uintptr_t)other.p;

  switch (fuzz_byte(in) % 6) {
  case 0:
    return other.p;
  case 1:
    p += other.len;
    break;
  case 2:
    p += other.len - 1;
    break;
  case 3:
    p -= len;
    break;
  case 4:
    p -= len - 1;
    break;
  default:
    p += (uintptr_t)(int8_t)fuzz_byte(in);
  }
  return (uint8_t *)p;
}

static uint8_t *somewhere(fuzz_input *in, size_t from, size_t total)
{
  return (uint8_t *)&arena + from + fuzz_below(in, total);
}

static uint8_t *apart(fuzz_input *in, arena_call *call, size_t len)
{
  size_t start_at = call->used + fuzz_byte(in) % 64;

  if (len > sizeof arena.room || start_at > sizeof arena.room - len)
    return arena.room;
  call->used = start_at + len;
  return arena.room + start_at;
}

/* Moved so that it lies within, where that can be. */
static uint8_t *within(uint8_t *p, size_t len)
{
  uint8_t *first = (uint8_t *)&arena;

  if (!p || len > sizeof arena || arena_holds(p, len))
    return p;
  return (uintptr_t)p < (uintptr_t)first ? first : first + (sizeof arena - len);
}

static uint8_t *add(arena_call *call, uint8_t *p, size_t len)
{
  if (call->total == sizeof call->ranges / sizeof *call->ranges)
    abort();
  call->ranges[call->total++] = (arena_range){p, len};
  return p;
}

arena_call arena_new_call(fuzz_input *in)
{
  return (arena_call){.hostile = fuzz_chance(in, 1, 4)};
}

uint8_t *arena_place(fuzz_input *in, arena_call *call, size_t len)
{
  const size_t contexts = offsetof(arena_memory, room);
  uint8_t *p;

  switch (call->hostile ? fuzz_byte(in) % 32 : 0) {
  case 31:
    p = NULL;
    break;
  case 30:
  case 29:
  case 28:
  case 27:
  case 26:
    p = call->total ? near(in, call, len) : apart(in, call, len);
    break;
  case 25:
    p = somewhere(in, 0, contexts);
    break;
  case 24:
    p = somewhere(in, contexts, sizeof arena.room);
    break;
  case 23:
    p = arena.room + sizeof arena.room - (len <= sizeof arena.room ? len : 1);
    break;
  default:
    p = apart(in, call, len);
  }
  p = within(p, len);
  return add(call, p, len);
}

uint8_t *arena_place_output(fuzz_input *in, arena_call *call, size_t len)
{
  if (!call->hostile && fuzz_chance(in, 1, 3))
    return add(call, within(call->ranges[0].p, len), len);
  return arena_place(in, call, len);
}

__extension__ typedef __int128 wide;

bool arena_overlap(const void *a, size_t a_len, const void *b, size_t b_len)
{
  const wide a_start = (wide)(uintptr_t)a, around = (wide)1 << 64;

  if (!a_len || !b_len)
    return false;
  for (int turn = -1; turn <= 1; turn++) {
    wide b_start = (wide)(uintptr_t)b + turn * around;

    if (a_start < b_start + (wide)b_len && b_start < a_start + (wide)a_len)
      return true;
  }
  return false;
}

bool arena_holds(const void *p, size_t len)
{
  uintptr_t start_at = (uintptr_t)p - (uintptr_t)&arena;

  return len == 0 || (start_at <= sizeof arena && len <= sizeof arena - start_at);
}

bool arena_in_contexts(const void *p, size_t len)
{
  return arena_overlap(p, len, &arena, offsetof(arena_memory, room));
}

/* ---- Expectations ---- */

void arena_expect_same(void)
{
  memcpy(&expected, &arena, sizeof arena);
}

uint8_t *arena_expected(const void *p)
{
  return (uint8_t *)&expected + ((uintptr_t)p - (uintptr_t)&arena);
}

void arena_accept(const void *p, size_t len)
{
  memcpy(arena_expected(p), p, len);
}

void arena_check(const char *what)
{
  suite_check_same(__FILE__, __LINE__, what, (const uint8_t *)&arena, (const uint8_t *)&expected, sizeof arena);
}
