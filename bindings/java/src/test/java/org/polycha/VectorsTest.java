package org.polycha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.security.InvalidAlgorithmParameterException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shared vectors through the API and through the provider, on every build and backend. */
class VectorsTest {
  @ParameterizedTest
  @MethodSource("org.polycha.Target#all")
  void aead(Target target) throws Exception {
    Polycha polycha = target.use();
    assertTrue(check(polycha.aead(), target.provider(), "", "ChaCha20-Poly1305") > 300);
    assertTrue(check(polycha.xaead(), target.provider(), "x", "XChaCha20-Poly1305") > 300);
  }

  private static int check(Aead aead, PolychaProvider provider, String prefix, String algorithm) throws Exception {
    Cipher cipher = Cipher.getInstance(algorithm, provider);
    int count = 0;
    for (Vectors.Sealing v : Vectors.sealings(prefix)) {
      count++;
      SecretKeySpec key = new SecretKeySpec(v.key(), "ChaCha20");
      IvParameterSpec nonce = new IvParameterSpec(v.nonce());
      if (v.nonce().length != aead.nonceBytes()) {
        assertThrows(IllegalArgumentException.class, () -> aead.seal(v.message(), v.aad(), v.nonce(), v.key()), v.name());
        assertThrows(IllegalArgumentException.class, () -> aead.open(v.sealed(), v.aad(), v.nonce(), v.key()), v.name());
        assertThrows(InvalidAlgorithmParameterException.class, () -> cipher.init(Cipher.ENCRYPT_MODE, key, nonce), v.name());
        continue;
      }
      cipher.init(Cipher.DECRYPT_MODE, key, nonce);
      cipher.updateAAD(v.aad());
      if (!v.valid()) {
        assertThrows(AEADBadTagException.class, () -> aead.open(v.sealed(), v.aad(), v.nonce(), v.key()), v.name());
        assertThrows(AEADBadTagException.class, () -> cipher.doFinal(v.sealed()), v.name());
        continue;
      }
      if (v.sealed().length < v.message().length + 16) {
        // Tags that were cut, which we neither make nor take.
        byte[] whole = aead.seal(v.message(), v.aad(), v.nonce(), v.key());
        assertArrayEquals(v.sealed(), Arrays.copyOf(whole, v.sealed().length), v.name());
        assertThrows(AEADBadTagException.class, () -> cipher.doFinal(v.sealed()), v.name());
        continue;
      }
      assertArrayEquals(v.sealed(), aead.seal(v.message(), v.aad(), v.nonce(), v.key()), v.name());
      assertArrayEquals(v.message(), aead.open(v.sealed(), v.aad(), v.nonce(), v.key()), v.name());
      assertArrayEquals(v.message(), cipher.doFinal(v.sealed()), v.name());
      checkDetachedAndInPieces(aead, v);
      Cipher encryption = Cipher.getInstance(algorithm, provider);
      encryption.init(Cipher.ENCRYPT_MODE, key, nonce);
      encryption.updateAAD(v.aad());
      assertArrayEquals(v.sealed(), encryption.doFinal(v.message()), v.name());
    }
    return count;
  }

  private static void checkDetachedAndInPieces(Aead aead, Vectors.Sealing v) throws Exception {
    int length = v.message().length;
    byte[] tag = new byte[16];
    byte[] ciphertext = new byte[length];
    aead.sealDetached(ciphertext, 0, tag, v.message(), 0, length, v.aad(), v.nonce(), v.key());
    assertArrayEquals(v.sealed(), joined(ciphertext, tag), v.name());
    byte[] opened = new byte[length];
    aead.openDetached(opened, 0, tag, ciphertext, 0, length, v.aad(), v.nonce(), v.key());
    assertArrayEquals(v.message(), opened, v.name());
    try (AeadMessage out = aead.message(v.nonce(), v.key()); AeadMessage in = aead.message(v.nonce(), v.key())) {
      out.aad(v.aad());
      in.aad(v.aad());
      byte[] a = out.encrypt(Arrays.copyOf(v.message(), length / 3));
      byte[] b = out.encrypt(Arrays.copyOfRange(v.message(), length / 3, length));
      assertArrayEquals(v.sealed(), joined(joined(a, b), out.tag()), v.name());
      assertArrayEquals(v.message(), joined(in.decrypt(a), in.decrypt(b)), v.name());
      in.verify(tag);
    }
  }

