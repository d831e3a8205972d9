/* polycha-run: seals a file with the native build, opens it with both builds and every backend, and compares the bytes
 * and the speeds, also with those of other libraries. */
#include "../report.h"
#include "build.h"
#include "file.h"
#include "progress.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

static const char help[] =
  "Usage: polycha-run NATIVE PORTABLE FILE\n"
  "Seals FILE with the native build of polycha, opens it with both builds and every backend of this CPU, and shows\n"
  "that all agree, that a changed bit is refused, and how fast each is.\n"
  "\n"
  "NATIVE     the shared object of the native build (libpolycha.so)\n"
  "PORTABLE   the shared object of the portable build (libpolycha-portable.so)\n"
  "\n"
  "POLYCHA_BACKEND chooses the backend of the native build's first row, as in any program.\n";

/* What every row works on. */
typedef struct {
  run_file text;
  run_secret secret;
  uint8_t *sealed;  /* by the first row: ciphertext and tag */
  uint8_t *scratch; /* as large */
  size_t sealed_len;
} material;

static void fill_random(void *p, size_t len)
{
  if (getrandom(p, len, 0) != (ssize_t)len) {
    bench_die("getrandom: %s", strerror(errno));
  }
}

static material prepare(const char *path)
{
  material m;
  run_progress_step("reading", path, "");
  m.text = run_file_map(path);
  m.sealed_len = m.text.len + RUN_TAG_BYTES;
  m.sealed = malloc(m.sealed_len);
  m.scratch = malloc(m.sealed_len);
  if (!m.sealed || !m.scratch) {
    bench_die("%s needs twice its %zu bytes of memory", path, m.text.len);
  }
  /* Touched now, so that no row pays for the pages. */
  memset(m.sealed, 0xa5, m.sealed_len);
  memset(m.scratch, 0xa5, m.sealed_len);
  fill_random(&m.secret, sizeof m.secret);
  run_progress_end();
  return m;
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Again while it takes no more than this in all: the best of several runs is steadier. */
#define SECONDS_FOR_MORE 0.5

typedef bool action(const run_sealer *sealer, uint8_t *dst, const uint8_t *src, size_t len, const run_secret *secret);

/* MB/s of the best run; ends the program if one fails. */
static double timed(const char *doing, action *act, const run_sealer *sealer, const material *m, uint8_t *dst,
                    const uint8_t *src, size_t len)
{
  double best = 0, start = now();
  run_progress_step(doing, sealer->build, sealer->backend);
  do {
    double run_start = now();
    if (!act(sealer, dst, src, len, &m->secret)) {
      bench_die("%s failed: %s %s", doing, sealer->build, sealer->backend);
    }
    double seconds = now() - run_start;
    best = best == 0 || seconds < best ? seconds : best;
  } while (now() - start < SECONDS_FOR_MORE);
  run_progress_end();
  return (double)m->text.len / best / 1e6;
}

static void must_be_equal(const void *a, const void *b, size_t len, const run_sealer *sealer, const char *what)
{
  if (len && memcmp(a, b, len)) {
    bench_die("%s %s: %s", sealer->build, sealer->backend, what);
  }
}

static void print_row(const run_sealer *sealer, double seal_speed, double open_speed)
{
  printf("%-12s %-12s %12.0f %12.0f", sealer->build, sealer->backend, seal_speed, open_speed);
  if (sealer->note) {
    printf("  (%s)", sealer->note);
  }
  putchar('\n');
}

/* The first row makes what the others are compared with. */
static void run_row(const run_sealer *sealer, const material *m, bool first)
{
  uint8_t *sealed = first ? m->sealed : m->scratch;
  if (!sealer->seal) {
    printf("%-12s %s\n", sealer->build, sealer->backend);
    return;
  }
  if (sealer->use && !sealer->use(sealer)) {
    bench_die("%s %s cannot be used", sealer->build, sealer->backend);
  }
  double seal_speed = timed("sealing", sealer->seal, sealer, m, sealed, m->text.data, m->text.len);
  must_be_equal(sealed, m->sealed, m->sealed_len, sealer, "seals to other bytes than the native build");
  double open_speed = timed("opening", sealer->open, sealer, m, m->scratch, m->sealed, m->sealed_len);
  must_be_equal(m->scratch, m->text.data, m->text.len, sealer, "does not open to the file's bytes");
  print_row(sealer, seal_speed, open_speed);
}

static void run_forced_rows(const run_build *build, const material *m)
{
  for (size_t i = 0; i < build->backend_count(); i++) {
    if (build->backend_usable(i)) {
      run_sealer sealer = run_build_forced(build, build->backend_name(i));
      run_row(&sealer, m, false);
    }
  }
}

static void refuse_one_bit(const run_build *build, const material *m, size_t position, unsigned bit)
{
  run_progress_step("opening a changed file", build->name, "");
  memset(m->scratch, 0xa5, m->sealed_len);
  m->sealed[position] ^= (uint8_t)(1 << bit);
  polycha_status status = build->open(m->scratch, m->sealed, m->sealed_len, NULL, 0, m->secret.nonce, m->secret.key);
  m->sealed[position] ^= (uint8_t)(1 << bit);
  run_progress_end();
  if (status != POLYCHA_ERR_TAG) {
    bench_die("%s build: a changed bit gave status %d: %s", build->name, (int)status, build->strerror(status));
  }
  for (size_t i = 0; i < m->text.len; i++) {
    if (m->scratch[i]) {
      bench_die("%s build: refused, but plaintext is left at byte %zu", build->name, i);
    }
  }
  printf("  %s build: refused (%s), and all of the output is zero\n", build->name, build->strerror(status));
}

static void refuse(const run_build *native, const run_build *portable, const material *m)
{
  uint64_t chosen;
  fill_random(&chosen, sizeof chosen);
  size_t position = (size_t)(chosen / 8 % m->sealed_len);
  unsigned bit = (unsigned)(chosen % 8);
  printf("\nWith bit %u of byte %zu of the %zu sealed bytes flipped:\n", bit, position, m->sealed_len);
  refuse_one_bit(native, m, position, bit);
  refuse_one_bit(portable, m, position, bit);
}

static void introduce(const run_build *build, const char *path)
{
  char usable[256];
  run_build_usable(build, usable, sizeof usable);
  if (!build->backend()) {
    bench_die("POLYCHA_BACKEND=%s names no backend that this CPU can run; it may be one of: %s",
              getenv("POLYCHA_BACKEND"), usable);
  }
  printf("%s build %s (%s)\n  backends: %s; in use: %s\n", build->name, build->version(), path, usable,
         build->backend());
}

int main(int argc, char **argv)
{
  run_build native, portable;
  if (argc == 2 && !strcmp(argv[1], "--help")) {
    fputs(help, stdout);
    return EXIT_SUCCESS;
  }
  if (argc != 4) {
    fputs(help, stderr);
    return EXIT_FAILURE;
  }
  setvbuf(stdout, NULL, _IOLBF, 0); /* rows appear as they are made, also in a pipe */
  run_build_load(&native, argv[1], "native");
  run_build_load(&portable, argv[2], "portable");
  introduce(&native, argv[1]);
  introduce(&portable, argv[2]);
  material m = prepare(argv[3]);
  printf("%s: %zu bytes, sealed by each row and opened by each from the bytes of the first\n\n", argv[3], m.text.len);
  printf("%-12s %-12s %12s %12s\n", "build", "backend", "seal MB/s", "open MB/s");
  run_sealer chosen = run_build_chosen(&native);
  run_row(&chosen, &m, true);
  run_forced_rows(&portable, &m);
  run_forced_rows(&native, &m);
  run_row(&run_openssl, &m, false);
  run_row(&run_libsodium, &m, false);
  refuse(&native, &portable, &m);
  printf("\nAll rows agree on every byte.\n");
  free(m.sealed);
  free(m.scratch);
  return EXIT_SUCCESS;
}
