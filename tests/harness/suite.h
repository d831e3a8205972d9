/* What a test body sees: its surroundings, and how it reports.
 *
 * A body is a plain function without arguments. It runs to its end, or until a CHECK fails or SUITE_SKIP leaves it.
 * Which bodies there are stands in registry.h; the runners run them over the backends and their rungs, see plan.h. */
#ifndef SUITE_H
#define SUITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backend.h"
#include "polycha.h"

/* ---- Reporting ---- */

typedef struct {
  const char *name;
  size_t value;
} suite_number;

/* Where a loop stands: AT({"len", len}, {"offset", offset}). At most four. A failure and a crash print them. */
#define AT(...) suite_at((const suite_number[4]){__VA_ARGS__})
void suite_at(const suite_number numbers[4]);

#define CHECK(condition) ((condition) ? (void)0 : suite_fail(__FILE__, __LINE__, "%s", #condition))
#define CHECK_STATUS(call, expected) suite_check_status(__FILE__, __LINE__, #call, call, expected)
#define CHECK_SAME(actual, expected, len) suite_check_same(__FILE__, __LINE__, #actual, actual, expected, len)
#define CHECK_FILLED(bytes, value, len) suite_check_filled(__FILE__, __LINE__, #bytes, bytes, value, len)

#if defined(__MINGW32__) /* whose printf attribute means Microsoft's, which had no %zu */
#define SUITE_PRINTF(text, rest) __attribute__((format(gnu_printf, text, rest)))
#elif defined(__GNUC__)
#define SUITE_PRINTF(text, rest) __attribute__((format(printf, text, rest)))
#else
#define SUITE_PRINTF(text, rest)
#endif

/* Leave the body. Only on the thread that it was started on. */
_Noreturn void suite_fail(const char *file, int line, const char *format, ...) SUITE_PRINTF(3, 4);
_Noreturn void suite_skip(const char *reason);

void suite_check_status(const char *file, int line, const char *call, polycha_status status, polycha_status expected);
void suite_check_same(const char *file, int line, const char *what, const uint8_t *actual, const uint8_t *expected,
                      size_t len);
/* Are all len bytes of that value? */
void suite_check_filled(const char *file, int line, const char *what, const uint8_t *bytes, uint8_t value, size_t len);

/* memcmp that allows NULL with a length of 0. */
bool suite_same(const void *a, const void *b, size_t len);

/* ---- What is under test ---- */

/* The backend under test, or a copy of it with ladders of one rung; NULL in a body that runs once. It is active when a
 * body starts. */
extern const pch_backend *suite_backend;

/* In a body that runs per rung: which ladder the rung is of. */
typedef enum { LADDER_BOTH, LADDER_CHACHA, LADDER_POLY } suite_ladder;
extern suite_ladder suite_rung_ladder;

/* POLYCHA_TEST_LEVEL=quick: for emulators and sanitizers. Takes the first when it is full. */
extern bool suite_full;
size_t suite_scaled(size_t full, size_t quick);

/* ---- Data ---- */

/* Exactly len bytes of the heap, so that sanitizers see one byte too many; freed after the body. Not initialised. */
uint8_t *suite_bytes(size_t len);
uint8_t *suite_random_bytes(size_t len);
void suite_fill_random(void *p, size_t len);

/* Seeded for each body by its name: a failure repeats. */
uint64_t suite_random(void);
size_t suite_random_below(size_t limit);

/* What an output holds before a call that must not write to it. */
#define SUITE_CANARY 0xdb

#endif
