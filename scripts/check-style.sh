#!/usr/bin/env bash
# A leg of ./dev test: the C sources are formatted, and shellcheck finds nothing in the scripts.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

check "C sources are formatted (else: ./dev fmt)" scripts/fmt.sh --check
# What is only sourced is checked as part of those that source it.
for script in dev .ci/run scripts/*.sh; do
  [[ -x $script ]] || continue
  check "shellcheck $script" shellcheck --external-sources --check-sourced -P SCRIPTDIR -P . "$script"
done
report_checks
