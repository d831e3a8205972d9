#include "arguments.h"

static int find_parameter(const pch_py_parameters *wanted, PyObject *name)
{
  for (int i = 0; i < wanted->count; i++) {
    if (PyUnicode_CompareWithASCIIString(name, wanted->names[i]) == 0) {
      return i;
    }
  }
  return -1;
}

int pch_py_sort_arguments(const pch_py_parameters *wanted, PyObject *const *given, Py_ssize_t by_position,
                          PyObject *names, PyObject *sorted[PCH_PY_ARGUMENTS_MAX])
{
  if (by_position > wanted->count) {
    PyErr_Format(PyExc_TypeError, "%s() takes %zd positional arguments but %zd were given", wanted->method,
                 wanted->count, by_position);
    return -1;
  }
  for (Py_ssize_t i = 0; i < wanted->count; i++) {
    sorted[i] = i < by_position ? given[i] : NULL;
  }
  Py_ssize_t by_name = names ? PyTuple_Size(names) : 0;
  for (Py_ssize_t i = 0; i < by_name; i++) {
    PyObject *name = PyTuple_GetItem(names, i);
    int at = find_parameter(wanted, name);
    if (at < 0) {
      PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", wanted->method, name);
      return -1;
    }
    if (sorted[at]) {
      PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument '%U'", wanted->method, name);
      return -1;
    }
    sorted[at] = given[by_position + i];
  }
  for (Py_ssize_t i = 0; i < wanted->count; i++) {
    if (!sorted[i]) {
      PyErr_Format(PyExc_TypeError, "%s() missing required argument: '%s'", wanted->method, wanted->names[i]);
      return -1;
    }
  }
  return 0;
}
