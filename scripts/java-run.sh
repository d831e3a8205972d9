#!/usr/bin/env bash
# java-run.sh FILE: the Java lines of ./dev run.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/java-lib.sh"

if ! (install_packages "${java_packages[@]}"); then
  echo "Java: skipped, for want of ${java_packages[*]}"
  exit
fi
build_java
say "Building the Java program"
quietly java-bench maven -f "$java_bindings/bench" package
jdk=$(find_jdk 25)
options=(--enable-native-access=ALL-UNNAMED)
if [[ -z $jdk ]]; then
  jdk=$JAVA_HOME
  options=()
fi
POLYCHA_BACKEND=$asked_backend "$jdk/bin/java" "${options[@]}" -cp "$java_bindings/bench/target/classes:$java_bindings/bench/target/lib/*" \
  org.polycha.bench.Run "$1"
