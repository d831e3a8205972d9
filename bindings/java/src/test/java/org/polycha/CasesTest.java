package org.polycha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults of other implementations (tests/CASES.md) that no other class here looks for. */
class CasesTest {
  private static final byte[] KEY = Oracle.random(1, 32);

  /** RFC 8439 section 2.5: bits of r that do not count. */
  private static final byte[] CLEARED = HexFormat.of().parseHex("000000f0030000f0030000f0030000f0");

  @ParameterizedTest
  @MethodSource("org.polycha.Target#all")
  void unclampedKeys(Target target) {
    Polycha polycha = target.use();
    int step = target.build() == Build.WASM ? 37 : 1;
    for (int length = 0; length < 700; length += step) {
      byte[] message = Oracle.random(length, length);
      byte[] set = Oracle.random(length + 1, 32);
      byte[] without = set.clone();
      for (int i = 0; i < 16; i++) {
        set[i] |= CLEARED[i];
        without[i] &= (byte) ~CLEARED[i];
      }
      byte[] tag = Oracle.poly1305(message, without);
      assertArrayEquals(tag, polycha.poly1305(message, set), "length " + length);
      try (Poly1305 pieces = polycha.poly1305(set)) {
        pieces.update(message);
        assertArrayEquals(tag, pieces.tag(), "length " + length);
      }
    }
  }

  /** What the provider draws: never zeros, never twice, and right for who is given it. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void drawnNonces(Target target) throws Exception {
    PolychaProvider provider = target.provider();
    SecretKeySpec key = new SecretKeySpec(KEY, "ChaCha20");
    Set<String> seen = new HashSet<>();
    for (String name : new String[] {"ChaCha20-Poly1305", "XChaCha20-Poly1305"}) {
      Polycha polycha = Polycha.of(Build.PORTABLE);
      Aead reader = name.startsWith("X") ? polycha.xaead() : polycha.aead();
      for (int i = 0; i < 1000; i++) {
        Cipher cipher = Cipher.getInstance(name, provider);
        cipher.init(Cipher.ENCRYPT_MODE, key);
        byte[] nonce = cipher.getIV();
        assertEquals(reader.nonceBytes(), nonce.length);
        assertNotEquals("00".repeat(nonce.length), HexFormat.of().formatHex(nonce));
        byte[] sealed = cipher.doFinal(CLEARED);
        assertArrayEquals(CLEARED, reader.open(sealed, null, nonce, KEY));
        assertEquals(true, seen.add(HexFormat.of().formatHex(nonce)), "a nonce twice");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void nonceLengths(Target target) throws Exception {
    Polycha polycha = target.use();
    PolychaProvider provider = target.provider();
    SecretKeySpec key = new SecretKeySpec(KEY, "ChaCha20");
    for (int size = 0; size <= 64; size++) {
      byte[] nonce = new byte[size];
      for (Aead aead : new Aead[] {polycha.aead(), polycha.xaead()}) {
        if (size != aead.nonceBytes()) {
          assertThrows(IllegalArgumentException.class, () -> aead.seal(CLEARED, null, nonce, KEY), "size " + size);
          assertThrows(IllegalArgumentException.class, () -> aead.open(KEY, null, nonce, KEY), "size " + size);
          assertThrows(IllegalArgumentException.class, () -> aead.message(nonce, KEY), "size " + size);
        }
      }
      for (String name : new String[] {"ChaCha20-Poly1305", "XChaCha20-Poly1305"}) {
        if (size != (name.startsWith("X") ? 24 : 12)) {
          Cipher cipher = Cipher.getInstance(name, provider);
          assertThrows(java.security.InvalidAlgorithmParameterException.class,
              () -> cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(nonce)), name + " " + size);
        }
      }
    }
  }

  /** One key stream over three times what the library keeps, however it is asked for. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#all")
  void requestsOfAnySize(Target target) {
    Polycha polycha = target.use();
    int total = 3 * 1280 + 1 + 8000;
    byte[] nonce = new byte[12];
    byte[] whole = Oracle.chacha20(new byte[total], KEY, nonce, 0, 20);
    for (int request : new int[] {1, 3, 7, 64, 65, 4097}) {
      byte[] output = new byte[total];
      try (ChaCha stream = polycha.chacha(nonce, 20, KEY)) {
        for (int at = 0; at < total; at += request) {
          int length = Math.min(request, total - at);
          stream.update(output, at, output, at, length);
        }
      }
      assertArrayEquals(whole, output, "requests of " + request);
    }
  }
}
