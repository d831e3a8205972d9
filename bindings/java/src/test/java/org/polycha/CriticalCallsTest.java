package org.polycha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import javax.crypto.AEADBadTagException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The short way for messages in arrays: when it is taken, and that it does what the other does. */
class CriticalCallsTest {
  private static final byte[] KEY = Oracle.random(1, 32);
  private static final boolean THERE = Runtime.version().feature() >= 22;

  /** Run in another JVM: seals until the short way is taken, or has not been for long, and says which. */
  public static final class Program {
    public static void main(String[] arguments) throws Exception {
      Aead aead = Polycha.of(Build.NATIVE).aead();
      boolean first = CriticalCalls.linked();
      byte[] message = Oracle.random(2, 100);
      byte[] nonce = new byte[12];
      byte[] sealed = Oracle.seal(message, message, nonce, KEY);
      long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000;
      for (int i = 0; i < 4000 || !CriticalCalls.linked() && System.nanoTime() < end; i++) {
        assertArrayEquals(sealed, aead.seal(message, message, nonce, KEY));
        assertArrayEquals(message, aead.open(sealed, message, nonce, KEY));
      }
      assertArrayEquals(sealed, aead.seal(message, message, nonce, KEY));
      System.out.println("linked at first " + first + ", then " + CriticalCalls.linked());
    }
  }

  private static void says(String line, int seconds, String... options) throws Exception {
    String output = OtherJvm.run(Program.class, List.of(options), String.valueOf(seconds));
    assertEquals(line, output.lines().filter(l -> l.startsWith("linked")).toList().toString());
  }

  @Test
  void onceItPays() throws Exception {
    says("[linked at first false, then " + THERE + "]", THERE ? 60 : 1);
  }

  @Test
  void atOnceOrNever() throws Exception {
    says("[linked at first " + THERE + ", then " + THERE + "]", 1, "-Dorg.polycha.ffm=now");
    says("[linked at first false, then false]", 1, "-Dorg.polycha.ffm=off");
  }

  /** The suite itself runs one way or the other, and must not believe that it runs the other. */
  @Test
  void inThisJvm() {
    Polycha.of(Build.NATIVE);
    if (System.getProperty(CriticalCalls.PROPERTY, "").equals("now")) {
      assertEquals(THERE, CriticalCalls.linked());
    }
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#all")
  void aroundTheLimits(Target target) throws Exception {
    if (target.build() == Build.WASM) {
      return;
    }
    Polycha polycha = target.use();
    for (Aead aead : List.of(polycha.aead(), polycha.xaead())) {
      byte[] nonce = Oracle.random(3, aead.nonceBytes());
      for (int length : new int[] {0, 1, 15, 16, 1024, 4095, 4096, 4097, 16_383, 16_384, 16_385}) {
        byte[] aad = Oracle.random(length, length % 700);
        byte[] message = Oracle.random(length, length);
        byte[] sealed = Oracle.seal(message, aad, nonce, KEY);
        assertArrayEquals(sealed, aead.seal(message, aad, nonce, KEY));
        byte[] array = new byte[length + 40];
        System.arraycopy(message, 0, array, 9, length);
        aead.seal(array, 9, array, 9, length, aad, nonce, KEY);
        assertArrayEquals(sealed, Arrays.copyOfRange(array, 9, 25 + length), "in place");
        byte[] forged = array.clone();
        forged[9] ^= 1;
        byte[] before = forged.clone();
        assertThrows(AEADBadTagException.class, () -> aead.open(forged, 9, forged, 9, length + 16, aad, nonce, KEY));
        assertArrayEquals(before, forged, "in place, after a forgery");
        assertThrows(AEADBadTagException.class, () -> aead.open(array, 9, forged, 9, length + 16, aad, nonce, KEY));
        assertArrayEquals(sealed, Arrays.copyOfRange(array, 9, 25 + length), "after a forgery");
        aead.open(array, 9, array, 9, length + 16, aad, nonce, KEY);
        assertArrayEquals(message, Arrays.copyOfRange(array, 9, 9 + length));
      }
    }
  }

  /** Key and nonce are copied before anything is written, wherever they lie. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void theKeyIsTheOutput(Target target) throws Exception {
    Polycha polycha = target.use();
    byte[] message = Oracle.random(4, 16);
    byte[] nonce = Oracle.random(5, 12);
    byte[] key = KEY.clone();
    polycha.aead().seal(key, 0, message, 0, 16, null, nonce, key);
    assertArrayEquals(Oracle.seal(message, new byte[0], nonce, KEY), key);
    byte[] output = nonce.clone();
    polycha.chacha20Xor(output, 0, message, 0, 12, output, 7, KEY);
    assertArrayEquals(Arrays.copyOf(Oracle.chacha20(message, KEY, nonce, 7, 20), 12), output);
  }
}
