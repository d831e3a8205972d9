package org.polycha;

/**
 * A build of the library cannot be used here. The message says why and which system property helps; nothing has been
 * registered.
 */
public final class PolychaLoadException extends RuntimeException {
  private static final long serialVersionUID = 1;

  PolychaLoadException(String message, Throwable cause) {
    super(message, cause);
  }

  PolychaLoadException(String message) {
    super(message);
  }
}
