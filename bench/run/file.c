#include "file.h"

#include "../report.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

run_file run_file_map(const char *path)
{
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe without a writer must not hang */
  struct stat status;
  if (file < 0 || fstat(file, &status)) {
    bench_die("%s: %s", path, strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) {
    bench_die("%s is a directory, not a file", path);
  }
  if (!S_ISREG(status.st_mode)) {
    bench_die("%s is not a regular file", path);
  }
  run_file mapped = {.len = (size_t)status.st_size};
  if (mapped.len) {
    mapped.data = mmap(NULL, mapped.len, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    if (mapped.data == MAP_FAILED) {
      bench_die("%s: %s", path, strerror(errno));
    }
  }
  close(file);
  return mapped;
}
