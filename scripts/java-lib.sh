# shellcheck shell=bash
# What the Java scripts share. To be sourced after lib.sh.

# shellcheck disable=SC2034 # by the scripts that run or time something
java_packages=(maven openjdk-17-jdk-headless)
java_tools=$build/java-tools
java_bindings=$root/bindings/java

# The home of a JDK of this feature release: JAVA25_HOME and the like, or one below the usual places. Nothing if there is none.
find_jdk() {
  local named=JAVA$1_HOME home
  for home in "${!named:-}" /usr/lib/jvm/* /opt/*; do
    if [[ -n $home && -x $home/bin/javac && $("$home/bin/java" -version 2>&1 | head -n 1) == *\"$1[.\"]* ]]; then
      echo "$home"
      return
    fi
  done
}

# SWIG in a place of its own: Debian 12's is too old.
install_swig() {
  "$java_tools/bin/swig" -version >/dev/null 2>&1 && return
  say "Installing SWIG into ${java_tools#"$root"/}"
  rm -rf "$java_tools"
  quietly java-venv python3 -m venv "$java_tools"
  quietly java-swig "$java_tools/bin/pip" install 'swig>=4.4,<5'
}

maven() { mvn --batch-mode --no-transfer-progress "$@"; }

# The JNI libraries, the module for Build.WASM where it can be made, and the jar, in the local Maven repository.
build_java() {
  local jdk
  jdk=$(find_jdk 17)
  export JAVA_HOME=$jdk PATH=$java_tools/bin:$PATH
  install_swig
  say "Building the JNI libraries"
  quietly java-configure configure java --buildtype=release -Dtests=false -Djava=true
  quietly java-build ninja -C "$build/java" -j 2
  if ! (quietly java-wasm "$root/scripts/wasm-build.sh"); then
    say "Without Build.WASM: its module could not be built"
  fi
  say "Building the jar"
  quietly java-jar maven -f "$java_bindings" -DskipTests install
}
