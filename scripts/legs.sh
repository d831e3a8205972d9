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

# suite NAME LEVEL RUNNER,... OPTION...: builds build/legs/NAME with these options of meson and runs the test runners. Meson
# puts the emulator in front of them, or what $wrapper says.
suite() {
  local directory=legs/$1 level=$2 programs criterion=disabled
  IFS=, read -ra programs <<<"$3"
  shift 3
  [[ ${programs[*]} != *criterion* ]] || criterion=enabled
  configure "$directory" -Dcriterion="$criterion" "$@"
  ninja --quiet -C "$build/$directory" -j 2
  POLYCHA_TEST_LEVEL=$level "$meson" test -C "$build/$directory" --no-rebuild --verbose --num-processes 1 \
    ${wrapper:+--wrapper "$wrapper"} "${programs[@]}"
}

gcc_suite() { CC=gcc suite "$@"; }
# With a message of 256 GiB.
longest_gcc_suite() { POLYCHA_TEST_LONGEST=native gcc_suite "$@"; }
clang_suite() { CC=clang CC_LD=lld suite "$@"; }

# sanitized_suite NAME SANITIZERS RUNNERS: with clang, whose sanitizers are more; stops at the first report.
sanitized_suite() {
  local name=$1 sanitizers=$2 runners=$3
  # The program brings the sanitizer's functions, which a shared library therefore lacks.
  clang_suite "$name" quick "$runners" -Doptimization=1 -Ddebug=true -Db_sanitize="$sanitizers" -Db_lundef=false \
    -Dc_args=-fno-sanitize-recover=all
}

# cross_suite MACHINE: for the machine of scripts/cross/MACHINE.ini, under the emulator that it names.
cross_suite() { suite "$1" quick plain,plain-portable --cross-file "scripts/cross/$1.ini" -Dwerror=true; }

# Valgrind 3.19 knows no AVX-512, and shows a CPU without.
valgrind_suite() {
  local wrapper="valgrind --quiet --error-exitcode=9 --trace-children=yes"
  gcc_suite valgrind quick plain -Doptimization=2 -Ddebug=true
}

# Long legs first, so that none is left running alone at the end.
leg all  mutants     ""              scripts/mutants.sh --jobs 1
leg test aarch64     "gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user" cross_suite aarch64
leg test s390x       "gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user"   cross_suite s390x
leg all  powerpc     "gcc-powerpc-linux-gnu libc6-dev-powerpc-cross qemu-user" cross_suite powerpc
leg all  armhf       "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user" cross_suite armhf
leg all  windows     "gcc-mingw-w64-x86-64 wine wine64" scripts/windows-test.sh
leg test sanitize    "clang lld libclang-rt-14-dev libcriterion-dev" sanitized_suite sanitize address,undefined plain,plain-portable,criterion
leg all  memory      "clang lld libclang-rt-14-dev" sanitized_suite memory memory plain,plain-portable
leg all  fuzz        "clang lld libclang-rt-14-dev libssl-dev" scripts/fuzz.sh --test
leg all  thread      "clang lld libclang-rt-14-dev" sanitized_suite thread thread plain,plain-portable
leg all  valgrind    "valgrind libc6-dbg" valgrind_suite
leg test constant-time "valgrind libc6-dbg" scripts/constant-time.sh valgrind gcc 2
leg all  constant-time-more "valgrind libc6-dbg clang" scripts/constant-time.sh valgrind-rungs gcc 1 gcc 2 gcc 3 gcc s clang 1 clang 2 clang 3 clang s
leg all  constant-time-msan "clang libclang-rt-14-dev" scripts/constant-time.sh msan clang 1 clang 3
leg test gcc         "g++ libcriterion-dev" longest_gcc_suite gcc full criterion,plain-portable,symbols,header-cpp -Dwerror=true
leg test clang       "clang lld"     clang_suite clang full plain,plain-portable,symbols -Dwerror=true
leg test i686        "gcc-i686-linux-gnu libc6-dev-i386-cross" cross_suite i686
leg all  gcc-O0      ""              gcc_suite gcc-O0 quick plain,plain-portable -Doptimization=0
leg all  gcc-Os      ""              gcc_suite gcc-Os quick plain,plain-portable -Doptimization=s
leg all  gcc-lto     ""              gcc_suite gcc-lto quick plain,plain-portable,symbols -Db_lto=true
leg all  clang-O0    "clang lld"     clang_suite clang-O0 quick plain,plain-portable -Doptimization=0
leg all  clang-Os    "clang lld"     clang_suite clang-Os quick plain,plain-portable -Doptimization=s
leg all  clang-lto   "clang lld llvm" clang_suite clang-lto quick plain,plain-portable -Db_lto=true
leg test python      "python3-dev"   scripts/python-test.sh quick python3
leg all  python-full "python3-dev"   scripts/python-test.sh full python3
leg all  python-others "python3-dev" scripts/python-test.sh quick others
leg all  python-check "python3-dev"  scripts/python-check.sh
leg test java        "maven openjdk-17-jdk-headless unzip" scripts/java-test.sh
leg all  java-more   "maven openjdk-17-jdk-headless unzip" scripts/java-test.sh --all
leg test wasm       "emscripten binaryen wabt chromium" scripts/check-wasm.sh
leg all  wasm-browsers "emscripten binaryen firefox-esr webkit2gtk-driver xvfb" scripts/check-wasm-browsers.sh
leg test wasm-core  "emscripten" cross_suite wasm
leg test frames      "clang gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-mingw-w64-x86-64" scripts/check-frames.py
leg test package     ""              scripts/check-package.sh
leg test style       "clang-format-14 shellcheck" scripts/check-style.sh
