/* The arguments of a method in C, as vectorcall hands them over: some by position, then some by name, and no tuple. */
#ifndef PCH_PYTHON_ARGUMENTS_H
#define PCH_PYTHON_ARGUMENTS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

enum { PCH_PY_ARGUMENTS_MAX = 4 };

/* A method's parameters, all of them required, each by position or by name. */
typedef struct {
  const char *method;
  Py_ssize_t count;
  const char *names[PCH_PY_ARGUMENTS_MAX];
} pch_py_parameters;

/* Fills `sorted` with the arguments in order. 0, or -1 with TypeError set. */
int pch_py_sort_arguments(const pch_py_parameters *wanted, PyObject *const *given, Py_ssize_t by_position,
                          PyObject *names, PyObject *sorted[PCH_PY_ARGUMENTS_MAX]);

/* The arguments in order: those given, or, if some came by name, `room` filled with them. NULL: with TypeError set. */
static inline PyObject *const *pch_py_arguments(const pch_py_parameters *wanted, PyObject *const *given,
                                                Py_ssize_t by_position, PyObject *names,
                                                PyObject *room[PCH_PY_ARGUMENTS_MAX])
{
  if (by_position == wanted->count && !names) {
    return given;
  }
  return pch_py_sort_arguments(wanted, given, by_position, names, room) < 0 ? NULL : room;
}

/* `args`, in a method that is called with given, count and names; the method is left if they are not as they should be. */
#define PCH_PY_TAKE_ARGUMENTS(METHOD, ...)                                                                             \
  static const pch_py_parameters wanted = {                                                                            \
    METHOD, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), {__VA_ARGS__}};                                    \
  PyObject *room[PCH_PY_ARGUMENTS_MAX];                                                                                \
  PyObject *const *args = pch_py_arguments(&wanted, given, count, names, room);                                        \
  if (!args) {                                                                                                         \
    return NULL;                                                                                                       \
  }

#endif
