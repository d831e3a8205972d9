#!/usr/bin/env bash
# A leg of ./dev test: the npm package in the other browsers, Firefox and WebKit.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/wasm-lib.sh"

wasm_project "$build/wasm-browsers" puppeteer-core
cd "$build/wasm-browsers"
run_node_tests engines.test.js
