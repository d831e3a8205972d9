#!/usr/bin/env bash
# A leg of ./dev test: what `meson install` installs can be used through pkg-config alone.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

prefix=$build/legs/package/prefix
configure legs/package --prefix="$prefix" --libdir=lib --buildtype=release -Dtests=false -Dbench=false
rm -rf "$prefix"
"$meson" install -C "$build/legs/package" --quiet
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig

# The same package with nothing but static archives to link with.
archives=$build/legs/package/archives
rm -rf "$archives"
mkdir "$archives"
cp -R "$prefix/lib/pkgconfig" "$prefix"/lib/*.a "$archives"
sed -i "s|^libdir=.*|libdir=$archives|" "$archives"/pkgconfig/*.pc

# Nothing of the C library but what compilers themselves emit calls to, and strcmp.
needs_only_memory_functions() {
  local names
  names=$(nm -D --undefined-only "$1" | awk '$1 == "U" { print $2 }') || return 1
  ! grep -vE '^(mem(cpy|move|set|cmp)|strcmp|__stack_chk_fail)(@|$)' <<<"$names"
}

# example WORD...: compiles the example with these words of pkg-config and the compiler.
example() { gcc -Wall -Wextra -Werror -o "$build/legs/package/seal" "$root/examples/seal.c" "$@"; }

runs_with() {
  local said
  said=$(LD_LIBRARY_PATH=$2 "$build/legs/package/seal") && [[ $said == "attack at dawn ($1 build, backend "*")" ]]
}

needs_no_shared_polycha() {
  local dynamic
  dynamic=$(readelf -d "$build/legs/package/seal") && ! grep 'NEEDED.*polycha' <<<"$dynamic"
}

refuses_nonsense() {
  local status=0
  POLYCHA_BACKEND=nonsense LD_LIBRARY_PATH=$prefix/lib "$build/legs/package/seal" || status=$?
  ((status == 1))
}

header_is() { "$1" -x "$2" -std="$3" -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$prefix/include/polycha.h"; }

for package in polycha polycha-portable; do
  case $package in polycha) kind=native ;; *) kind=portable ;; esac
  read -ra words < <(pkg-config --cflags --libs "$package")
  check "$package: the example compiles" example "${words[@]}"
  check "$package: and runs" runs_with "$kind" "$prefix/lib"
  if [[ $kind == native ]]; then check "$package: POLYCHA_BACKEND=nonsense is refused" refuses_nonsense; fi

  read -ra words < <(PKG_CONFIG_PATH=$archives/pkgconfig pkg-config --static --cflags --libs "$package")
  check "$package: the example compiles with the archive alone" example "${words[@]}"
  check "$package: and needs no shared polycha" needs_no_shared_polycha
  check "$package: and runs so" runs_with "$kind" ""
  check "$package: the example compiles fully static" example -static "${words[@]}"
  check "$package: and runs so" runs_with "$kind" ""
done
check "libpolycha-portable.so needs nothing of an operating system" needs_only_memory_functions "$prefix/lib/libpolycha-portable.so"
check "polycha.h is C99" header_is gcc c c99
check "polycha.h is C11" header_is gcc c c11
report_checks
