/* Lengths that 32 bits cannot say. The inputs are pages of zeros that were never written to, of which there is only one
 * in memory; the output is one small piece of memory that is mapped again and again. */
#include "../harness/vectors.h"
#include "../registry.h"

#if defined(__linux__) && UINTPTR_MAX > UINT32_MAX

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Room for the longest length of the file, in whole pieces. */
#define PIECE ((size_t)1 << 20)
#define ROOM (((size_t)1 << 32) + PIECE)

static const uint8_t *zeros(void)
{
  uint8_t *pages;

  if (!suite_full)
    suite_skip("takes too long for a quick run");
  pages = mmap(NULL, ROOM, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(pages != MAP_FAILED);
  return pages;
}

/* Whoever writes all of it has written to one piece, again and again. */
static uint8_t *one_piece_repeated(void)
{
  int file = memfd_create("polycha", 0);
  uint8_t *room = mmap(NULL, ROOM, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  CHECK(file >= 0 && ftruncate(file, (off_t)PIECE) == 0 && room != MAP_FAILED);
  for (size_t offset = 0; offset < ROOM; offset += PIECE)
    CHECK(mmap(room + offset, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == room + offset);
  close(file);
  return room;
}

/* The case of that kind with that index. */
static vectors *find(const char *kind, size_t index)
{
  vectors *file = vectors_open("oracle_huge");

  for (const char *found; (found = vectors_next(file));)
    if (strcmp(found, kind) == 0 && index-- == 0)
      return file;
  suite_fail(__FILE__, __LINE__, "no case of kind %s", kind);
}

/* The text is only verified, so that there need be no room for it. */
static void check_aead(const uint8_t *pages, size_t index)
{
  vectors *file = find("aead", index);
  const uint8_t *key = vectors_fixed(file, "key", 32), *nonce = vectors_fixed(file, "nonce", 12);
  size_t aad_len = vectors_number(file, "aad_len"), len = vectors_number(file, "len");
  const uint8_t *tag = vectors_fixed(file, "tag", 16);
  polycha_aead_ctx ctx;

  AT({"aad", aad_len}, {"len", len});
  CHECK_STATUS(polycha_open_detached(NULL, pages, len, tag, pages, aad_len, nonce, key), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_init(&ctx, nonce, 12, key), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_aad(&ctx, pages, aad_len - 1), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_aad(&ctx, pages, 1), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_decrypt(&ctx, NULL, pages, len), POLYCHA_OK);
  CHECK_STATUS(polycha_aead_verify(&ctx, tag), POLYCHA_OK);
  vectors_close(file, index + 1);
}

void huge_aead(void)
{
  const uint8_t *pages = zeros();

  for (size_t index = 0; index < 2; index++)
    check_aead(pages, index);
}

void huge_poly1305(void)
{
  const uint8_t *pages = zeros();
  vectors *file = find("poly1305", 0);
  uint8_t tag[16];

  CHECK_STATUS(polycha_poly1305(tag, pages, vectors_number(file, "len"), vectors_fixed(file, "key", 32)), POLYCHA_OK);
  CHECK_SAME(tag, vectors_fixed(file, "tag", 16), 16);
  vectors_close(file, 3);
}

void huge_chacha(void)
{
  const uint8_t *pages = zeros();
  uint8_t *room = one_piece_repeated();
  vectors *file = find("chacha", 0);
  const uint8_t *key = vectors_fixed(file, "key", 32), *nonce = vectors_fixed(file, "nonce", 12);
  size_t len = vectors_number(file, "len"), end_len;
  const uint8_t *end = vectors_bytes(file, "end", &end_len);

  CHECK_STATUS(polycha_chacha20_xor(room, pages, len, nonce, 0, key), POLYCHA_OK);
  CHECK_SAME(room + len - end_len, end, end_len);
  vectors_close(file, 4);
}

#else

static const char reason[] = "needs Linux's mappings and 64 bits";

void huge_aead(void)
{
  suite_skip(reason);
}

void huge_poly1305(void)
{
  suite_skip(reason);
}

void huge_chacha(void)
{
  suite_skip(reason);
}

#endif
