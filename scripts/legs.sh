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
# puts the emulator in front of them, or what $wrapper says. Of the tests, those whose names have $filter in them.
suite() {
  local directory=legs/$1 level=$2 programs criterion=disabled
  IFS=, read -ra programs <<<"$3"
  shift 3
  [[ ${programs[*]} != *criterion* ]] || criterion=enabled
  configure "$directory" -Dcriterion="$criterion" "$@"
  ninja --quiet -C "$build/$directory" -j 2
  POLYCHA_TEST_LEVEL=$level "$meson" test -C "$build/$directory" --no-rebuild --verbose --num-processes 1 \
    ${wrapper:+--wrapper "$wrapper"} ${filter:+--test-args "--test $filter"} "${programs[@]}"
}

gcc_suite() { CC=gcc suite "$@"; }
# With a message of 256 GiB.
longest_gcc_suite() { POLYCHA_TEST_LONGEST=native gcc_suite "$@"; }
clang_suite() { CC=clang CC_LD=lld suite "$@"; }

# The C library of Alpine Linux, whose threads have 128 KiB of stack where they do not ask for more.
musl_suite() { CC=musl-gcc suite "$@"; }

# with_old_cpus whole|brief SUITE NAME ARGUMENT...: that suite, and then on x86-64 CPUs of the past, of what it has built.
with_old_cpus() {
  local level=$1
  shift
  "$@"
  scripts/old-cpus.sh "$2" "$level"
}

# sanitized_suite NAME SANITIZERS RUNNERS: with clang, whose sanitizers are more; stops at the first report.
sanitized_suite() {
  local name=$1 sanitizers=$2 runners=$3
  # The program brings the sanitizer's functions, which a shared library therefore lacks.
  clang_suite "$name" quick "$runners" -Doptimization=1 -Ddebug=true -Db_sanitize="$sanitizers" -Db_lundef=false \
    -Dc_args=-fno-sanitize-recover=all
}

# ThreadSanitizer has nothing to say about one thread by itself.
thread_suite() {
  local filter
  for filter in threads/ abuse/; do
    sanitized_suite thread thread plain,plain-portable
  done
}

# cross_suite MACHINE [RUNNER,...]: for the machine of scripts/cross/MACHINE.ini, under the emulator that it names. Where the native
# build has no vector kernels it is the portable one but for the choice among one backend, and one runner will do.
cross_suite() { suite "$1" quick "${2:-plain,plain-portable}" --cross-file "scripts/cross/$1.ini" -Dwerror=true; }

# marked ARCHIVE: each of its objects says that it has landing pads and signed return addresses. Whether they work cannot be run
# here: a program is protected only if the C library's start files are marked too, and Debian's are not.
marked() {
  local objects notes
  objects=$(aarch64-linux-gnu-ar t "$1" | wc -l)
  notes=$(aarch64-linux-gnu-readelf --notes "$1" | grep -c 'AArch64 feature: BTI, PAC')
  ((objects > 0 && notes == objects))
}

aarch64_suite() {
  cross_suite aarch64
  check "all objects of the native build are marked for BTI and PAC" marked "$build/legs/aarch64/native/libpolycha.a"
  check "all objects of the portable build are marked for BTI and PAC" marked "$build/legs/aarch64/core/libpolycha-portable.a"
  report_checks
}

# Valgrind 3.19 knows no AVX-512, and shows a CPU without.
valgrind_suite() {
  local wrapper="valgrind --quiet --error-exitcode=9 --trace-children=yes"
  gcc_suite valgrind quick plain -Doptimization=2 -Ddebug=true
}

