/* The bounds of Poly1305's limbs, stated where the text relies on them. They cost nothing: in a build of the library these are
 * empty. The program of tests/bounds (./dev test bounds) runs the same text with numbers that know their largest value, and fails if
 * one can be larger than is stated here, or larger than its word where nothing is stated. */
#ifndef PCH_BOUND_H
#define PCH_BOUND_H

#ifndef PCH_BELOW

/* value < limit, in every lane if it is a vector: for all inputs that the bounds stated before it allow. */
#define PCH_BELOW(value, limit) ((void)0)

/* The sum just made is meant modulo 2^32 or 2^64. */
#define PCH_WRAPS(value) ((void)0)

/* low + high 2^64 + top 2^128 is congruent to the message's polynomial. */
#define PCH_ACCUMULATOR(low, high, top) ((void)0)

#endif

#endif
