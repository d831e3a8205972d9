#!/usr/bin/env bash
# A leg of ./dev test: Windows on 64-bit x86, built by MinGW and run by Wine. The suite in the release build; a program with the
# DLL; the kernels without optimisation and with little, where they spill every vector.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/legs.sh"
cd "$root"

# A Windows of our own, without the parts that would want to be downloaded.
export WINEPREFIX=$build/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=d;mshtml=d"
unset DISPLAY
machine=(--cross-file scripts/cross/mingw.ini -Dwerror=true)

suite windows quick plain,plain-portable,symbols "${machine[@]}"

program() { wine "$build/legs/windows/seal.exe"; }
compile() {
  x86_64-w64-mingw32-gcc -Wall -Wextra -Werror -I core -o "$build/legs/windows/seal.exe" examples/seal.c \
    "$build/legs/windows/native/libpolycha.dll.a"
}
runs_with() { [[ $(POLYCHA_BACKEND=$1 program | tr -d '\r') == "attack at dawn (native build, backend $1)" ]]; }
refuses() { ! POLYCHA_BACKEND=$1 program; }
test_of() { POLYCHA_TEST_LEVEL=quick wine "$build/legs/windows-O$1/tests/polycha-plain.exe" --test "$2" >"$build/logs/windows-O$1.log"; }
passes_twenty_times() {
  local i
  for i in {1..20}; do
    test_of "$1" abi/ || {
      echo "run $i:"
      cat "$build/logs/windows-O$1.log"
      return 1
    }
  done
}

export WINEPATH=$build/legs/windows/native
check "the example compiles with the DLL" compile
check "and runs with the backend asked for" runs_with portable
check "another one" runs_with ssse3
check "and with none that there is not" refuses nonsense
scripts/check-instructions.py "$build"/legs/windows/{core,native}/*.dll

# -O in c_args is the last, and counts for the kernels too, which have at least -O2 otherwise.
for level in 0 g 2; do
  configure "legs/windows-O$level" -Dcriterion=disabled "${machine[@]}" -Dc_args="-O$level"
  ninja --quiet -C "$build/legs/windows-O$level" -j 2 tests/polycha-plain.exe
  options=()
  [[ $level == 2 ]] || options=(--little-optimised)
  scripts/check-instructions.py "${options[@]}" "$build/legs/windows-O$level"/native/*.p/*.obj
  check "-O$level: the kernels compute the same" test_of "$level" contract/
  check "-O$level: and twenty times on stacks of all alignments" passes_twenty_times "$level"
done
report_checks
