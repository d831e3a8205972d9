package org.polycha;

/** The builds of the C library. All give the same bytes and the same errors. */
public enum Build {
  /** Vector kernels for the CPU at hand, chosen at run time: the fastest. */
  NATIVE,

  /** Plain C without any detection of the CPU: the reference. */
  PORTABLE,

  /**
   * The portable build as WebAssembly, run by Chicory inside the JVM: for platforms that the jar has no library for.
   * It needs {@code com.dylibso.chicory:runtime}, and {@code com.dylibso.chicory:compiler} to be faster than an interpreter.
   */
  WASM
}
