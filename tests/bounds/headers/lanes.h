/* What the headers of the instruction sets have in common. */
#ifndef BOUNDS_HEADERS_LANES_H
#define BOUNDS_HEADERS_LANES_H

#include "vectors.h"

/* An instruction whose result Poly1305 never sees. */
#define BOUNDS_CIPHER_ONLY(type, name)                                                                                 \
  template <class... T> inline type name(const T &...)                                                                 \
  {                                                                                                                    \
    return bounds::nothing<type>();                                                                                    \
  }

namespace bounds
{

template <int N> inline lanes<N> load(const void *p)
{
  lanes<N> result;
  copy(result.lane, (const byte *)p, 8 * N);
  return result;
}
template <int N> inline lanes<N> unpack(const lanes<N> &a, const lanes<N> &b, int which)
{
  lanes<N> result;
  for (int i = 0; i < N; i += 2) {
    result[i] = a[i + which];
    result[i + 1] = b[i + which];
  }
  return result;
}
/* Part number `which` of M lanes. */
template <int M, int N> inline lanes<M> piece(const lanes<N> &a, int which)
{
  lanes<M> result;
  for (int i = 0; i < M; i++)
    result[i] = a[which * M + i];
  return result;
}
/* All ones where a is 0. */
template <int N> inline lanes<N> zero_mask(const lanes<N> &a)
{
  lanes<N> result;
  for (int i = 0; i < N; i++)
    result[i] = word<64>::of(is_zero_mask(a[i].id));
  return result;
}
template <int N> inline word<64> sum(const lanes<N> &a)
{
  word<64> result = a[0];
  for (int i = 1; i < N; i++)
    result += a[i];
  return result;
}
template <int N> inline lanes<N> multiply32(const lanes<N> &a, const lanes<N> &b)
{
  lanes<N> result;
  for (int i = 0; i < N; i++)
    result[i] = word<64>::of(multiply_low_halves(a[i].id, b[i].id));
  return result;
}
template <int N> inline lanes<N> multiply52(const lanes<N> &sum, const lanes<N> &a, const lanes<N> &b, bool high)
{
  lanes<N> result;
  for (int i = 0; i < N; i++)
    result[i] = word<64>::of(multiply52(sum[i].id, a[i].id, b[i].id, high));
  return result;
}

} // namespace bounds

#endif
