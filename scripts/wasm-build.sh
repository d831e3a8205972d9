#!/usr/bin/env bash
# Builds the two WebAssembly modules of wasm/README.md.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/wasm-lib.sh"

build_wasm
ls -l "$wasm_modules"/*.wasm
