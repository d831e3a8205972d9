/* A build of polycha, loaded from its shared object. Both builds have the same public names, so a program that wants
 * both must load each by itself. */
#ifndef RUN_BUILD_H
#define RUN_BUILD_H

#include "polycha.h"
#include "sealer.h"

typedef struct {
  const char *name; /* what polycha_build() says */
  const char *(*version)(void);
  polycha_status (*seal)(uint8_t *, const uint8_t *, size_t, const uint8_t *, size_t, const uint8_t *, const uint8_t *);
  polycha_status (*open)(uint8_t *, const uint8_t *, size_t, const uint8_t *, size_t, const uint8_t *, const uint8_t *);
  size_t (*backend_count)(void);
  const char *(*backend_name)(size_t);
  int (*backend_usable)(size_t);
  const char *(*backend)(void);
  polycha_status (*backend_use)(const char *);
  const char *(*strerror)(polycha_status);
} run_build;

/* Ends the program if the file is not the build of that name. */
void run_build_load(run_build *build, const char *path, const char *name);

/* "avx2, ssse3, portable": those that this CPU can run. */
const char *run_build_usable(const run_build *build, char *text, size_t size);

/* Rows: with the backend that a user gets (before any other is forced), and with a forced one. */
run_sealer run_build_chosen(const run_build *build);
run_sealer run_build_forced(const run_build *build, const char *backend);

#endif
