/* What polycha.i's types are in Java. Included by ../polycha.i; generate.py runs SWIG for each build and makes of the class with
 * the native methods an implementation of org.polycha.Library. All results are returned: no function here throws.
 *
 * shim.h's functions on long data are left out: calls.h has them, with arrays held in pieces. What is left of its buffers
 * are keys, nonces, tags and subkeys, which are copied to the stack: SWIG's own typemaps for arrays leave copies of
 * secrets in freed memory. */

%rename("%(regex:/^pch_(?:shim|java)_([a-z0-9]+)_?([a-z0-9]*)_?([a-z0-9]*)_?([a-z0-9]*)$/\\1\\u\\2\\u\\3\\u\\4/)s") "";

%ignore pch_shim_seal;
%ignore pch_shim_xseal;
%ignore pch_shim_open;
%ignore pch_shim_xopen;
%ignore pch_shim_seal_detached;
%ignore pch_shim_xseal_detached;
%ignore pch_shim_open_detached;
%ignore pch_shim_xopen_detached;
%ignore pch_shim_aead_aad;
%ignore pch_shim_aead_encrypt;
%ignore pch_shim_aead_decrypt;
%ignore pch_shim_chacha20_xor;
%ignore pch_shim_chacha_update;
%ignore pch_shim_poly1305;
%ignore pch_shim_poly1305_verify;
%ignore pch_shim_poly1305_update;
%ignore pch_shim_jdk_poly1305_blocks;
/* Their values stand in org.polycha.Status, which a test compares with the header. */
%ignore PCH_JAVA_KEYSTREAM;
%ignore PCH_JAVA_AAD_BEHIND;
%ignore PCH_SHIM_ERR_KEY;
%ignore PCH_SHIM_ERR_NONCE;
%ignore PCH_SHIM_ERR_TAG_SIZE;
%ignore PCH_SHIM_ERR_CAPACITY;
%ignore PCH_SHIM_ERR_ROUNDS;
%ignore PCH_SHIM_ERR_BUSY;

%{
#include "calls.h"

/* Longer than any key, nonce or tag: a size that every function refuses. */
#define SHORT_BYTES 64
%}

/* Longer arrays than SHORT_BYTES are wrong anyway, and remain so when cut. */
%typemap(jni) (const uint8_t *IN, size_t IN_SIZE) "jbyteArray"
%typemap(jtype) (const uint8_t *IN, size_t IN_SIZE) "byte[]"
%typemap(jstype) (const uint8_t *IN, size_t IN_SIZE) "byte[]"
%typemap(javain) (const uint8_t *IN, size_t IN_SIZE) "$javainput"
%typemap(in) (const uint8_t *IN, size_t IN_SIZE) (uint8_t copy[SHORT_BYTES]) {
  jint size = (*jenv)->GetArrayLength(jenv, $input);
  size = size < SHORT_BYTES ? size : SHORT_BYTES;
  (*jenv)->GetByteArrayRegion(jenv, $input, 0, size, (jbyte *)copy);
  $1 = copy;
  $2 = (size_t)size;
}
%typemap(freearg) (const uint8_t *IN, size_t IN_SIZE) "polycha_wipe(copy$argnum, sizeof copy$argnum);"

%typemap(jni) (uint8_t *OUT, size_t OUT_SIZE) "jbyteArray"
%typemap(jtype) (uint8_t *OUT, size_t OUT_SIZE) "byte[]"
%typemap(jstype) (uint8_t *OUT, size_t OUT_SIZE) "byte[]"
%typemap(javain) (uint8_t *OUT, size_t OUT_SIZE) "$javainput"
%typemap(in) (uint8_t *OUT, size_t OUT_SIZE) (uint8_t copy[SHORT_BYTES]) {
  jint size = (*jenv)->GetArrayLength(jenv, $input);
  $1 = copy;
  $2 = (size_t)(size < SHORT_BYTES ? size : SHORT_BYTES);
}
%typemap(argout) (uint8_t *OUT, size_t OUT_SIZE) {
  if (result > 0)
    (*jenv)->SetByteArrayRegion(jenv, $input, 0, (jint)result, (const jbyte *)$1);
}
%typemap(freearg) (uint8_t *OUT, size_t OUT_SIZE) "polycha_wipe(copy$argnum, sizeof copy$argnum);"

/* int[16] and byte[1024] of the JDK's block function: the first copied, the second held, while nothing else is. */
%typemap(jni) (const int32_t *state, size_t state_count) "jintArray"
%typemap(jtype) (const int32_t *state, size_t state_count) "int[]"
%typemap(jstype) (const int32_t *state, size_t state_count) "int[]"
%typemap(javain) (const int32_t *state, size_t state_count) "$javainput"
%typemap(in) (const int32_t *state, size_t state_count) (int32_t copy[16]) {
  (*jenv)->GetIntArrayRegion(jenv, $input, 0, 16, (jint *)copy);
  $1 = copy;
  $2 = 16;
}
%typemap(freearg) (const int32_t *state, size_t state_count) "polycha_wipe(copy$argnum, sizeof copy$argnum);"

%typemap(jni) (uint8_t *keystream, size_t keystream_size) "jbyteArray"
%typemap(jtype) (uint8_t *keystream, size_t keystream_size) "byte[]"
%typemap(jstype) (uint8_t *keystream, size_t keystream_size) "byte[]"
%typemap(javain) (uint8_t *keystream, size_t keystream_size) "$javainput"
%typemap(in) (uint8_t *keystream, size_t keystream_size) {
  $2 = (size_t)(*jenv)->GetArrayLength(jenv, $input);
  $1 = (*jenv)->GetPrimitiveArrayCritical(jenv, $input, NULL);
  if (!$1)
    $2 = 0; /* which the function refuses */
}
%typemap(argout) (uint8_t *keystream, size_t keystream_size) {
  if ($1)
    (*jenv)->ReleasePrimitiveArrayCritical(jenv, $input, $1, 0);
}
%typemap(freearg) (uint8_t *keystream, size_t keystream_size) ""

/* Java's long has the same bits. */
%apply int64_t { uint64_t };

%typemap(in, numinputs=0) JNIEnv *env "$1 = jenv;"

%include "java/calls.h"
jlong pch_java_longest_hold(void);
