package org.polycha;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A JCE provider, "Polycha", of ChaCha20 (RFC 8439) with the names, parameters, exceptions and rules of the JDK's own, and of
 * XChaCha20-Poly1305 and Poly1305, which the JDK does not have.
 *
 * <table>
 *   <caption>Services</caption>
 *   <tr><th>type</th><th>algorithm</th><th>parameters</th></tr>
 *   <tr><td>Cipher</td><td>ChaCha20</td><td>{@link javax.crypto.spec.ChaCha20ParameterSpec}</td></tr>
 *   <tr><td>Cipher</td><td>ChaCha20-Poly1305, 1.2.840.113549.1.9.16.3.18</td><td>{@link javax.crypto.spec.IvParameterSpec}, 12
 *       bytes</td></tr>
 *   <tr><td>Cipher</td><td>XChaCha20-Poly1305</td><td>{@link javax.crypto.spec.IvParameterSpec}, 24 bytes</td></tr>
 *   <tr><td>AlgorithmParameters</td><td>ChaCha20-Poly1305, XChaCha20-Poly1305</td><td>the nonce</td></tr>
 *   <tr><td>KeyGenerator</td><td>ChaCha20</td><td>256 bits</td></tr>
 *   <tr><td>Mac</td><td>Poly1305</td><td>a key of 32 bytes, for one message</td></tr>
 * </table>
 *
 * <p>The rules are those of JDK 25, whatever the JDK: a decryption may be repeated without another init. Where it differs from the
 * JDK's provider, it does so on purpose: an encryption is over after any kind of doFinal, also of ByteBuffers, and a decryption begins
 * anew; aad may be a slice of a buffer, and is refused after ciphertext in a buffer as after ciphertext in an array; a cipher that is
 * used again keeps nothing of the message before; a {@link javax.crypto.ShortBufferException} changes nothing, so that the call may be
 * repeated with more room; a call that throws moves the position of no buffer; overlapping arrays give the right bytes; the end of the
 * block counter is noticed before anything is written. A decryption that fails leaves its output untouched, as the JDK's does.
 *
 * <p>Put it before the JDK's to have TLS use it: {@code Security.insertProviderAt(new PolychaProvider(), 1)}, or {@code
 * security.provider.1=org.polycha.PolychaProvider} in the file java.security.
 */
public final class PolychaProvider extends Provider {
  private static final long serialVersionUID = 1;

  /** The name to give to {@link javax.crypto.Cipher#getInstance(String, String)}. */
  public static final String NAME = "Polycha";

  private static final String OID = "1.2.840.113549.1.9.16.3.18";

  private final transient Library library;

  /** What is written of a provider; the rest is made anew. */
  private final Build build;

  /**
   * The native build's provider.
   *
   * @throws PolychaLoadException if it cannot be loaded
   */
  public PolychaProvider() {
    this(Build.NATIVE);
  }

  /**
   * A build's provider.
   *
   * @param build which
   * @throws PolychaLoadException if it cannot be loaded
   */
  public PolychaProvider(Build build) {
    this(build, Libraries.of(build));
  }

  PolychaProvider(Build build, Library library) {
    super(NAME, Loader.VERSION, "ChaCha20, Poly1305 and ChaCha20-Poly1305 by polycha, " + library.build() + " build");
    this.library = library;
    this.build = build;
    Map<String, String> rawKeys = Map.of("SupportedKeyFormats", "RAW");
    List<String> oid = List.of(OID, "OID." + OID);
    add("Cipher", "ChaCha20", List.of(), rawKeys, ChaCha20Cipher.class, () -> new ChaCha20Cipher(this));
    add("Cipher", "ChaCha20-Poly1305", oid, rawKeys, AeadCipher.class, () -> new AeadCipher(this, "ChaCha20-Poly1305", Check.NONCE));
    add("Cipher", "XChaCha20-Poly1305", List.of(), rawKeys, AeadCipher.class,
        () -> new AeadCipher(this, "XChaCha20-Poly1305", Check.XNONCE));
    add("AlgorithmParameters", "ChaCha20-Poly1305", oid, Map.of(), NonceParameters.class, () -> new NonceParameters(Check.NONCE));
    add("AlgorithmParameters", "XChaCha20-Poly1305", List.of(), Map.of(), NonceParameters.class, () -> new NonceParameters(Check.XNONCE));
    add("KeyGenerator", "ChaCha20", List.of(), Map.of(), ChaCha20KeyGenerator.class, ChaCha20KeyGenerator::new);
    add("Mac", "Poly1305", List.of(), rawKeys, Poly1305Mac.class, () -> new Poly1305Mac(library));
  }

  /**
   * The provider of the build that the configuration names: {@code security.provider.1=org.polycha.PolychaProvider portable} in
   * the file java.security.
   *
   * @param build "native", "portable" or "wasm"
   * @return that build's provider
   * @throws IllegalArgumentException if there is no such build
   * @throws PolychaLoadException if it cannot be loaded
   */
  @Override
  public Provider configure(String build) {
    for (Build known : Build.values()) {
      if (known.name().equals(build.toUpperCase(Locale.ROOT))) {
        return new PolychaProvider(known);
      }
    }
    throw new IllegalArgumentException("There is no build \"" + build + "\", only native, portable and wasm");
  }

  /**
   * The services are functions, and their library cannot be written.
   *
   * @return a provider of the same build
   */
  private Object readResolve() {
    return new PolychaProvider(build);
  }

  Library library() {
    return library;
  }

  private <T> void add(String type, String algorithm, List<String> aliases, Map<String, String> attributes, Class<T> made,
      Supplier<T> make) {
    putService(new Service(this, type, algorithm, made.getName(), aliases, attributes) {
      @Override
      public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
        if (parameter != null) {
          throw new NoSuchAlgorithmException(type + " takes no constructor parameter");
        }
        return make.get();
      }
    });
  }
}
