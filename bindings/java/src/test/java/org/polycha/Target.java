package org.polycha;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A build with one of its backends forced: what a parameterised test runs on. */
record Target(Build build, String backend) {
  /** All of this machine. The wasm build is among them even if the jar lacks it, so that its tests count as skipped. */
  static Stream<Target> all() {
    List<Target> targets = new ArrayList<>();
    for (Build build : new Build[] {Build.NATIVE, Build.PORTABLE}) {
      Polycha.of(build).backends().forEach(name -> targets.add(new Target(build, name)));
    }
    targets.add(new Target(Build.WASM, null));
    return targets.stream();
  }

  /** One for each build, with the automatic choice. */
  static Stream<Target> builds() {
    return Stream.of(Build.values()).map(build -> new Target(build, null));
  }

  static boolean hasWasm() {
    return Target.class.getClassLoader().getResource("META-INF/wasm/polycha-scalar.wasm") != null;
  }

  /** The library, with the backend forced; skips the test if the jar was made without the wasm module. */
  Polycha use() {
    assumeTrue(build != Build.WASM || hasWasm(), "the jar was made without the wasm module");
    Polycha polycha = Polycha.of(build);
    polycha.useBackend(backend);
    return polycha;
  }

  PolychaProvider provider() {
    return new PolychaProvider(use().library());
  }

  @Override
  public String toString() {
    return backend == null ? build.toString() : build + "/" + backend;
  }
}
