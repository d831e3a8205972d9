/* Python's buffers, exceptions and contexts, as the typemaps of python.i and the types of aead_types.c use them. */
#ifndef PCH_PYTHON_BUFFERS_H
#define PCH_PYTHON_BUFFERS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#include "shim.h"

/* A call on this many bytes or more runs without the GIL. Shorter ones are over before another thread could gain by it. */
#define PCH_PY_GIL_BYTES 4096

/* What an argument's memory is, for the length of one call. While it is held the memory can neither move nor go away, with
 * or without the GIL: either the object is a bytes object, which never changes and to which the caller has a reference,
 * or `view` is exported, and an object with an export refuses to be resized. */
typedef struct {
  uint8_t *data;
  size_t size;
  PyObject *made; /* new bytes, for an output that is to be returned; else NULL */
  Py_buffer view; /* view.obj == NULL: nothing is exported */
} pch_py_buffer;

/* Comes before all else, so that pch_py_release may follow in any case. */
static inline void pch_py_clear(pch_py_buffer *buffer)
{
  buffer->made = NULL;
  buffer->view.obj = NULL;
}

/* The four below return 0, or -1 with an exception set: TypeError, or BufferError for what is not contiguous. */

/* What has the buffer protocol, to be read. */
int pch_py_export(pch_py_buffer *buffer, PyObject *object);

/* What has the buffer protocol, to be written. TypeError if it is read-only. */
int pch_py_export_writable(pch_py_buffer *buffer, PyObject *object);

/* New bytes of that size, to be written: `made`. */
int pch_py_make(pch_py_buffer *buffer, size_t size);

/* An output in Python: a writable buffer; or an int, for new bytes of that size; or None, which becomes NULL. */
int pch_py_output(pch_py_buffer *buffer, PyObject *object);

/* Nearly every argument is a bytes object, which needs no export. */
static inline int pch_py_read(pch_py_buffer *buffer, PyObject *object)
{
  if (PyBytes_CheckExact(object)) {
    buffer->data = (uint8_t *)PyBytes_AS_STRING(object);
    buffer->size = (size_t)PyBytes_GET_SIZE(object);
    return 0;
  }
  return pch_py_export(buffer, object);
}

/* Gives back what is held. */
static inline void pch_py_release(pch_py_buffer *buffer)
{
  if (buffer->view.obj) {
    PyBuffer_Release(&buffer->view);
  }
  Py_XDECREF(buffer->made);
}

/* The new bytes of an output, in place of the count that was the result so far, whose reference it takes. NULL, with
 * SystemError set, if the count is not their size: the rest of them was never written. */
PyObject *pch_py_take_made(pch_py_buffer *buffer, PyObject *result);

/* Sets the exception for a negative status of shim.h, which polycha.exceptions makes. The extension modules, of which there
 * is one for each build, share these. */
void pch_py_raise(int64_t status);

/* The capsules that own contexts; python.i defines them. NULL: with an exception set, MemoryError for a NULL context. */
PyObject *pch_py_own_aead(pch_shim_aead_ctx *context);
PyObject *pch_py_own_chacha(pch_shim_chacha_ctx *context);
PyObject *pch_py_own_poly1305(pch_shim_poly1305_ctx *context);

#endif
