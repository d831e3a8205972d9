#!/usr/bin/env bash
# ./dev bench [ARGUMENT...]   time every backend and the other libraries; ./dev bench --help names the arguments
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
