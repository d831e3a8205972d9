# shellcheck shell=bash
# What the scripts share; each sources this first.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build
meson=$build/venv/bin/meson

# A forced backend belongs to the program that the user runs, not to the builds and tests on the way to it.
# shellcheck disable=SC2034 # used by the scripts that run such a program
asked_backend=${POLYCHA_BACKEND:-}
unset POLYCHA_BACKEND

say() { printf '== %s\n' "$*"; }

die() {
  printf 'dev: %s\n' "$*" >&2
  exit 1
}

# quietly NAME COMMAND...: the output goes to build/logs/NAME.log, of which a failure shows the end.
quietly() {
  local log=$build/logs/$1.log
  shift
  mkdir -p "${log%/*}"
  "$@" >"$log" 2>&1 </dev/null && return
  tail -n 40 "$log" >&2
  die "failed: $* (all of its output: ${log#"$root"/})"
}

# missing_packages PACKAGE...: prints those that are not installed. Where there is no dpkg, the user has seen to it.
missing_packages() {
  command -v dpkg-query >/dev/null || return 0
  local package
  for package in $(printf '%s\n' "$@" | sort -u); do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || echo "$package"
  done
}

# install_packages PACKAGE...: installs the Debian packages that are missing.
install_packages() {
  local missing
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  ((EUID == 0)) || die "needs packages; run as root: apt-get install --no-install-recommends ${missing[*]}"
  say "Installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  # A package source that cannot be reached need not matter; the installation itself will tell.
  apt-get update >/dev/null 2>&1 </dev/null || true
  quietly apt apt-get install --yes --no-install-recommends --no-remove -o DPkg::Lock::Timeout=300 "${missing[@]}"
}

# What every build needs. Debian 12's meson is too old for meson.options, so it comes from pip.
install_build_tools() {
  install_packages gcc libc6-dev ninja-build pkg-config python3 python3-venv ca-certificates
  "$meson" --version >/dev/null 2>&1 && return
  say "Installing meson into build/venv"
  mkdir -p "$build"
  rm -rf "$build/venv"
  quietly venv python3 -m venv "$build/venv"
  quietly pip "$build/venv/bin/pip" install 'meson>=1.3,<2'
}

# configure NAME OPTION...: the meson build directory build/NAME, made anew if its options have changed.
configure() {
  local directory=$build/$1 options
  shift
  options="CC=${CC:-} CC_LD=${CC_LD:-} $*"
  if [[ -f $directory/build.ninja && $(cat "$directory/dev-options" 2>/dev/null) == "$options" ]]; then return; fi
  rm -rf "$directory"
  "$meson" setup "$directory" "$root" "$@"
  echo "$options" >"$directory/dev-options"
}

# check WHAT COMMAND...: one check of a script that does not run the test suite; report_checks ends such a script.
checks_passed=0
checks_failed=0
check() {
  local what=$1
  shift
  if "$@"; then
    echo "ok      $what"
    checks_passed=$((checks_passed + 1))
  else
    echo "FAILED  $what"
    checks_failed=$((checks_failed + 1))
  fi
}

# Prints the counts as the test runners do.
report_checks() {
  echo "$checks_passed passed, $checks_failed failed, 0 skipped"
  ((checks_failed == 0))
}
