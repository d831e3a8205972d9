/* Python's buffers as the C library wants them. */
#ifndef PCH_PYTHON_BUFFERS_H
#define PCH_PYTHON_BUFFERS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

/* From this many bytes on a call runs without the GIL: releasing and taking it again costs about 50 ns. */
#define PCH_PY_GIL_BYTES 4096

/* A borrowed look into an object. While it is held the memory can neither move nor go away, with or without the GIL:
 * either the object is a bytes object, which never changes and to which the caller has a reference, or `view` is
 * exported, and the object refuses to be resized. To be zeroed before use. */
typedef struct {
  uint8_t *data;
  size_t size;
  PyObject *made; /* a bytes object of our own, to be filled and returned; else NULL */
  Py_buffer view; /* view.obj == NULL: nothing is exported */
} pch_py_buffer;

/* Any contiguous object. 0, or -1 with TypeError or BufferError set. `name` is the argument's, for the message. */
int pch_py_read_slow(pch_py_buffer *buffer, PyObject *object, const char *name);

/* A writable contiguous object. */
int pch_py_write(pch_py_buffer *buffer, PyObject *object, const char *name);

/* A new bytes object of `size` bytes to write to. */
int pch_py_make(pch_py_buffer *buffer, size_t size);

/* Undoes any of these, and may be called on a zeroed buffer. */
void pch_py_release(pch_py_buffer *buffer);

/* bytes is what nearly every call passes, and is not worth an export. */
static inline int pch_py_read(pch_py_buffer *buffer, PyObject *object, const char *name)
{
  if (PyBytes_CheckExact(object)) {
    buffer->data = (uint8_t *)PyBytes_AS_STRING(object);
    buffer->size = (size_t)PyBytes_GET_SIZE(object);
    return 0;
  }
  return pch_py_read_slow(buffer, object, name);
}

/* Sets the exception for a negative status of shim.h. */
void pch_py_raise(int64_t status);

/* Takes polycha's exceptions from polycha._exceptions. 0, or -1 with an exception set. */
int pch_py_import_exceptions(void);

#endif
