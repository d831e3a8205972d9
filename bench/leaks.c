/* Two classes of inputs, drawn at random before each call, and Welch's t-test on what the calls took, after Reparaz, Balasch and
 * Verbauwhede, "Dude, is my code constant time?" (2017). Also of the quickest 95, 75 and 50 in a hundred only, since interrupts and the
 * like hit the slowest; the largest |t| counts. It can show a leak, but never that there is none: what is promised is
 * checked by tests/constant_time. */
#include "leaks.h"

#include "clock.h"
#include "polycha.h"
#include "report.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* |t| of two classes that do not differ is above the first 7 times in a million, for each of the four tests of a row. */
#define T_SUSPECT 4.5
#define T_DIFFERENT 10.0

/* Of each class: what is drawn from is as large for the constant one, and so in the same cache. */
#define INPUTS 8
#define SAMPLES_MAX 200000
#define SAMPLES_MIN 200

/* So long a row may take beyond its time until it has the least number of samples: only runs with a steady clock count. */
#define PATIENCE_SECONDS 30.0

typedef struct {
  size_t len;
  uint8_t key[32], nonce[12], tag[16];
  uint8_t text[BENCH_LEAKS_LENGTH_MAX];
} leak_input;

static leak_input classes[2][INPUTS], input;
static uint8_t output[BENCH_LEAKS_LENGTH_MAX];
static int status;

static uint64_t draw(void)
{
  static uint64_t state = UINT64_C(0x9e3779b97f4a7c15);
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> 16;
}

static void fill(uint8_t *bytes, size_t len, int constant)
{
  for (size_t i = 0; i < len; i++) {
    bytes[i] = constant < 0 ? (uint8_t)draw() : (uint8_t)constant;
  }
}

/* ---- what differs between the classes ---- */

static void make_secrets(leak_input *in, int constant)
{
  fill(in->key, sizeof in->key, constant);
  fill(in->text, in->len, constant);
}

static void make_zeros_or_random(leak_input *in, int class)
{
  make_secrets(in, class ? -1 : 0);
}

static void make_ones_or_random(leak_input *in, int class)
{
  make_secrets(in, class ? -1 : 255);
}

static void encipher(leak_input *in)
{
  if (polycha_seal_detached(in->text, in->tag, in->text, in->len, NULL, 0, in->nonce, in->key)) {
    bench_die("seal failed");
  }
}

static void make_genuine(leak_input *in, int class)
{
  make_zeros_or_random(in, class);
  encipher(in);
}

static void make_forged(leak_input *in, int class)
{
  make_secrets(in, -1);
  encipher(in);
  in->tag[class ? 15 : 0] ^= 1;
}

static void make_forged_mac(leak_input *in, int class)
{
  make_secrets(in, -1);
  if (polycha_poly1305(in->tag, in->text, in->len, in->key)) {
    bench_die("poly1305 failed");
  }
  in->tag[class ? 15 : 0] ^= 1;
}

/* ---- what is timed ---- */

static void seal(void *unused)
{
  (void)unused;
  status = polycha_seal_detached(output, input.tag, input.text, input.len, NULL, 0, input.nonce, input.key);
}

static void open_text(void *unused)
{
  (void)unused;
  status = polycha_open_detached(output, input.text, input.len, input.tag, NULL, 0, input.nonce, input.key);
}

static void chacha20(void *unused)
{
  (void)unused;
  status = polycha_chacha20_xor(output, input.text, input.len, input.nonce, 0, input.key);
}

static void poly1305(void *unused)
{
  (void)unused;
  status = polycha_poly1305(output, input.text, input.len, input.key);
}

static void poly1305_verify(void *unused)
{
  (void)unused;
  status = polycha_poly1305_verify(input.tag, input.text, input.len, input.key);
}

/* What no library should do: it stops at the first byte that differs. */
static void compare_until_different(void *unused)
{
  size_t i = 0;
  (void)unused;
  poly1305(NULL);
  for (; i < sizeof input.tag && output[i] == input.tag[i]; i++) {
    __asm__ volatile("" : : : "memory"); /* byte by byte */
  }
  status = i < sizeof input.tag;
}

typedef struct {
  const char *name, *classes;
  bench_timed *run;
  void (*make)(leak_input *in, int class);
  bool leaks;
} leak_experiment;

static const leak_experiment experiments[] = {
  {"seal", "zeros, random", seal, make_zeros_or_random, false},
  {"open", "zeros, random", open_text, make_genuine, false},
  {"open", "wrong in byte 0, 15", open_text, make_forged, false},
  {"chacha20", "zeros, random", chacha20, make_zeros_or_random, false},
  {"poly1305", "ones, random", poly1305, make_ones_or_random, false},
  {"poly1305_verify", "wrong in byte 0, 15", poly1305_verify, make_forged_mac, false},
  {"a leak on purpose", "wrong in byte 0, 15", compare_until_different, make_forged_mac, true},
};

/* ---- the test ---- */

typedef struct {
  double cycles[SAMPLES_MAX];
  size_t total;
} leak_samples;

static leak_samples samples[2];

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* How many of the sorted samples are at most the limit. */
static size_t count_below(const leak_samples *s, double limit)
{
  size_t total = s->total;
  while (total && s->cycles[total - 1] > limit) {
    total--;
  }
  return total;
}

