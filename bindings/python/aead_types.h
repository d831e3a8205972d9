/* The two AEAD classes' common part in C: see aead_types.c. */
#ifndef PCH_PYTHON_AEAD_TYPES_H
#define PCH_PYTHON_AEAD_TYPES_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Adds the types to the extension module. 0, or -1 with an exception set. */
int pch_py_add_aead_types(PyObject *module);

#endif
