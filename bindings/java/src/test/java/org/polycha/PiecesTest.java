package org.polycha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.security.KeyException;
import java.security.ProviderException;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However a message is cut, and whatever its length: the same bytes. */
class PiecesTest {
  private static final byte[] KEY = Oracle.random(1, 32);
  private static final byte[] NONCE = Oracle.random(2, 12);
  private static final byte[] AAD = Oracle.random(3, 29);

  private static Cipher init(Cipher cipher, int mode, byte[] nonce) throws Exception {
    cipher.init(mode, new SecretKeySpec(KEY, "ChaCha20"), cipher.getAlgorithm().equals("ChaCha20")
        ? new ChaCha20ParameterSpec(nonce, 1) : new IvParameterSpec(nonce));
    return cipher;
  }

  private static byte[] inPieces(Cipher cipher, byte[] message, int... cuts) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = 0;
    for (int cut : cuts) {
      byte[] some = cipher.update(message, at, cut - at);
      out.writeBytes(some == null ? new byte[0] : some);
      at = cut;
    }
    out.writeBytes(cipher.doFinal(message, at, message.length - at));
    return out.toByteArray();
  }

  /** Another nonce between two encryptions, which may not follow one another with one. */
  private static byte[] sealInPieces(Cipher cipher, byte[] message, int... cuts) throws Exception {
    init(cipher, Cipher.ENCRYPT_MODE, new byte[12]);
    init(cipher, Cipher.ENCRYPT_MODE, NONCE);
    if (!cipher.getAlgorithm().equals("ChaCha20")) {
      cipher.updateAAD(AAD, 0, 10);
      cipher.updateAAD(AAD, 10, 19);
    }
    return inPieces(cipher, message, cuts);
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#all")
  void everyThreeWaySplit(Target target) throws Exception {
    PolychaProvider provider = target.provider();
    byte[] message = Oracle.random(4, 114);
    byte[] sealed = Oracle.seal(message, AAD, NONCE, KEY);
    byte[] stream = Oracle.chacha20(message, KEY, NONCE, 1, 20);
    Cipher encryption = Cipher.getInstance("ChaCha20-Poly1305", provider);
    Cipher decryption = init(Cipher.getInstance("ChaCha20-Poly1305", provider), Cipher.DECRYPT_MODE, NONCE);
    Cipher chacha = Cipher.getInstance("ChaCha20", provider);
    for (int a = 0; a <= 114; a++) {
      for (int b = a; b <= 114; b++) {
        assertArrayEquals(sealed, sealInPieces(encryption, message, a, b));
        decryption.updateAAD(AAD);
        assertArrayEquals(message, inPieces(decryption, sealed, a, b));
        assertArrayEquals(stream, sealInPieces(chacha, message, a, b));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#all")
  void randomSplits(Target target) throws Exception {
    PolychaProvider provider = target.provider();
    byte[] message = Oracle.random(5, 5000);
    byte[] sealed = Oracle.seal(message, AAD, NONCE, KEY);
    byte[] stream = Oracle.chacha20(message, KEY, NONCE, 1, 20);
    Cipher encryption = Cipher.getInstance("ChaCha20-Poly1305", provider);
    Cipher decryption = init(Cipher.getInstance("ChaCha20-Poly1305", provider), Cipher.DECRYPT_MODE, NONCE);
    Cipher chacha = Cipher.getInstance("ChaCha20", provider);
    Random random = new Random(6);
    for (int round = 0; round < 100; round++) {
      int[] cuts = random.ints(1 + random.nextInt(round < 50 ? 5 : 200), 0, 5001).sorted().toArray();
      assertArrayEquals(sealed, sealInPieces(encryption, message, cuts), "round " + round);
      decryption.updateAAD(AAD);
      assertArrayEquals(message, inPieces(decryption, sealed, cuts), "round " + round);
      assertArrayEquals(stream, sealInPieces(chacha, message, cuts), "round " + round);
    }
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#all")
  void everyLength(Target target) throws Exception {
    Polycha polycha = target.use();
    Cipher sun = Cipher.getInstance("ChaCha20-Poly1305", "SunJCE");
    int step = target.build() == Build.WASM ? 37 : 1;
    for (int length = 0; length <= 2200; length += step) {
      check(polycha, sun, length);
    }
    for (int length : new int[] {4095, 4096, 4097, 16384, 65537, 131137, 262143, 262144, 262145, 600000, 1 << 20}) {
      check(polycha, sun, length);
    }
  }

  private static void check(Polycha polycha, Cipher sun, int length) throws Exception {
    byte[] message = Oracle.random(length, length);
    byte[] aad = Oracle.random(length + 7, length % 700);
    byte[] nonce = Oracle.random(length, 12);
    init(sun, Cipher.ENCRYPT_MODE, nonce);
    sun.updateAAD(aad);
    byte[] expected = sun.doFinal(message);
    byte[] sealed = polycha.aead().seal(message, aad, nonce, KEY);
    assertArrayEquals(expected, sealed, "length " + length);
    assertArrayEquals(message, polycha.aead().open(sealed, aad, nonce, KEY), "length " + length);
    byte[] inPlace = Arrays.copyOf(message, length + 16);
    polycha.aead().seal(inPlace, 0, inPlace, 0, length, aad, nonce, KEY);
    assertArrayEquals(expected, inPlace, "length " + length);
    polycha.aead().open(inPlace, 0, inPlace, 0, length + 16, aad, nonce, KEY);
    assertArrayEquals(message, Arrays.copyOf(inPlace, length), "length " + length);
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void longAad(Target target) throws Exception {
    PolychaProvider provider = target.provider();
    byte[] aad = Oracle.random(8, 700_000);
    byte[] message = Oracle.random(9, 3000);
    byte[] sealed = Oracle.seal(message, aad, NONCE, KEY);
    assertArrayEquals(sealed, target.use().aead().seal(message, aad, NONCE, KEY));
    assertArrayEquals(message, target.use().aead().open(sealed, aad, NONCE, KEY));
    for (int piece : new int[] {1000, 65536, 700_000}) {
      for (int mode : new int[] {Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
        Cipher cipher = init(Cipher.getInstance("ChaCha20-Poly1305", provider), mode, NONCE);
        for (int at = 0; at < aad.length; at += piece) {
          cipher.updateAAD(aad, at, Math.min(piece, aad.length - at));
        }
        byte[] input = mode == Cipher.ENCRYPT_MODE ? message : sealed;
        assertArrayEquals(mode == Cipher.ENCRYPT_MODE ? sealed : message, cipher.doFinal(input), "piece " + piece);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void poly1305(Target target) throws Exception {
    Polycha polycha = target.use();
    Mac mac = Mac.getInstance("Poly1305", target.provider());
    Random random = new Random(10);
    for (int length : new int[] {0, 1, 15, 16, 17, 255, 256, 257, 1000, 5000}) {
      byte[] message = Oracle.random(length, length);
      byte[] key = Oracle.random(length + 50, 32);
      byte[] tag = Oracle.poly1305(message, key);
      assertArrayEquals(tag, polycha.poly1305(message, key));
      mac.init(new SecretKeySpec(key, "Poly1305"));
      try (Poly1305 pieces = polycha.poly1305(key)) {
        for (int at = 0; at < length; ) {
          int piece = Math.min(length - at, random.nextInt(400));
          pieces.update(message, at, piece);
          mac.update(message, at, piece);
          at += piece;
        }
        assertArrayEquals(tag, pieces.tag());
      }
      assertArrayEquals(tag, mac.doFinal());
      assertThrows(IllegalStateException.class, () -> mac.update((byte) 1));
      assertThrows(java.security.InvalidKeyException.class, () -> mac.init(new SecretKeySpec(key, "Poly1305")));
    }
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#all")
  void streams(Target target) {
    Polycha polycha = target.use();
    byte[] message = Oracle.random(11, 3000);
    for (int rounds : new int[] {8, 12, 20}) {
      byte[] expected = Oracle.chacha20(message, KEY, NONCE, 0, rounds);
      try (ChaCha stream = polycha.chacha(NONCE, rounds, KEY)) {
        byte[] out = new byte[3000];
        for (int at = 0, piece = 1; at < 3000; at += piece, piece = Math.min(2 * piece, 3000 - at)) {
          stream.update(out, at, message, at, Math.min(piece, 3000 - at));
        }
        assertArrayEquals(expected, out);
        stream.seek(7, 9);
        assertArrayEquals(Arrays.copyOfRange(expected, 7 * 64 + 9, 3000),
            stream.update(Arrays.copyOfRange(message, 7 * 64 + 9, 3000)));
        stream.seek(0xffffffffL, 0);
        stream.update(new byte[63]);
        assertThrows(IllegalStateException.class, () -> stream.update(new byte[2]));
      }
    }
  }

  /** Key stream that another thread has taken a moment ago is not there, and what stands behind it, zeros and the key, is none. */
  @Test
  void noMoreThanThereIs() {
    KeyStream stream = new KeyStream(Polycha.of(Build.NATIVE).library());
    byte[] keyed = Oracle.random(11, 44);
    stream.start(keyed, 0);
    byte[] data = new byte[8192];
    assertFalse(stream.xorAhead(data, 0, data, 0, 1));
    stream.xor(Bytes.of(data, 0, 1), Bytes.of(data, 0, 1), false);
    int left = 0;
    while (stream.xorAhead(data, 1 + left, data, 1 + left, 1)) {
      left++;
    }
    assertTrue(left >= 63, left + " bytes");
    byte[] expected = Arrays.copyOf(Oracle.chacha20(new byte[1 + left], Arrays.copyOf(keyed, 32), Arrays.copyOfRange(keyed, 32, 44), 0, 20),
        data.length);
    assertFalse(stream.xorAhead(data, 1 + left, data, 1 + left, 4140 - left));
    assertArrayEquals(expected, data);
  }

  /** What threads may leave of one another's numbers: the library is still handed nothing but what lies in the arrays. */
  @Test
  void numbersOfSeveralThreads() throws Exception {
    for (int next : new int[] {0, 1, 944, 4096}) {
      for (int limit : new int[] {0, 1, 256, 4096}) {
        KeyStream stream = new KeyStream(CheckedRanges.of(Polycha.of(Build.NATIVE).library()));
        stream.start(Oracle.random(11, 44), 0);
        set(stream, "next", next);
        set(stream, "limit", limit);
        byte[] data = new byte[16];
        assertEquals(16, stream.xor(Bytes.of(data), Bytes.of(data), false), next + " to " + limit);
      }
    }
  }

  private static void set(KeyStream stream, String field, int value) throws Exception {
    java.lang.reflect.Field found = KeyStream.class.getDeclaredField(field);
    found.setAccessible(true);
    found.setInt(stream, value);
  }

  /** 2^32 - 1 blocks from any start, wrapping to 0, and nothing written by the call that would pass them. */
  @Test
  void endOfTheStream() throws Exception {
    for (int start : new int[] {0, 1, -1, 77}) {
      KeyStream stream = new KeyStream(Polycha.of(Build.NATIVE).library());
      byte[] keyed = Arrays.copyOf(KEY, 44);
      System.arraycopy(NONCE, 0, keyed, 32, 12);
      stream.start(keyed, start);
      stream.skip(0xffffffffL - 32);
      byte[] out = new byte[31 * 64 + 63];
      stream.xor(Bytes.of(new byte[out.length]), Bytes.of(out), false);
      assertArrayEquals(Oracle.chacha20(new byte[out.length], KEY, NONCE, (int) (start + 0xffffffffL - 32), 20), out);
      byte[] two = {5, 6};
      ProviderException end = assertThrows(ProviderException.class,
          () -> stream.xor(Bytes.of(new byte[2]), Bytes.of(two), false));
      assertEquals(KeyException.class, end.getCause().getClass());
      assertArrayEquals(new byte[] {5, 6}, two);
      stream.xor(Bytes.of(new byte[1]), Bytes.of(two, 0, 1), true);
      assertThrows(ProviderException.class, () -> stream.xor(Bytes.of(new byte[1]), Bytes.of(two, 0, 1), true));
    }
  }
}
