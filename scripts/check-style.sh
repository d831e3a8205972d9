#!/usr/bin/env bash
# A leg of ./dev test: the C sources are formatted, shellcheck finds nothing in the scripts, README.md shows the example,
# and the tests that tests/CASES.md names exist.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

readme_shows_the_example() { [[ $(<README.md) == *"$(tail -n +2 examples/seal.c)"* ]]; }

check "README.md shows examples/seal.c" readme_shows_the_example
check "C sources are formatted (else: ./dev fmt)" scripts/fmt.sh --check
# What is only sourced is checked as part of those that source it.
for script in dev .ci/run scripts/*.sh; do
  [[ -x $script ]] || continue
  check "shellcheck $script" shellcheck --external-sources --check-sourced -P SCRIPTDIR -P . "$script"
done
# Prints its own counts.
scripts/check-cases.py || checks_failed=$((checks_failed + 1))
report_checks
