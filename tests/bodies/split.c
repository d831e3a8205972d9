#include "split.h"

split split_random(size_t total)
{
  split cut = {.pieces = 3 + suite_random_below(7)};

  for (size_t i = 0; i + 1 < cut.pieces; i++) {
    if (suite_random_below(5) && total)
      cut.len[i] = suite_random_below(total + 1);
    total -= cut.len[i];
  }
  cut.len[cut.pieces - 1] = total;
  return cut;
}

static void each_of_total(size_t total, size_t step, void (*check)(size_t, const split *, void *), void *context)
{
  for (size_t first = 0; first <= total; first += step) {
    split cut = {2, {first, total - first}};

    AT({"total", total}, {"first", first});
    check(total, &cut, context);
  }
  for (size_t i = 0; i < suite_scaled(total < 1000 ? 20 : 200, 5); i++) {
    split cut = split_random(total);

    AT({"total", total}, {"random", i}, {"pieces", cut.pieces});
    check(total, &cut, context);
  }
}

void split_each(void (*check)(size_t total, const split *cut, void *context), void *context)
{
  static const size_t longer[] = {1023, 1024, 1025, 4095, 4096, 4097};

  for (size_t total = 0; total <= 300; total += suite_scaled(1, 7))
    each_of_total(total, 1, check, context);
  for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
    each_of_total(longer[i], suite_scaled(1, 37), check, context);
}
