#!/usr/bin/env bash
# ./dev run [FILE]            seal FILE with the native build, open it with every build and backend, compare the speeds
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

file=${1:-}
if [[ -n $file ]]; then
  [[ -r $file && -f $file ]] || die "run: cannot read the file '$file'"
  file=$(realpath -- "$file")
fi
cd "$root"

install_build_tools
install_packages libssl-dev libsodium-dev
say "Building the native and the portable library"
quietly configure configure release --buildtype=release -Dtests=false
quietly build ninja -C "$build/release"

if [[ -z $file ]]; then
  file=$build/random-256MiB
  if [[ ! -f $file ]]; then
    say "Writing 256 MiB of random bytes to ${file#"$root"/}"
    # Under another name until it is whole.
    head -c $((256 << 20)) /dev/urandom >"$file.part"
    mv "$file.part" "$file"
  fi
fi

say "Running"
POLYCHA_BACKEND=$asked_backend exec "$build/release/bench/polycha-run" \
  "$build/release/libpolycha.so" "$build/release/libpolycha-portable.so" "$file"
