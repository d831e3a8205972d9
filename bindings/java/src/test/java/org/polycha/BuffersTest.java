package org.polycha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Function;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of buffer for every argument: the same bytes, the right positions, and nothing touched around them. */
class BuffersTest {
  private static final byte[] KEY = Oracle.random(1, 32);
  private static final byte[] NONCE = Oracle.random(2, 12);

  /** A buffer whose remaining bytes are these, with room around them. */
  enum Kind {
    HEAP(bytes -> ByteBuffer.wrap(bytes)),
    HEAP_PART(bytes -> put(ByteBuffer.allocate(bytes.length + 12), bytes)),
    HEAP_SLICE(bytes -> put(ByteBuffer.allocate(bytes.length + 19).position(7).slice(), bytes)),
    READ_ONLY(bytes -> put(ByteBuffer.allocate(bytes.length + 12), bytes).asReadOnlyBuffer()),
    DIRECT(bytes -> put(ByteBuffer.allocateDirect(bytes.length + 12), bytes)),
    DIRECT_SLICE(bytes -> put(ByteBuffer.allocateDirect(bytes.length + 23).position(11).slice(), bytes)),
    DIRECT_READ_ONLY(bytes -> put(ByteBuffer.allocateDirect(bytes.length + 12), bytes).asReadOnlyBuffer());

    private final Function<byte[], ByteBuffer> make;

    Kind(Function<byte[], ByteBuffer> make) {
      this.make = make;
    }

    private static ByteBuffer put(ByteBuffer buffer, byte[] bytes) {
      buffer.position(5);
      buffer.put(bytes);
      return buffer.flip().position(5);
    }

    ByteBuffer of(byte[] bytes) {
      return make.apply(bytes.clone());
    }

    boolean writable() {
      return this != READ_ONLY && this != DIRECT_READ_ONLY;
    }
  }

