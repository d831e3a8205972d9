/* Reporting, data, and the random numbers of the bodies. Running them is plan.c's. */
#include "suite.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite_run.h"

const pch_backend *suite_backend;
suite_ladder suite_rung_ladder;
bool suite_full = true;

jmp_buf suite_exit;
char suite_message[512];

static suite_number place[4];

/* All that suite_bytes has given out. */
static uint8_t **given;
static size_t given_total, given_room;

static uint64_t random_state;

void suite_begin(const char *label)
{
  memset(place, 0, sizeof place);
  suite_message[0] = '\0';
  /* FNV-1a, whose result seeds the generator below. */
  random_state = UINT64_C(0xcbf29ce484222325);
  for (; *label; label++)
    random_state = (random_state ^ (uint8_t)*label) * UINT64_C(0x100000001b3);
}

void suite_end(void)
{
  for (size_t i = 0; i < given_total; i++)
    free(given[i]);
  free(given);
  given = NULL;
  given_total = given_room = 0;
}

void suite_at(const suite_number numbers[4])
{
  memcpy(place, numbers, sizeof place);
}

size_t suite_place_text(char *text, size_t room)
{
  size_t used = 0;

  for (size_t i = 0; i < 4 && place[i].name && used < room; i++)
    used += (size_t)snprintf(text + used, room - used, "%s%s=%zu", i ? " " : "", place[i].name, place[i].value);
  return used;
}

_Noreturn void suite_fail(const char *file, int line, const char *format, ...)
{
  va_list arguments;
  char what[256], where[128] = "";

  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  suite_place_text(where, sizeof where);
  snprintf(suite_message, sizeof suite_message, "%s:%d: %s%s%s", file, line, what, where[0] ? ", at " : "", where);
  longjmp(suite_exit, SUITE_FAILED);
}

_Noreturn void suite_skip(const char *reason)
{
  snprintf(suite_message, sizeof suite_message, "%s", reason);
  longjmp(suite_exit, SUITE_SKIPPED);
}

void suite_check_status(const char *file, int line, const char *call, polycha_status status, polycha_status expected)
{
  if (status != expected)
    suite_fail(file, line, "%s: %d (%s) instead of %d", call, status, polycha_strerror(status), expected);
}

void suite_check_same(const char *file, int line, const char *what, const uint8_t *actual, const uint8_t *expected,
                      size_t len)
{
  size_t i = 0;

  if (suite_same(actual, expected, len))
    return;
  while (actual[i] == expected[i])
    i++;
  suite_fail(file, line, "%s: byte %zu of %zu is %02x instead of %02x", what, i, len, actual[i], expected[i]);
}

void suite_check_filled(const char *file, int line, const char *what, const uint8_t *bytes, uint8_t value, size_t len)
{
  for (size_t i = 0; i < len; i++)
    if (bytes[i] != value)
      suite_fail(file, line, "%s: byte %zu of %zu is %02x instead of %02x", what, i, len, bytes[i], value);
}

bool suite_same(const void *a, const void *b, size_t len)
{
  return len == 0 || memcmp(a, b, len) == 0;
}

size_t suite_scaled(size_t full, size_t quick)
{
  return suite_full ? full : quick;
}

uint8_t *suite_bytes(size_t len)
{
  uint8_t *bytes = malloc(len ? len : 1);

  if (given_total == given_room) {
    given_room = given_room ? 2 * given_room : 64;
    given = realloc(given, given_room * sizeof *given);
  }
  if (!bytes || !given) {
    fputs("out of memory\n", stderr);
    abort();
  }
  given[given_total++] = bytes;
  return bytes;
}

uint8_t *suite_random_bytes(size_t len)
{
  uint8_t *bytes = suite_bytes(len);

  suite_fill_random(bytes, len);
  return bytes;
}

/* SplitMix64 (Steele, Lea, Flood 2014). */
uint64_t suite_random(void)
{
  uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);

  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

size_t suite_random_below(size_t limit)
{
  return (size_t)(suite_random() % limit);
}

void suite_fill_random(void *p, size_t len)
{
  uint8_t *bytes = p;

  while (len) {
    uint64_t word = suite_random();
    size_t take = len < 8 ? len : 8;

    memcpy(bytes, &word, take);
    bytes += take;
    len -= take;
  }
}
