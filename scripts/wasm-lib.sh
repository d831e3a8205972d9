# shellcheck shell=bash
# What the scripts for WebAssembly share; to be sourced after lib.sh.

# Where build_wasm leaves polycha-simd128.wasm and polycha-scalar.wasm.
# shellcheck disable=SC2034 # used by the scripts that source this
wasm_modules=$build/wasm/wasm

# build_wasm: the two modules, by Emscripten. Legs of ./dev test may want it at the same time.
build_wasm() {
  mkdir -p "$build"
  build_wasm_alone 9>"$build/wasm.lock"
}

build_wasm_alone() {
  flock 9
  install_build_tools
  # A newer Emscripten on the path, with a node of its own, does as well.
  command -v emcc >/dev/null && command -v wasm-metadce >/dev/null && command -v node >/dev/null ||
    install_packages emscripten binaryen nodejs
  say "Building the WebAssembly modules"
  quietly wasm-configure configure wasm --cross-file "$root/scripts/cross/wasm.ini" --buildtype=release
  quietly wasm-build ninja -C "$build/wasm"
}
