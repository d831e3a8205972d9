/* What the types of shim.h are in Python. Included by ../polycha.i. */

%{
#include "python/buffers.h"
#include "python/aead_types.h"
%}

/* ---- Buffers ----
 *
 * SWIG's own pybuffer.i gives a buffer back before the call that uses it, while another thread may resize it: here it is
 * held until the call is over. _global_bytes counts what the call reads; SWIG declares it once for all arguments. */

%typemap(arginit) (const uint8_t *IN, size_t IN_SIZE), (uint8_t *OUT, size_t OUT_SIZE) {
  pch_py_clear(&buffer$argnum);
}

%typemap(in, numinputs=1) (const uint8_t *IN, size_t IN_SIZE) (pch_py_buffer buffer, size_t _global_bytes = 0) {
  if (pch_py_read(&buffer, $input) < 0) {
    SWIG_fail;
  }
  $1 = buffer.data;
  $2 = buffer.size;
  _global_bytes += buffer.size;
}

/* A writable buffer; or a length, for new bytes of that length, which the function returns; or None for NULL. */
%typemap(in, numinputs=1) (uint8_t *OUT, size_t OUT_SIZE) (pch_py_buffer buffer) {
  if (pch_py_output(&buffer, $input) < 0) {
    SWIG_fail;
  }
  $1 = buffer.data;
  $2 = buffer.size;
}

%typemap(argout) (uint8_t *OUT, size_t OUT_SIZE) {
  if (buffer$argnum.made && !($result = pch_py_take_made(&buffer$argnum, $result))) {
    SWIG_fail;
  }
}

%typemap(freearg) (const uint8_t *IN, size_t IN_SIZE), (uint8_t *OUT, size_t OUT_SIZE) {
  pch_py_release(&buffer$argnum);
}

/* ---- Results ---- */

%typemap(out) int64_t {
  if ($1 < 0) {
    pch_py_raise($1);
    SWIG_fail;
  }
  $result = PyLong_FromLongLong($1);
}

/* ---- Contexts: capsules, which Python code can neither copy nor mistake for one another ---- */

%define PCH_CONTEXT(NAME)
%{
static void pch_py_free_##NAME(PyObject *capsule)
{
  pch_shim_##NAME##_free(PyCapsule_GetPointer(capsule, "pch_shim_" #NAME "_ctx"));
}

PyObject *pch_py_own_##NAME(pch_shim_##NAME##_ctx *context)
{
  PyObject *capsule = context ? PyCapsule_New(context, "pch_shim_" #NAME "_ctx", pch_py_free_##NAME) : PyErr_NoMemory();
  if (!capsule) {
    pch_shim_##NAME##_free(context);
  }
  return capsule;
}
%}
%typemap(in) pch_shim_##NAME##_ctx * {
  $1 = PyCapsule_GetPointer($input, "pch_shim_" #NAME "_ctx");
  if (!$1) {
    SWIG_fail;
  }
}
%typemap(out) pch_shim_##NAME##_ctx * {
  $result = pch_py_own_##NAME($1);
  if (!$result) {
    SWIG_fail;
  }
}
%ignore pch_shim_##NAME##_free;
%enddef

PCH_CONTEXT(aead)
PCH_CONTEXT(chacha)
PCH_CONTEXT(poly1305)

/* ---- The GIL ---- */

%define PCH_RELEASES_THE_GIL(FUNCTION)
%exception FUNCTION {
  if (_global_bytes >= PCH_PY_GIL_BYTES) {
    Py_BEGIN_ALLOW_THREADS
    $action
    Py_END_ALLOW_THREADS
  } else {
    $action
  }
}
%enddef

PCH_RELEASES_THE_GIL(pch_shim_aead_aad)
PCH_RELEASES_THE_GIL(pch_shim_aead_encrypt)
PCH_RELEASES_THE_GIL(pch_shim_aead_decrypt)
PCH_RELEASES_THE_GIL(pch_shim_chacha_update)
PCH_RELEASES_THE_GIL(pch_shim_poly1305)
PCH_RELEASES_THE_GIL(pch_shim_poly1305_update)

/* ---- What Python does not need ---- */

/* aead_types.c has these, in methods whose crossing is shorter than SWIG's. */
%ignore pch_shim_seal;
%ignore pch_shim_xseal;
%ignore pch_shim_open;
%ignore pch_shim_xopen;
%ignore pch_shim_seal_detached;
%ignore pch_shim_xseal_detached;
%ignore pch_shim_open_detached;
%ignore pch_shim_aead_init;
%ignore pch_shim_xopen_detached;
/* The classes ChaCha20 and Poly1305 do their work with contexts, or compare tags by themselves. */
%ignore pch_shim_chacha20_xor;
%ignore pch_shim_poly1305_verify;
/* For Java. */
%ignore pch_shim_jdk_chacha20_block;
%ignore pch_shim_jdk_poly1305_blocks;
/* Errors are exceptions. */
%ignore pch_shim_strerror;
%rename("$ignore", regexmatch$name="^PCH_SHIM_ERR_") "";

%init %{
  if (pch_py_add_aead_types(m) < 0) {
    return -1;
  }
%}
