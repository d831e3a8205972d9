#!/usr/bin/env bash
# ./dev mutants [NAME...]     plant one fault of scripts/mutants.toml at a time: the tests must notice each
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
install_build_tools
install_packages gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
exec python3 "$root/scripts/mutants.py" "$@"
