#!/usr/bin/env bash
# get_peers.sh DIRECTORY: compiles the libraries to compare with that Debian does not package, and writes pkg-config
# files for them, so that the build finds them with -Dpkg_config_path=DIRECTORY. Monocypher comes out of the Python
# package that brings its source; AWS-LC out of the Rust crate that compiles it (needs cargo, and about a minute).
# A library that cannot be had is named and left out.
set -euo pipefail

mkdir -p "${1:?usage: get_peers.sh DIRECTORY}"
directory=$(cd "$1" && pwd)
python=${PYTHON:-python3}
compiler=${CC:-cc}

monocypher_package=pymonocypher==4.0.3.4
aws_lc_crate=0.47.0

# write_module MODULE VERSION INCLUDE LIBRARY
write_module() {
  cat >"$directory/$1.pc" <<END
Name: $1
Description: compiled by bench/get_peers.sh
Version: $2
Cflags: -I$3
Libs: -L$(dirname "$4") -l$(basename "$4" .a | sed 's/^lib//')
END
}

get_monocypher() {
  local source=$directory/monocypher version
  rm -rf "$source"
  mkdir "$source"
  "$python" -m pip download --quiet --no-deps --no-binary :all: --dest "$source" "$monocypher_package" &&
    tar -xzf "$source"/*.tar.gz -C "$source" --strip-components=1 &&
    "$compiler" -O3 -c "$source/monocypher.c" -o "$source/monocypher.o" &&
    ar rcs "$source/libmonocypher.a" "$source/monocypher.o" || return
  version=$(sed -n 's|^// Monocypher version ||p' "$source/monocypher.h")
  write_module monocypher "$version" "$source" "$source/libmonocypher.a"
}

get_aws_lc() {
  local source=$directory/aws-lc library include version
  mkdir -p "$source/src"
  : >"$source/src/lib.rs"
  cat >"$source/Cargo.toml" <<END
[package]
name = "peer"
version = "0.0.0"
edition = "2021"
[dependencies]
aws-lc-sys = "=$aws_lc_crate"
END
  (cd "$source" && cargo build --quiet --release) || return
  library=$(find "$source/target/release/build" -name 'libaws_lc_*_crypto.a' | head -n 1)
  include=$(dirname "$library")/include
  version=$(sed -n 's/.*AWSLC_VERSION_NUMBER_STRING "\(.*\)"/\1/p' "$include/openssl/base.h")
  write_module aws-lc "$version" "$include" "$library"
}

for peer in monocypher aws_lc; do
  if get_$peer; then
    echo "$peer: ready"
  else
    echo "$peer: cannot be had here" >&2
  fi
done
