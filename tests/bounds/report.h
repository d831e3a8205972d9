/* What the program has found. */
#ifndef BOUNDS_REPORT_H
#define BOUNDS_REPORT_H

#include <functional>
#include <string>
#include <vector>

#include <gmpxx.h>

#include "words.h"

namespace bounds
{

/* What follows is about this kernel. */
void begin_kernel(const std::string &name);

/* A fault of it. */
void report(const std::string &text);
size_t report_count();
/* Does what runs report a fault that says so? Nothing of it is kept. */
bool faults_with(const std::string &part, const std::function<void()> &run);

/* A bound that a text states. most: the largest value found. */
void record(const char *file, int line, const char *text, int bits, const mpz_class &most, const mpz_class &limit);
std::string log2_text(const mpz_class &x);

/* The intervals that the operations of a call yield, but for those of constants. */
extern std::vector<size_t> trace;
void note(const mpz_class &least, const mpz_class &most);
void start_trace();
void stop_trace();

/* The last PCH_ACCUMULATOR. */
extern handle accumulator[3];

/* A line for each kernel, for each fault, and for each bound that a text states and each kernel. */
void print_findings();

} // namespace bounds

#endif
