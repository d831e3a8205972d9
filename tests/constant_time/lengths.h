/* Message lengths at which a backend changes its way. */
#ifndef LENGTHS_H
#define LENGTHS_H

#include "backend.h"

enum { LENGTHS_MAX = 256 };

typedef struct {
  size_t at[LENGTHS_MAX], total;
} lengths_list;

/* In ascending order: both sides of every threshold of its tables and of the core, some strides and a rest, and short ones;
 * up to `longest`. */
void lengths_of(const pch_backend *backend, size_t longest, lengths_list *list);

#endif
