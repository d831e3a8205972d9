package org.polycha;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * ChaCha20 for pieces of any length, which keeps its state in Java. Long pieces are XORed by the library, in one call. For short
 * ones that call would cost more than the work, so the library makes keystream ahead, and Java XORs.
 *
 * <p>The counter is the JDK's: it wraps to 0 behind 2^32 - 1 without touching the nonce, and a stream has 2^32 - 1 blocks, wherever it
 * starts. More are refused before anything is written.
 */
final class KeyStream {
  /**
   * From here on a piece goes to the library. 1 MiB takes 338 us in pieces of 64 bytes, XORed here, and 147 us in one call, and 64 bytes take
   * about 110 ns in a call of their own: the two ways cost the same at about 600 bytes (2026-11-30, Emerald Rapids class VM, JDK
   * 25, ./dev bench --java).
   */
  static final int LONG_PIECE = 512;

  private static final int BLOCK = 64;

  /**
   * Bytes of keystream made ahead: first what the stream before used, as streams of one cipher tend to be alike, in steps of what is
   * as quick as one block and up to a bound, so that a short stream that follows a long one wastes little; then as much again as has
   * been made, within bounds.
   */
  private static final int STEP = 256;
  private static final int FIRST_MAX = 2048;
  private static final int NEXT_MIN = 1024;

  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final Library library;

  private byte[] keyed;
  private int counter;
  private long blocksLeft;

  /** Keystream, of which what is unused is from {@code next} to {@code limit}; behind it key and nonce, for the library. */
  private final byte[] ahead = new byte[Library.KEYSTREAM + Check.KEY + Check.NONCE];
  private int next;
  private int limit;
  private int first = STEP;
  private long made;
  private boolean refilling;

  KeyStream(Library library) {
    this.library = library;
  }

  /** Starts a stream. {@code keyed}: key and nonce, which stay the caller's and must stay as they are. */
  void start(byte[] keyed, int counter) {
    this.keyed = keyed;
    System.arraycopy(keyed, 0, ahead, Library.KEYSTREAM, keyed.length);
    this.counter = counter;
    this.blocksLeft = 0xffffffffL;
    if (made > 0) {
      long taken = made - (limit - next);
      first = (int) Math.max(STEP, Math.min(FIRST_MAX, (taken + STEP - 1) & -STEP));
    }
    int used = limit;
    next = 0;
    limit = 0;
    made = 0;
    Arrays.fill(ahead, 0, used, (byte) 0);
  }

  /** For tests: as if so many blocks had been used. */
  void skip(long blocks) {
    blocksLeft -= blocks;
    counter += (int) blocks;
  }

  /**
   * XORs the next bytes.
   *
   * @param last nothing follows, so no keystream need be kept
   * @return the bytes written, or a negative status of the library with nothing changed
   */
  long xor(Bytes input, Bytes output, boolean last) {
    int length = input.length;
    int from = next;
    int kept = ahead(from, length);
    int rest = length - kept;
    long blocks = (rest + (long) BLOCK - 1) / BLOCK;
    if (blocks > blocksLeft) {
      throw ChaChaCipher.exhausted();
    }
    int direct = rest >= LONG_PIECE || last ? (last ? rest : rest & -BLOCK) : 0;
    if (direct < length && !input.isArray() && !output.isArray()) {
      long status = library.apart(output.base, output.place, input.base, input.place, length);
      if (status < 0) {
        return status;
      }
    }
    if (direct > 0) {
      long status = xorBlocks(input.from(kept), output.from(kept), direct);
      if (status < 0) {
        return status;
      }
    }
    // Forwards, when in place: what is XORed here stands before what the library has done.
    use(from, kept, input, output, 0);
    for (int done = kept + direct; done < length; ) {
      long status = refill();
      if (status < 0) {
        return status;
      }
      from = next;
      int piece = ahead(from, length - done);
      use(from, piece, input, output, done);
      done += piece;
    }
    return length;
  }

  /** Lets the library XOR bytes, the last of them in a partial block only if the stream ends there. */
  private long xorBlocks(Bytes input, Bytes output, int length) {
    long untilWrap = BLOCK * (0x100000000L - (counter & 0xffffffffL));
    int first = (int) Math.min(length, untilWrap);
    long status = library.xor(output.base, output.place, input.base, input.place, first, keyed, null, counter);
    if (status < 0) {
      return status;
    }
    advance(first);
    return first < length ? xorBlocks(input.from(first), output.from(first), length - first) : 0;
  }

  private void advance(int length) {
    int blocks = (length + BLOCK - 1) / BLOCK;
    counter += blocks;
    blocksLeft -= blocks;
  }

  private long refill() {
    int wanted = made == 0 ? first : (int) Math.min(Math.max(made, NEXT_MIN), Library.KEYSTREAM);
    long untilWrap = 0x100000000L - (counter & 0xffffffffL);
    int length = (int) Math.min(BLOCK * Math.min(untilWrap, blocksLeft), wanted);
    if (length <= 0) {
      // Only if another thread has used what was there when it was counted.
      throw ChaChaCipher.exhausted();
    }
    if (refilling) {
      throw new IllegalStateException("another thread is using this cipher");
    }
    refilling = true;
    try {
      return refill(length);
    } finally {
      refilling = false;
    }
  }

  private long refill(int length) {
    int before = limit;
    // What another thread finds meanwhile: the library begins with zeros.
    next = 0;
    limit = 0;
    long status = library.keystream(ahead, length, counter);
    if (length < before) {
      Arrays.fill(ahead, length, before, (byte) 0);
    }
    if (status >= 0) {
      advance(length);
      limit = length;
      made += length;
    }
    return status;
  }

  /**
   * {@link #xor} without the library, of bytes in arrays that are apart, the same, or the output before the input.
   *
   * @return false, with nothing changed, if there is not so much keystream
   */
  boolean xorAhead(byte[] input, int inputAt, byte[] output, int outputAt, int length) {
    int from = next;
    if (length > limit - from) {
      return false;
    }
    next = from + length;
    xorArrays(from, input, inputAt, output, outputAt, length);
    return true;
  }

  /**
   * How many of so many bytes of keystream there are from {@code from} on. Several threads may have been in, at any point: so {@code next}
   * is read once, and what was found here is what is used. Behind the limit are zeros, and the key.
   */
  private int ahead(int from, int length) {
    return Math.max(0, Math.min(length, limit - from));
  }

  /** XORs with keystream that was made ahead, so much from {@code from} on, and is no longer there afterwards. */
  private void use(int from, int length, Bytes input, Bytes output, int at) {
    if (length == 0) {
      return;
    }
    next = from + length;
    if (input.isArray() && output.isArray()) {
      xorArrays(from, (byte[]) input.base, input.place + at, (byte[]) output.base, output.place + at, length);
    } else {
      for (int i = 0; i < length; i++) {
        output.put(at + i, (byte) (input.get(at + i) ^ ahead[from + i]));
      }
    }
  }

  private void xorArrays(int from, byte[] input, int inputAt, byte[] output, int outputAt, int length) {
    int i = 0;
    for (; i + Long.BYTES <= length; i += Long.BYTES) {
      LONG.set(output, outputAt + i, (long) LONG.get(input, inputAt + i) ^ (long) LONG.get(ahead, from + i));
    }
    for (; i < length; i++) {
      output[outputAt + i] = (byte) (input[inputAt + i] ^ ahead[from + i]);
    }
  }
}
