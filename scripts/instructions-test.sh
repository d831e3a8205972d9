#!/usr/bin/env bash
# A leg of ./dev test: what stands in the objects and in the shared libraries. No function has an instruction that its CPU may not
# have, and no kernel leaves the upper halves of vector registers filled (check-instructions.py); and the static library gets
# along with those of other libraries that have functions of the same purpose.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

# of NAME OPTION...: builds the library alone, and looks at its shared objects; without link-time optimisation at each object too.
of() {
  local directory=$build/legs/instructions-$1 files
  configure "legs/instructions-$1" -Dtests=false "${@:2}"
  ninja --quiet -C "$directory" -j 2
  files=("$directory"/native/libpolycha.so.*[0-9] "$directory"/core/libpolycha-portable.so.*[0-9])
  [[ $* == *b_lto=true* ]] || files+=("$directory"/core/*.a.p/*.o "$directory"/native/*.a.p/*.o)
  scripts/check-instructions.py "${files[@]}"
}

scripts/check-instructions.py --self-test
CC=gcc of gcc
CC=clang CC_LD=lld of clang
CC=gcc of gcc-lto -Db_lto=true
CC=clang CC_LD=lld of clang-lto -Db_lto=true
of aarch64 --cross-file scripts/cross/aarch64.ini

# beside LIBRARY...: linked in this order.
beside() {
  local program=$build/legs/instructions-gcc/beside
  gcc -Wall -Wextra -I core -o "$program" tests/beside.c "$@" -lpthread -ldl && "$program"
}
polycha=$build/legs/instructions-gcc/native/libpolycha.a
check "libpolycha.a before libcrypto.a and libsodium.a" beside "$polycha" -l:libcrypto.a -l:libsodium.a
check "libpolycha.a behind them" beside -l:libsodium.a -l:libcrypto.a "$polycha"
report_checks
