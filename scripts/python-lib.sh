# shellcheck shell=bash
# What the scripts for Python share; to be sourced after lib.sh.

. "$root/scripts/wasm-lib.sh"
python_build=$build/python

# python_venv NAME PYTHON PACKAGE...: the virtual environment build/python/NAME with these packages, made anew if they or the
# interpreter have changed. Prints nothing.
python_venv() {
  local directory=$python_build/$1 python=$2 wanted
  shift 2
  wanted="$(command -v "$python") $("$python" --version) $*"
  if [[ $(cat "$directory/dev-packages" 2>/dev/null) == "$wanted" ]]; then return; fi
  rm -rf "$directory"
  mkdir -p "$python_build"
  quietly "python-${directory##*/}" "$python" -m venv "$directory"
  (($# == 0)) || quietly "python-${directory##*/}" "$directory/bin/pip" install --disable-pip-version-check "$@"
  echo "$wanted" >"$directory/dev-packages"
}

# build_wheel PYTHON DIRECTORY OPTION...: the wheel of this tree for that interpreter, in build/python/DIRECTORY, the only file
# there; made anew only if a source is newer. Options are those of pip.
build_wheel() {
  local python=$1 directory=$python_build/$2
  shift 2
  if [[ -n $(find "$directory" -name '*.whl' 2>/dev/null) &&
    -z $(find "$root"/{core,native,bindings,meson.build,meson.options,pyproject.toml} "$wasm_modules" \
      -newer "$directory" \( -type f -o -type l \) -print -quit 2>/dev/null) ]]; then return; fi
  rm -rf "$directory"
  quietly "python-wheel-${directory##*/}" "$python" -m pip wheel --disable-pip-version-check --no-deps \
    --wheel-dir "$directory.new" "$@" "$root"
  mv "$directory.new" "$directory"
}