  private static byte[] joined(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#all")
  void rfcExamples(Target target) throws Exception {
    Polycha polycha = target.use();
    JsonObject file = Vectors.file("rfc8439_and_xchacha_draft");
    int blocks = 0;
    for (JsonElement element : file.getAsJsonArray("A.1")) {
      JsonObject v = element.getAsJsonObject();
      blocks++;
      checkStream(target, polycha, v, new byte[64], Vectors.hex(v, "keystream"));
    }
    assertEquals(5, blocks);
    JsonObject v = file.getAsJsonObject("2.4.2");
    checkStream(target, polycha, v, Vectors.hex(v, "pt"), Vectors.hex(v, "ct"));

    JsonObject poly = file.getAsJsonObject("2.5.2");
    byte[] tag = Vectors.hex(poly, "tag");
    byte[] message = Vectors.hex(poly, "msg");
    assertArrayEquals(tag, polycha.poly1305(message, Vectors.hex(poly, "key")));
    polycha.poly1305Verify(tag, message, Vectors.hex(poly, "key"));
    Mac mac = Mac.getInstance("Poly1305", target.provider());
    mac.init(new SecretKeySpec(Vectors.hex(poly, "key"), "Poly1305"));
    assertArrayEquals(tag, mac.doFinal(message));

    JsonObject subkey = file.getAsJsonObject("xchacha 2.2.1");
    assertArrayEquals(Vectors.hex(subkey, "subkey"),
        polycha.hchacha20(Vectors.hex(subkey, "nonce"), Vectors.hex(subkey, "key")));
  }

  private static void checkStream(Target target, Polycha polycha, JsonObject v, byte[] in, byte[] out) throws Exception {
    byte[] key = Vectors.hex(v, "key");
    byte[] nonce = Vectors.hex(v, "nonce");
    int counter = v.get("counter").getAsInt();
    byte[] result = new byte[in.length];
    polycha.chacha20Xor(result, 0, in, 0, in.length, nonce, counter, key);
    assertArrayEquals(out, result);
    Cipher cipher = Cipher.getInstance("ChaCha20", target.provider());
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "ChaCha20"), new ChaCha20ParameterSpec(nonce, counter));
    assertArrayEquals(out, cipher.doFinal(in));
    try (ChaCha stream = polycha.chacha(nonce, 20, key)) {
      stream.seek(counter, 0);
      assertArrayEquals(out, stream.update(in));
    }
  }

  /** Every way to a key of Poly1305 clears the bits of r that RFC 8439 section 2.5 wants cleared. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#all")
  void unclampedKeys(Target target) throws Exception {
    Polycha polycha = target.use();
    byte[] message = Oracle.random(1, 1000);
    byte[] ones = new byte[32];
    Arrays.fill(ones, (byte) -1);
    for (int set = -1; set < 16; set++) {
      byte[] key = set < 0 ? ones : Oracle.random(set, 32);
      if (set >= 0) {
        key[set] = -1;
      }
      byte[] tag = Oracle.poly1305(message, key);
      assertArrayEquals(tag, polycha.poly1305(message, key));
      try (Poly1305 pieces = polycha.poly1305(key)) {
        pieces.update(message);
        assertArrayEquals(tag, pieces.tag());
      }
      Mac mac = Mac.getInstance("Poly1305", target.provider());
      mac.init(new SecretKeySpec(key, "Poly1305"));
      assertArrayEquals(tag, mac.doFinal(message));
    }
  }
}
