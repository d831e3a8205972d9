#!/usr/bin/env bash
# leg.sh NAME: one leg of ./dev test, its output to the terminal.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/legs.sh"
cd "$root"
read -ra words <<<"${leg_command[$1]}"
"${words[@]}"
