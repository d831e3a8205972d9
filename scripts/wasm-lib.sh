# shellcheck shell=bash
# What the scripts for WebAssembly share; to be sourced after lib.sh.

# Where build_wasm leaves polycha-simd128.wasm and polycha-scalar.wasm.
wasm_modules=$build/wasm/wasm

# install_wasm_tools: what build_wasm_package needs. A newer Emscripten on the path, with a node of its own, does as well as
# Debian's.
install_wasm_tools() {
  install_build_tools
  if ! command -v emcc >/dev/null || ! command -v wasm-metadce >/dev/null || ! command -v node >/dev/null; then
    install_packages emscripten binaryen nodejs
  fi
  command -v npm >/dev/null || install_packages npm
}

# build_wasm: the two modules, by Emscripten. Legs of ./dev test may want it at the same time.
build_wasm() {
  mkdir -p "$build"
  build_wasm_alone 9>"$build/wasm.lock"
}

build_wasm_alone() {
  flock 9
  install_wasm_tools
  say "Building the WebAssembly modules"
  quietly wasm-configure configure wasm --cross-file "$root/scripts/cross/wasm.ini" --buildtype=release -Dtests=false
  quietly wasm-build ninja -C "$build/wasm"
}

# modern_node: a Node of version 20 or newer in $node: the tools that build and test the package need one, the package does not.
# Debian 12's is older; npm has it as a package.
modern_node() {
  node=$(command -v node) || install_packages nodejs
  node=$(command -v node)
  (($("$node" -p 'process.versions.node.split(".")[0]') < 20)) || return 0
  local package
  package=node-linux-$("$node" -p process.arch)
  node=$build/node/node_modules/$package/bin/node
  [[ -x $node ]] && return
  say "Installing a newer Node into build/node"
  mkdir -p "$build/node"
  (cd "$build/node" && quietly npm-node npm install --no-audit --no-fund --no-package-lock --ignore-scripts --prefix . "$package@24")
}

# npm_install DIRECTORY: what its package.json asks for, again only if that has changed.
npm_install() {
  local directory=$1
  if cmp -s "$directory/package.json" "$directory/node_modules/.polycha-installed"; then return; fi
  say "Installing npm packages into ${directory#"$root"/}"
  (cd "$directory" && quietly "npm-${directory##*/}" npm install --no-audit --no-fund --no-package-lock --ignore-scripts)
  cp "$directory/package.json" "$directory/node_modules/.polycha-installed"
}

# build_wasm_package: the npm package, packed, with its path in $wasm_tarball; and the demo page in build/demo.
build_wasm_package() {
  build_wasm
  modern_node
  npm_install "$root/wasm/package"
  say "Building the npm package and the demo page"
  quietly wasm-package "$node" "$root/wasm/package/scripts/build.js" "$wasm_modules"
  (cd "$root/wasm/package" && quietly wasm-pack npm pack --pack-destination "$build")
  # shellcheck disable=SC2034 # used by the scripts that source this
  wasm_tarball=$(echo "$build"/polycha-*.tgz)
  quietly wasm-demo "$node" "$root/wasm/package/scripts/build-demo.js" "$build/demo"
}

# wasm_run_project: build/wasm-run, with nothing but the package installed from its tarball, and run.js.
wasm_run_project() {
  build_wasm_package
  mkdir -p "$build/wasm-run"
  cp "$root/wasm/bench/run.js" "$build/wasm-run"
  echo '{ "private": true, "type": "module" }' >"$build/wasm-run/package.json"
  (cd "$build/wasm-run" && quietly npm-run npm install --no-audit --no-fund --no-package-lock --no-save --offline "$wasm_tarball")
}

# wasm_project DIRECTORY [PACKAGE...]: a project with the package installed from its tarball, the tests, and the npm packages that they
# need, or only those named. Legs of ./dev test may want one at the same time.
wasm_project() {
  mkdir -p "$build"
  wasm_project_alone "$@" 8>"$build/wasm-package.lock"
}

wasm_project_alone() {
  local project=$1
  flock 8
  build_wasm_package
  mkdir -p "$project"
  cp "$root"/wasm/test/* "$root/wasm/exports.txt" "$root/README.md" "$project"
  (($# == 1)) || "$node" "$root/scripts/keep-dependencies.js" "$project/package.json" "${@:2}"
  rm -rf "$project/polycha" "$project/demo" "$project/vectors" "$project/bench" "$project/node_modules/polycha"
  cp -r "$build/demo" "$project/demo"
  cp -r "$root/wasm/package/dist/esm" "$project/polycha"
  cp -r "$root/tests/vectors" "$project/vectors"
  cp -r "$root/wasm/bench" "$project/bench"
  npm_install "$project"
  (cd "$project" && quietly npm-polycha npm install --no-audit --no-fund --no-package-lock --no-save --ignore-scripts --offline "$wasm_tarball")
}

# run_node_tests FILE...: prints node's own output, and its counts as the other runners do.
run_node_tests() {
  local log=$build/logs/wasm-node-$$.log status=0
  "$node" --test --test-reporter=spec "$@" 2>&1 | tee "$log" || status=1
  awk '/^ℹ pass /{ p = $3 } /^ℹ fail /{ f = $3 } /^ℹ cancelled /{ f += $3 } /^ℹ skipped /{ s = $3 }
    END { printf "%d passed, %d failed, %d skipped\n", p, f, s }' "$log"
  return "$status"
}
