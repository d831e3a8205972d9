#!/usr/bin/env bash
# ./dev bench --python [...]  what a call costs from Python, here and in cryptography, PyNaCl and pycryptodome (--help)
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/python-lib.sh"

install_python_package
quietly python-bench "$python_build/use/bin/pip" install --disable-pip-version-check cryptography pynacl pycryptodome
quietly bench-configure configure bench -Dtests=false -Dbench=true -Dpkg_config_path="$build/peers"
quietly bench-build ninja -C "$build/bench"
POLYCHA_BACKEND=$asked_backend exec "$python_build/use/bin/python" "$root/bench/python/bench.py" \
  --library "$build/bench/bench/libpolycha-bench-python.so" "$@"
