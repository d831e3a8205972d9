#include "buffers.h"

/* Nothing is kept from one call to the next: another interpreter in this process has exceptions of its own. */
void pch_py_raise(int64_t status)
{
  PyObject *exceptions = PyImport_ImportModule("polycha.exceptions");
  if (!exceptions) {
    return;
  }
  PyObject *error = PyObject_CallMethod(exceptions, "error_of_status", "L", (long long)status);
  Py_DECREF(exceptions);
  if (error) {
    PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_DECREF(error);
  }
}

static void take_view(pch_py_buffer *buffer)
{
  buffer->data = buffer->view.buf;
  buffer->size = (size_t)buffer->view.len;
}

/* Exporters differ in what they raise for a strided buffer (NumPy: ValueError, which is also what a closed map or a released
 * view raises). It is strided if it can be had when strides are allowed. */
static int refuse(PyObject *object)
{
  if (!PyObject_CheckBuffer(object) || !PyErr_ExceptionMatches(PyExc_ValueError)) {
    return -1;
  }
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  Py_buffer view;
  if (PyObject_GetBuffer(object, &view, PyBUF_FULL_RO) < 0) {
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return -1;
  }
  PyBuffer_Release(&view);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
  PyErr_SetString(PyExc_BufferError, "Buffer is not contiguous.");
  return -1;
}

int pch_py_export(pch_py_buffer *buffer, PyObject *object)
{
  if (PyObject_GetBuffer(object, &buffer->view, PyBUF_SIMPLE) < 0) {
    buffer->view.obj = NULL;
    return refuse(object);
  }
  take_view(buffer);
  return 0;
}

int pch_py_export_writable(pch_py_buffer *buffer, PyObject *object)
{
  if (PyObject_GetBuffer(object, &buffer->view, PyBUF_WRITABLE) == 0) {
    take_view(buffer);
    return 0;
  }
  /* A buffer that can be read but not written is a TypeError, whatever its exporter says. */
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  int read_only = PyObject_GetBuffer(object, &buffer->view, PyBUF_SIMPLE) == 0;
  if (read_only) {
    PyBuffer_Release(&buffer->view);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    PyErr_SetString(PyExc_TypeError, "Buffer is not writable.");
  } else {
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
  }
  buffer->view.obj = NULL;
  return read_only ? -1 : refuse(object);
}

int pch_py_make(pch_py_buffer *buffer, size_t size)
{
  if (size > PY_SSIZE_T_MAX) {
    PyErr_NoMemory();
    return -1;
  }
  buffer->made = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
  if (!buffer->made) {
    return -1;
  }
  buffer->data = (uint8_t *)PyBytes_AS_STRING(buffer->made);
  buffer->size = size;
  return 0;
}

int pch_py_output(pch_py_buffer *buffer, PyObject *object)
{
  if (object == Py_None) {
    buffer->data = NULL;
    buffer->size = 0;
    return 0;
  }
  if (PyLong_Check(object)) {
    size_t size = PyLong_AsSize_t(object);
    return size == (size_t)-1 && PyErr_Occurred() ? -1 : pch_py_make(buffer, size);
  }
  return pch_py_export_writable(buffer, object);
}

PyObject *pch_py_take_made(pch_py_buffer *buffer, PyObject *result)
{
  size_t written = PyLong_AsSize_t(result);
  Py_DECREF(result);
  if (written != buffer->size) {
    PyErr_Format(PyExc_SystemError, "%zu bytes were asked for and %zu written", buffer->size, written);
    return NULL;
  }
  PyObject *made = buffer->made;
  buffer->made = NULL;
  return made;
}
