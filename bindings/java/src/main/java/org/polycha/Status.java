package org.polycha;

import java.security.ProviderException;
import javax.crypto.AEADBadTagException;

/** The statuses of polycha.h, shim.h and bytes.h, and the exceptions that they become. */
final class Status {
  static final int OK = 0;
  static final int TAG = -1;
  static final int LENGTH = -2;
  static final int ARGUMENT = -3;
  static final int STATE = -4;
  static final int COUNTER = -5;
  static final int BACKEND = -6;
  static final int KEY = -32;
  static final int NONCE = -33;
  static final int ROUNDS = -36;
  static final int BUSY = -37;
  static final int MEMORY = -64;

  private Status() {}

  /** Returns the result of a call unless it is an error. */
  static long check(Library library, long result) {
    if (result < 0) {
      throw failure(library, (int) result);
    }
    return result;
  }

  /** {@link #check} for calls that can also say that a tag is wrong. */
  static long checkTag(Library library, long result) throws AEADBadTagException {
    if (result == TAG) {
      throw new AEADBadTagException("Tag mismatch");
    }
    return check(library, result);
  }

  /** {@link #check} for a JCE provider: what is left here as an error, no argument of the user's can cause. */
  static void checkProvider(Library library, long result) {
    if (result < 0) {
      RuntimeException failure = failure(library, (int) result);
      throw new ProviderException(failure.getMessage(), failure);
    }
  }

  private static RuntimeException failure(Library library, int status) {
    if (status == MEMORY) {
      throw new OutOfMemoryError("polycha: no memory for a context or an array");
    }
    String message = library.strerror(status);
    switch (status) {
      case STATE:
      case COUNTER:
      case BACKEND:
      case BUSY:
        return new IllegalStateException(message);
      default:
        return new IllegalArgumentException(message);
    }
  }
}
