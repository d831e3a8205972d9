/* The number types that stand in for C's words when the program `bounds` runs the kernels' own texts. See number.cpp for what a
 * number knows and which operations are allowed. */
#ifndef BOUNDS_WORDS_H
#define BOUNDS_WORDS_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <type_traits>

namespace bounds
{

/* A number of the engine's table. 0 is the constant 0, so that memset clears; 1 is a number that nobody has set. */
typedef uint32_t handle;
enum : handle { ZERO = 0, UNSET = 1 };

handle constant(uint64_t value);
handle widen(handle a, int bits);
handle narrow(handle a, int bits);
handle add(handle a, handle b, int bits);
handle subtract(handle a, handle b, int bits);
handle multiply(handle a, handle b, int bits);
handle shift_left(handle a, unsigned count, int bits);
handle shift_right(handle a, unsigned count, int bits);
handle bit_and(handle a, handle b, int bits);
handle bit_or(handle a, handle b, int bits);
handle bit_xor(handle a, handle b, int bits);
handle bit_not(handle a, int bits);
handle negative(handle a, int bits);
handle less_than(handle a, handle b, int bits);
handle is_zero_mask(handle a);
handle select_bit(handle word, int bit, handle if_set, handle if_clear);
handle multiply_low_halves(handle a, handle b);
handle multiply52(handle sum, handle a, handle b, bool high);
/* The value of a number that is the same in every run. Of any other it is an error: that would be a branch on a secret. */
uint64_t known(handle a);
handle below(handle a, long double limit, int bits, const char *text, const char *file, int line);
void wraps(handle a);

/* A byte has the size of a byte, so what it stands for is kept apart, by its address. */
handle byte_at(const void *address);
void set_byte(void *address, handle a);

template <int BITS> struct word;
struct byte;

template <class T> inline constexpr bool is_plain = std::is_integral_v<T> || std::is_enum_v<T>;

/* What has no initial value is 0: C says so of the rest of an array with one, and valgrind and MSan look for the others. */
/* As long as what it stands for, since the texts count bytes. */
template <int BITS> struct alignas(BITS / 8) word {
  handle id = ZERO;

  word() = default;
  static word of(handle id)
  {
    word w;
    w.id = id;
    return w;
  }
  template <class T, std::enable_if_t<is_plain<T>, int> = 0>
  word(T value) : id(constant(BITS >= 64 ? (uint64_t)value : (uint64_t)value & ((UINT64_C(1) << BITS % 64) - 1)))
  {
    if (BITS > 64 && std::is_signed_v<T> && (long long)value < 0)
      id = UNSET; /* constants have 64 bits */
  }
  template <int OTHER, std::enable_if_t<(OTHER < BITS), int> = 0> word(word<OTHER> other) : id(widen(other.id, OTHER))
  {
  }
  template <int OTHER, std::enable_if_t<(OTHER > BITS), int> = 0>
  explicit word(word<OTHER> other) : id(narrow(other.id, BITS))
  {
  }
  inline word(const byte &other);
  explicit operator bool() const
  {
    return known(id) != 0;
  }
  template <class T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
  explicit operator T() const
  {
    return (T)known(id);
  }
};

struct byte {
  unsigned char filler;

  byte()
  {
    set_byte(this, ZERO);
  }
  byte(const byte &other)
  {
    set_byte(this, byte_at(&other));
  }
  template <class T, std::enable_if_t<is_plain<T>, int> = 0> byte(T value)
  {
    set_byte(this, constant((uint8_t)value));
  }
  template <int BITS> byte(word<BITS> other)
  {
    set_byte(this, narrow(other.id, 8));
  }
  byte &operator=(const byte &other)
  {
    set_byte(this, byte_at(&other));
    return *this;
  }
};

template <int BITS> word<BITS>::word(const byte &other) : id(byte_at(&other))
{
}

/* int64_t, of which only the conversion to uint64_t is modelled: a negative value has to become positive by an addition. */
struct signed_word {
  handle id = ZERO;

