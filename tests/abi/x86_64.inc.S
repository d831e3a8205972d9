/* What the two ABIs of x86-64 share, as assembly. The call is at rax before the function runs, and at rcx after it. */
#include "registers.h"

#define FUNCTION(name) \
  .globl name; \
  name

#define LOAD(word, name) mov ABI_BEFORE + 8 * word(%rax), %name;
#define STORE(word, name) mov %name, ABI_AFTER + 8 * word(%rcx);
#define LOAD_VECTOR(word, name) movups ABI_BEFORE + 8 * word(%rax), %name;
#define STORE_VECTOR(word, name) movups %name, ABI_AFTER + 8 * word(%rcx);
#define STORE_YMM(number) vmovdqu %ymm##number, ABI_YMM + 32 * number(%rcx);

/* vzeroupper first, so that what is found in an upper half is of the function. */
#define LOAD_ALL \
  cmpq $0, ABI_HAS_YMM(%rax); \
  je 1f; \
  vzeroupper; \
1:; \
  ldmxcsr ABI_BEFORE + 8 * ABI_WORD_MXCSR(%rax); \
  fldcw ABI_BEFORE + 8 * ABI_WORD_X87(%rax); \
  ABI_INTEGERS(LOAD) \
  ABI_VECTORS(LOAD_VECTOR)

#define STORE_ALL \
  mov %rax, ABI_RESULT(%rcx); \
  ABI_INTEGERS(STORE) \
  ABI_VECTORS(STORE_VECTOR) \
  stmxcsr ABI_AFTER + 8 * ABI_WORD_MXCSR(%rcx); \
  fnstcw ABI_AFTER + 8 * ABI_WORD_X87(%rcx); \
  pushfq; \
  pop %rdx; \
  cld; \
  and $0x400, %edx; \
  mov %rdx, ABI_AFTER + 8 * ABI_WORD_FLAGS(%rcx); \
  cmpq $0, ABI_HAS_YMM(%rcx); \
  je 1f; \
  STORE_YMM(0) STORE_YMM(1) STORE_YMM(2) STORE_YMM(3) STORE_YMM(4) STORE_YMM(5) STORE_YMM(6) STORE_YMM(7) \
  STORE_YMM(8) STORE_YMM(9) STORE_YMM(10) STORE_YMM(11) STORE_YMM(12) STORE_YMM(13) STORE_YMM(14) STORE_YMM(15) \
  vzeroupper; \
1:

#define CHANGE(word, name) FUNCTION(abi_change_##name): not %name; ret;
#define CHANGE_VECTOR(word, name) FUNCTION(abi_change_##name): pcmpeqd %name, %name; ret;

#define CHANGES \
  ABI_INTEGERS(CHANGE) \
  ABI_VECTORS(CHANGE_VECTOR) \
FUNCTION(abi_change_mxcsr): push $0x1f80; ldmxcsr (%rsp); pop %rdx; ret; \
FUNCTION(abi_change_x87): fninit; ret; \
FUNCTION(abi_change_direction): std; ret; \
FUNCTION(abi_change_ymm): vpcmpeqd %ymm3, %ymm3, %ymm3; ret;
