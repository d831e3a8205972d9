#!/usr/bin/env bash
# ./dev fuzz [TARGET [SECONDS]]   fuzz a target of tests/fuzz, or each of them, for 60 s unless said; what they find is kept
# ./dev fuzz --renew TARGET       make tests/fuzz/corpus/TARGET.txt anew of what the command above has found
# ./dev fuzz --coverage           what share of core/ and native/ the inputs reach, those of the repository and those found
#
# --test is the leg of ./dev test.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

targets=(arguments backends contexts jdk)
inputs=$build/fuzz/inputs
logs=$build/logs/fuzz

# Of the undefined behaviour that clang looks for, all but three kinds: with these it takes 17 s for native/avx2.c instead of 4
# (clang 14, 2026-12-01). The leg `sanitize` has them.
sanitizers=('-Db_sanitize=address,undefined'
  "-Dc_args=['-fno-sanitize-recover=all','-fno-sanitize=pointer-overflow,null,object-size','-fsanitize=fuzzer-no-link']")
coverage=("-Dc_args=['-fprofile-instr-generate','-fcoverage-mapping','-fsanitize=fuzzer-no-link']"
  -Dc_link_args=-fprofile-instr-generate)

# build_targets DIRECTORY OPTION...
build_targets() {
  local directory=$1
  shift
  CC=clang CC_LD=lld configure "$directory" -Dfuzz=true -Dcriterion=disabled -Doptimization=2 -Ddebug=true -Db_lundef=false "$@"
  ninja --quiet -C "$build/$directory" -j 2 "${targets[@]/#/tests/fuzz/fuzz-}"
}

# unpack TARGET DIRECTORY: the inputs of the repository, a file each.
unpack() {
  mkdir -p "$2"
  python3 -B tests/fuzz/corpus.py unpack "tests/fuzz/corpus/$1.txt" "$2"
}

# target NAME OPTION...: runs it. Leaks are not looked for: that needs ptrace, which a container may not have, and the library
# allocates nothing.
target() {
  local name=$1
  shift
  ASAN_OPTIONS=detect_leaks=0 "$build/fuzz/tests/fuzz/fuzz-$name" -max_len=512 -timeout=20 -rss_limit_mb=1500 "$@"
}

# fuzz NAME OPTION...: and says which input, left in $logs, made it fail. Not short inputs first (len_control): a program of
# a few bytes ends before it has begun.
fuzz() {
  local name=$1 input
  shift
  mkdir -p "$logs"
  touch "$logs/started"
  target "$name" -len_control=0 -print_final_stats=1 -artifact_prefix="$logs/$name-" "$@" && return
  for input in "$logs/$name"-*; do
    [[ $input -nt $logs/started ]] || continue
    echo "fuzz: $name failed on ${input#"$root"/}. Again: ASAN_OPTIONS=detect_leaks=0 build/fuzz/tests/fuzz/fuzz-$name ${input#"$root"/}"
    echo "fuzz: as a line of tests/fuzz/corpus/$name.txt: $(python3 -B tests/fuzz/corpus.py line "$input")"
  done
  return 1
}

# All of the repository's inputs, then new ones for half a minute, from the same seed.
test_target() {
  local name=$1
  rm -rf "$inputs-test/$name"
  unpack "$name" "$inputs-test/$name"
  check "$name: the inputs of tests/fuzz/corpus/$name.txt" fuzz "$name" -runs=0 -verbosity=0 "$inputs-test/$name"
  check "$name: new inputs for 30 s" fuzz "$name" -seed=1 -max_total_time=30 -verbosity=0 "$inputs-test/$name"
}

# The fewest, of those that are not long, that reach what all of them reach.
renew() {
  local name=$1
  mkdir -p "$inputs/$name"
  unpack "$name" "$inputs/$name"
  rm -rf "$inputs-short" "$inputs-fewest"
  mkdir -p "$inputs-short" "$inputs-fewest"
  find "$inputs/$name" -type f -size -160c -exec cp -t "$inputs-short" {} +
  quietly fuzz/renew target "$name" -set_cover_merge=1 -use_counters=0 -use_cmp=0 "$inputs-fewest" "$inputs-short"
  python3 -B tests/fuzz/corpus.py renew "tests/fuzz/corpus/$name.txt" "$inputs-fewest"
}

report_coverage() {
  local directory=$build/fuzz-coverage name programs=()
  rm -rf "$inputs-coverage" "$directory/profiles"
  for name in "${targets[@]}"; do
    unpack "$name" "$inputs-coverage/$name"
    [[ ! -d $inputs/$name ]] || cp -r "$inputs/$name" "$inputs-coverage"
    LLVM_PROFILE_FILE=$directory/profiles/$name quietly "fuzz/coverage-$name" \
      "$directory/tests/fuzz/fuzz-$name" -runs=0 "$inputs-coverage/$name"
    programs+=(--object "$directory/tests/fuzz/fuzz-$name")
  done
  llvm-profdata-14 merge -o "$directory/profile" "$directory/profiles"/*
  llvm-cov-14 report --instr-profile "$directory/profile" --ignore-filename-regex=tests/ "${programs[@]}"
}

install_build_tools
install_packages clang lld libclang-rt-14-dev libssl-dev pkg-config
case ${1:-} in
  --coverage)
    install_packages llvm-14
    quietly fuzz/build-coverage build_targets fuzz-coverage "${coverage[@]}"
    report_coverage
    exit
    ;;
  --renew) chosen=("${2:-}") ;;
  --test | "") chosen=("${targets[@]}") ;;
  *) chosen=("$1") ;;
esac
for name in "${chosen[@]}"; do
  [[ " ${targets[*]} " == *" $name "* ]] || die "fuzz: no target '$name' (there are: ${targets[*]})"
done

quietly fuzz/build build_targets fuzz "${sanitizers[@]}"
for name in "${chosen[@]}"; do
  case ${1:-} in
    --renew) renew "$name" ;;
    --test) test_target "$name" ;;
    *)
      unpack "$name" "$inputs/$name"
      fuzz "$name" -max_total_time="${2:-60}" "$inputs/$name"
      ;;
  esac
done
[[ ${1:-} != --test ]] || report_checks
