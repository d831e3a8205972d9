#!/usr/bin/env bash
# ./dev clean                 remove build/, which holds all that the other commands make
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
rm -rf "$build"