# Long legs first, so that none is left running alone at the end.
leg all  mutants     ""              scripts/mutants.sh --jobs 1
leg all  gcc-lto     "qemu-user"     with_old_cpus whole gcc_suite gcc-lto quick plain,plain-portable,symbols -Db_lto=true
leg all  clang-lto   "clang lld llvm qemu-user" with_old_cpus whole clang_suite clang-lto quick plain,plain-portable -Db_lto=true
leg test aarch64     "gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user" aarch64_suite
leg test s390x       "gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user"   cross_suite s390x
leg all  powerpc     "gcc-powerpc-linux-gnu libc6-dev-powerpc-cross qemu-user" cross_suite powerpc plain
leg all  armhf       "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user" cross_suite armhf plain
leg all  riscv64     "gcc-riscv64-linux-gnu libc6-dev-riscv64-cross qemu-user" cross_suite riscv64 plain
leg all  ppc64       "gcc-powerpc64-linux-gnu libc6-dev-ppc64-cross qemu-user" cross_suite ppc64 plain
leg all  ppc64le     "gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross qemu-user" cross_suite ppc64le plain
leg all  windows     "gcc-mingw-w64-x86-64 wine wine64" scripts/windows-test.sh
leg test sanitize    "clang lld libclang-rt-14-dev" sanitized_suite sanitize address,undefined plain,plain-portable
leg all  memory      "clang lld libclang-rt-14-dev" sanitized_suite memory memory plain,plain-portable
leg all  fuzz        "clang lld libclang-rt-14-dev libssl-dev" scripts/fuzz.sh --test
leg all  thread      "clang lld libclang-rt-14-dev" thread_suite
leg all  valgrind    "valgrind libc6-dbg" valgrind_suite
leg test constant-time "valgrind libc6-dbg" scripts/constant-time.sh valgrind gcc 2
leg all  constant-time-more "valgrind libc6-dbg clang" scripts/constant-time.sh valgrind-rungs gcc 1 gcc 2 gcc 3 gcc s clang 1 clang 2 clang 3 clang s
leg all  constant-time-msan "clang libclang-rt-14-dev" scripts/constant-time.sh msan clang 1 clang 3
leg test gcc         "g++ libcriterion-dev qemu-user" with_old_cpus brief longest_gcc_suite gcc full criterion,plain-portable,symbols,header-cpp -Dwerror=true
leg test clang       "clang lld qemu-user" with_old_cpus brief clang_suite clang full plain,plain-portable,symbols -Dwerror=true
leg test i686        "gcc-i686-linux-gnu libc6-dev-i386-cross" cross_suite i686
leg all  gcc-O0      ""              gcc_suite gcc-O0 quick plain,plain-portable -Doptimization=0
leg all  gcc-O1      ""              gcc_suite gcc-O1 quick plain -Doptimization=1
leg all  gcc-O2      ""              gcc_suite gcc-O2 quick plain -Doptimization=2
leg all  gcc-Os      ""              gcc_suite gcc-Os quick plain,plain-portable -Doptimization=s
leg all  clang-O0    "clang lld"     clang_suite clang-O0 quick plain,plain-portable -Doptimization=0
leg all  clang-O1    "clang lld"     clang_suite clang-O1 quick plain -Doptimization=1
leg all  clang-O2    "clang lld"     clang_suite clang-O2 quick plain -Doptimization=2
leg all  clang-Os    "clang lld"     clang_suite clang-Os quick plain,plain-portable -Doptimization=s
leg all  musl        "musl-tools"    musl_suite musl quick plain,plain-portable -Dwerror=true
leg test python      "python3-dev qemu-user" scripts/python-test.sh quick python3
leg all  python-full "python3-dev"   scripts/python-test.sh full python3
leg all  python-others "python3-dev" scripts/python-test.sh quick others
leg all  python-check "python3-dev"  scripts/python-check.sh
leg test java        "maven openjdk-17-jdk-headless unzip" scripts/java-test.sh
leg all  java-more   "maven openjdk-17-jdk-headless unzip qemu-user" scripts/java-test.sh --all
leg test wasm       "emscripten binaryen wabt chromium" scripts/check-wasm.sh
leg all  wasm-browsers "emscripten binaryen firefox-esr webkit2gtk-driver xvfb" scripts/check-wasm-browsers.sh
leg test wasm-core  "emscripten" cross_suite wasm
leg test instructions "binutils clang lld llvm gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-mingw-w64-x86-64 libssl-dev libsodium-dev" scripts/instructions-test.sh
leg test bounds      "g++ libgmp-dev z3" scripts/check-bounds.py
leg test frames      "clang gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-mingw-w64-x86-64" scripts/check-frames.py
leg test package     ""              scripts/check-package.sh
leg test style       "clang-format-14 shellcheck" scripts/check-style.sh
