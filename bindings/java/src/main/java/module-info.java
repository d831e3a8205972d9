/**
 * ChaCha20, Poly1305 and ChaCha20-Poly1305 (RFC 8439), and XChaCha20-Poly1305.
 *
 * <p>{@link org.polycha.Polycha} is the API of the C library, {@link org.polycha.PolychaProvider} makes it available to
 * {@link javax.crypto.Cipher} and to TLS, and {@link org.polycha.jdk.Intrinsics} has the shapes of the JDK's own intrinsics.
 *
 * <p>For {@link org.polycha.Build#WASM} the Chicory runtime, and what it needs, has to be on the class path or, with {@code
 * --add-modules ALL-MODULE-PATH}, on the module path.
 */
module org.polycha {
  requires static runtime;
  requires static wasm;
  requires static compiler;

  exports org.polycha;
  exports org.polycha.jdk;

  provides java.security.Provider with
      org.polycha.PolychaProvider;
}
