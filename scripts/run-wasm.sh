#!/usr/bin/env bash
# The lines of ./dev run for the WebAssembly modules: run-wasm.sh FILE.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/wasm-lib.sh"

wasm_run_project
exec "$node" "$build/wasm-run/run.js" "$1"
