#!/usr/bin/env bash
# constant-time.sh TOOL [COMPILER LEVEL]...: marks the secrets of every call and lets TOOL look for jumps and addresses that
# depend on them, in builds of the library by COMPILER at -OLEVEL (CONTRIBUTING.md, "Constant time").
#
#   valgrind   the machine code of the backends that it knows the instructions of, without rungs of their own
#   valgrind-rungs   and every rung by itself
#   msan       clang's MemorySanitizer: all backends of this CPU, and every rung by itself
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

# Divisions take longer for larger numbers on many CPUs. These three files divide lengths, which are public; the others do not
# divide, but at -Os, where compilers divide lengths by constants that they else multiply by.
without_division() {
  local object
  for object in "$1"/core/libpolycha-core.a.p/*.o "$1"/native/*.a.p/*.o; do
    case ${object##*/} in
      aead.c.o | aead_pieces.c.o | chacha20.c.o) ;;
      *) ! objdump -d --no-show-raw-insn "$object" | grep -E '[[:space:]](i?div|v?div[ps][sd])' || return 1 ;;
    esac
  done
}

tool=$1
shift
while (($#)); do
  compiler=$1 level=$2
  shift 2
  directory=legs/constant-time-$tool-$compiler-O$level
  options=(-Dcriterion=disabled -Doptimization="$level" -Ddebug=true)
  case $tool in
    msan) options+=(-Db_sanitize=memory -Db_lundef=false -Dc_args=-fsanitize-recover=memory) ;;
    *) options+=(-Dc_args=-gdwarf-4) ;; # valgrind 3.19 cannot read clang's DWARF 5
  esac
  say "$tool, $compiler -O$level"
  CC=$compiler quietly "constant-time-setup" configure "$directory" "${options[@]}"
  program=tests/constant_time/polycha-constant-time
  ninja --quiet -C "$build/$directory" -j 2 "$program"
  case $tool in
    valgrind) valgrind --quiet "$build/$directory/$program" --longest 2500 ;;
    valgrind-rungs) valgrind --quiet "$build/$directory/$program" --longest 5000 --rungs ;;
    msan) "$build/$directory/$program" --rungs ;;
    *) die "constant-time: no tool '$tool'" ;;
  esac 2>"$build/$directory/reports" || {
    tail -n 60 "$build/$directory/reports"
    exit 1
  }
  [[ $tool == msan || $level == s ]] || check "$compiler -O$level: no division but of lengths" without_division "$build/$directory"
done
[[ $tool == msan ]] || report_checks
