package org.polycha;

/** The library of each build, loaded when it is first asked for. A failure is thrown anew each time, and nothing is kept of it. */
final class Libraries {
  private static Library nativeBuild;
  private static Library portableBuild;
  private static Library wasmBuild;

  private Libraries() {}

  static synchronized Library of(Build build) {
    switch (build) {
      case NATIVE:
        if (nativeBuild == null) {
          nativeBuild = new Loader("native").load(NativeLibrary::new);
          CriticalCalls.loaded();
        }
        return nativeBuild;
      case PORTABLE:
        if (portableBuild == null) {
          portableBuild = new Loader("portable").load(PortableJNI::new);
        }
        return portableBuild;
      default:
        if (wasmBuild == null) {
          wasmBuild = WasmLoader.load();
        }
        return wasmBuild;
    }
  }
}
