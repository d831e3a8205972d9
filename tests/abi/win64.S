#include "x86_64.inc.S"

/* Under the 64 bytes of arguments lie what is kept here; the first 32 of them are the home of those in registers. */
#define KEPT 64
#define SAVE_VECTOR(word, name) movups %name, KEPT + 16 + 8 * (word - 11)(%rsp);
#define RESTORE_VECTOR(word, name) movups KEPT + 16 + 8 * (word - 11)(%rsp), %name;
#define FRAME (KEPT + 16 + 10 * 16 + 8)

/* void abi_run(abi_call *call) */
FUNCTION(abi_run):
  push %rbx
  push %rbp
  push %r12
  push %r13
  push %r14
  push %r15
  push %rdi
  push %rsi
  sub $FRAME, %rsp
  ABI_VECTORS(SAVE_VECTOR)
  mov %rcx, KEPT(%rsp)
  stmxcsr KEPT + 8(%rsp)
  fnstcw KEPT + 12(%rsp)
  mov %rcx, %rax
  LOAD_ALL
  mov ABI_ARGUMENTS + 56(%rax), %rdx
  mov %rdx, 56(%rsp)
  mov ABI_ARGUMENTS + 48(%rax), %rdx
  mov %rdx, 48(%rsp)
  mov ABI_ARGUMENTS + 40(%rax), %rdx
  mov %rdx, 40(%rsp)
  mov ABI_ARGUMENTS + 32(%rax), %rdx
  mov %rdx, 32(%rsp)
  mov ABI_ARGUMENTS + 24(%rax), %r9
  mov ABI_ARGUMENTS + 16(%rax), %r8
  mov ABI_ARGUMENTS + 8(%rax), %rdx
  mov ABI_ARGUMENTS(%rax), %rcx
  call *ABI_FUNCTION(%rax)
  mov KEPT(%rsp), %rcx
  STORE_ALL
  ldmxcsr KEPT + 8(%rsp)
  fldcw KEPT + 12(%rsp)
  ABI_VECTORS(RESTORE_VECTOR)
  add $FRAME, %rsp
  pop %rsi
  pop %rdi
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbp
  pop %rbx
  ret

CHANGES

FUNCTION(abi_change_allowed):
  mov $-1, %rax
  mov %rax, %rcx
  mov %rax, %rdx
  mov %rax, %r8
  mov %rax, %r9
  mov %rax, %r10
  mov %rax, %r11
#define FILL(number) pcmpeqd %xmm##number, %xmm##number;
  FILL(0) FILL(1) FILL(2) FILL(3) FILL(4) FILL(5)
  ret
