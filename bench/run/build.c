#include "build.h"

#include "../report.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *symbol(void *library, const char *path, const char *name)
{
  void *address = dlsym(library, name);
  if (!address) {
    bench_die("%s has no %s", path, name);
  }
  return address;
}

void run_build_load(run_build *build, const char *path, const char *name)
{
  char *whole = realpath(path, NULL); /* dlopen would look for a bare name elsewhere */
  if (!whole) {
    bench_die("%s: %s", path, strerror(errno));
  }
  void *library = dlopen(whole, RTLD_LOCAL | RTLD_NOW);
  if (!library) {
    bench_die("%s", dlerror());
  }
  const char *(*build_name)(void);
  *(void **)&build_name = symbol(library, path, "polycha_build");
  build->name = build_name();
  if (strcmp(build->name, name)) {
    bench_die("%s is the %s build, not the %s one", path, build->name, name);
  }
  *(void **)&build->version = symbol(library, path, "polycha_version");
  *(void **)&build->seal = symbol(library, path, "polycha_seal");
  *(void **)&build->open = symbol(library, path, "polycha_open");
  *(void **)&build->backend_count = symbol(library, path, "polycha_backend_count");
  *(void **)&build->backend_name = symbol(library, path, "polycha_backend_name");
  *(void **)&build->backend_usable = symbol(library, path, "polycha_backend_usable");
  *(void **)&build->backend = symbol(library, path, "polycha_backend");
  *(void **)&build->backend_use = symbol(library, path, "polycha_backend_use");
  *(void **)&build->strerror = symbol(library, path, "polycha_strerror");
  free(whole);
}

const char *run_build_usable(const run_build *build, char *text, size_t size)
{
  size_t used = 0;
  text[0] = 0;
  for (size_t i = 0; i < build->backend_count(); i++) {
    if (build->backend_usable(i) && used < size) {
      used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", build->backend_name(i));
    }
  }
  return text;
}

static bool use(const run_sealer *sealer)
{
  const run_build *build = sealer->library;
  return !build->backend_use(sealer->backend);
}

static bool seal(const run_sealer *sealer, uint8_t *dst, const uint8_t *src, size_t len, const run_secret *secret)
{
  const run_build *build = sealer->library;
  return !build->seal(dst, src, len, NULL, 0, secret->nonce, secret->key);
}

static bool open(const run_sealer *sealer, uint8_t *dst, const uint8_t *src, size_t len, const run_secret *secret)
{
  const run_build *build = sealer->library;
  return !build->open(dst, src, len, NULL, 0, secret->nonce, secret->key);
}

run_sealer run_build_forced(const run_build *build, const char *backend)
{
  return (run_sealer){
    .build = build->name, .backend = backend, .library = build, .use = use, .seal = seal, .open = open};
}

run_sealer run_build_chosen(const run_build *build)
{
  run_sealer sealer = run_build_forced(build, build->backend());
  const char *asked = getenv("POLYCHA_BACKEND");
  sealer.use = NULL;
  sealer.note = asked && *asked ? "POLYCHA_BACKEND" : "automatic";
  return sealer;
}
