package org.polycha.jdk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.polycha.Build;
import org.polycha.Polycha;

/** The JDK's callers' logic over our functions gives the JDK's bytes. */
class IntrinsicsTest {
  private static final Map<String, Integer> SIZES =
      Map.of("portable", 64, "ssse3", 128, "avx2", 256, "avx512", 1024, "avx512ifma", 1024, "neon", 256);

  static Stream<Arguments> backends() {
    List<Arguments> all = new ArrayList<>();
    for (Build build : List.of(Build.NATIVE, Build.PORTABLE)) {
      Polycha.of(build).backends().forEach(name -> all.add(Arguments.of(build, name)));
    }
    all.add(Arguments.of(Build.WASM, "portable"));
    return all.stream();
  }

  private static Intrinsics use(Build build, String backend) {
    assumeTrue(build != Build.WASM
        || IntrinsicsTest.class.getClassLoader().getResource("META-INF/wasm/polycha-scalar.wasm") != null,
        "the jar was made without the wasm module");
    Polycha.of(build).useBackend(backend);
    return Intrinsics.of(build);
  }

  private static byte[] random(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static int[] state(byte[] key, byte[] nonce) {
    ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put("expand 32-byte k".getBytes(java.nio.charset.StandardCharsets.US_ASCII)).put(key).putInt(0).put(nonce).flip();
    int[] state = new int[16];
    bytes.asIntBuffer().get(state);
    return state;
  }

  private static Cipher sun(String name, byte[] key, java.security.spec.AlgorithmParameterSpec parameters) throws Exception {
    Cipher cipher = Cipher.getInstance(name, "SunJCE");
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "ChaCha20"), parameters);
    return cipher;
  }

  @ParameterizedTest
  @MethodSource("backends")
  void keystream(Build build, String backend) throws Exception {
    Intrinsics intrinsics = use(build, backend);
    byte[] key = random(1, 32);
    byte[] nonce = random(2, 12);
    Random random = new Random(3);
    for (int counter : new int[] {0, 1, 77, Integer.MAX_VALUE, -1, -2, -16, -17, -40}) {
      JdkCallers ours = new JdkCallers(intrinsics, state(key, nonce), counter & 0xffffffffL);
      Cipher theirs = sun("ChaCha20", key, new ChaCha20ParameterSpec(nonce, counter));
      for (int done = 0; done < 9000; ) {
        int piece = random.nextInt(4) == 0 ? random.nextInt(3000) : random.nextInt(70);
        byte[] in = random(piece, piece);
        byte[] out = new byte[piece];
        ours.transform(in, 0, piece, out, 0);
        byte[] expected = piece == 0 ? new byte[0] : theirs.update(in);
        assertArrayEquals(expected, out, "counter " + counter + " at " + done);
        done += piece;
      }
      assertEquals(SIZES.get(backend), ours.largest);
      if (counter >= 0 && counter != Integer.MAX_VALUE) {
        assertEquals(SIZES.get(backend), ours.smallest);
      }
    }
  }

  /** What a call has written beyond the limit is trimmed, whatever its size, so that exactly so many blocks can be used. */
  @ParameterizedTest
  @MethodSource("backends")
  void limit(Build build, String backend) throws Exception {
    Intrinsics intrinsics = use(build, backend);
    byte[] key = random(1, 32);
    byte[] nonce = random(2, 12);
    byte[] buffer = new byte[64];
    for (int blocks : new int[] {17, 21, 32, 40}) {
      JdkCallers callers = new JdkCallers(intrinsics, state(key, nonce), 5, blocks);
      Cipher theirs = sun("ChaCha20", key, new ChaCha20ParameterSpec(nonce, 5));
      for (int i = 0; i < blocks; i++) {
        callers.transform(new byte[64], 0, 64, buffer, 0);
        assertArrayEquals(theirs.update(new byte[64]), buffer, "block " + i + " of " + blocks);
      }
      assertThrows(IllegalStateException.class, () -> callers.transform(new byte[1], 0, 1, buffer, 0));
    }
  }

  @ParameterizedTest
  @MethodSource("backends")
  void aead(Build build, String backend) throws Exception {
    Intrinsics intrinsics = use(build, backend);
    byte[] key = random(4, 32);
    Random random = new Random(5);
    for (int round = 0; round < 60; round++) {
      byte[] nonce = random(100 + round, 12);
      byte[] aad = random(round, random.nextInt(40));
      byte[] message = random(round + 1, round < 40 ? round * 7 : random.nextInt(5000));
      Cipher cipher = sun("ChaCha20-Poly1305", key, new IvParameterSpec(nonce));
      cipher.updateAAD(aad);
      assertArrayEquals(cipher.doFinal(message), seal(intrinsics, key, nonce, aad, message), "round " + round);
    }
  }

  /** RFC 8439 section 2.8 on the JDK's callers. */
  private static byte[] seal(Intrinsics intrinsics, byte[] key, byte[] nonce, byte[] aad, byte[] message) {
    byte[] first = new byte[1024];
    int[] state = state(key, nonce);
    intrinsics.chaCha20Block(state, 0, first);
    byte[] sealed = Arrays.copyOf(message, message.length + 16);
    new JdkCallers(intrinsics, state, 1).transform(message, 0, message.length, sealed, 0);
    JdkCallers.Authenticator authenticator = new JdkCallers.Authenticator(intrinsics, Arrays.copyOf(first, 32));
    byte[] zeros = new byte[16];
    int half = aad.length / 2;
    authenticator.update(aad, 0, half);
    authenticator.update(aad, half, aad.length - half);
    authenticator.update(zeros, 0, -aad.length & 15);
    int third = message.length / 3;
    authenticator.update(sealed, 0, third);
    authenticator.update(sealed, third, message.length - third);
    authenticator.update(zeros, 0, -message.length & 15);
    authenticator.update(ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(aad.length).putLong(message.length)
        .array(), 0, 16);
    System.arraycopy(authenticator.tag(), 0, sealed, message.length, 16);
    return sealed;
  }

  @ParameterizedTest
  @MethodSource("backends")
  void checksOfTheBlock(Build build, String backend) {
    Intrinsics intrinsics = use(build, backend);
    for (int length : new int[] {0, 64, 1023, 1025, 2048}) {
      assertThrows(IllegalArgumentException.class, () -> intrinsics.chaCha20Block(new int[16], 0, new byte[length]));
    }
    for (int length : new int[] {0, 15, 17}) {
      assertThrows(IllegalArgumentException.class, () -> intrinsics.chaCha20Block(new int[length], 0, new byte[1024]));
    }
    assertThrows(NullPointerException.class, () -> intrinsics.chaCha20Block(null, 0, new byte[1024]));
    assertThrows(NullPointerException.class, () -> intrinsics.implChaCha20Block(new int[16], null));
    int[] state = state(random(1, 32), random(2, 12));
    int[] before = state.clone();
    byte[] result = random(9, 1024);
    byte[] old = result.clone();
    int written = intrinsics.chaCha20Block(state, 0x1_0000_0005L, result);
    before[12] = 5;
    assertArrayEquals(before, state);
    assertArrayEquals(Arrays.copyOfRange(old, written, 1024), Arrays.copyOfRange(result, written, 1024));
  }

  @ParameterizedTest
  @MethodSource("backends")
  void checksOfTheBlocks(Build build, String backend) {
    Intrinsics intrinsics = use(build, backend);
    byte[] input = new byte[64];
    long[] five = new long[5];
    for (int[] range : new int[][] {{-1, 16}, {0, -16}, {0, 80}, {49, 16}, {Integer.MAX_VALUE, 16}}) {
      assertThrows(IndexOutOfBoundsException.class,
          () -> intrinsics.processMultipleBlocks(input, range[0], range[1], five, five.clone()));
    }
    for (int limbs : new int[] {0, 4, 6}) {
      assertEquals(RuntimeException.class, assertThrows(RuntimeException.class,
          () -> intrinsics.processMultipleBlocks(input, 0, 16, new long[limbs], five)).getClass());
      assertEquals(RuntimeException.class, assertThrows(RuntimeException.class,
          () -> intrinsics.processMultipleBlocks(input, 0, 16, five, new long[limbs])).getClass());
    }
    assertThrows(NullPointerException.class, () -> intrinsics.processMultipleBlocks(null, 0, 0, five, five));
    long[] unclamped = {1L << 25, 4, 0, 0, 1L << 25};
    assertThrows(IllegalArgumentException.class,
        () -> intrinsics.processMultipleBlocks(input, 0, 16, new long[5], unclamped));
    // The rest of a block is left, as the JDK's loop leaves it.
    long[] a = {1, 2, 3, 4, 5};
    long[] b = a.clone();
    long[] r = {3, 0, 0, 0, 0};
    intrinsics.processMultipleBlocks(input, 0, 31, a, r);
    intrinsics.processMultipleBlocks(input, 0, 16, b, r);
    assertArrayEquals(b, a);
  }
}
