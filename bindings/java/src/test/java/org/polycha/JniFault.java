package org.polycha;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls a library with a fault that only -Xcheck:jni sees (src/test/native). Not of the suite: scripts/java-test.sh runs it. */
class JniFault {
  private static native int callWhileHeld(byte[] array);

  @Test
  void goesUnnoticed() {
    System.load(System.getProperty("test.jni.fault"));
    assertEquals(7, callWhileHeld(new byte[7]));
  }
}
