#!/usr/bin/env bash
# ./dev run [FILE]            seal FILE with the native build, open it with every build and backend, compare the speeds
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

(($# <= 1)) || die "run: takes one FILE at most, not $#"
file=${1:-}
if [[ -n $file ]]; then
  [[ -e $file ]] || die "run: there is no file '$file'"
  [[ -f $file && -r $file ]] || die "run: '$file' is not a regular file, or cannot be read"
  file=$(realpath -- "$file")
fi

install_build_tools
install_packages libssl-dev libsodium-dev
say "Building the native and the portable library"
quietly run-configure configure release -Dtests=false -Dbench=true
quietly run-build ninja -C "$build/release"

if [[ -z $file ]]; then
  file=$build/random-256MiB
  if [[ ! -f $file ]]; then
    say "Writing 256 MiB of random bytes to ${file#"$root"/}"
    # Under another name until it is whole.
    head -c $((256 << 20)) /dev/urandom >"$file.part"
    mv "$file.part" "$file"
  fi
fi

say "Sealing and opening ${file#"$root"/}"
POLYCHA_BACKEND=$asked_backend "$build/release/bench/polycha-run" \
  "$build/release/native/libpolycha.so" "$build/release/core/libpolycha-portable.so" "$file"

say "The same file from Python"
POLYCHA_BACKEND=$asked_backend "$root/scripts/python-run.sh" "$file"

say "The same file from Java"
POLYCHA_BACKEND=$asked_backend "$root/scripts/java-run.sh" "$file"
# What only optional parts need and cannot be had leaves their lines out, and says so.
say "And in WebAssembly, MB/s to seal and to open"
. "$root/scripts/wasm-lib.sh"
if (install_wasm_tools); then
  "$root/scripts/run-wasm.sh" "$file"
else
  say "Skipped: wasm (SIMD128), wasm (scalar), for want of Emscripten or Node"
fi
