/* The two texts that make a tag of an accumulator: h[0] + h[1] 2^64 + h[2] 2^128 + h[3]. */
#ifndef BOUNDS_TAGS_H
#define BOUNDS_TAGS_H

#include "prelude.h"

typedef void tag_function(uint8_t tag[16], const bounds::handle h[4], const uint8_t s[16]);
tag_function core_tag, x86_tag;

#endif
