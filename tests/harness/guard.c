#include "guard.h"

#if defined(__unix__) || defined(__APPLE__)

#include <sys/mman.h>
#include <unistd.h>

guard_area guard_new(size_t len)
{
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  guard_area area = {.room = (len + page - 1) / page * page};
  uint8_t *all = mmap(NULL, area.room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  CHECK(all != MAP_FAILED);
  area.start = all + page;
  CHECK(mprotect(area.start, area.room, PROT_READ | PROT_WRITE) == 0);
  return area;
}

void guard_free(guard_area area)
{
  size_t page = (size_t)sysconf(_SC_PAGESIZE);

  munmap(area.start - page, area.room + 2 * page);
}

#elif defined(_WIN32)

#include <windows.h>

static size_t page_bytes(void)
{
  SYSTEM_INFO system;

  GetSystemInfo(&system);
  return system.dwPageSize;
}

/* Reserved pages trap until they are committed. */
guard_area guard_new(size_t len)
{
  size_t page = page_bytes();
  guard_area area = {.room = (len + page - 1) / page * page};
  uint8_t *all = VirtualAlloc(NULL, area.room + 2 * page, MEM_RESERVE, PAGE_NOACCESS);

  CHECK(all);
  area.start = all + page;
  CHECK(!area.room || VirtualAlloc(area.start, area.room, MEM_COMMIT, PAGE_READWRITE) == area.start);
  return area;
}

void guard_free(guard_area area)
{
  VirtualFree(area.start - page_bytes(), 0, MEM_RELEASE);
}

#else

guard_area guard_new(size_t len)
{
  (void)len;
  suite_skip("no pages to protect here");
}

void guard_free(guard_area area)
{
  (void)area;
}

#endif

uint8_t *guard_flush(guard_area area, size_t len, bool at_end, size_t align)
{
  size_t offset = at_end ? area.room - len : 0;

  return area.start + (align ? offset - offset % align : offset);
}
