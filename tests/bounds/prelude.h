/* Before each source of core/, native/ and wasm/, which are compiled as C++ here: C's words become numbers, and the bounds that
 * the texts state are checked. */
#ifndef BOUNDS_PRELUDE_H
#define BOUNDS_PRELUDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "vectors.h"
/* Its typedef has to come before the macro of the same name. */
#include "kernels/inline.h"
#define uint8_t bounds::byte
#define uint32_t bounds::word<32>
#define uint64_t bounds::word<64>
#define uint128 bounds::word<128>
#define int64_t bounds::signed_word
#define memcpy bounds::copy
#define memset bounds::fill
#define _Static_assert static_assert

#undef PCH_OPAQUE
#define PCH_OPAQUE(bank, variable) ((void)0)

/* Wiping is no arithmetic. */
#define PCH_WIPE_H
#define PCH_NOINLINE
inline void pch_wipe(void *, size_t)
{
}
inline void pch_wipe_frame(size_t)
{
}
inline void pch_wipe_calls()
{
}

#define PCH_BELOW(value, limit) bounds::state_below(value, limit, #value, __FILE__, __LINE__)
#define PCH_WRAPS(value) bounds::wraps((value).id)
#define PCH_ACCUMULATOR(low, high, top) bounds::state_accumulator(low, high, top)
#endif
