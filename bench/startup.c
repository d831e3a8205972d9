#include "startup.h"

#include "clock.h"
#include "polycha.h"
#include "report.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROCESSES 51

typedef struct {
  double first, second;
} calls;

static void seal_nothing(void *argument)
{
  static const uint8_t key[POLYCHA_KEY_BYTES], nonce[POLYCHA_NONCE_BYTES];
  uint8_t tag[POLYCHA_TAG_BYTES];
  *(polycha_status *)argument = polycha_seal(tag, NULL, 0, NULL, 0, nonce, key);
}

int bench_first_call_main(void)
{
  calls c;
  polycha_status first, second;
  bench_clock_start(-1);
  bench_clock_time(seal_nothing, &first, &c.first);
  bench_clock_time(seal_nothing, &second, &c.second);
  return first || second || write(STDOUT_FILENO, &c, sizeof c) != sizeof c ? EXIT_FAILURE : EXIT_SUCCESS;
}

static calls measure_process(void)
{
  int ends[2], status;
  calls c = {0};
  if (pipe2(ends, O_CLOEXEC)) {
    bench_die("pipe: %s", strerror(errno));
  }
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    execl("/proc/self/exe", program_invocation_short_name, BENCH_FIRST_CALL_ARGUMENT, (char *)NULL);
    _exit(EXIT_FAILURE);
  }
  close(ends[1]);
  if (child < 0 || read(ends[0], &c, sizeof c) != sizeof c || waitpid(child, &status, 0) != child || status) {
    bench_die("the first call of a process failed");
  }
  close(ends[0]);
  return c;
}

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void bench_print_first_call(void)
{
  double first[PROCESSES], second[PROCESSES];
  for (int i = 0; i < PROCESSES; i++) {
    calls c = measure_process();
    first[i] = c.first;
    second[i] = c.second;
  }
  qsort(first, PROCESSES, sizeof *first, compare);
  qsort(second, PROCESSES, sizeof *second, compare);
  printf("first seal of a process %.0f cycles, second %.0f (0 bytes, medians of %d processes)\n", first[PROCESSES / 2],
         second[PROCESSES / 2], PROCESSES);
}

void bench_print_size(const char *path)
{
  FILE *file = fopen(path, "rb");
  Elf64_Ehdr header;
  if (!file || fread(&header, sizeof header, 1, file) != 1 || memcmp(header.e_ident, ELFMAG, SELFMAG) ||
      header.e_ident[EI_CLASS] != ELFCLASS64) {
    bench_die("%s: not a 64-bit ELF file that can be read", path);
  }
  uint64_t loaded = 0;
  for (int i = 0; i < header.e_phnum; i++) {
    Elf64_Phdr segment;
    if (fseek(file, (long)(header.e_phoff + (uint64_t)i * header.e_phentsize), SEEK_SET) ||
        fread(&segment, sizeof segment, 1, file) != 1) {
      bench_die("%s: cut off", path);
    }
    loaded += segment.p_type == PT_LOAD ? segment.p_filesz : 0;
  }
  fclose(file);
  printf("%s: %.1f KiB in loaded segments\n", path, (double)loaded / 1024);
}
