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
  quietly "python-venv-${directory##*/}" "$python" -m venv "$directory"
  (($# == 0)) || quietly "python-venv-${directory##*/}" "$directory/bin/pip" install --disable-pip-version-check "$@"
  echo "$wanted" >"$directory/dev-packages"
}

# build_wheel PYTHON DIRECTORY OPTION...: the wheel of this tree for that interpreter, in build/python/DIRECTORY, the only file
# there; made anew only if a source is newer. Options are those of pip.
build_wheel() {
  local python=$1 directory=$python_build/$2 lock
  shift 2
  mkdir -p "$python_build"
  exec {lock}>"$directory.lock"
  flock "$lock" # legs of ./dev test may want it at the same time
  if [[ -n $(find "$directory" -name '*.whl' 2>/dev/null) &&
    -z $(find "$root"/{core,native,bindings,meson.build,meson.options,pyproject.toml} "$wasm_modules" \
      -newer "$directory" \( -type f -o -type l \) -print -quit 2>/dev/null) ]]; then
    exec {lock}>&-
    return
  fi
  rm -rf "$directory" "$directory.new"
  python_venv "${directory##*/}-pip" "$python"
  quietly "python-wheel-${directory##*/}" "$directory-pip/bin/pip" wheel --disable-pip-version-check --no-deps \
    --wheel-dir "$directory.new" "$@" "$root"
  mv "$directory.new" "$directory"
  exec {lock}>&-
}

# install_python_package: the package with all its builds in the environment build/python/use. What cannot be had of the
# WebAssembly build is left out with a word about it.
install_python_package() {
  local options=()
  install_build_tools
  install_packages python3-dev
  if (build_wasm); then
    options=("--config-settings=setup-args=-Dpython_wasm=$wasm_modules")
  else
    say "Without polycha.wasm"
  fi
  say "Building the Python package"
  build_wheel python3 use-wheel "${options[@]}"
  python_venv use python3 wasmtime
  quietly python-use "$python_build/use/bin/pip" install --disable-pip-version-check --force-reinstall --no-deps \
    "$python_build"/use-wheel/*.whl
}
