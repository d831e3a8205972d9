/* Cuts of a length into pieces, some of them of length 0. */
#ifndef SPLIT_H
#define SPLIT_H

#include "../harness/suite.h"

#define SPLIT_PIECES_MAX 12

typedef struct {
  size_t pieces, len[SPLIT_PIECES_MAX];
} split;

/* Every cut of a message that the incremental interfaces are tried with: two pieces at each place for totals up to 300
 * and around 1,024 and 4,096, and random cuts into 3 to 9. Calls check(total, cut, context) for each. */
void split_each(void (*check)(size_t total, const split *cut, void *context), void *context);

/* The pieces are random, with one in five of length 0. */
split split_random(size_t total);

#endif
