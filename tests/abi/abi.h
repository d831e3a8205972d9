/* Calls a function with known values in every register that it has to keep. */
#ifndef ABI_H
#define ABI_H

#include <stddef.h>
#include <stdint.h>

#include "registers.h"

typedef void abi_function(void);

/* Read and written by the assembly. */
typedef struct {
  abi_function *function;
  uint64_t arguments[8]; /* integers and pointers */
  uint64_t result;
  uint64_t has_ymm; /* in: the CPU has AVX2, so look at `ymm` too */
  uint64_t before[ABI_WORDS], after[ABI_WORDS];
  uint64_t ymm[16][4]; /* as the function left them; their upper halves must be 0, as vzeroupper makes them */
} abi_call;

#ifdef ABI_NAME

_Static_assert(offsetof(abi_call, ymm) == ABI_YMM, "the offsets of registers.h are those of abi_call");

void abi_run(abi_call *call);

/* Bad ones, each of which changes what its name says; and one that changes all that it may. */
#define ABI_DECLARE(word, name) extern abi_function abi_change_##name;
ABI_INTEGERS(ABI_DECLARE)
#ifdef __x86_64__
ABI_VECTORS(ABI_DECLARE)
extern abi_function abi_change_mxcsr, abi_change_x87, abi_change_direction, abi_change_ymm;
#else
ABI_DOUBLES(ABI_DECLARE)
extern abi_function abi_change_fpcr;
#endif
#undef ABI_DECLARE
extern abi_function abi_change_allowed;

#endif

#endif
