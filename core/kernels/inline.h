/* What a kernel text needs so that arrays of vectors become registers under every compiler and at every -O from 1 up; and what keeps
 * structs with secrets, passed by value, from being copied to a stack that nobody clears, as WebAssembly's calls do. */
#ifndef PCH_INLINE_H
#define PCH_INLINE_H

#ifdef __GNUC__
#define PCH_INLINE static inline __attribute__((always_inline))
#else
#define PCH_INLINE static inline
#endif

/* Before a loop with constant bounds: unrolls it whole. GCC does not do that of itself at -O2. */
#ifdef __clang__
#define PCH_UNROLL _Pragma("clang loop unroll(full)")
#else
#define PCH_UNROLL _Pragma("GCC unroll 16")
#endif

/* MemorySanitizer wants all that goes into asm to be defined, and takes what comes out for defined: where it follows secrets
 * (tests/constant_time) there must be none. It only sees that these few lines are written in another way. */
#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#define PCH_MSAN
#endif
#endif

/* The compiler knows nothing any more of the variable's value. bank: the constraint for where it is, "r", "x", ... */
#if defined(__GNUC__) && !defined(PCH_MSAN)
#define PCH_OPAQUE(bank, variable) __asm__("" : "+" bank(variable))
#else
#define PCH_OPAQUE(bank, variable) ((void)0)
#endif

/* C11 has no 128-bit type; every compiler that offers this one offers it under this name. */
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 uint128;
#endif

#endif
