package org.polycha.jdk;

import java.util.Arrays;

/**
 * What the JDK's callers do with the two intrinsics, written anew from reference descriptions: ChaCha20Cipher's keystream buffer,
 * left-over consumption, counter advance and limit, and Poly1305's buffering around whole blocks. It allocates nothing per
 * call.
 */
final class JdkCallers {
  private static final int BUFFER = 1024;

  private final Intrinsics intrinsics;
  private final int[] state;
  private final byte[] keyStream = new byte[BUFFER];
  private long counter;
  private final long finalCounter;
  private int limit;
  private int offset;

  /** Every size that a call returned. */
  int smallest = Integer.MAX_VALUE;
  int largest;

  JdkCallers(Intrinsics intrinsics, int[] state, long counter) {
    this(intrinsics, state, counter, 0xffffffffL);
  }

  /** blocks: how many there are until the counter is exhausted, which is 2^32 - 1 in the JDK. */
  JdkCallers(Intrinsics intrinsics, int[] state, long counter, long blocks) {
    this.intrinsics = intrinsics;
    this.state = state.clone();
    this.counter = counter;
    this.finalCounter = counter + blocks;
    refill();
  }

  private void refill() {
    limit = intrinsics.chaCha20Block(state, counter, keyStream);
    smallest = Math.min(smallest, limit);
    largest = Math.max(largest, limit);
    counter += limit / 64;
    if (counter > finalCounter) {
      limit -= (int) (counter - finalCounter) * 64;
    }
    offset = 0;
  }

  void transform(byte[] in, int inAt, int length, byte[] out, int outAt) {
    int done = 0;
    while (done < length) {
      if (offset == limit) {
        if (counter > finalCounter) {
          throw new IllegalStateException("counter exhausted");
        }
        refill();
        continue;
      }
      int piece = Math.min(length - done, limit - offset);
      for (int i = 0; i < piece; i++) {
        out[outAt + done + i] = (byte) (in[inAt + done + i] ^ keyStream[offset + i]);
      }
      offset += piece;
      done += piece;
    }
  }

  /** Poly1305 as the JDK feeds it: whole blocks from the input, a block of its own for what is left over. */
  static final class Authenticator {
    private static final long MASK = (1 << 26) - 1;

    private final Intrinsics intrinsics;
    private final long[] a = new long[5];
    private final long[] r = new long[5];
    private final byte[] s;
    private final byte[] block = new byte[16];
    private int blockOffset;

    Authenticator(Intrinsics intrinsics, byte[] key) {
      this.intrinsics = intrinsics;
      byte[] clamped = Arrays.copyOf(key, 16);
      for (int i : new int[] {3, 7, 11, 15}) {
        clamped[i] &= 15;
      }
      for (int i : new int[] {4, 8, 12}) {
        clamped[i] &= (byte) 252;
      }
      toLimbs(clamped, r);
      s = Arrays.copyOfRange(key, 16, 32);
    }

    private static void toLimbs(byte[] bytes, long[] limbs) {
      for (int bit = 0; bit < 128; bit++) {
        limbs[bit / 26] |= (bytes[bit / 8] >> bit % 8 & 1L) << bit % 26;
      }
    }

    void update(byte[] input, int from, int count) {
      int at = from;
      int left = count;
      if (blockOffset > 0) {
        int fill = Math.min(left, 16 - blockOffset);
        System.arraycopy(input, at, block, blockOffset, fill);
        blockOffset += fill;
        at += fill;
        left -= fill;
        if (blockOffset < 16) {
          return;
        }
        intrinsics.processMultipleBlocks(block, 0, 16, a, r);
        blockOffset = 0;
      }
      int whole = left & ~15;
      Intrinsics.processMultipleBlocksCheck(input, at, whole, a, r);
      intrinsics.processMultipleBlocks(input, at, whole, a, r);
      System.arraycopy(input, at + whole, block, 0, left - whole);
      blockOffset = left - whole;
    }

    /** For messages of whole blocks, as the AEAD's transcript is: full reduction, and s modulo 2^128. */
    byte[] tag() {
      if (blockOffset != 0) {
        throw new IllegalStateException("not whole blocks");
      }
      java.math.BigInteger value = java.math.BigInteger.ZERO;
      java.math.BigInteger pad = java.math.BigInteger.ZERO;
      for (int i = 4; i >= 0; i--) {
        if (a[i] < 0 || a[i] > (i < 4 ? MASK : 2 * MASK + 1)) {
          throw new IllegalStateException("limb " + i + " is out of its range: " + a[i]);
        }
        value = value.shiftLeft(26).add(java.math.BigInteger.valueOf(a[i]));
      }
      for (int i = 15; i >= 0; i--) {
        pad = pad.shiftLeft(8).or(java.math.BigInteger.valueOf(s[i] & 0xff));
      }
      value = value.mod(java.math.BigInteger.ONE.shiftLeft(130).subtract(java.math.BigInteger.valueOf(5))).add(pad);
      byte[] tag = new byte[16];
      for (int i = 0; i < 16; i++) {
        tag[i] = value.shiftRight(8 * i).byteValue();
      }
      return tag;
    }
  }
}
