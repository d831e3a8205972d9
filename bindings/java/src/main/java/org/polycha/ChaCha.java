package org.polycha;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/**
 * A ChaCha stream that can be fed in pieces and moved: {@code polycha_chacha_init} and its kin of the C library. Unauthenticated.
 *
 * <p>One thread at a time is let in. {@link #close} wipes the key; a stream that is forgotten is wiped some time after it has become
 * unreachable.
 */
public final class ChaCha implements AutoCloseable {
  private final Library library;
  private final Context context;

  ChaCha(Library library, byte[] nonce, int rounds, byte[] key) {
    if (nonce.length != 8 && nonce.length != Check.NONCE && nonce.length != Check.XNONCE) {
      throw new IllegalArgumentException("nonce must be 8, 12 or 24 bytes, not " + nonce.length);
    }
    if (rounds != 8 && rounds != 12 && rounds != 20) {
      throw new IllegalArgumentException("rounds must be 8, 12 or 20, not " + rounds);
    }
    this.library = library;
    this.context = new Context(this, library::chachaNew, library::chachaFree);
    Status.check(library, library.chachaInit(context.handle(), nonce, rounds, key));
  }

  /**
   * XORs the next bytes of the stream. However a message is cut, the bytes are the same.
   *
   * @param dst where the result goes
   * @param dstOffset its first byte
   * @param src the input
   * @param srcOffset its first byte
   * @param length how many bytes
   * @throws IllegalStateException if the stream is shorter than that
   */
  public void update(byte[] dst, int dstOffset, byte[] src, int srcOffset, int length) {
    update(Bytes.of(dst, dstOffset, length), Bytes.of(src, srcOffset, length));
  }

  /**
   * XORs the next bytes of the stream.
   *
   * @param src the input
   * @return the result
   */
  public byte[] update(byte[] src) {
    byte[] dst = new byte[src.length];
    update(Bytes.of(dst), Bytes.of(src));
    return dst;
  }

  /**
   * XORs the remaining bytes of {@code src}.
   *
   * @param dst where the result goes
   * @param src the input
   */
  public void update(ByteBuffer dst, ByteBuffer src) {
    int length = src.remaining();
    Check.room(dst, src, length);
    Bytes output = Bytes.output(dst, length);
    Bytes input = Bytes.input(src, length);
    try {
      update(output, input);
    } finally {
      input.wipe();
    }
    output.deliver(dst, length);
    src.position(src.limit());
  }

  private synchronized void update(Bytes dst, Bytes src) {
    Check.apart(dst, src);
    try {
      Status.check(library,
          library.chachaUpdate(context.handle(), dst.base, dst.place, src.base, src.place, src.length));
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Moves the stream to byte {@code 64 * block + offset}.
   *
   * @param block the block, unsigned
   * @param offset the byte in it, 0 to 63
   * @throws IllegalStateException if that is past the end
   */
  public synchronized void seek(long block, int offset) {
    if (offset < 0 || offset > 63) {
      throw new IllegalArgumentException("offset must be 0 to 63, not " + offset);
    }
    try {
      Status.check(library, library.chachaSeek(context.handle(), block, offset));
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Wipes the stream. Any other method throws an {@link IllegalStateException} from then on. */
  @Override
  public synchronized void close() {
    context.close();
  }
}
