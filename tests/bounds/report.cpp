#include "report.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include "engine.h"

namespace bounds
{

std::vector<size_t> trace;
handle accumulator[3];

namespace
{

enum { FAULTS_MAX = 20 };

struct bound {
  mpz_class most, limit;
  int bits = 0;
};

std::string kernel;
std::vector<std::string> kernels;
std::set<std::string> faults;
std::map<std::tuple<std::string, int, std::string>, std::map<std::string, bound>> found;
bool tracing;
std::string last; /* the bound that was stated last, for who looks for the fault */

} // namespace

void begin_kernel(const std::string &name)
{
  kernel = name;
  kernels.push_back(name);
  last.clear();
}

void report(const std::string &text)
{
  faults.insert(kernel + "\t" + text + (last.empty() ? "" : " (after " + last + ")"));
  if (faults.size() >= FAULTS_MAX) {
    print_findings();
    exit(1);
  }
}
bool faults_with(const std::string &part, const std::function<void()> &run)
{
  auto before = std::make_pair(faults, found);
  faults.clear();
  run();
  std::swap(before.first, faults);
  found = before.second;
  return std::any_of(before.first.begin(), before.first.end(),
                     [&](const std::string &text) { return text.find(part) != text.npos; });
}
size_t report_count()
{
  return faults.size();
}

std::string log2_text(const mpz_class &x)
{
  long exponent;
  double mantissa = mpz_get_d_2exp(&exponent, x.get_mpz_t());
  char text[32];
  snprintf(text, sizeof text, "%.2f", x == 0 ? 0 : (double)exponent + log2(mantissa));
  return text;
}

void start_trace()
{
  tracing = true;
  std::fill_n(accumulator, 3, (handle)UNSET);
  trace.clear();
  last.clear();
}
void stop_trace()
{
  tracing = false;
}
void note(const mpz_class &least, const mpz_class &most)
{
  if (!tracing || least == most)
    return;
  size_t hash = 0;
  for (const mpz_class *x : {&least, &most})
    for (size_t i = 0; i < mpz_size(x->get_mpz_t()) + 1; i++)
      hash = (hash ^ mpz_getlimbn(x->get_mpz_t(), (mp_size_t)i)) * 0x9e3779b97f4a7c15 + (hash >> 29);
  trace.push_back(hash);
}

void record(const char *file, int line, const char *text, int bits, const mpz_class &most, const mpz_class &limit)
{
  last = std::string(file) + ":" + std::to_string(line);
  bound &b = found[{file, line, text}][kernel];
  b.most = std::max(b.most, most);
  b.limit = limit;
  b.bits = bits;
}

void state_accumulator(word<64> low, word<64> high, word<64> top)
{
  accumulator[0] = used(low.id, 64);
  accumulator[1] = used(high.id, 64);
  accumulator[2] = used(top.id, 64);
}

void print_findings()
{
  for (const std::string &name : kernels)
    printf("KERNEL\t%s\n", name.c_str());
  for (const std::string &text : faults)
    printf("FAULT\t%s\n", text.c_str());
  for (const auto &[where, bounds] : found)
    for (const auto &[name, b] : bounds)
      printf("BOUND\t%s\t%s\t%d\t%s\t%s\t%s\t%d\n", name.c_str(), std::get<0>(where).c_str(), std::get<1>(where),
             std::get<2>(where).c_str(), b.most.get_str().c_str(), b.limit.get_str().c_str(), b.bits);
  printf("OPERATIONS\t%llu\n", (unsigned long long)operations());
}

} // namespace bounds
