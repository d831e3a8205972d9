# shellcheck shell=bash
# The legs of ./dev test. Each builds something of its own under build/legs and runs it. To be sourced after lib.sh.

leg_names=()
declare -A leg_when leg_packages leg_command

# leg WHEN NAME PACKAGES COMMAND...: WHEN is test (always run) or all (with --all only); PACKAGES are beyond those that
# every build needs.
# shellcheck disable=SC2034 # test.sh and leg.sh read them
leg() {
  local when=$1 name=$2 packages=$3
  shift 3
  leg_names+=("$name")
  leg_when[$name]=$when
  leg_packages[$name]=$packages
  leg_command[$name]=$*
}

# suite NAME LEVEL RUNNERS OPTION...: builds with these options of meson and runs the test runners, one word each.
suite() {
  local directory=legs/$1 level=$2 runners=$3 runner criterion=disabled
  shift 3
  [[ $runners != *criterion* ]] || criterion=enabled
  configure "$directory" -Dcriterion="$criterion" "$@"
  ninja --quiet -C "$build/$directory" -j 2
  for runner in $runners; do
    say "Runner: $runner, level: $level"
    POLYCHA_TEST_LEVEL=$level "$build/$directory/tests/polycha-$runner"
  done
}

# The same with a given compiler.
gcc_suite() { CC=gcc suite "$@"; }
clang_suite() { CC=clang CC_LD=lld suite "$@"; }

# The same for another machine: the plain runner, under the emulator that its cross file names.
cross_suite() {
  local machine=$1 level=$2 directory=legs/$1
  shift 2
  configure "$directory" --cross-file "scripts/cross/$machine.ini" -Dcriterion=disabled "$@"
  ninja --quiet -C "$build/$directory" -j 2
  POLYCHA_TEST_LEVEL=$level "$meson" test -C "$build/$directory" --verbose
}

sanitize=(-Doptimization=1 -Ddebug=true -Db_lundef=false)

leg test aarch64 "gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user" cross_suite aarch64 quick
leg test gcc     "libcriterion-dev" gcc_suite gcc full "plain"
leg test package "g++"              scripts/check-package.sh
leg test style   "clang-format-14 shellcheck" scripts/check-style.sh
leg all  bogus   "nonexistent-package" true
leg all  empty   "" true
leg all  fails   "" false
