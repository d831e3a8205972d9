#include "registers.h"

/* The first instruction is "bti c", a hint to those who have it: the functions below are called by their addresses. */
#define FUNCTION(name) \
  .globl name; \
name: \
  hint 34

#define LOAD(word, name) ldr name, [x9, ABI_BEFORE + 8 * word];
#define STORE(word, name) str name, [x9, ABI_AFTER + 8 * word];

/* void abi_run(abi_call *call) */
FUNCTION(abi_run)
  stp x29, x30, [sp, -176]!
  stp x19, x20, [sp, 16]
  stp x21, x22, [sp, 32]
  stp x23, x24, [sp, 48]
  stp x25, x26, [sp, 64]
  stp x27, x28, [sp, 80]
  stp d8, d9, [sp, 96]
  stp d10, d11, [sp, 112]
  stp d12, d13, [sp, 128]
  stp d14, d15, [sp, 144]
  mrs x9, fpcr
  stp x0, x9, [sp, 160]
  mov x9, x0
  ldr x10, [x9, ABI_BEFORE + 8 * ABI_WORD_FPCR]
  msr fpcr, x10
  ABI_INTEGERS(LOAD)
  ABI_DOUBLES(LOAD)
  ldp x0, x1, [x9, ABI_ARGUMENTS]
  ldp x2, x3, [x9, ABI_ARGUMENTS + 16]
  ldp x4, x5, [x9, ABI_ARGUMENTS + 32]
  ldp x6, x7, [x9, ABI_ARGUMENTS + 48]
  ldr x10, [x9, ABI_FUNCTION]
  blr x10
  ldr x9, [sp, 160]
  str x0, [x9, ABI_RESULT]
  ABI_INTEGERS(STORE)
  ABI_DOUBLES(STORE)
  mrs x10, fpcr
  str x10, [x9, ABI_AFTER + 8 * ABI_WORD_FPCR]
  ldr x10, [sp, 168]
  msr fpcr, x10
  ldp x19, x20, [sp, 16]
  ldp x21, x22, [sp, 32]
  ldp x23, x24, [sp, 48]
  ldp x25, x26, [sp, 64]
  ldp x27, x28, [sp, 80]
  ldp d8, d9, [sp, 96]
  ldp d10, d11, [sp, 112]
  ldp d12, d13, [sp, 128]
  ldp d14, d15, [sp, 144]
  ldp x29, x30, [sp], 176
  ret

#define CHANGE(word, name) FUNCTION(abi_change_##name); mvn name, name; ret;
#define CHANGE_DOUBLE(word, name) FUNCTION(abi_change_##name); fneg name, name; ret;

ABI_INTEGERS(CHANGE)
ABI_DOUBLES(CHANGE_DOUBLE)

FUNCTION(abi_change_fpcr)
  msr fpcr, xzr
  ret

/* The upper halves of v8 to v15 too. */
FUNCTION(abi_change_allowed)
  mov x0, -1
#define COPY(number) mov x##number, x0;
  COPY(1) COPY(2) COPY(3) COPY(4) COPY(5) COPY(6) COPY(7) COPY(8) COPY(9)
  COPY(10) COPY(11) COPY(12) COPY(13) COPY(14) COPY(15) COPY(16) COPY(17)
#define FILL(number) movi v##number.16b, 255;
  FILL(0) FILL(1) FILL(2) FILL(3) FILL(4) FILL(5) FILL(6) FILL(7)
  FILL(16) FILL(17) FILL(18) FILL(19) FILL(20) FILL(21) FILL(22) FILL(23)
  FILL(24) FILL(25) FILL(26) FILL(27) FILL(28) FILL(29) FILL(30) FILL(31)
#define FILL_UPPER(number) mov v##number.d[1], x0;
  FILL_UPPER(8) FILL_UPPER(9) FILL_UPPER(10) FILL_UPPER(11)
  FILL_UPPER(12) FILL_UPPER(13) FILL_UPPER(14) FILL_UPPER(15)
  ret

  .section .note.GNU-stack, "", @progbits

#ifdef __ARM_FEATURE_BTI_DEFAULT
/* Or the linker would take the protection from the whole program. */
  .section .note.gnu.property, "a"
  .balign 8
  .word 4, 16, 5
  .asciz "GNU"
  .word 0xc0000000, 4, 3, 0
#endif
