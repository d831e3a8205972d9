package org.polycha;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;

/** A library that is only handed what lies in its arrays and buffers: the real one does not look, and would read and write anywhere. */
final class CheckedRanges {
  private CheckedRanges() {}

  static Library of(Library library) {
    return (Library) Proxy.newProxyInstance(CheckedRanges.class.getClassLoader(), new Class<?>[] {Library.class},
        (proxy, method, arguments) -> {
          check(method.getName(), arguments);
          try {
            return method.invoke(library, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  private static void check(String call, Object[] arguments) {
    switch (call) {
      case "seal", "open" -> {
        int length = (int) arguments[5];
        int tag = arguments[2] == null ? 16 : 0;
        range(call, arguments, 0, call.equals("seal") ? length + tag : length);
        range(call, arguments, 3, call.equals("seal") ? length : length + tag);
        int keyed = 32 + (arguments[10] == null ? (int) arguments[11] : 0);
        if (arguments[6] == null) {
          keyed += (int) arguments[8];
          assertTrue((int) arguments[8] <= Library.AAD_BEHIND, call + " with so much aad behind the key: " + arguments[8]);
        } else {
          range(call, arguments, 6, (int) arguments[8]);
        }
        assertTrue(((byte[]) arguments[9]).length >= keyed, call + " with too short an array for the key and what stands behind it");
      }
      case "xor" -> {
        range(call, arguments, 0, (int) arguments[4]);
        range(call, arguments, 2, (int) arguments[4]);
      }
      case "keystream" -> {
        int length = (int) arguments[1];
        assertTrue(length >= 0 && length <= Library.KEYSTREAM && ((byte[]) arguments[0]).length >= Library.KEYSTREAM + 44,
            call + " of " + length);
      }
      case "aeadEncrypt", "aeadDecrypt", "aeadSealRest", "aeadOpenAll", "chachaUpdate" -> {
        int length = (int) arguments[5];
        range(call, arguments, 1, call.equals("aeadSealRest") ? length + 16 : length);
        range(call, arguments, 3, call.equals("aeadOpenAll") ? length + 16 : length);
      }
      case "aeadAad", "poly1305Update" -> range(call, arguments, 1, (int) arguments[3]);
      default -> {
        // No data.
      }
    }
  }

  private static void range(String call, Object[] arguments, int at, int length) {
    Object base = arguments[at];
    int place = (int) arguments[at + 1];
    int from = place >= 0 ? place : ~place;
    int size = base instanceof byte[] && place >= 0 ? ((byte[]) base).length
        : base instanceof ByteBuffer && place < 0 ? ((ByteBuffer) base).capacity() : -1;
    assertTrue(length >= 0 && from <= size - length, () -> call + " of " + length + " bytes at " + place + " of " + size);
  }
}
