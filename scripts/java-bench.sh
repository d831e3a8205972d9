#!/usr/bin/env bash
# java-bench.sh [--tsv FILE] [JMH OPTION...]: ./dev bench --java. Times the JCE provider beside the JDK's and BouncyCastle on JDK 25,
# and what a long message does to the garbage collector.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/java-lib.sh"

tsv=
options=()
while (($#)); do
  case $1 in
    --tsv)
      tsv=${2:?bench --java: --tsv needs a FILE}
      shift 2
      ;;
    *)
      options+=("$1")
      shift
      ;;
  esac
done

install_packages "${java_packages[@]}"
jdk=$(find_jdk 25)
[[ -n $jdk ]] || die "bench --java: compares with the intrinsics of JDK 25, and there is none here: set JAVA25_HOME"
build_java
say "Building the benchmark"
quietly java-bench maven -f "$java_bindings/bench" package
classes="$java_bindings/bench/target/classes:$java_bindings/bench/target/lib/*"

say "Timing on $("$jdk/bin/java" -version 2>&1 | sed -n 2p)"
POLYCHA_BACKEND=$asked_backend "$jdk/bin/java" -cp "$classes" org.openjdk.jmh.Main -f 1 -wi 3 -w 400ms -i 7 -r 150ms -rf json -rff "$build/java-bench.json" \
  --jvmArgsAppend --enable-native-access=ALL-UNNAMED "${options[@]}" | grep -E '^Benchmark|avgt|Exception|ERROR'
if [[ -n $tsv ]]; then
  python3 "$java_bindings/bench/to_tsv.py" "$build/java-bench.json" >"$tsv"
  say "Written to $tsv; draw it with: ./dev bench plot $tsv --what seal"
fi

say "Sealing and opening 512 MiB in one array while other threads allocate (G1, -Xmx1g)"
for home in "$JAVA_HOME" "$jdk"; do
  native=()
  [[ $home != "$jdk" ]] || native=(--enable-native-access=ALL-UNNAMED)
  "$home/bin/java" -XX:+UseG1GC -Xmx1g "${native[@]}" -cp "$classes" org.polycha.bench.GcPause
done
