/* The build that has nothing to choose. */
#include <string.h>

#include "../harness/apart.h"
#include "../harness/suite.h"
#include "../registry.h"

static void check_choice(const char *environment)
{
  static const char *const others[] = {"", "avx2", "Portable", "nonsense"};
  uint8_t tag[16], key[32] = {0};

  apart_set_environment(environment);
  CHECK(strcmp(polycha_build(), "portable") == 0);
  CHECK(polycha_backend_count() == 1);
  CHECK(strcmp(polycha_backend_name(0), "portable") == 0);
  CHECK(polycha_backend_name(1) == NULL && polycha_backend_name(SIZE_MAX) == NULL);
  CHECK(polycha_backend_usable(0) == 1 && polycha_backend_usable(1) == 0 && polycha_backend_usable(SIZE_MAX) == 0);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    CHECK_STATUS(polycha_backend_use(others[i]), POLYCHA_ERR_BACKEND);
    CHECK(strcmp(polycha_backend(), "portable") == 0);
  }
  CHECK_STATUS(polycha_backend_use("portable"), POLYCHA_OK);
  CHECK_STATUS(polycha_backend_use(NULL), POLYCHA_OK);
  CHECK_STATUS(polycha_poly1305(tag, NULL, 0, key), POLYCHA_OK);
}

/* This build does not read POLYCHA_BACKEND. */
void choice_none(void)
{
  apart(check_choice, NULL);
  apart(check_choice, "avx2");
  apart(check_choice, "nonsense");
}
