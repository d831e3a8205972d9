#!/usr/bin/env bash
# ./dev fmt [--check]         format the C and C++ sources in place, or only say which are not formatted
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

# Versions differ in what they make of one .clang-format, so it is always this one.
install_packages clang-format-14
mapfile -t sources < <(find core native wasm bindings tests bench examples -name node_modules -prune -o \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.inc' \) -print | sort)

case ${1:-} in
  "") clang-format-14 -i "${sources[@]}" ;;
  --check) clang-format-14 --dry-run --Werror "${sources[@]}" ;;
  *) die "fmt: unknown argument '$1'" ;;
esac
