#ifndef BOUNDS_SELFTEST_H
#define BOUNDS_SELFTEST_H

/* The rules of operations.cpp on all words of four bits. */
void check_numbers();

#endif
