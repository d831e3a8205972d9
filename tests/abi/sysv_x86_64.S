#include "x86_64.inc.S"

/* void abi_run(abi_call *call) */
FUNCTION(abi_run):
  push %rbx
  push %rbp
  push %r12
  push %r13
  push %r14
  push %r15
  sub $40, %rsp
  mov %rdi, 16(%rsp) /* above the two arguments on the stack */
  stmxcsr 24(%rsp)
  fnstcw 28(%rsp)
  mov %rdi, %rax
  LOAD_ALL
  mov ABI_ARGUMENTS + 56(%rax), %rdx
  mov %rdx, 8(%rsp)
  mov ABI_ARGUMENTS + 48(%rax), %rdx
  mov %rdx, (%rsp)
  mov ABI_ARGUMENTS + 40(%rax), %r9
  mov ABI_ARGUMENTS + 32(%rax), %r8
  mov ABI_ARGUMENTS + 24(%rax), %rcx
  mov ABI_ARGUMENTS + 16(%rax), %rdx
  mov ABI_ARGUMENTS + 8(%rax), %rsi
  mov ABI_ARGUMENTS(%rax), %rdi
  call *ABI_FUNCTION(%rax)
  mov 16(%rsp), %rcx
  STORE_ALL
  ldmxcsr 24(%rsp)
  fldcw 28(%rsp)
  add $40, %rsp
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
  mov %rax, %rsi
  mov %rax, %rdi
  mov %rax, %r8
  mov %rax, %r9
  mov %rax, %r10
  mov %rax, %r11
#define FILL(number) pcmpeqd %xmm##number, %xmm##number;
  FILL(0) FILL(1) FILL(2) FILL(3) FILL(4) FILL(5) FILL(6) FILL(7)
  FILL(8) FILL(9) FILL(10) FILL(11) FILL(12) FILL(13) FILL(14) FILL(15)
  ret

  .section .note.GNU-stack, "", @progbits
