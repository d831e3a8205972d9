/* A whole file in memory, unchangeable. */
#ifndef RUN_FILE_H
#define RUN_FILE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  const uint8_t *data; /* NULL for an empty file */
  size_t len;
} run_file;

/* Ends the program, with the reason, if it cannot be read. */
run_file run_file_map(const char *path);

#endif
