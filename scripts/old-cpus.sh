#!/usr/bin/env bash
# old-cpus.sh DIRECTORY whole|brief: part of a leg of ./dev test. Runs the test suite of the build below build/legs on x86-64 CPUs
# that have less than this one, as an emulator shows them, which ends a program at the first instruction that they lack.
# shellcheck disable=SC2317 # its functions are called by check
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
name=$1
tests=$build/legs/$name/tests
export POLYCHA_TEST_LEVEL=quick
# Where it can, the C library copies by instructions of AVX2, which QEMU 7.2 emulates ten times as slowly as those of SSE2.
export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX_Fast_Unaligned_Load,-AVX2

# Without what this emulator lacks, and would warn of.
haswell=Haswell,-pcid,-x2apic,-tsc-deadline,-hle,-invpcid,-rtm
# Not more than what the backends avx2 and ssse3 say that they need.
avx2_alone=$haswell,-bmi1,-bmi2,-fma,-movbe,-f16c,-abm,-rdrand,-aes,-pclmulqdq
ssse3_alone=qemu64,+ssse3

# refuses MODEL SET...: the emulator ends programs with instructions that the CPU does not have. If it did not, the rest here would
# prove nothing.
refuses() {
  local model=$1 set status
  shift
  for set; do
    status=0
    qemu-x86_64 -cpu "$model" "$tests/instruction" "$set" 2>/dev/null || status=$?
    ((status == 128 + 4)) || return 1 # SIGILL
  done
}

# runs MODEL SET...: and those that it has, it runs.
runs() {
  local model=$1 set
  shift
  for set; do qemu-x86_64 -cpu "$model" "$tests/instruction" "$set" || return 1; done
}

# on TITLE MODEL FEATURES OPTION...: the test suite, or what the options leave of it, which must see exactly these features.
status=0
on() {
  local title=$1 model=$2 features=$3
  shift 3
  echo "row: $name on $title"
  qemu-x86_64 -cpu "$model" "$tests/polycha-plain" --expect-features "$features" "$@" || status=1
}

ninja --quiet -C "$build/legs/$name" -j 2 tests/instruction
check "the emulator refuses what a CPU of SSE2 lacks" refuses qemu64 ssse3 sse4.1 avx avx2 bmi2 avx512
check "the emulator refuses what Nehalem lacks" refuses Nehalem avx avx2 bmi2 avx512
check "the emulator refuses what Westmere lacks" refuses Westmere avx avx2 bmi2 avx512
check "the emulator refuses what Haswell lacks" refuses "$haswell" avx512
check "the emulator refuses all beyond SSSE3" refuses $ssse3_alone sse4.1 avx avx2 bmi2 avx512
check "the emulator refuses all beyond AVX2" refuses "$avx2_alone" bmi2 avx512
check "the emulator runs what they have" runs "$avx2_alone" ssse3 sse4.1 avx avx2
report_checks || status=1

if [[ $2 == whole ]]; then
  on "SSE2" qemu64 none
  on "Westmere" Westmere ssse3
  on "Haswell" "$haswell" "ssse3 avx2" --backend avx2
else
  on "Nehalem" Nehalem ssse3
  on "Haswell" "$haswell" "ssse3 avx2" --test vectors/
fi
on "SSSE3 alone" $ssse3_alone ssse3 --test vectors/
on "AVX2 alone" "$avx2_alone" "ssse3 avx2" --test vectors/
on "max" max "ssse3 avx2" --test vectors/
exit $status
