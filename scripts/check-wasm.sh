#!/usr/bin/env bash
# A leg of ./dev test: the WebAssembly modules, the npm package as a user installs it, in Node, Deno, Bun and Chromium.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/wasm-lib.sh"

wasm_project "$build/wasm-test"
cd "$build/wasm-test"
export POLYCHA_TARBALL=$wasm_tarball

status=0
both=(contract.test.js differential.test.js faults.test.js noble.test.js memory.test.js arena.test.js)
POLYCHA_MODULE=scalar run_node_tests "${both[@]}" || status=1
run_node_tests "${both[@]}" module.test.js package.test.js runtimes.test.js browser.test.js offline.test.js || status=1
exit "$status"
