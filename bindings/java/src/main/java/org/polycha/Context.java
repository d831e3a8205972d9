package org.polycha;

import java.lang.ref.Cleaner;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A context of the C library, which is wiped and freed once: by {@link #close}, or after its owner has become unreachable. Its owner lets
 * one thread at a time use it.
 */
final class Context {
  /** How often the collector is asked to free contexts that nobody uses any more, before it is an error that there is no room. */
  private static final int COLLECTIONS = 5;

  private static final Cleaner CLEANER = Cleaner.create();

  private final Cleaner.Cleanable cleanable;
  private final long handle;
  private boolean closed;

  /** {@code make}: a ...New of the library; {@code free}: the ...Free of the same kind. */
  Context(Object owner, LongSupplier make, LongConsumer free) {
    long made = make.getAsLong();
    for (int i = 0; made == 0 && i < COLLECTIONS; i++) {
      // The WebAssembly module has room for about a thousand, and the collector does not know that it is needed.
      System.gc();
      try {
        Thread.sleep(20L << i);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
      made = make.getAsLong();
    }
    if (made == 0) {
      throw new OutOfMemoryError("polycha: no memory for a context");
    }
    long address = made;
    handle = address;
    cleanable = CLEANER.register(owner, () -> free.accept(address));
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
