#!/usr/bin/env bash
# A leg of ./dev test: the types of the Python package hold in mypy's strict mode, its stubs say what the modules have, and the
# source distribution builds and works.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/python-lib.sh"
cd "$root"

build_wheel python3 check-wheel
python_venv check python3 mypy typing_extensions numpy pytest hypothesis cryptography pynacl pycryptodome wasmtime build
python=$python_build/check/bin/python
quietly python-check-install "$python" -m pip install --disable-pip-version-check --force-reinstall --no-deps \
  "$python_build"/check-wheel/*.whl

stubs_are_right() { (cd / && "$python" -m mypy.stubtest --mypy-config-file "$root/pyproject.toml" "polycha.$1"); }

# As a user's type checker sees the installed package, without the repository's settings.
a_user_is_checked() {
  local directory=$python_build/user
  mkdir -p "$directory"
  printf '%s\n' 'import polycha' 'from polycha import native, portable, wasm' \
    'sealed: bytes = polycha.seal(bytes(32), bytearray(b"x"))' \
    'aead: polycha.ChaCha20Poly1305 = native.ChaCha20Poly1305(bytes(32))' \
    'count: int = portable.ChaCha20(bytes(32), bytes(12)).update_into(b"", memoryview(bytearray()))' \
    'names: tuple[str, ...] = wasm.backends()' >"$directory/right.py"
  printf '%s\n' 'import polycha' 'polycha.seal("key", b"")' 'polycha.ChaCha20(bytes(32), bytes(12)).updat(b"")' \
    >"$directory/wrong.py"
  (cd "$directory" && "$python" -m mypy --strict --config-file= right.py) || return 1
  # It ends with status 1, as it should.
  [[ $(cd "$directory" && "$python" -m mypy --strict --config-file= wrong.py) == *"Found 2 errors"* ]]
}

sdist_works() {
  rm -rf "$python_build/sdist" "$python_build/sdist-venv"
  # Of what is committed: what is not is no part of a source distribution.
  quietly python-sdist "$python" -m build --outdir "$python_build/sdist" . || return 1
  quietly python-sdist python3 -m venv "$python_build/sdist-venv"
  quietly python-sdist "$python_build/sdist-venv/bin/pip" install --no-deps "$python_build"/sdist/*.whl
  (cd / && "$python_build/sdist-venv/bin/python" -c 'import polycha
print(polycha.build_info(), polycha.open(bytes(32), polycha.seal(bytes(32), b"built from the sdist")))')
}

check "mypy --strict finds nothing in the package, its tests and its benchmark" "$python" -m mypy --python-executable "$python"
check "the stubs of polycha._native are right" stubs_are_right _native
check "the stubs of polycha._portable are right" stubs_are_right _portable
check "a user's calls are checked" a_user_is_checked
check "the source distribution builds, and what it builds works" sdist_works
report_checks
