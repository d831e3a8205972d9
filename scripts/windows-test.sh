#!/usr/bin/env bash
# A leg of ./dev test: Windows on 64-bit x86, built by MinGW and run by Wine. The suite in the release build; a program with the
# DLL; the kernels and the vectors at -O0, -Og and -O2 too, where the first two spill every vector.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/legs.sh"
cd "$root"

# A Windows of our own, without the parts that would want to be downloaded.
export WINEPREFIX=$build/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=d;mshtml=d"
unset DISPLAY

windows_suite() {
  local name=$1 runners=$2
  shift 2
  suite "$name" quick "$runners" --cross-file scripts/cross/mingw.ini -Dwerror=true "$@"
}

windows_suite windows plain,plain-portable,symbols

# -O in c_args is the last and counts for the kernels too, which have at least -O2 otherwise.
build_level() {
  configure "legs/windows-O$1" --cross-file scripts/cross/mingw.ini -Dcriterion=disabled -Dc_args="-O$1"
  ninja --quiet -C "$build/legs/windows-O$1" -j 2
}
level_passes() {
  POLYCHA_TEST_LEVEL=quick wine "$build/legs/windows-O$1/tests/polycha-plain.exe" --test "$2/" | tail -n 1
}

program() { wine "$build/legs/windows/seal.exe"; }
compile() {
  x86_64-w64-mingw32-gcc -Wall -Wextra -Werror -I core -o "$build/legs/windows/seal.exe" examples/seal.c \
    "$build/legs/windows/native/libpolycha.dll.a"
}
runs() { [[ $(program | tr -d '\r') == "attack at dawn (native build, backend $1)" ]]; }
runs_forced() { POLYCHA_BACKEND=$1 runs "$1"; }
refuses() { ! POLYCHA_BACKEND=$1 program; }
passes_twenty_times() {
  for _ in {1..20}; do
    wine "$build/legs/$1/tests/polycha-plain.exe" --test abi/ >"$build/legs/$1/abi.log" || return 1
  done
}

export WINEPATH=$build/legs/windows/native
check "the example compiles with the DLL" compile
check "and runs with the backend asked for" runs_forced portable
check "another one" runs_forced ssse3
check "and none that there is not" refuses nonsense
for level in 0 g 2; do
  build_level "$level"
  check "-O$level: the kernels twenty times" passes_twenty_times "windows-O$level"
  level_passes "$level" vectors
done
report_checks
