#!/usr/bin/env bash
# java-test.sh [--all]: the leg "java": the JUnit suite on JDK 17, and the jar as its users have it. With --all the leg
# "java-more": the suite under -Xcheck:jni and on JDK 25, and the documentation.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$root/scripts/java-lib.sh"

# Both legs build in the same directories.
mkdir -p "$build"
exec 9>"$build/java.lock"
flock 9

passed=0
failed=0
skipped=0

# backends JAVA: those of the jar that a JVM may use on its CPU.
backends() {
  local classes=$build/java-backends jar=$java_bindings/target/polycha-0.1.0.jar
  "$JAVA_HOME/bin/javac" -d "$classes" -cp "$jar" "$java_bindings/src/test/modules/Backends.java" || return 1
  "$1" -cp "$jar:$classes" Backends
}

# suite NAME OPTION...: runs the JUnit suite, adds its counts, and keeps its output in $output.
suite() {
  local name=$1 counts
  shift
  output=$build/logs/java-suite-$name.log
  rm -rf "$java_bindings/target/surefire-reports"
  maven -f "$java_bindings" test "$@" >"$output" 2>&1 || grep -E '^\[ERROR\]' "$output" | head -n 40 || true
  counts=$(cat "$java_bindings"/target/surefire-reports/*.txt | awk -F '[:,]' '
    /^Tests run:/ { run += $2; bad += $4 + $6; skipped += $8 }
    END { print run - bad - skipped, bad + 0, skipped + 0 }')
  read -r p f s <<<"$counts"
  ((p > 0)) || f=1
  echo "$name: $p passed, $f failed, $s skipped"
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

verify() {
  check "$@"
  passed=$((passed + checks_passed)) failed=$((failed + checks_failed))
  checks_passed=0 checks_failed=0
}

exports_only_onload() {
  local library
  for library in "$build"/java/bindings/java/*.so; do
    [[ $(nm -D --defined-only "$library" | awk '{ print $3 }') == JNI_OnLoad ]] || return 1
  done
}

# As the jar has them. Vector instructions beyond the architecture's own stand in kernels alone.
instructions_in_their_place() {
  local directory
  directory=$(mktemp -d) || return 1
  unzip -q "$java_bindings/target/polycha-0.1.0.jar" 'META-INF/native/linux/x86_64/*' -d "$directory" &&
    "$root/scripts/check-instructions.py" "$directory"/META-INF/native/linux/x86_64/*.so | grep -v '^[0-9]* passed'
  local status=$?
  rm -rf "$directory"
  return "$status"
}

jar_is_whole() {
  local name
  unzip -l "$java_bindings/target/polycha-0.1.0.jar" >"$build/logs/java-jar-list"
  for name in module-info.class META-INF/services/java.security.Provider native.so portable.so; do
    grep -q "$name" "$build/logs/java-jar-list" || return 1
  done
}

# On the module path: the provider is found by its module's declaration alone.
works_as_a_module() {
  local home=$1 options=()
  [[ $home != *25* ]] || options=(--enable-native-access=org.polycha)
  "$home/bin/java" "${options[@]}" --module-path "$java_bindings/target/polycha-0.1.0.jar" --add-modules org.polycha \
    "$java_bindings/src/test/modules/UseProvider.java" | grep -qx "Polycha: 50 bytes"
}

readme_shows_the_example() { [[ $(<"$root/README.md") == *"$(<"$root/examples/Seal.java")"* ]]; }

example_runs() {
  [[ $("$JAVA_HOME/bin/java" -cp "$java_bindings/target/polycha-0.1.0.jar" "$root/examples/Seal.java") == "attack at dawn" ]]
}

# A JVM prints its warnings, which begin in several ways, beside the protocol of its tests: Maven then speaks of a corrupted channel
# and may keep them in a file of its own.
no_jni_warning() {
  ! find "$java_bindings/target/surefire-reports" -name '*.dumpstream' -exec cat {} + | cat "$output" - |
    grep -iE 'in native method|JNI functions|WARNING: JNI|Corrupted channel'
}

# That the check sees a fault: a library with one, run the same way, must not get past it.
jni_fault_is_seen() {
  local library=$build/java/jni_fault.so
  cc -shared -fPIC -I"$JAVA_HOME/include" -I"$JAVA_HOME/include/linux" -o "$library" \
    "$java_bindings/src/test/native/jni_fault.c" || return 1
  suite check-jni-fault -Dtest=JniFault "-Dtest.jvm.args=-Xcheck:jni -Dtest.jni.fault=$library"
  ((p == 1 && f == 0)) || return 1
  ! no_jni_warning >/dev/null
}

# A JVM on a CPU of 2008, as an emulator shows it: it ends the JVM at the first instruction that such a CPU lacks.
nehalem_home() {
  local home=$build/java-nehalem
  mkdir -p "$home/bin"
  printf '#!/bin/sh\nexec qemu-x86_64 -cpu Nehalem %q -XX:+UseSerialGC "$@"\n' "$JAVA_HOME/bin/java" >"$home/bin/java"
  chmod +x "$home/bin/java"
  echo "$home"
}

build_java
echo "seen: JDK $("$JAVA_HOME/bin/java" -version 2>&1 | sed -n '1s/.*"\(.*\)".*/\1/p'); $(uname -m); -; $(backends "$JAVA_HOME/bin/java")"
wasm=$java_bindings/target/classes/META-INF/wasm/polycha-scalar.wasm
if [[ ${CI:-} == true ]]; then
  verify "the wasm module is in the jar" test -f "$wasm"
fi
jdk25=$(find_jdk 25)
if [[ ${1:-} == --all ]]; then
  verify "-Xcheck:jni sees a fault" jni_fault_is_seen
  suite check-jni "-Dtest.jvm.args=-Xcheck:jni"
  verify "-Xcheck:jni has nothing to say" no_jni_warning
  if [[ -n $jdk25 ]]; then
    suite jdk25 "-Djvm=$jdk25/bin/java" "-Dtest.jvm.args=--enable-native-access=ALL-UNNAMED -Dorg.polycha.ffm=now"
    verify "works as a module on JDK 25" works_as_a_module "$jdk25"
  else
    echo "JDK 25: skipped, as there is none (set JAVA25_HOME)"
    skipped=$((skipped + 1))
  fi
  suite nehalem "-Djvm=$(nehalem_home)/bin/java" -Dtest=VectorsTest
  verify "on Nehalem the jar has its ssse3, and no more" test "$(backends "$(nehalem_home)/bin/java")" = "ssse3 portable"
  verify "javadoc without a warning" quietly java-javadoc maven -f "$java_bindings" javadoc:jar
else
  suite jdk17
  verify "the JNI libraries export JNI_OnLoad alone" exports_only_onload
  verify "the jar has what it should" jar_is_whole
  verify "the jar's libraries have no instruction that their CPU may lack" instructions_in_their_place
  verify "works as a module" works_as_a_module "$JAVA_HOME"
  verify "README.md shows examples/Seal.java" readme_shows_the_example
  verify "examples/Seal.java runs" example_runs
fi
echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0))
