#include "report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void bench_die(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  fflush(stdout);
  fprintf(stderr, "%s: ", program_invocation_short_name);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(EXIT_FAILURE);
}

void *bench_allocate(size_t total, size_t size)
{
  void *p = calloc(total ? total : 1, size);
  if (!p) {
    bench_die("out of memory");
  }
  return p;
}
