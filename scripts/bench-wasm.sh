#!/usr/bin/env bash
# What ./dev bench --wasm runs.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/wasm-lib.sh"

wasm_project "$build/wasm-test"
(install_packages chromium) || say "Without chromium"
modern_node
exec "$node" "$build/wasm-test/bench/main.js" "$@"