/* Welch's t of the first so many of each class. */
static double welch(const size_t total[2])
{
  double mean[2], error = 0;
  for (int class = 0; class < 2; class ++) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < total[class]; i++) {
      sum += samples[class].cycles[i];
    }
    mean[class] = sum / (double)total[class];
    for (size_t i = 0; i < total[class]; i++) {
      double difference = samples[class].cycles[i] - mean[class];
      squares += difference * difference;
    }
    error += squares / (double)(total[class] - 1) / (double)total[class];
  }
  return error > 0 ? fabs(mean[0] - mean[1]) / sqrt(error) : 0;
}

static double largest_t(void)
{
  static const double kept[] = {1, 0.95, 0.75, 0.5};
  double most = 0;
  for (int class = 0; class < 2; class ++) {
    qsort(samples[class].cycles, samples[class].total, sizeof(double), compare);
  }
  for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
    const leak_samples *larger = &samples[samples[1].total > samples[0].total];
    double limit = larger->cycles[(size_t)(kept[i] * (double)(larger->total - 1))];
    size_t total[2] = {count_below(&samples[0], limit), count_below(&samples[1], limit)};
    if (total[0] > SAMPLES_MIN / 8 && total[1] > SAMPLES_MIN / 8) {
      most = fmax(most, welch(total));
    }
  }
  return most;
}

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static bool is_enough(double end)
{
  bool full = samples[0].total == SAMPLES_MAX || samples[1].total == SAMPLES_MAX;
  return full || (now() > end && samples[0].total >= SAMPLES_MIN && samples[1].total >= SAMPLES_MIN);
}

static void collect(const leak_experiment *experiment, size_t len, double seconds)
{
  for (int class = 0; class < 2; class ++) {
    samples[class].total = 0;
    for (size_t i = 0; i < INPUTS; i++) {
      leak_input *in = &classes[class][i];
      in->len = len;
      fill(in->nonce, sizeof in->nonce, -1);
      experiment->make(in, class);
    }
  }
  for (double end = now() + seconds; !is_enough(end);) {
    uint64_t drawn = draw();
    int class = drawn & 1;
    double cycles;
    memcpy(&input, &classes[class][drawn / 2 % INPUTS], offsetof(leak_input, text) + len);
    if (bench_clock_time(experiment->run, NULL, &cycles)) {
      samples[class].cycles[samples[class].total++] = cycles;
    } else if (now() > end + PATIENCE_SECONDS) {
      bench_die("the core's clock is not steady enough to measure anything");
    }
  }
}

static const char *verdict(double t, bool leaks)
{
  if (leaks) {
    return t < T_SUSPECT ? "NOT SEEN: measure for longer" : "seen";
  }
  return t < T_SUSPECT ? "none seen" : t < T_DIFFERENT ? "perhaps: measure for longer" : "DIFFERENT";
}

/* Returns whether the classes seem to differ. */
static bool run_experiment(const leak_experiment *experiment, size_t len, double seconds)
{
  collect(experiment, len, seconds);
  double t = largest_t();
  printf("%-12s %-18s %-20s %6zu %8zu %9.0f %9.0f %7.1f   %s\n", polycha_backend(), experiment->name,
         experiment->classes, len, samples[0].total + samples[1].total, samples[0].cycles[samples[0].total / 2],
         samples[1].cycles[samples[1].total / 2], t, verdict(t, experiment->leaks));
  fflush(stdout);
  return t >= T_SUSPECT;
}

bool bench_leaks(const size_t *lengths, size_t length_total, double seconds)
{
  static const size_t own_lengths[] = {64, 1024, 8192};
  size_t rows = 0, suspects = 0, leaks = 0, seen = 0;
  if (!lengths) {
    lengths = own_lengths;
    length_total = sizeof own_lengths / sizeof own_lengths[0];
  }
  for (size_t i = 0; i < length_total; i++) {
    if (lengths[i] > BENCH_LEAKS_LENGTH_MAX) {
      bench_die("--lengths: at most %zu for --leaks", BENCH_LEAKS_LENGTH_MAX);
    }
  }
  printf("== does the time depend on the input? Medians of both classes in cycles, and Welch's t ==\n"
         "%-12s %-18s %-20s %6s %8s %9s %9s %7s   difference\n",
         "backend", "call", "classes", "bytes", "calls", "first", "second", "|t|");
  for (size_t i = 0; i < polycha_backend_count(); i++) {
    if (!polycha_backend_usable(i) || polycha_backend_use(polycha_backend_name(i))) {
      continue;
    }
    for (size_t j = 0; j < sizeof experiments / sizeof experiments[0]; j++) {
      for (size_t k = 0; k < length_total; k++) {
        bool differs = run_experiment(&experiments[j], lengths[k], seconds);
        rows += !experiments[j].leaks;
        suspects += differs && !experiments[j].leaks;
        leaks += experiments[j].leaks;
        seen += differs && experiments[j].leaks;
      }
    }
  }
  printf("\n%zu of %zu rows with |t| of %.1f or more. Of the %zu leaks on purpose %zu were seen", suspects, rows,
         T_SUSPECT, leaks, seen);
  fputs(seen == leaks ? ".\n" : ": beside the others, this machine was too busy, or --seconds too short, to see any.\n",
        stdout);
  return seen == leaks;
}
