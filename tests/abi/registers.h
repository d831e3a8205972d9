/* What the ABI of this machine has a function keep: for C and for assembly. R(word, name): a register of 64 bits and its
 * place in abi_call.before and after; V(word, name): one of 128, in two words. No ABI_NAME: there is no trampoline. */
#ifndef ABI_REGISTERS_H
#define ABI_REGISTERS_H

#if defined(__x86_64__) && defined(_WIN32)

/* Microsoft, "x64 calling convention" and "x64 ABI conventions". */
#define ABI_NAME "Windows x64"
#define ABI_INTEGERS(R) R(0, rbx) R(1, rbp) R(2, r12) R(3, r13) R(4, r14) R(5, r15) R(6, rdi) R(7, rsi)
#define ABI_VECTORS(V)                                                                                                 \
  V(11, xmm6)                                                                                                          \
  V(13, xmm7) V(15, xmm8) V(17, xmm9) V(19, xmm10) V(21, xmm11) V(23, xmm12) V(25, xmm13) V(27, xmm14) V(29, xmm15)

#elif defined(__x86_64__) && defined(__ELF__)

/* System V ABI, AMD64 Architecture Processor Supplement, section 3.2.1. */
#define ABI_NAME "System V x86-64"
#define ABI_INTEGERS(R) R(0, rbx) R(1, rbp) R(2, r12) R(3, r13) R(4, r14) R(5, r15)
#define ABI_VECTORS(V)

#elif defined(__aarch64__) && defined(__ELF__)

/* Procedure Call Standard for the Arm 64-bit Architecture, sections 6.1.1 and 6.1.2. */
#define ABI_NAME "AAPCS64"
#define ABI_INTEGERS(R)                                                                                                \
  R(0, x19) R(1, x20) R(2, x21) R(3, x22) R(4, x23) R(5, x24) R(6, x25) R(7, x26) R(11, x27) R(12, x28) R(13, x29)
#define ABI_DOUBLES(R) R(14, d8) R(15, d9) R(16, d10) R(17, d11) R(18, d12) R(19, d13) R(20, d14) R(21, d15)

#endif

/* What stands for the whole thread. On x86: MXCSR, the x87 control word, and the direction flag alone. On Arm: FPCR. */
#define ABI_WORD_MXCSR 8
#define ABI_WORD_X87 9
#define ABI_WORD_FLAGS 10
#define ABI_WORD_FPCR 8
#define ABI_WORDS 31

/* Of abi_call, in bytes. */
#define ABI_FUNCTION 0
#define ABI_ARGUMENTS 8
#define ABI_RESULT 72
#define ABI_HAS_YMM 80
#define ABI_BEFORE 88
#define ABI_AFTER (ABI_BEFORE + 8 * ABI_WORDS)
#define ABI_YMM (ABI_AFTER + 8 * ABI_WORDS)

#endif
