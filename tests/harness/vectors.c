#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS_MAX 16

struct vectors {
  char path[1024];
  char *text, *next; /* the whole file; the line after the one at hand */
  size_t read;
  struct {
    char *name, *value;
  } fields[FIELDS_MAX];
  size_t fields_total;
  uint8_t *decoded[FIELDS_MAX];
  size_t decoded_total;
};

#define FAIL(file, ...) suite_fail((file)->path, (int)((file)->read + 1), __VA_ARGS__)

static char *read_whole(vectors *file)
{
  FILE *stream = fopen(file->path, "rb");
  char *text;
  long len;

  if (!stream || fseek(stream, 0, SEEK_END) != 0 || (len = ftell(stream)) < 0)
    FAIL(file, "cannot be read");
  rewind(stream);
  text = (char *)suite_bytes((size_t)len + 1);
  if (fread(text, 1, (size_t)len, stream) != (size_t)len)
    FAIL(file, "cannot be read");
  fclose(stream);
  text[len] = '\0';
  return text;
}

vectors *vectors_open(const char *name)
{
  const char *directory = getenv("POLYCHA_TEST_DATA");
  vectors *file = (vectors *)(void *)suite_bytes(sizeof *file);

  memset(file, 0, sizeof *file);
  snprintf(file->path, sizeof file->path, "%s/%s.txt", directory ? directory : TEST_DATA_DIRECTORY, name);
  file->next = file->text = read_whole(file);
  return file;
}

static void free_decoded(vectors *file)
{
  while (file->decoded_total)
    free(file->decoded[--file->decoded_total]);
}

const char *vectors_next(vectors *file)
{
  char *line = file->next, *end = strchr(line, '\n');

  free_decoded(file);
  file->fields_total = 0;
  if (!end)
    FAIL(file, "the file ends too soon");
  *end = '\0';
  file->next = end + 1;
  for (char *space = strchr(line, ' '); space; space = strchr(space, ' ')) {
    char *equals = strchr(space, '=');

    if (!equals || file->fields_total == FIELDS_MAX)
      FAIL(file, "malformed");
    *space++ = '\0';
    *equals = '\0';
    file->fields[file->fields_total].name = space;
    file->fields[file->fields_total++].value = space = equals + 1;
  }
  if (strcmp(line, "end") == 0) {
    if (vectors_number(file, "total") != file->read || *file->next)
      FAIL(file, "the file is not whole");
    return NULL;
  }
  file->read++;
  return line;
}

const char *vectors_word(vectors *file, const char *field)
{
  for (size_t i = 0; i < file->fields_total; i++)
    if (strcmp(file->fields[i].name, field) == 0)
      return file->fields[i].value;
  FAIL(file, "no field %s", field);
}

uint64_t vectors_number(vectors *file, const char *field)
{
  const char *text = vectors_word(file, field);
  char *end;
  unsigned long long number = strtoull(text, &end, 10);

  if (end == text || *end)
    FAIL(file, "%s is no number", field);
  return number;
}

int64_t vectors_signed(vectors *file, const char *field)
{
  const char *text = vectors_word(file, field);
  char *end;
  long long number = strtoll(text, &end, 10);

  if (end == text || *end)
    FAIL(file, "%s is no number", field);
  return number;
}

static unsigned digit(vectors *file, char c)
{
  const char *digits = "0123456789abcdef", *found = c ? strchr(digits, c) : NULL;

  if (!found)
    FAIL(file, "not hex");
  return (unsigned)(found - digits);
}

uint8_t *vectors_bytes(vectors *file, const char *field, size_t *len)
{
  const char *text = vectors_word(file, field);
  const char *repeat = strchr(text, '*');
  size_t given = (repeat ? (size_t)(repeat - text) : strlen(text)) / 2;
  uint8_t *bytes;

  *len = repeat ? (size_t)strtoull(repeat + 1, NULL, 10) : given;
  if (!*len)
    return NULL;
  bytes = malloc(*len);
  if (!bytes)
    FAIL(file, "out of memory");
  file->decoded[file->decoded_total++] = bytes;
  for (size_t i = 0; i < given; i++)
    bytes[i] = (uint8_t)(digit(file, text[2 * i]) << 4 | digit(file, text[2 * i + 1]));
  if (repeat)
    memset(bytes, bytes[0], *len);
  return bytes;
}

uint8_t *vectors_fixed(vectors *file, const char *field, size_t len)
{
  size_t actual;
  uint8_t *bytes = vectors_bytes(file, field, &actual);

  if (actual != len)
    FAIL(file, "%s has %zu bytes", field, actual);
  return bytes;
}

void vectors_close(vectors *file, size_t read)
{
  free_decoded(file);
  if (file->read != read)
    FAIL(file, "%zu cases were read instead of %zu", file->read, read);
}
