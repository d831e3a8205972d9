package org.polycha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.InvalidKeyException;
import java.security.Key;
import java.security.spec.AlgorithmParameterSpec;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No copy of a key that the provider has been handed outlives its use. */
class SecretsTest {
  private static final class WatchedKey implements Key {
    private static final long serialVersionUID = 1;

    private final byte[] bytes;
    private final transient List<byte[]> handed = new ArrayList<>();

    WatchedKey(int length) {
      bytes = Oracle.random(length, length);
    }

    @Override
    public String getAlgorithm() {
      return "watched";
    }

    @Override
    public String getFormat() {
      return "RAW";
    }

    @Override
    public byte[] getEncoded() {
      handed.add(bytes.clone());
      return handed.get(handed.size() - 1);
    }

    void wiped(int copies) {
      assertEquals(copies, handed.size());
      handed.forEach(copy -> assertArrayEquals(new byte[bytes.length], copy));
    }
  }

  private static AlgorithmParameterSpec nonce(String algorithm, int i) {
    byte[] nonce = new byte[algorithm.startsWith("X") ? 24 : 12];
    nonce[0] = (byte) i;
    return algorithm.equals("ChaCha20") ? new ChaCha20ParameterSpec(nonce, 1) : new IvParameterSpec(nonce);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ChaCha20", "ChaCha20-Poly1305", "XChaCha20-Poly1305"})
  void ciphers(String algorithm) throws Exception {
    Cipher cipher = Cipher.getInstance(algorithm, new PolychaProvider());
    for (int length : new int[] {1, 16, 31, 33, 64}) {
      WatchedKey wrong = new WatchedKey(length);
      assertThrows(InvalidKeyException.class, () -> cipher.init(Cipher.ENCRYPT_MODE, wrong, nonce(algorithm, 0)));
      assertThrows(InvalidKeyException.class, () -> cipher.init(Cipher.ENCRYPT_MODE, wrong));
      wrong.wiped(2);
    }
    WatchedKey key = new WatchedKey(32);
    cipher.init(Cipher.ENCRYPT_MODE, key, nonce(algorithm, 1));
    key.wiped(1);
    assertThrows(InvalidKeyException.class, () -> cipher.init(Cipher.ENCRYPT_MODE, key, nonce(algorithm, 1)));
    key.wiped(2);
    cipher.init(Cipher.DECRYPT_MODE, key, nonce(algorithm, 1));
    cipher.init(Cipher.ENCRYPT_MODE, key);
    cipher.update(new byte[40]);
    cipher.doFinal();
    key.wiped(4);
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void mac(Target target) throws Exception {
    Mac mac = Mac.getInstance("Poly1305", target.provider());
    for (int length : new int[] {1, 16, 31, 33, 64}) {
      WatchedKey wrong = new WatchedKey(length);
      assertThrows(InvalidKeyException.class, () -> mac.init(wrong));
      wrong.wiped(1);
    }
    WatchedKey first = new WatchedKey(32);
    mac.init(first);
    mac.doFinal();
    WatchedKey again = new WatchedKey(32);
    assertThrows(InvalidKeyException.class, () -> mac.init(again));
    again.wiped(1);
    byte[] other = new byte[32];
    other[0] = 1;
    mac.init(new javax.crypto.spec.SecretKeySpec(other, "Poly1305"));
    first.wiped(1);
  }
}
