#!/usr/bin/env bash
# A leg of ./dev test: the WebAssembly modules, the npm package as a user installs it, in Node, Deno, Bun and Chromium.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/wasm-lib.sh"

wasm_project
cd "$build/wasm-test"
export POLYCHA_TARBALL=$wasm_tarball

# Prints node's own output, and its counts as the other runners do.
status=0
run_tests() {
  local log=$build/logs/wasm-node.log
  "$node" --test --test-reporter=spec "$@" 2>&1 | tee "$log" || status=1
  awk '/^ℹ pass /{ p = $3 } /^ℹ fail /{ f = $3 } /^ℹ cancelled /{ f += $3 } /^ℹ skipped /{ s = $3 }
    END { printf "%d passed, %d failed, %d skipped\n", p, f, s }' "$log"
}

POLYCHA_MODULE=scalar run_tests contract.test.js differential.test.js noble.test.js memory.test.js arena.test.js
run_tests contract.test.js differential.test.js noble.test.js memory.test.js arena.test.js module.test.js package.test.js runtimes.test.js browser.test.js offline.test.js
exit "$status"
