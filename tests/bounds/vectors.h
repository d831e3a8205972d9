/* Vectors of numbers, and those of ChaCha20, of which nothing is known. */
#ifndef BOUNDS_VECTORS_H
#define BOUNDS_VECTORS_H

#include "words.h"

namespace bounds
{

template <int N> struct lanes {
  word<64> lane[N];

  lanes() = default;
  template <class T, std::enable_if_t<is_plain<T>, int> = 0> lanes(T first)
  {
    lane[0] = first;
    for (int i = 1; i < N; i++)
      lane[i] = 0;
  }
  lanes(std::initializer_list<word<64>> values)
  {
    int i = 0;
    for (word<64> value : values)
      lane[i++] = value;
    for (; i < N; i++)
      lane[i] = 0;
  }
  word<64> &operator[](int i)
  {
    return lane[i];
  }
  const word<64> &operator[](int i) const
  {
    return lane[i];
  }
};

#define BOUNDS_LANES(symbol)                                                                                           \
  template <int N> inline lanes<N> operator symbol(const lanes<N> &a, const lanes<N> &b)                               \
  {                                                                                                                    \
    lanes<N> result;                                                                                                   \
    for (int i = 0; i < N; i++)                                                                                        \
      result[i] = a[i] symbol b[i];                                                                                    \
    return result;                                                                                                     \
  }                                                                                                                    \
  template <int N, class T, std::enable_if_t<traits<T>::number || is_plain<T>, int> = 0>                               \
  inline lanes<N> operator symbol(const lanes<N> &a, const T &b)                                                       \
  {                                                                                                                    \
    lanes<N> result;                                                                                                   \
    for (int i = 0; i < N; i++)                                                                                        \
      result[i] = a[i] symbol b;                                                                                       \
    return result;                                                                                                     \
  }                                                                                                                    \
  template <int N, class T> inline lanes<N> &operator symbol##=(lanes<N> &a, const T &b)                               \
  {                                                                                                                    \
    return a = a symbol b;                                                                                             \
  }
BOUNDS_LANES(+)
BOUNDS_LANES(-)
BOUNDS_LANES(*)
BOUNDS_LANES(&)
BOUNDS_LANES(|)
BOUNDS_LANES(^)
BOUNDS_LANES(<<)
BOUNDS_LANES(>>)
#undef BOUNDS_LANES
template <int N> inline lanes<N> operator~(const lanes<N> &a)
{
  lanes<N> result;
  for (int i = 0; i < N; i++)
    result[i] = ~a[i];
  return result;
}
template <int N> inline lanes<N> operator-(const lanes<N> &a)
{
  lanes<N> result;
  for (int i = 0; i < N; i++)
    result[i] = -a[i];
  return result;
}

template <class T> inline void forget(T &)
{
}
template <int BITS> inline void forget(word<BITS> &a)
{
  a.id = UNSET;
}
template <int N> inline void forget(lanes<N> &a)
{
  for (word<64> &lane : a.lane)
    forget(lane);
}
/* The result of an instruction that only ChaCha20 uses: an error if a Poly1305 came to depend on it. */
template <class T> inline T nothing()
{
  if constexpr (!std::is_void_v<T>) {
    T result;
    forget(result);
    return result;
  }
}

/* ChaCha20's vectors. Nothing is computed: what the cipher makes is any bytes, which is what Poly1305 has to expect. */
template <int BYTES> struct cipher {
  unsigned char filler[BYTES];

  cipher()
  {
  }
  template <class... T> cipher(T...)
  {
  }
  explicit operator lanes<BYTES / 8>() const
  {
    return nothing<lanes<BYTES / 8>>();
  }
};
#define BOUNDS_CIPHER(symbol)                                                                                          \
  template <int N, class T> inline cipher<N> operator symbol(const cipher<N> &, const T &)                             \
  {                                                                                                                    \
    return {};                                                                                                         \
  }                                                                                                                    \
  template <int N, class T> inline cipher<N> &operator symbol##=(cipher<N> &a, const T &)                              \
  {                                                                                                                    \
    return a;                                                                                                          \
  }
BOUNDS_CIPHER(+)
BOUNDS_CIPHER(^)
BOUNDS_CIPHER(|)
BOUNDS_CIPHER(<<)
BOUNDS_CIPHER(>>)
#undef BOUNDS_CIPHER

template <int N> inline void state_below(lanes<N> &a, long double limit, const char *text, const char *file, int line)
{
  for (int i = 0; i < N; i++)
    state_below(a[i], limit, text, file, line);
}

} // namespace bounds

#endif