  /** What a buffer holds from its start to its capacity. */
  private static byte[] all(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.capacity()];
    buffer.duplicate().clear().get(bytes);
    return bytes;
  }

  private static byte[] between(ByteBuffer buffer, int from, int to) {
    return Arrays.copyOfRange(all(buffer), from, to);
  }

  private static final int[] LENGTHS = {0, 1, 16, 100, 255, 256, 300, 4096, 4097, 9000};

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void api(Target target) throws Exception {
    Aead aead = target.use().aead();
    for (int length : LENGTHS) {
      byte[] message = Oracle.random(length, length);
      byte[] aad = Oracle.random(length + 1, length % 600);
      byte[] sealed = Oracle.seal(message, aad, NONCE, KEY);
      for (Kind in : Kind.values()) {
        for (Kind out : Kind.values()) {
          ByteBuffer from = in.of(message);
          ByteBuffer header = in.of(aad);
          ByteBuffer to = out.of(new byte[length + 16]);
          if (!out.writable()) {
            assertThrows(java.nio.ReadOnlyBufferException.class, () -> aead.seal(to, from, header, NONCE, KEY));
            continue;
          }
          int start = to.position();
          byte[] before = all(to);
          assertEquals(length + 16, aead.seal(to, from, header, NONCE, KEY));
          assertEquals(from.limit(), from.position());
          assertEquals(header.limit(), header.position());
          assertEquals(start + length + 16, to.position());
          assertArrayEquals(sealed, between(to, start, start + length + 16), in + " to " + out + " " + length);
          assertArrayEquals(Arrays.copyOf(before, start), between(to, 0, start));
          checkOpen(aead, in.of(sealed), in.of(aad), out.of(new byte[length]), message, sealed);
        }
      }
    }
  }

  private static void checkOpen(Aead aead, ByteBuffer from, ByteBuffer aad, ByteBuffer to, byte[] message, byte[] sealed)
      throws Exception {
    int start = to.position();
    byte[] before = all(to);
    byte[] forged = sealed.clone();
    forged[forged.length - 1] ^= 4;
    ByteBuffer bad = from.isDirect() ? ByteBuffer.allocateDirect(forged.length).put(forged).flip() : ByteBuffer.wrap(forged);
    assertThrows(AEADBadTagException.class, () -> aead.open(to, bad, aad, NONCE, KEY));
    assertArrayEquals(before, all(to), "untouched after a forgery");
    assertEquals(0, bad.position());
    assertEquals(start, to.position());
    assertEquals(message.length, aead.open(to, from, aad, NONCE, KEY));
    assertArrayEquals(message, between(to, start, start + message.length));
    assertEquals(start + message.length, to.position());
    assertEquals(from.limit(), from.position());
  }

  /** Without a place for the plaintext. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void verifyOnly(Target target) throws Exception {
    Aead aead = target.use().aead();
    for (int length : LENGTHS) {
      byte[] aad = Oracle.random(length + 1, length % 600);
      byte[] sealed = Oracle.seal(Oracle.random(length, length), aad, NONCE, KEY);
      byte[] framed = Arrays.copyOf(new byte[5], sealed.length + 9);
      System.arraycopy(sealed, 0, framed, 5, sealed.length);
      aead.verify(sealed, aad, NONCE, KEY);
      aead.verify(framed, 5, sealed.length, aad, NONCE, KEY);
      assertThrows(AEADBadTagException.class, () -> aead.verify(framed, 4, sealed.length, aad, NONCE, KEY));
      assertThrows(AEADBadTagException.class, () -> aead.verify(framed, 5, 15, aad, NONCE, KEY));
      for (Kind kind : Kind.values()) {
        ByteBuffer in = kind.of(sealed);
        ByteBuffer header = kind.of(aad);
        int start = in.position();
        byte[] before = all(in);
        assertThrows(AEADBadTagException.class, () -> aead.verify(in, ByteBuffer.wrap(new byte[] {1}), NONCE, KEY));
        assertEquals(start, in.position());
        aead.verify(in, header, NONCE, KEY);
        assertEquals(in.limit(), in.position());
        assertEquals(header.limit(), header.position());
        try (AeadMessage pieces = aead.message(NONCE, KEY)) {
          pieces.aad(aad);
          int limit = in.limit() - 16;
          pieces.authenticate(in.position(start).limit(start + length / 3));
          pieces.authenticate(in.limit(limit));
          pieces.authenticate(sealed, 0, 0);
          pieces.verify(Arrays.copyOfRange(sealed, length, length + 16));
        }
        assertArrayEquals(before, all(in), "nothing is written, " + kind);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void poly1305(Target target) throws Exception {
    Polycha polycha = target.use();
    Mac mac = Mac.getInstance("Poly1305", target.provider());
    for (int length : LENGTHS) {
      byte[] message = Oracle.random(length, length);
      byte[] key = Oracle.random(length + 1, 32);
      byte[] tag = Oracle.poly1305(message, key);
      byte[] forged = tag.clone();
      forged[length % 16] ^= 1;
      for (Kind kind : Kind.values()) {
        ByteBuffer in = kind.of(message);
        int start = in.position();
        assertThrows(AEADBadTagException.class, () -> polycha.poly1305Verify(forged, in, key));
        assertEquals(start, in.position());
        polycha.poly1305Verify(tag, in, key);
        assertEquals(in.limit(), in.position());
        assertArrayEquals(tag, polycha.poly1305(kind.of(message), key), kind + " " + length);
        mac.init(new SecretKeySpec(key, "Poly1305"));
        mac.update(in.position(start));
        assertEquals(in.limit(), in.position());
        assertArrayEquals(tag, mac.doFinal(), kind + " " + length);
        mac.init(new SecretKeySpec(new byte[32], "Poly1305"));
      }
      byte[] framed = Arrays.copyOf(new byte[3], length + 5);
      System.arraycopy(message, 0, framed, 3, length);
      polycha.poly1305Verify(tag, framed, 3, length, key);
      assertThrows(AEADBadTagException.class, () -> polycha.poly1305Verify(tag, framed, 3, length + 1, key));
    }
  }

  private static Cipher cipher(Target target, int mode) throws Exception {
    Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305", target.provider());
    cipher.init(mode, new SecretKeySpec(KEY, "ChaCha20"), new IvParameterSpec(NONCE));
    return cipher;
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void provider(Target target) throws Exception {
    for (int length : LENGTHS) {
      byte[] message = Oracle.random(length, length);
      byte[] aad = Oracle.random(length + 1, 20);
      byte[] sealed = Oracle.seal(message, aad, NONCE, KEY);
      for (Kind in : Kind.values()) {
        for (Kind out : Kind.values()) {
          if (!out.writable()) {
            continue;
          }
          Cipher encryption = cipher(target, Cipher.ENCRYPT_MODE);
          encryption.updateAAD(in.of(aad));
          ByteBuffer to = out.of(new byte[length + 16]);
          int start = to.position();
          ByteBuffer from = in.of(message);
          from.limit(from.position() + length / 3);
          int written = encryption.update(from, to);
          from.limit(from.limit() + length - length / 3);
          written += encryption.doFinal(from, to);
          assertEquals(length + 16, written);
          assertArrayEquals(sealed, between(to, start, start + length + 16), in + " to " + out + " " + length);
          Cipher decryption = cipher(target, Cipher.DECRYPT_MODE);
          for (int again = 0; again < 2; again++) {
            decryption.updateAAD(in.of(aad));
            ByteBuffer plain = out.of(new byte[length]);
            ByteBuffer all = in.of(sealed);
            all.limit(all.position() + length / 2);
            assertEquals(0, decryption.update(all, plain));
            all.limit(all.limit() + sealed.length - length / 2);
            int begin = plain.position();
            assertEquals(length, decryption.doFinal(all, plain));
            assertArrayEquals(message, between(plain, begin, begin + length));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void overlap(Target target) throws Exception {
    Polycha polycha = target.use();
    byte[] message = Oracle.random(3, 5000);
    byte[] sealed = Oracle.seal(message, new byte[0], NONCE, KEY);
    for (int shift : new int[] {-4999, -64, -16, -15, -1, 0, 1, 15, 16, 63, 64, 4999, 5000, 5016}) {
      for (boolean direct : new boolean[] {false, true}) {
        checkOverlap(target, polycha, shift, direct, message, sealed);
      }
    }
  }

  private static ByteBuffer place(boolean direct, byte[] bytes, int at) {
    ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(16000) : ByteBuffer.allocate(16000);
    buffer.position(at);
    return buffer.put(bytes).flip().position(at);
  }

  private static void checkOverlap(Target target, Polycha polycha, int shift, boolean direct, byte[] message, byte[] sealed)
      throws Exception {
    String what = "shift " + shift + (direct ? " direct" : " heap");
    ByteBuffer in = place(direct, message, 5000);
    ByteBuffer out = in.duplicate().clear().position(5000 + shift);
    cipher(target, Cipher.ENCRYPT_MODE).doFinal(in, out);
    assertArrayEquals(sealed, between(out, 5000 + shift, 10016 + shift), what);
    ByteBuffer from = place(direct, sealed, 5000);
    ByteBuffer to = from.duplicate().clear().position(5000 + shift);
    cipher(target, Cipher.DECRYPT_MODE).doFinal(from, to);
    assertArrayEquals(message, between(to, 5000 + shift, 10000 + shift), what);
    for (int piece : new int[] {40, 300, 5000}) {
      checkStreamOverlap(target, shift, direct, message, piece);
    }

    // The API refuses what the C library refuses, and changes nothing; the wasm build cannot tell with direct buffers.
    boolean apart = shift == 0 || shift <= -5016 || shift >= 5000;
    if (!(direct && target.build() == Build.WASM)) {
      ByteBuffer source = place(direct, message, 5000);
      ByteBuffer sink = source.duplicate().clear().position(5000 + shift);
      byte[] before = all(source);
      if (apart) {
        polycha.aead().seal(sink, source, null, NONCE, KEY);
        assertArrayEquals(sealed, between(sink, 5000 + shift, 10016 + shift), what);
      } else {
        assertThrows(IllegalArgumentException.class, () -> polycha.aead().seal(sink, source, null, NONCE, KEY), what);
        assertArrayEquals(before, all(source), what);
      }
    }
  }

  private static void checkStreamOverlap(Target target, int shift, boolean direct, byte[] message, int piece)
      throws Exception {
    Cipher stream = Cipher.getInstance("ChaCha20", target.provider());
    stream.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "ChaCha20"), new ChaCha20ParameterSpec(NONCE, 1));
    // Keystream is kept, so that a piece is done partly in Java and partly by the library.
    stream.update(new byte[70]);
    byte[] expected = Arrays.copyOfRange(
        Oracle.chacha20(Arrays.copyOf(new byte[0], 70 + piece), KEY, NONCE, 1, 20), 70, 70 + piece);
    for (int i = 0; i < piece; i++) {
      expected[i] ^= message[i];
    }
    ByteBuffer in = place(direct, Arrays.copyOf(message, piece), 5000);
    ByteBuffer out = in.duplicate().clear().position(5000 + shift);
    stream.update(in, out);
    assertArrayEquals(expected, between(out, 5000 + shift, 5000 + shift + piece), "stream, shift " + shift + " " + piece);
    byte[] array = new byte[16000];
    System.arraycopy(message, 0, array, 5000, piece);
    Cipher again = Cipher.getInstance("ChaCha20", target.provider());
    again.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "ChaCha20"), new ChaCha20ParameterSpec(NONCE, 1));
    again.update(new byte[70]);
    again.update(array, 5000, piece, array, 5000 + shift);
    assertArrayEquals(expected, Arrays.copyOfRange(array, 5000 + shift, 5000 + shift + piece));
  }
}
