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
      long used = made - (limit - next);
      first = (int) Math.max(STEP, Math.min(FIRST_MAX, (used + STEP - 1) & -STEP));
    }
    Arrays.fill(ahead, 0, limit, (byte) 0);
    next = 0;
    limit = 0;
    made = 0;
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
    int kept = Math.min(length, limit - next);
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
    use(input, output, 0, kept);
    for (int done = kept + direct; done < length; ) {
      long status = refill();
      if (status < 0) {
        return status;
      }
      int piece = Math.min(length - done, limit);
      use(input, output, done, piece);
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
    long status = library.keystream(ahead, length, counter);
    if (status >= 0) {
      advance(length);
      if (length < limit) {
        Arrays.fill(ahead, length, limit, (byte) 0);
      }
      next = 0;
      limit = length;
      made += length;
    }
    return status;
  }

  /** Whether so many bytes can be had without the library. */
  boolean has(int length) {
    return length <= limit - next;
  }

  /** {@link #xor} of bytes that it {@link #has}, in arrays that are apart, the same, or the output before the input. */
  void use(byte[] input, int inputAt, byte[] output, int outputAt, int length) {
    xorArrays(input, inputAt, output, outputAt, length);
    next += length;
  }

  /** XORs with keystream that was made ahead. */
  private void use(Bytes input, Bytes output, int at, int length) {
    if (length == 0) {
      return;
    }
    if (input.isArray() && output.isArray()) {
      xorArrays((byte[]) input.base, input.place + at, (byte[]) output.base, output.place + at, length);
    } else {
      for (int i = 0; i < length; i++) {
        output.put(at + i, (byte) (input.get(at + i) ^ ahead[next + i]));
      }
    }
    next += length;
  }

  private void xorArrays(byte[] input, int inputAt, byte[] output, int outputAt, int length) {
    int i = 0;
    for (; i + Long.BYTES <= length; i += Long.BYTES) {
      LONG.set(output, outputAt + i, (long) LONG.get(input, inputAt + i) ^ (long) LONG.get(ahead, next + i));
    }
    for (; i < length; i++) {
      output[outputAt + i] = (byte) (input[inputAt + i] ^ ahead[next + i]);
    }
  }
}
