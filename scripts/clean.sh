#!/usr/bin/env bash
# ./dev clean                 remove build/ and what else the other commands have made in this tree
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
rm -rf "$build" "$root"/bindings/java/{target,bench/target} "$root"/wasm/package/{LICENSE,dist,node_modules,src/modules.ts}