  signed_word() = default;
  template <int BITS> signed_word(word<BITS> other) : id(other.id)
  {
  }
  explicit operator word<64>() const
  {
    return word<64>::of(id);
  }
  explicit operator word<32>() const
  {
    return word<32>::of(narrow(id, 32));
  }
};

/* C's usual conversions: what is smaller than an int becomes one, and the wider type wins. */
template <class T> struct traits {
  static constexpr bool number = false;
  static constexpr int bits = sizeof(T) > 4 ? 64 : 32;
};
template <int BITS> struct traits<word<BITS>> {
  static constexpr bool number = true;
  static constexpr int bits = BITS < 32 ? 32 : BITS;
};
template <> struct traits<byte> {
  static constexpr bool number = true;
  static constexpr int bits = 32;
};

template <class A, class B>
inline constexpr bool is_pair = (traits<A>::number && (traits<B>::number || is_plain<B>)) ||
                                (traits<B>::number && is_plain<A>);
template <class A, class B>
inline constexpr int common = traits<A>::bits > traits<B>::bits ? traits<A>::bits : traits<B>::bits;

#define BOUNDS_OPERATOR(symbol, function)                                                                              \
  template <class A, class B, std::enable_if_t<is_pair<A, B>, int> = 0>                                                \
  inline word<common<A, B>> operator symbol(const A &a, const B &b)                                                    \
  {                                                                                                                    \
    constexpr int bits = common<A, B>;                                                                                 \
    return word<bits>::of(function(word<bits>(a).id, word<bits>(b).id, bits));                                         \
  }                                                                                                                    \
  template <class A, class B, std::enable_if_t<is_pair<A, B> && traits<A>::number, int> = 0>                           \
  inline A &operator symbol##=(A &a, const B &b)                                                                       \
  {                                                                                                                    \
    return a = A(a symbol b);                                                                                          \
  }
BOUNDS_OPERATOR(+, add)
BOUNDS_OPERATOR(-, subtract)
BOUNDS_OPERATOR(*, multiply)
BOUNDS_OPERATOR(&, bit_and)
BOUNDS_OPERATOR(|, bit_or)
BOUNDS_OPERATOR(^, bit_xor)
#undef BOUNDS_OPERATOR

#define BOUNDS_SHIFT(symbol, function)                                                                                 \
  template <class A, class T, std::enable_if_t<traits<A>::number && is_plain<T>, int> = 0>                             \
  inline word<traits<A>::bits> operator symbol(const A &a, T count)                                                    \
  {                                                                                                                    \
    constexpr int bits = traits<A>::bits;                                                                              \
    return word<bits>::of(function(word<bits>(a).id, (unsigned)count, bits));                                          \
  }                                                                                                                    \
  template <class A, class T, std::enable_if_t<traits<A>::number && is_plain<T>, int> = 0>                             \
  inline A &operator symbol##=(A &a, T count)                                                                          \
  {                                                                                                                    \
    return a = A(a symbol count);                                                                                      \
  }
BOUNDS_SHIFT(<<, shift_left)
BOUNDS_SHIFT(>>, shift_right)
#undef BOUNDS_SHIFT

/* Of what is public. */
template <int BITS> inline word<BITS> operator/(const word<BITS> &a, unsigned b)
{
  return word<BITS>(known(a.id) / b);
}
template <class A, class B, std::enable_if_t<is_pair<A, B>, int> = 0> inline word<32> operator<(const A &a, const B &b)
{
  constexpr int bits = common<A, B>;
  return word<32>::of(less_than(word<bits>(a).id, word<bits>(b).id, bits));
}
template <class A, std::enable_if_t<traits<A>::number, int> = 0> inline word<traits<A>::bits> operator~(const A &a)
{
  constexpr int bits = traits<A>::bits;
  return word<bits>::of(bit_not(word<bits>(a).id, bits));
}
template <class A, std::enable_if_t<traits<A>::number, int> = 0> inline word<traits<A>::bits> operator-(const A &a)
{
  constexpr int bits = traits<A>::bits;
  return word<bits>::of(negative(word<bits>(a).id, bits));
}
template <int BITS> inline word<BITS> operator++(word<BITS> &a, int)
{
  word<BITS> old = a;
  a += 1;
  return old;
}

/* ---- memory: bytes to words and back, little-endian ---- */

template <int BITS> inline void copy(word<BITS> *to, const byte *from, size_t size)
{
  for (size_t done = 0; done < size; to++) {
    word<BITS> value = 0;
    for (int bit = 0; bit < BITS && done < size; bit += 8, done++)
      value |= word<BITS>(*from++) << bit;
    *to = value;
  }
}
template <int BITS> inline void copy(byte *to, const word<BITS> *from, size_t size)
{
  for (size_t i = 0; i < size; i++)
    to[i] = byte(from[i * 8 / BITS] >> (unsigned)(i * 8 % BITS));
}
inline void copy(byte *to, const byte *from, size_t size)
{
  for (size_t i = 0; i < size; i++)
    to[i] = from[i];
}
inline void copy(void *to, const void *from, size_t size)
{
  std::memcpy(to, from, size);
}
inline void fill(byte *to, int value, size_t size)
{
  for (size_t i = 0; i < size; i++)
    to[i] = value;
}
inline void fill(void *to, int value, size_t size)
{
  std::memset(to, value, size);
}

/* ---- the bounds that the texts state ---- */

template <int BITS>
inline void state_below(word<BITS> &a, long double limit, const char *text, const char *file, int line)
{
  a = word<BITS>::of(below(a.id, limit, BITS, text, file, line));
}
void state_accumulator(word<64> low, word<64> high, word<64> top);

/* ---- inline assembly: the driver turns a statement into a call of this ---- */

struct operand {
  const char *name;
  word<64> *target;
  word<64> value;

  operand(const char *n, word<64> *t) : name(n), target(t)
  {
  }
  operand(const char *n, word<64> v) : name(n), target(nullptr), value(v)
  {
  }
};
void assembly(const char *text, std::initializer_list<operand> outputs, std::initializer_list<operand> inputs);

} // namespace bounds

#endif
