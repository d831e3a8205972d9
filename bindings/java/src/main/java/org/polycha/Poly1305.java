package org.polycha;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/**
 * A Poly1305 that takes its message in pieces: {@code polycha_poly1305_init} and its kin of the C library. One thread at a time is
 * let in.
 */
public final class Poly1305 implements AutoCloseable {
  private final Library library;
  private final Context context;

  Poly1305(Library library, byte[] key) {
    this.library = library;
    this.context = new Context(this, library::poly1305New, library::poly1305Free);
    Status.check(library, library.poly1305Init(context.handle(), key));
  }

  /**
   * Takes in the next bytes of the message.
   *
   * @param message the array
   * @param offset their first byte
   * @param length how many
   */
  public void update(byte[] message, int offset, int length) {
    update(Bytes.of(message, offset, length));
  }

  /**
   * Takes in the next bytes of the message.
   *
   * @param message the bytes
   */
  public void update(byte[] message) {
    update(Bytes.of(message));
  }

  /**
   * Takes in the remaining bytes of a buffer.
   *
   * @param message the buffer
   */
  public void update(ByteBuffer message) {
    Bytes input = Bytes.input(message);
    try {
      update(input);
    } finally {
      input.wipe();
    }
    message.position(message.limit());
  }

  private synchronized void update(Bytes message) {
    try {
      Status.check(library,
          library.poly1305Update(context.handle(), message.base, message.place, message.length));
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Ends the message. Any other method but {@link #close} throws an {@link IllegalStateException} from then on.
   *
   * @return the tag, 16 bytes
   */
  public synchronized byte[] tag() {
    try {
      byte[] tag = new byte[Check.TAG];
      Status.check(library, library.poly1305Final(context.handle(), tag));
      return tag;
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Wipes the key. */
  @Override
  public synchronized void close() {
    context.close();
  }
}
