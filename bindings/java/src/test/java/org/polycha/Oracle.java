package org.polycha;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

/** The algorithms written from RFC 8439 and draft-irtf-cfrg-xchacha-03 with BigInteger, apart from all other code. */
final class Oracle {
  private static final BigInteger P = BigInteger.ONE.shiftLeft(130).subtract(BigInteger.valueOf(5));
  private static final BigInteger CLAMP = new BigInteger("0ffffffc0ffffffc0ffffffc0fffffff", 16);

  private Oracle() {}

  static byte[] random(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static void quarterRound(int[] s, int a, int b, int c, int d) {
    s[a] += s[b];
    s[d] = Integer.rotateLeft(s[d] ^ s[a], 16);
    s[c] += s[d];
    s[b] = Integer.rotateLeft(s[b] ^ s[c], 12);
    s[a] += s[b];
    s[d] = Integer.rotateLeft(s[d] ^ s[a], 8);
    s[c] += s[d];
    s[b] = Integer.rotateLeft(s[b] ^ s[c], 7);
  }

  private static int[] permuted(int[] state, int rounds) {
    int[] s = state.clone();
    for (int i = 0; i < rounds; i += 2) {
      for (int column = 0; column < 4; column++) {
        quarterRound(s, column, 4 + column, 8 + column, 12 + column);
      }
      for (int column = 0; column < 4; column++) {
        quarterRound(s, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4);
      }
    }
    return s;
  }

  /** key, and the last four words: counter and nonce, or the 16 bytes of HChaCha20. */
  static int[] state(byte[] key, byte[] lastFour) {
    ByteBuffer words = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    words.put("expand 32-byte k".getBytes(java.nio.charset.StandardCharsets.US_ASCII)).put(key).put(lastFour).flip();
    int[] state = new int[16];
    words.asIntBuffer().get(state);
    return state;
  }

  static byte[] counterAndNonce(int counter, byte[] nonce) {
    return ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putInt(counter).put(nonce).array();
  }

  static byte[] block(int[] state, int rounds) {
    int[] s = permuted(state, rounds);
    ByteBuffer out = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 16; i++) {
      out.putInt(s[i] + state[i]);
    }
    return out.array();
  }

  /** The counter wraps within its 32 bits. */
  static byte[] chacha20(byte[] message, byte[] key, byte[] nonce, int counter, int rounds) {
    byte[] out = message.clone();
    int[] state = state(key, counterAndNonce(counter, nonce));
    for (int i = 0; i < out.length; i += 64, state[12]++) {
      byte[] block = block(state, rounds);
      for (int j = i; j < Math.min(i + 64, out.length); j++) {
        out[j] ^= block[j - i];
      }
    }
    return out;
  }

  static byte[] hchacha20(byte[] nonce, byte[] key) {
    int[] s = permuted(state(key, nonce), 20);
    ByteBuffer out = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    for (int i : new int[] {0, 1, 2, 3, 12, 13, 14, 15}) {
      out.putInt(s[i]);
    }
    return out.array();
  }

  static BigInteger number(byte[] bytes, int from, int to) {
    byte[] reversed = new byte[to - from];
    for (int i = from; i < to; i++) {
      reversed[to - 1 - i] = bytes[i];
    }
    return new BigInteger(1, reversed);
  }

  static BigInteger r(byte[] key) {
    return number(key, 0, 16).and(CLAMP);
  }

  static byte[] poly1305(byte[] message, byte[] key) {
    BigInteger a = BigInteger.ZERO;
    for (int i = 0; i < message.length; i += 16) {
      int end = Math.min(i + 16, message.length);
      a = a.add(number(message, i, end)).add(BigInteger.ONE.shiftLeft(8 * (end - i))).multiply(r(key)).mod(P);
    }
    return bytes(a.add(number(key, 16, 32)));
  }

  static BigInteger modulus() {
    return P;
  }

  private static byte[] bytes(BigInteger value) {
    byte[] out = new byte[16];
    for (int i = 0; i < 16; i++) {
      out[i] = value.shiftRight(8 * i).byteValue();
    }
    return out;
  }

  /** nonce: 12 bytes, or 24 for XChaCha20-Poly1305. */
  static byte[] seal(byte[] message, byte[] aad, byte[] nonce, byte[] key) {
    if (nonce.length == 24) {
      byte[] rest = new byte[12];
      System.arraycopy(nonce, 16, rest, 4, 8);
      return seal(message, aad, rest, hchacha20(Arrays.copyOf(nonce, 16), key));
    }
    byte[] ciphertext = chacha20(message, key, nonce, 1, 20);
    int aadPadded = (aad.length + 15) & -16;
    int padded = (ciphertext.length + 15) & -16;
    ByteBuffer transcript = ByteBuffer.allocate(aadPadded + padded + 16).order(ByteOrder.LITTLE_ENDIAN);
    transcript.put(aad).position(aadPadded);
    transcript.put(ciphertext).position(aadPadded + padded);
    transcript.putLong(aad.length).putLong(ciphertext.length);
    byte[] oneTimeKey = chacha20(new byte[32], key, nonce, 0, 20);
    byte[] sealed = Arrays.copyOf(ciphertext, ciphertext.length + 16);
    System.arraycopy(poly1305(transcript.array(), oneTimeKey), 0, sealed, ciphertext.length, 16);
    return sealed;
  }
}
