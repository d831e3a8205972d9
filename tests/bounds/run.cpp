/* bounds [PART-OF-A-NAME | smt core | smt x86]
 *
 * Runs every Poly1305 kernel of every backend on numbers that are any input, and compares what comes out with RFC 8439's
 * polynomial. Prints what scripts/check-bounds.py reads: kernels, faults, and the bounds that were found. */
#include "checks.h"

int main(int argc, char **argv)
{
  if (argc == 3) {
    bounds::print_tag_problem(argv[2]);
  } else {
    if (argc == 2)
      bounds::chosen = argv[1];
    if (bounds::begin("number.cpp"))
      bounds::check_numbers();
    bounds::check_kernels();
    bounds::check_core();
  }
  if (argc != 3 || bounds::report_count())
    bounds::print_findings();
  return bounds::report_count() != 0;
}
