/* Version, statuses, and the comparison that does not tell where two tags differ. */
#include "declassify.h"
#include "kernels/inline.h"
#include "polycha.h"

const char *polycha_version(void)
{
  return POLYCHA_VERSION;
}

const char *polycha_strerror(polycha_status status)
{
  switch (status) {
  case POLYCHA_OK:
    return "success";
  case POLYCHA_ERR_TAG:
    return "the tag does not belong to this key and message";
  case POLYCHA_ERR_LENGTH:
    return "a length is outside what this function allows";
  case POLYCHA_ERR_ARGUMENT:
    return "an argument is missing, has a value that is not allowed, or partially overlaps an output";
  case POLYCHA_ERR_STATE:
    return "the context is not initialised, has ended, or does not allow this call now";
  case POLYCHA_ERR_COUNTER:
    return "the request passes the end of the block counter";
  case POLYCHA_ERR_BACKEND:
    return "the backend that was asked for is unknown here, or this CPU cannot run it";
  }
  return "unknown status";
}

int polycha_equal16(const uint8_t a[16], const uint8_t b[16])
{
  uint32_t different = 0;
  int equal;

  for (int i = 0; i < 16; i++)
    different |= (uint32_t)(a[i] ^ b[i]);
  /* The compiler may not know more of the value than that it is a number: else it could compare byte by byte. */
  PCH_OPAQUE("r", different);
  equal = (int)((different - 1) >> 31);
  pch_declassify(&equal, sizeof equal);
  return equal;
}
