#!/usr/bin/env bash
# ./dev test [--all|LEG...]   run the tests: what fits in half an hour, the whole matrix, or the legs named
# ./dev test --list           list the legs
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/legs.sh"
cd "$root"

# At most this many seconds for a leg: a hang must not take the whole run's time.
leg_limit=3000
slots=$(nproc)
((slots <= 8)) || slots=8

choose_legs() {
  local when=test name
  case ${1:-} in
    --list)
      for name in "${leg_names[@]}"; do printf '%-5s %-16s %s\n' "${leg_when[$name]}" "$name" "${leg_command[$name]}"; done
      exit
      ;;
    --all) when=all ;;
    "") ;;
    *)
      for name; do [[ -v leg_command[$name] ]] || die "test: no leg '$name' (./dev test --list)"; done
      chosen=("$@")
      return
      ;;
  esac
  for name in "${leg_names[@]}"; do
    if [[ $when == all || ${leg_when[$name]} == test ]]; then chosen+=("$name"); fi
  done
}

# Installs what the chosen legs need. What cannot be had makes the legs that need it skip themselves, except on CI.
install_leg_packages() {
  local name words packages=()
  for name in "${chosen[@]}"; do
    read -ra words <<<"${leg_packages[$name]}"
    packages+=("${words[@]}")
  done
  install_build_tools
  if [[ ${CI:-} == true ]]; then
    install_packages "${packages[@]}"
  elif ! (install_packages "${packages[@]}"); then
    # One by one, so that a leg does not miss a package for another's sake.
    for name in "${chosen[@]}"; do
      read -ra words <<<"${leg_packages[$name]}"
      (install_packages "${words[@]}") 2>/dev/null || true
    done
  fi
}

declare -A running=() result=()

start_leg() {
  local name=$1 missing
  read -ra words <<<"${leg_packages[$name]}"
  mapfile -t missing < <(missing_packages "${words[@]}")
  if ((${#missing[@]})); then
    result[$name]="0 0 1 0"
    say "$name: skipped, for want of ${missing[*]}"
    return
  fi
  # timeout gives the leg a process group of its own, which the trap below ends as a whole.
  timeout "$leg_limit" scripts/leg.sh "$name" >"$logs/$name.log" 2>&1 </dev/null &
  running[$!]=$name
  started[$name]=$SECONDS
}

# Waits for any leg to end, and counts what it did: the sum of all lines "N passed, N failed, N skipped" in its log.
finish_leg() {
  local pid status=0 name passed failed skipped
  wait -n -p pid "${!running[@]}" || status=$?
  name=${running[$pid]}
  unset "running[$pid]"
  read -r passed failed skipped < <(awk '
    /^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ { passed += $1; failed += $3; skipped += $5 }
    END { print passed + 0, failed + 0, skipped + 0 }' "$logs/$name.log")
  # Whatever ended the leg early, or kept it from running anything, is a failure too.
  if ((failed == 0 && (status != 0 || passed == 0))); then failed=1; fi
  result[$name]="$passed $failed $skipped $((SECONDS - started[$name]))"
  if ((failed)); then
    tail -n 40 "$logs/$name.log"
    say "$name: FAILED with status $status (all of its output: ${logs#"$root"/}/$name.log)"
  else
    say "$name: $passed passed, $skipped skipped, $((SECONDS - started[$name])) s"
  fi
}

# The rows of the table that a leg's log makes: a line "row: NAME" begins one, and what comes before the first is the leg's
# own. A row sums what its programs counted, and unites what they saw ("seen: COMPILER; MACHINE; CPU FEATURES; BACKENDS").
rows_of() {
  awk -v leg="$1" '
    function unite(row, column, text, words, count, i) {
      count = split(text, words, " ")
      for (i = 1; i <= count; i++) {
        if (index(" " seen[row, column] " ", " " words[i] " ")) continue
        if (words[i] == "-" || words[i] == "none") { if (seen[row, column] != "") continue }
        else if (seen[row, column] == "-" || seen[row, column] == "none") seen[row, column] = ""
        seen[row, column] = seen[row, column] (seen[row, column] == "" ? "" : " ") words[i]
      }
    }
    function text(row, column) { return seen[row, column] == "" ? "-" : seen[row, column] }
    BEGIN { names[0] = leg }
    /^row: / { names[++row] = substr($0, 6) }
    /^seen: / {
      split(substr($0, 7), part, /; */)
      for (i = 1; i <= 4; i++) unite(row + 0, i, part[i])
      touched[row + 0] = 1
    }
    /^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ {
      run[row + 0] += $1 + $3; failed[row + 0] += $3; skipped[row + 0] += $5; touched[row + 0] = 1
    }
    END {
      for (i = 0; i <= row; i++)
        if (i == 0 || i in touched)
          printf "%s;%d;%d;%d;%s;%s;%s;%s\n", names[i], run[i], failed[i], skipped[i], text(i, 1), text(i, 2), text(i, 3), text(i, 4)
    }' "$logs/$1.log"
}

print_summary() {
  local leg name passed failed failed_here skipped seconds run compiler machine features backends
  local all_passed=0 all_failed=0 all_skipped=0 format='%-26s %7s %7s %7s %7s  %-24s %-8s %-24s %s\n'
  # shellcheck disable=SC2059
  printf "\n$format" leg seconds run failed skipped compiler machine "CPU features" backends
  for leg in "${chosen[@]}"; do
    read -r passed failed skipped seconds <<<"${result[$leg]}"
    all_passed=$((all_passed + passed))
    all_failed=$((all_failed + failed))
    all_skipped=$((all_skipped + skipped))
    if [[ ! -v started[$leg] ]]; then
      printf '%-26s skipped, as its packages are missing\n' "$leg"
      continue
    fi
    while IFS=';' read -r name run failed_here skipped compiler machine features backends; do
      # shellcheck disable=SC2059
      printf "$format" "$name" "$seconds" "$run" "$failed_here" "$skipped" "$compiler" "$machine" "$features" "$backends"
      failed=$((failed - failed_here)) seconds=
    done < <(rows_of "$leg")
    ((failed == 0)) || printf '%-26s FAILED before it had counted\n' "$leg"
  done
  printf '\n%d passed, %d failed, %d skipped\n' "$all_passed" "$all_failed" "$all_skipped"
  ((all_failed == 0))
}

chosen=()
choose_legs "$@"
install_leg_packages
logs=$build/logs
mkdir -p "$logs"
declare -A started=()
trap 'kill "${!running[@]}" 2>/dev/null || true' EXIT
for name in "${chosen[@]}"; do
  ((${#running[@]} < slots)) || finish_leg
  start_leg "$name"
done
while ((${#running[@]})); do finish_leg; done
print_summary
