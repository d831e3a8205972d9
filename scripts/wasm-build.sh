#!/usr/bin/env bash
# Builds the two WebAssembly modules of wasm/README.md; with "package", the npm package and the demo page too.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/wasm-lib.sh"

if [[ ${1:-} == package ]]; then build_wasm_package; else build_wasm; fi
ls -l "$wasm_modules"/polycha-{simd128,scalar}.wasm
