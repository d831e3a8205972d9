/* What every function refuses before it does anything: NULL, partial overlaps, lengths beyond the limits. */
#include <string.h>

#include "../registry.h"
#include "calls.h"

/* ---- NULL is allowed exactly where the length is 0 ---- */

static void copy_outputs(const call *function, call_lengths lengths, const call_buffers *from, uint8_t **to)
{
  for (size_t slot = 0; slot < call_slots(function); slot++) {
    size_t bytes = call_slot_bytes(function, slot, lengths);

    to[slot] = suite_bytes(bytes);
    if (bytes)
      memcpy(to[slot], from->at[slot], bytes);
  }
}

static void check_outputs_untouched(const call *function, call_lengths lengths, const call_buffers *actual,
                                    uint8_t *const *before)
{
  for (size_t slot = 0; slot < call_slots(function); slot++)
    if (call_writes(function, slot) && actual->at[slot])
      CHECK_SAME(actual->at[slot], before[slot], call_slot_bytes(function, slot, lengths));
}

static void null_in_slot(size_t index, size_t slot, call_lengths lengths)
{
  const call *function = &calls[index];
  call_buffers buffers = call_new_buffers(function, lengths);
  uint8_t *before[CALL_SLOTS_MAX];
  bool allowed = call_slot_bytes(function, slot, lengths) == 0 || function->slots[slot].role == ROLE_OUT_OR_NULL;

  AT({function->name, index}, {"argument", slot}, {"len", lengths.len}, {"aad", lengths.aad_len});
  copy_outputs(function, lengths, &buffers, before);
  buffers.at[slot] = NULL;
  CHECK_STATUS(function->run(&buffers, lengths), allowed ? POLYCHA_OK : POLYCHA_ERR_ARGUMENT);
  if (!allowed)
    check_outputs_untouched(function, lengths, &buffers, before);
}

void arguments_null(void)
{
  static const call_lengths all_lengths[] = {{0, 0}, {0, 5}, {48, 0}, {48, 5}, {1500, 16}};

  for (size_t i = 0; i < calls_total; i++)
    for (size_t l = 0; l < sizeof all_lengths / sizeof *all_lengths; l++)
      for (size_t slot = 0; slot < call_slots(&calls[i]); slot++)
        null_in_slot(i, slot, all_lengths[l]);
}

/* A context that was never initialised is refused by all that would use it, and NULL by the others. */
void arguments_zeroed_context(void)
{
  call_lengths lengths = {32, 0};

  for (size_t i = 0; i < calls_total; i++) {
    const call *function = &calls[i];
    size_t slot = call_slot_of(function, ROLE_CONTEXT);
    uint8_t *before[CALL_SLOTS_MAX];

    if (slot == CALL_SLOTS_MAX || call_finds_backend(function))
      continue;
    AT({function->name, i});
    call_buffers buffers = call_new_buffers(function, lengths);
    memset(buffers.at[slot], 0, function->slots[slot].bytes);
    copy_outputs(function, lengths, &buffers, before);
    CHECK_STATUS(function->run(&buffers, lengths), POLYCHA_ERR_STATE);
    check_outputs_untouched(function, lengths, &buffers, before);
  }
}

/* ---- Overlaps ---- */

#define SPACE 8192 /* between arguments, more than any of them has */

static void overlap_pair(size_t index, call_lengths lengths, size_t output, size_t other, ptrdiff_t distance)
{
  const call *function = &calls[index];
  size_t slots = call_slots(function), output_bytes = call_slot_bytes(function, output, lengths);
  size_t other_bytes = call_slot_bytes(function, other, lengths), total = (slots + 1) * SPACE;
  uint8_t *arena = suite_random_bytes(total), *before = suite_bytes(total);
  /* Whichever may stand at any address is moved onto the one that may not. */
  size_t moved = function->slots[output].align > 1 ? other : output;
  ptrdiff_t align = function->slots[moved].align ? (ptrdiff_t)function->slots[moved].align : 1;
  call_buffers buffers = {{0}};
  bool overlap, allowed;
  polycha_status status;

  if (moved == other)
    distance = -distance;
  distance -= distance % align;
  for (size_t slot = 0; slot < slots; slot++)
    buffers.at[slot] = arena + SPACE / 2 + slot * SPACE;
  if (function->prepare)
    function->prepare(&buffers, lengths);
  uint8_t *prepared = buffers.at[moved];
  buffers.at[moved] = buffers.at[moved == output ? other : output] + distance;

  ptrdiff_t from = buffers.at[output] - buffers.at[other];
  overlap = output_bytes && other_bytes && from < (ptrdiff_t)other_bytes && -from < (ptrdiff_t)output_bytes;
  if (!overlap)
    memcpy(buffers.at[moved], prepared, call_slot_bytes(function, moved, lengths));
  allowed = !overlap || (from == 0 && call_may_be_same(function, output, other));
  AT({function->name, index}, {"output", output}, {"other", other}, {"distance", (size_t)distance});
  memcpy(before, arena, total);
  status = function->run(&buffers, lengths);
  if (allowed) {
    CHECK(status != POLYCHA_ERR_ARGUMENT);
    return;
  }
  CHECK_STATUS(status, POLYCHA_ERR_ARGUMENT);
  /* A context may note the error; nothing else may change. */
  size_t context = call_slot_of(function, ROLE_CONTEXT);
  if (context != CALL_SLOTS_MAX)
    memcpy(before + (buffers.at[context] - arena), buffers.at[context], function->slots[context].bytes);
  CHECK_SAME(arena, before, total);
}

/* Is this slot an output, as far as overlaps go? A context is one in every call. */
static bool is_output(const call *function, size_t slot)
{
  return call_writes(function, slot) || function->slots[slot].role == ROLE_CONTEXT;
}

static void overlap_function(size_t index, call_lengths lengths)
{
  const call *function = &calls[index];
  ptrdiff_t len = (ptrdiff_t)lengths.len;
  const ptrdiff_t distances[] = {0, 1, 7, 8, 15, 16, 31, 32, 63, 64, len - 1, len, len + 15, len + 16};

  for (size_t output = 0; output < call_slots(function); output++)
    for (size_t other = 0; other < call_slots(function); other++)
      if (other != output && is_output(function, output))
        for (size_t d = 0; d < sizeof distances / sizeof *distances; d++) {
          overlap_pair(index, lengths, output, other, distances[d]);
          overlap_pair(index, lengths, output, other, -distances[d]);
        }
}

void arguments_overlap(void)
{
  static const call_lengths all_lengths[] = {{1, 1}, {40, 9}, {64, 16}, {300, 33}, {1200, 100}};

  for (size_t i = 0; i < calls_total; i++)
    for (size_t l = 0; l < sizeof all_lengths / sizeof *all_lengths; l++)
      overlap_function(i, all_lengths[l]);
}
