#!/usr/bin/env bash
# ./dev bench [OPTION...]     time every backend and every other library there is (./dev bench --help)
# ./dev bench plot|table FILE draw, or print as Markdown, what --tsv FILE wrote
# ./dev bench mca             estimate every kernel's hot loop on CPUs that are not here
# ./dev bench peers           first compile the libraries to compare with that Debian does not package
# ./dev bench --java [--tsv FILE] [JMH OPTION...] the same for the JCE provider, beside the JDK's and BouncyCastle
# ./dev bench --wasm [...]    time the npm package beside others in Node and Chromium (./dev bench --wasm --help)
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

build_bench() {
  local package
  # A library that cannot be had is left out of the tables, which say so.
  for package in libssl-dev libsodium-dev libgcrypt20-dev nettle-dev libbotan-2-dev libipsec-mb-dev; do
    (install_packages "$package") || say "Without $package"
  done
  say "Building the benchmark"
  quietly bench-configure configure bench -Dtests=false -Dbench=true -Dpkg_config_path="$build/peers"
  quietly bench-build ninja -C "$build/bench"
}

# The newest LLVM that there is, for its models of CPUs, and the kernels of other machines where their compilers are here.
mca() {
  local newest machine
  newest=$(apt-cache search --names-only '^llvm-[0-9]+$' 2>/dev/null | cut -d ' ' -f 1 | sort -V | tail -n 1)
  install_packages "${newest:-llvm}"
  for machine in aarch64 powerpc s390x; do
    command -v "$(sed -n "s/^c = '\(.*\)'/\1/p" "$root/scripts/cross/$machine.ini")" >/dev/null || continue
    say "Compiling for $machine"
    quietly "mca-$machine" configure "mca/$machine" --cross-file "$root/scripts/cross/$machine.ini" -Dtests=false
    quietly "mca-$machine" ninja -C "$build/mca/$machine"
  done
  exec python3 "$root/bench/mca.py" ${newest:+--llvm "/usr/lib/$newest/bin/"} "$@"
}

case ${1:-} in
  --help) # the program's own, from its source: nothing is installed or compiled for it
    sed -n '/^static const char help/,/;$/s/^  "\(.*\)\\n".*$/\1/p' "$root/bench/options.c" | sed 's/\\"/"/g'
    exit
    ;;
esac

install_build_tools
case ${1:-} in
  --python)
    shift
    POLYCHA_BACKEND=$asked_backend exec "$root/scripts/python-bench.sh" "$@"
    ;;
  --java)
    shift
    POLYCHA_BACKEND=$asked_backend exec "$root/scripts/java-bench.sh" "$@"
    ;;
  plot | table)
    [[ $1 == table ]] || quietly pip "$build/venv/bin/pip" install -r "$root/bench/requirements.txt"
    exec "$build/venv/bin/python" "$root/bench/plot.py" "$@"
    ;;
  mca)
    build_bench
    mca "${@:2}"
    ;;
  peers)
    PYTHON=$build/venv/bin/python "$root/bench/get_peers.sh" "$build/peers"
    # The build has to look for them anew.
    rm -rf "$build/bench"
    exit
    ;;
  --wasm)
    shift
    exec "$root/scripts/bench-wasm.sh" "$@"
    ;;
esac

build_bench
POLYCHA_BACKEND=$asked_backend exec "$build/bench/bench/polycha-bench" "$@"
