/* The one interface that SWIG reads, for every language: shim.h, and what its types mean in the language at hand.
 *
 * python/python.i and java/java.i give the typemaps of
 *
 *   (const uint8_t *IN, size_t IN_SIZE)    a buffer that is read
 *   (uint8_t *OUT, size_t OUT_SIZE)        a buffer that is written
 *   int64_t                                as a result: a count, or a negative status, which they raise
 *   pch_shim_*_ctx *                       a context, freed with the object that holds it
 *
 * and are read before the declarations. Functions lose their prefix: pch_shim_seal is called seal. */
%module polycha

%{
#include "shim.h"
%}

/* polycha.h is not read; these are the types that shim.h takes from it and from the compiler. */
%include <stdint.i>
%rename("%(strip:[pch_shim_])s") "";

#if defined(SWIGPYTHON)
%include "python/python.i"
#elif defined(SWIGJAVA)
%include "java/java.i"
#endif

%apply (const uint8_t *IN, size_t IN_SIZE) {
  (const uint8_t *src, size_t src_size),
  (const uint8_t *aad, size_t aad_size),
  (const uint8_t *nonce, size_t nonce_size),
  (const uint8_t *key, size_t key_size),
  (const uint8_t *expected_tag, size_t expected_tag_size)
};
%apply (uint8_t *OUT, size_t OUT_SIZE) {
  (uint8_t *dst, size_t dst_size),
  (uint8_t *tag, size_t tag_size)
};

%include "shim.h"
