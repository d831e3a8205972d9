/* What the program has found. */
#ifndef BOUNDS_REPORT_H
#define BOUNDS_REPORT_H

#include <functional>
#include <string>
#include <vector>

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

/* The intervals that the operations of a call yield, but for those of constants. */
extern std::vector<size_t> trace;
void start_trace();
void stop_trace();

/* The last PCH_ACCUMULATOR. */
extern handle accumulator[3];

/* Are numbers to be kept as terms, for Z3? */
extern bool smt;

/* A line for each kernel, for each fault, and for each bound that a text states and each kernel. */
void print_findings();

} // namespace bounds

#endif
