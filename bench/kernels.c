#include "kernels.h"

#include "clock.h"
#include "dispatch.h"
#include "inputs.h"
#include "polycha.h"
#include "report.h"

#include <alloca.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH ((size_t)16384) /* at most; in whole strides */
#define ROUNDS 200

typedef struct {
  const pch_backend *backend;
  const pch_chacha_rung *chacha; /* or */
  bool wide;
  const pch_poly_rung *poly; /* or */
  pch_fused_fn *fused;
  const char *name; /* of the fused kernel */
  size_t len;
  double least;
} kernel;

static uint8_t text[LENGTH], output[LENGTH];
static uint32_t chacha_state[16];
static pch_poly1305 poly_state = {.r = {0x0bd59a1f, 0x07c3a964, 0x0e45f2d8, 0x09186b3c}}; /* clamped */

static void run(void *argument)
{
  const kernel *k = argument;
  void *hole = alloca(bench_place_stack());
  __asm__ volatile("" : : "r"(hole) : "memory"); /* it is needed, as far as the compiler knows */
  if (k->chacha) {
    k->chacha->run(output, text, k->len, chacha_state, 10, NULL);
  } else if (k->poly) {
    k->poly->run(&poly_state, text, k->len);
  } else {
    k->fused(&poly_state, output, text, k->len, chacha_state, 0, 0);
  }
}

static size_t whole(size_t stride)
{
  return LENGTH / stride * stride;
}

/* The kernels of a backend: their number, and themselves if there is room for them. */
static size_t list(const pch_backend *backend, kernel *kernels)
{
  size_t total = 0;
  kernel unused;
#define ADD(...) *(kernels ? &kernels[total] : &unused) = (kernel){.backend = backend, __VA_ARGS__}, total++
  for (const pch_chacha_rung *rung = backend->chacha; rung; rung = rung->over ? rung + 1 : NULL) {
    ADD(.chacha = rung, .len = whole(rung->stride));
  }
  for (const pch_chacha_rung *rung = backend->wide; rung; rung = rung->over ? rung + 1 : NULL) {
    ADD(.chacha = rung, .len = whole(rung->stride), .wide = true);
  }
  for (const pch_poly_rung *rung = backend->poly; rung; rung = rung->over ? rung + 1 : NULL) {
    ADD(.poly = rung, .len = LENGTH);
  }
  if (backend->seal) {
    ADD(.fused = backend->seal, .name = "seal", .len = whole(backend->fused_stride));
    ADD(.fused = backend->open, .name = "open", .len = whole(backend->fused_stride));
  }
#undef ADD
  return total;
}

static void print(const kernel *k)
{
  printf("%s\t", k->backend->name);
  if (k->fused) {
    printf("%s", k->name);
  } else {
    printf("%s>%zu", k->wide ? "wide" : k->chacha ? "chacha" : "poly", k->chacha ? k->chacha->over : k->poly->over);
  }
  printf("\t%.3f\n", k->least / (double)k->len);
}

void bench_kernels(void)
{
  for (size_t i = 0; i < pch_backend_total; i++) {
    if (!polycha_backend_usable(i)) {
      continue;
    }
    size_t total = list(pch_backends[i], NULL);
    kernel *kernels = bench_allocate(total, sizeof *kernels);
    list(pch_backends[i], kernels);
    for (size_t round = 0; round < ROUNDS; round++) {
      bench_place(round);
      for (size_t j = 0; j < total; j++) {
        double cycles;
        run(&kernels[j]); /* so that the wide units are awake and the inputs near */
        bool steady = bench_clock_time(run, &kernels[j], &cycles);
        bool better = steady && (kernels[j].least == 0 || cycles < kernels[j].least);
        kernels[j].least = better ? cycles : kernels[j].least;
      }
    }
    for (size_t j = 0; j < total; j++) {
      print(&kernels[j]);
    }
    free(kernels);
  }
}
