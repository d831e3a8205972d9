package org.polycha;

import java.lang.ref.Cleaner;
import java.util.function.LongConsumer;

/**
 * A context of the C library, which is wiped and freed once: by {@link #close}, or after its owner has become unreachable. Its owner lets
 * one thread at a time use it.
 */
final class Context {
  private static final Cleaner CLEANER = Cleaner.create();

  private final Cleaner.Cleanable cleanable;
  private final long handle;
  private boolean closed;

  /** {@code made}: the result of a ...New call; {@code free}: the ...Free of the same kind. */
  Context(Object owner, long made, LongConsumer free) {
    if (made == 0) {
      throw new OutOfMemoryError("polycha: no memory for a context");
    }
    handle = made;
    cleanable = CLEANER.register(owner, () -> free.accept(made));
  }

  long handle() {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    return handle;
  }

  void close() {
    closed = true;
    cleanable.clean();
  }
}
