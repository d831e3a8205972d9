/* Every argument of every function against pages that trap, and at every alignment. */
#include <string.h>

#include "../harness/backends.h"
#include "../harness/guard.h"
#include "../registry.h"
#include "calls.h"

/* The length that follows: all of them, or in a quick run all of the first ones and then one in 13. */
static size_t after(size_t len)
{
  return len + (len < 130 ? 1 : suite_scaled(1, 13));
}

static void copy(uint8_t *to, const uint8_t *from, size_t len)
{
  if (len)
    memcpy(to, from, len);
}

/* Arguments prepared and the function run by the oracle, for `given` as random bytes: what the outputs must be. */
static void run_oracle(const call *function, call_lengths lengths, const call_buffers *given, call_buffers *expected)
{
  backends_use_oracle();
  for (size_t slot = 0; slot < call_slots(function); slot++)
    copy(expected->at[slot], given->at[slot], call_slot_bytes(function, slot, lengths));
  if (function->prepare)
    function->prepare(expected, lengths);
  CHECK_STATUS(function->run(expected, lengths), POLYCHA_OK);
  backends_use_tested();
}

static void run_and_compare(const call *function, call_lengths lengths, const call_buffers *given,
                            const call_buffers *actual, const call_buffers *expected)
{
  for (size_t slot = 0; slot < call_slots(function); slot++)
    copy(actual->at[slot], given->at[slot], call_slot_bytes(function, slot, lengths));
  if (function->prepare)
    function->prepare(actual, lengths);
  CHECK_STATUS(function->run(actual, lengths), POLYCHA_OK);
  for (size_t slot = 0; slot < call_slots(function); slot++)
    if (function->slots[slot].role != ROLE_CONTEXT)
      CHECK_SAME(actual->at[slot], expected->at[slot], call_slot_bytes(function, slot, lengths));
}

static bool depends_on_len(const call *function)
{
  for (size_t slot = 0; slot < call_slots(function); slot++)
    if (function->slots[slot].size != FIXED)
      return true;
  return false;
}

static call_buffers random_buffers(const call *function, call_lengths most)
{
  call_buffers buffers = {{0}};

  for (size_t slot = 0; slot < call_slots(function); slot++)
    buffers.at[slot] = suite_random_bytes(call_slot_bytes(function, slot, most));
  return buffers;
}

static void guard_function(size_t index)
{
  const call *function = &calls[index];
  const call_lengths most = {1101, 130};
  call_buffers given = random_buffers(function, most), expected = random_buffers(function, most), actual = {{0}};
  guard_area areas[CALL_SLOTS_MAX];
  size_t slots = call_slots(function), last = depends_on_len(function) ? 1100 : 0;

  for (size_t slot = 0; slot < slots; slot++)
    areas[slot] = guard_new(call_slot_bytes(function, slot, most));
  for (size_t len = 0; len <= last; len = after(len)) {
    call_lengths lengths = {len, len * 7 % 131};

    run_oracle(function, lengths, &given, &expected);
    for (size_t at_end = 0; at_end < 2; at_end++) {
      AT({function->name, index}, {"len", len}, {"aad", lengths.aad_len}, {"at_end", at_end});
      for (size_t slot = 0; slot < slots; slot++)
        actual.at[slot] =
          guard_flush(areas[slot], call_slot_bytes(function, slot, lengths), at_end, function->slots[slot].align);
      run_and_compare(function, lengths, &given, &actual, &expected);
    }
  }
  for (size_t slot = 0; slot < slots; slot++)
    guard_free(areas[slot]);
}

void memory_guard_pages(void)
{
  for (size_t i = 0; i < calls_total; i++)
    guard_function(i);
}

/* One argument at each offset from a cache line, the others wherever chance puts them. */
static void align_function(size_t index, size_t len)
{
  const call *function = &calls[index];
  call_lengths lengths = {len, 29};
  size_t slots = call_slots(function);
  call_buffers given = random_buffers(function, lengths), expected = random_buffers(function, lengths);
  uint8_t *room[CALL_SLOTS_MAX];

  run_oracle(function, lengths, &given, &expected);
  for (size_t slot = 0; slot < slots; slot++)
    room[slot] = suite_bytes(call_slot_bytes(function, slot, lengths) + 128);
  for (size_t swept = 0; swept < slots; swept++)
    for (size_t offset = 0; offset < 64; offset++) {
      call_buffers actual = {{0}};

      AT({function->name, index}, {"len", len}, {"argument", swept}, {"offset", offset});
      for (size_t slot = 0; slot < slots; slot++) {
        size_t align = function->slots[slot].align ? function->slots[slot].align : 1;
        size_t wanted = slot == swept ? offset : suite_random_below(64);

        actual.at[slot] = room[slot] + (0 - (uintptr_t)room[slot]) % 64 + wanted - wanted % align;
      }
      run_and_compare(function, lengths, &given, &actual, &expected);
    }
}

void memory_alignment(void)
{
  static const size_t lens[] = {0, 1, 15, 64, 65, 191, 192, 256, 300, 511, 512, 513, 1023, 1024, 1100, 2100};

  for (size_t i = 0; i < calls_total; i++)
    for (size_t l = 0; l < (depends_on_len(&calls[i]) ? sizeof lens / sizeof *lens : 1); l++)
      if (suite_full || l % 3 == 1)
        align_function(i, lens[l]);
}
