#!/usr/bin/env bash
# python-run.sh FILE: the rows of ./dev run for Python. Needs the library that ./dev run builds.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/python-lib.sh"

install_python_package
POLYCHA_BACKEND=$asked_backend exec "$python_build/use/bin/python" "$root/bench/run/python_rows.py" "$build/release/native/libpolycha.so" "$1"
