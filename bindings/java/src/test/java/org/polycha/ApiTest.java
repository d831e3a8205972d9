package org.polycha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong arguments, wrong orders of calls, and what a build says of itself. */
class ApiTest {
  private static final byte[] KEY = Oracle.random(1, 32);
  private static final byte[] NONCE = Oracle.random(2, 12);
  private static final byte[] DATA = new byte[40];

  private static void refused(Class<? extends Throwable> type, Executable... calls) {
    for (int i = 0; i < calls.length; i++) {
      assertThrows(type, calls[i], type.getSimpleName() + " " + i);
    }
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void arguments(Target target) {
    Polycha p = target.use();
    Aead a = p.aead();
    byte[] none = null;
    refused(NullPointerException.class,
        () -> a.seal(none, null, NONCE, KEY), () -> a.seal(DATA, null, null, KEY), () -> a.seal(DATA, null, NONCE, null),
        () -> a.open(none, null, NONCE, KEY), () -> a.seal(none, 0, DATA, 0, 1, null, NONCE, KEY),
        () -> a.seal((ByteBuffer) null, ByteBuffer.wrap(DATA), null, NONCE, KEY), () -> p.poly1305((byte[]) null, KEY),
        () -> a.sealDetached(DATA, 0, null, DATA, 0, 1, null, NONCE, KEY), () -> p.hchacha20(null, KEY),
        () -> p.chacha(null, 20, KEY), () -> p.chacha20Xor(DATA, 0, none, 0, 1, NONCE, 0, KEY), () -> Polycha.of(null),
        () -> p.jdkChaCha20Block(null, DATA), () -> p.jdkPoly1305Blocks(null, 0, 0, new long[5], new long[5]));
    for (int size : new int[] {0, 8, 11, 13, 16, 24, 64, 65, 1000}) {
      refused(IllegalArgumentException.class, () -> a.seal(DATA, null, new byte[size], KEY),
          () -> a.open(DATA, null, new byte[size], KEY), () -> a.message(new byte[size], KEY),
          () -> p.chacha20Xor(DATA, 0, DATA, 0, 1, new byte[size], 0, KEY));
    }
    for (int size : new int[] {0, 12, 23, 25, 64}) {
      refused(IllegalArgumentException.class, () -> p.xaead().seal(DATA, null, new byte[size], KEY));
    }
    for (int size : new int[] {0, 16, 31, 33, 64}) {
      byte[] key = new byte[size];
      refused(IllegalArgumentException.class, () -> a.seal(DATA, null, NONCE, key), () -> p.poly1305(DATA, key),
          () -> p.poly1305(key), () -> p.hchacha20(new byte[16], key), () -> p.chacha(NONCE, 20, key));
    }
    for (int[] range : new int[][] {{-1, 1}, {0, -1}, {41, 0}, {40, 1}, {1, 40}, {Integer.MAX_VALUE, 1}, {1, Integer.MAX_VALUE - 20}}) {
      refused(IndexOutOfBoundsException.class, () -> a.seal(new byte[99], 0, DATA, range[0], range[1], null, NONCE, KEY),
          () -> p.poly1305(DATA, range[0], range[1], KEY),
          () -> p.poly1305Verify(new byte[16], DATA, range[0], range[1], KEY),
          () -> p.chacha20Xor(new byte[99], 0, DATA, range[0], range[1], NONCE, 0, KEY),
          () -> p.jdkPoly1305Blocks(DATA, range[0], range[1], new long[5], new long[5]));
    }
    refused(IndexOutOfBoundsException.class, () -> a.seal(new byte[55], 0, DATA, 0, 40, null, NONCE, KEY),
        () -> a.seal(new byte[57], 2, DATA, 0, 40, null, NONCE, KEY), () -> a.seal(new byte[57], -1, DATA, 0, 40, null, NONCE, KEY),
        () -> a.open(new byte[23], 0, DATA, 0, 40, null, NONCE, KEY));
    refused(BufferOverflowException.class,
        () -> a.seal(ByteBuffer.allocate(55), ByteBuffer.wrap(DATA), null, NONCE, KEY),
        () -> a.open(ByteBuffer.allocateDirect(23), ByteBuffer.wrap(DATA), null, NONCE, KEY));
    refused(IllegalArgumentException.class, () -> p.chacha(NONCE, 7, KEY), () -> p.chacha(NONCE, 0, KEY),
        () -> p.chacha(NONCE, -20, KEY), () -> p.chacha(NONCE, 20, KEY).seek(0, 64),
        () -> p.chacha(NONCE, 20, KEY).seek(0, -1), () -> p.hchacha20(new byte[12], KEY),
        () -> a.sealDetached(DATA, 0, new byte[15], DATA, 0, 1, null, NONCE, KEY),
        () -> a.sealDetached(DATA, 0, DATA, DATA, 0, 1, null, NONCE, KEY),
        () -> p.jdkPoly1305Blocks(DATA, 0, 15, new long[5], new long[5]),
        () -> a.seal(new byte[99], 0, new byte[40], 0, 40, new byte[0], NONCE, new byte[0]));
    byte[] array = new byte[99];
    refused(IllegalArgumentException.class, () -> a.seal(array, 0, DATA, 0, 40, array, NONCE, KEY),
        () -> a.seal(array, 1, array, 0, 40, null, NONCE, KEY));
    for (int length = 0; length < 16; length++) {
      byte[] tooShort = new byte[length];
      refused(AEADBadTagException.class, () -> a.open(tooShort, null, NONCE, KEY));
    }
  }

  /** None is cut, and none is filled up. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void nonceLengths(Target target) throws Exception {
    Polycha p = target.use();
    PolychaProvider provider = target.provider();
    SecretKeySpec key = new SecretKeySpec(KEY, "ChaCha20");
    int allowed = 0;
    for (Aead a : List.of(p.aead(), p.xaead())) {
      Cipher cipher = Cipher.getInstance(a.nonceBytes() == 12 ? "ChaCha20-Poly1305" : "XChaCha20-Poly1305", provider);
      for (int size = 0; size <= 64; size++) {
        byte[] nonce = new byte[size];
        if (size == a.nonceBytes()) {
          a.open(a.seal(DATA, null, nonce, KEY), null, nonce, KEY);
          cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(nonce));
          allowed++;
          continue;
        }
        refused(IllegalArgumentException.class, () -> a.seal(DATA, null, nonce, KEY), () -> a.open(DATA, null, nonce, KEY),
            () -> a.message(nonce, KEY));
        refused(java.security.InvalidAlgorithmParameterException.class,
            () -> cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(nonce)),
            () -> cipher.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(nonce)));
      }
    }
    assertEquals(2, allowed);
    for (int size = 0; size <= 64; size++) {
      byte[] nonce = new byte[size];
      if (size != 8 && size != 12 && size != 24) {
        refused(IllegalArgumentException.class, () -> p.chacha(nonce, 20, KEY));
      }
      if (size != 16) {
        refused(IllegalArgumentException.class, () -> p.hchacha20(nonce, KEY));
      }
    }
  }

  /** As polycha_seal_detached refuses it; what is empty overlaps nothing. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void aTagOverAnotherArgument(Target target) throws Exception {
    Polycha p = target.use();
    for (Aead a : List.of(p.aead(), p.xaead())) {
      byte[] nonce = Oracle.random(4, a.nonceBytes());
      byte[] tag = Oracle.random(5, 16);
      byte[] before = tag.clone();
      byte[] out = new byte[40];
      refused(IllegalArgumentException.class, () -> a.sealDetached(tag, 3, tag, DATA, 0, 13, null, nonce, KEY),
          () -> a.sealDetached(out, 0, tag, tag, 15, 1, null, nonce, KEY),
          () -> a.sealDetached(out, 0, tag, DATA, 0, 13, tag, nonce, KEY),
          () -> a.sealDetached(tag, 0, tag, tag, 0, 16, null, nonce, KEY),
          () -> a.sealDetached(ByteBuffer.wrap(tag, 3, 13), tag, ByteBuffer.wrap(DATA, 0, 13), null, nonce, KEY),
          () -> a.sealDetached(ByteBuffer.allocateDirect(40), tag, ByteBuffer.wrap(tag, 3, 9).slice(), null, nonce, KEY),
          () -> a.sealDetached(ByteBuffer.wrap(out), tag, ByteBuffer.wrap(DATA), ByteBuffer.wrap(tag, 8, 1), nonce, KEY));
      assertArrayEquals(before, tag);
      assertArrayEquals(new byte[40], out);
      a.sealDetached(tag, 7, tag, tag, 3, 0, null, nonce, KEY);
      assertArrayEquals(Oracle.seal(new byte[0], new byte[0], nonce, KEY), tag);
    }
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void endOfTheCounter(Target target) {
    Polycha p = target.use();
    byte[] output = Oracle.random(3, 65);
    byte[] before = output.clone();
    refused(IllegalStateException.class, () -> p.chacha20Xor(output, 0, new byte[65], 0, 65, NONCE, -1, KEY));
    assertArrayEquals(before, output);
    p.chacha20Xor(output, 0, new byte[64], 0, 64, NONCE, -1, KEY);
    assertArrayEquals(Oracle.chacha20(new byte[64], KEY, NONCE, -1, 20), java.util.Arrays.copyOf(output, 64));
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void orderOfCalls(Target target) throws Exception {
    Aead a = target.use().aead();
    try (AeadMessage m = a.message(NONCE, KEY)) {
      m.encrypt(DATA);
      refused(IllegalStateException.class, () -> m.aad(DATA), () -> m.encrypt(DATA), m::tag);
    }
    try (AeadMessage m = a.message(NONCE, KEY)) {
      m.encrypt(DATA);
      refused(IllegalStateException.class, () -> m.verify(new byte[16]), m::tag);
    }
    try (AeadMessage m = a.message(NONCE, KEY)) {
      m.decrypt(DATA);
      refused(IllegalStateException.class, m::tag, () -> m.decrypt(DATA));
    }
    try (AeadMessage m = a.message(NONCE, KEY)) {
      m.aad(DATA);
      m.tag();
      refused(IllegalStateException.class, m::tag, () -> m.aad(DATA), () -> m.encrypt(DATA));
    }
    try (AeadMessage m = a.message(NONCE, KEY)) {
      m.decrypt(DATA);
      refused(AEADBadTagException.class, () -> m.verify(new byte[16]));
      refused(IllegalStateException.class, () -> m.verify(new byte[16]));
    }
    AeadMessage closed = a.message(NONCE, KEY);
    closed.close();
    closed.close();
    refused(IllegalStateException.class, () -> closed.aad(DATA), closed::tag, () -> closed.encrypt(DATA));
    Poly1305 poly1305 = target.use().poly1305(KEY);
    poly1305.tag();
    refused(IllegalStateException.class, poly1305::tag, () -> poly1305.update(DATA));
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void whatItSaysOfItself(Target target) {
    Polycha p = target.use();
    assertEquals(target.build(), p.build());
    assertEquals("0.1.0", p.version());
    assertTrue(p.backends().contains("portable"));
    assertTrue(p.backends().contains(p.backend()));
    refused(IllegalArgumentException.class, () -> p.useBackend("none"), () -> p.useBackend(""), () -> p.useBackend("ävx"));
    String before = p.backend();
    p.useBackend("portable");
    assertEquals("portable", p.backend());
    p.useBackend(null);
    assertEquals(before, p.backend());
  }

  /** A provider that the JDK finds by itself, and whose Ciphers come with random nonces for X too. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void provider(Target target) throws Exception {
    PolychaProvider provider = target.provider();
    List<String> found = new ArrayList<>();
    ServiceLoader.load(Provider.class).forEach(one -> found.add(one.getName()));
    assertTrue(found.contains(PolychaProvider.NAME), found.toString());
    Cipher x = Cipher.getInstance("XChaCha20-Poly1305", provider);
    SecretKeySpec key = new SecretKeySpec(KEY, "ChaCha20");
    assertEquals(24, x.getParameters().getParameterSpec(IvParameterSpec.class).getIV().length);
    x.init(Cipher.ENCRYPT_MODE, key);
    byte[] nonce = x.getIV();
    assertEquals(24, nonce.length);
    byte[] sealed = x.doFinal(DATA);
    assertArrayEquals(Oracle.seal(DATA, new byte[0], nonce, KEY), sealed);
    x.init(Cipher.DECRYPT_MODE, key, x.getParameters());
    assertArrayEquals(DATA, x.doFinal(sealed));
    assertNotNull(provider.getService("Mac", "Poly1305"));
    assertEquals("org.polycha.Poly1305Mac", provider.getService("Mac", "Poly1305").getClassName());
    assertNull(provider.getService("Cipher", "ChaCha20/Poly1305/NoPadding"));
    assertEquals("Polycha", new PolychaProvider().configure("portable").getName());
    Throwable unknown = assertThrows(IllegalArgumentException.class, () -> new PolychaProvider().configure("fastest"));
    assertTrue(unknown.getMessage().contains("only native, portable and wasm"), unknown.getMessage());
  }

  /** One buffer as input and output has one position: refused, and nothing written. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void oneBuffer(Target target) {
    Polycha p = target.use();
    for (ByteBuffer buffer : List.of(ByteBuffer.allocate(40), ByteBuffer.allocateDirect(40))) {
      refused(IllegalArgumentException.class, () -> p.chacha20Xor(buffer, buffer, NONCE, 1, KEY),
          () -> p.chacha(NONCE, 20, KEY).update(buffer, buffer), () -> p.aead().open(buffer, buffer, null, NONCE, KEY),
          () -> p.aead().message(NONCE, KEY).encrypt(buffer, buffer),
          () -> p.aead().sealDetached(buffer, new byte[16], buffer, null, NONCE, KEY));
      assertEquals(0, buffer.position());
      assertEquals(ByteBuffer.allocate(40), buffer);
    }
  }

  @Test
  void providerWrittenAndRead() throws Exception {
    java.io.ByteArrayOutputStream written = new java.io.ByteArrayOutputStream();
    new java.io.ObjectOutputStream(written).writeObject(new PolychaProvider(Build.PORTABLE));
    Provider read = (Provider) new java.io.ObjectInputStream(
        new java.io.ByteArrayInputStream(written.toByteArray())).readObject();
    assertTrue(read.getInfo().contains("portable"), read.getInfo());
    Cipher.getInstance("ChaCha20", read);
  }

  /** What one thread does to a cipher between another's measuring of the output and its work. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void outputOfAnotherSize(Target target) throws Exception {
    AeadCipher cipher = new AeadCipher(target.provider(), "ChaCha20-Poly1305", 12);
    byte[] output = new byte[9000];
    cipher.engineInit(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "ChaCha20"), new IvParameterSpec(NONCE), null);
    for (boolean last : new boolean[] {false, true}) {
      refused(IllegalStateException.class, () -> cipher.process(Bytes.of(new byte[5000]), Bytes.at(output, 0, 4), last));
    }
    byte[] sealed = Oracle.seal(new byte[5000], new byte[0], NONCE, KEY);
    cipher.engineInit(Cipher.DECRYPT_MODE, new SecretKeySpec(KEY, "ChaCha20"), new IvParameterSpec(NONCE), null);
    refused(IllegalStateException.class, () -> cipher.process(Bytes.of(sealed), Bytes.at(output, 0, 4), true));
    assertArrayEquals(new byte[9000], output);
  }

  /** What another thread does to a buffer between the measuring and the work. */
  @Test
  void bufferThatHasBeenMoved() {
    for (ByteBuffer buffer : new ByteBuffer[] {ByteBuffer.allocate(40).position(10).slice(), ByteBuffer.allocateDirect(30)}) {
      refused(IndexOutOfBoundsException.class, () -> Bytes.output(buffer, 31), () -> Bytes.input(buffer, 31),
          () -> Bytes.input(buffer.duplicate().position(20), 11));
      ByteBuffer moved = ByteBuffer.wrap(new byte[30], 20, 10).asReadOnlyBuffer();
      refused(java.nio.BufferUnderflowException.class, () -> Bytes.input(moved, 11));
    }
  }

  /** Status knows the numbers of the C headers. */
  @Test
  void statuses() throws Exception {
    String headers = Files.readString(Path.of("../../core/polycha.h")) + Files.readString(Path.of("../shim.h"))
        + Files.readString(Path.of("bytes.h"));
    int compared = 0;
    for (java.lang.reflect.Field field : Status.class.getDeclaredFields()) {
      if (field.getType() != int.class || field.getName().equals("OK")) {
        continue;
      }
      Matcher matcher = Pattern.compile("_ERR_" + field.getName() + "(?: =)? \\(?(-\\d+)").matcher(headers);
      assertTrue(matcher.find(), field.getName());
      assertEquals(Integer.parseInt(matcher.group(1)), field.getInt(null), field.getName());
      compared++;
    }
    assertTrue(compared >= 10);
    assertTrue(Files.readString(Path.of("calls.h")).contains("PCH_JAVA_KEYSTREAM " + Library.KEYSTREAM));
    assertTrue(Files.readString(Path.of("calls.h")).contains("PCH_JAVA_AAD_BEHIND " + Library.AAD_BEHIND));
    assertTrue(Files.readString(Path.of("../../core/polycha.h")).contains("POLYCHA_VERSION \"" + Loader.VERSION + "\""));
    assertTrue(Files.readString(Path.of("pom.xml")).contains("<version>" + Loader.VERSION + "</version>"));
  }
}
