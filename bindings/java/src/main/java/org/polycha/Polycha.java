package org.polycha;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.crypto.AEADBadTagException;

/**
 * The C library (core/polycha.h), for arrays and for buffers. An object stands for one {@link Build}; it has no state and may be
 * used by any number of threads.
 *
 * <pre>{@code
 * Aead aead = Polycha.of(Build.NATIVE).aead();
 * byte[] sealed = aead.seal(text, aad, nonce, key);
 * byte[] opened = aead.open(sealed, aad, nonce, key);
 * }</pre>
 *
 * <p>What holds for all methods of this package:
 *
 * <ul>
 *   <li>Offsets and lengths count bytes. An output either begins where its input does or shares no byte with any input; every other
 *       overlap that can be seen is an {@link IllegalArgumentException}, and so is a tag to be written that shares a byte with any other
 *       argument. Keys, nonces, and tags that are read, are copied before anything is written.
 *   <li>Everything is checked before the first byte is written: a call that throws has changed no output.
 *   <li>A buffer stands for its remaining bytes, from position to limit. A call that succeeds moves the positions of its inputs to
 *       their limits, and those of outputs by what was written; one that throws moves none. Heap buffers, slices, direct and read-only
 *       buffers (as inputs) do equally well; direct ones and arrays are not copied, but for the memory of a shared Arena of {@code
 *       java.lang.foreign}: another thread may close it at any time, which is an {@link IllegalStateException} then. One buffer
 *       cannot be the input and the output: to work in place, pass its {@link ByteBuffer#duplicate}.
 *   <li>A null argument is a {@link NullPointerException}, but for the additional authenticated data (aad), where null means none. A
 *       range outside of its array is an {@link IndexOutOfBoundsException}, an output buffer that is too short a {@link
 *       java.nio.BufferOverflowException}, a read-only output a {@link java.nio.ReadOnlyBufferException}, and a key, nonce or
 *       tag of the wrong size an {@link IllegalArgumentException}.
 * </ul>
 */
public final class Polycha {
  private final Build build;
  private final Library library;
  private final Aead aead;
  private final Aead xaead;

  private Polycha(Build build, Library library) {
    this.build = build;
    this.library = library;
    this.aead = new Aead(library, Check.NONCE);
    this.xaead = new Aead(library, Check.XNONCE);
  }

  /**
   * Returns a build, which is loaded if it is not yet.
   *
   * <p>The native and the portable build are looked for in the directory that the system property {@code org.polycha.library.path}
   * names; if it is not set, by {@link System#loadLibrary} and then in the jar, from which they are extracted to a new
   * directory in {@code org.polycha.tmpdir}, by default {@code java.io.tmpdir}.
   *
   * @param build which
   * @return it
   * @throws PolychaLoadException if it cannot be loaded, or the environment variable {@code POLYCHA_BACKEND} forces a backend
   *     that this CPU cannot run
   */
  public static Polycha of(Build build) {
    return new Polycha(Objects.requireNonNull(build, "build"), Libraries.of(build));
  }

  static Polycha of(Build build, Library library) {
    return new Polycha(build, library);
  }

  /**
   * ChaCha20-Poly1305 of RFC 8439 section 2.8, with nonces of 12 bytes. A nonce must never be used twice with one key.
   *
   * @return the construction
   */
  public Aead aead() {
    return aead;
  }

  /**
   * XChaCha20-Poly1305 of draft-irtf-cfrg-xchacha-03 section 2, with nonces of 24 bytes, which may be chosen at random.
   *
   * @return the construction
   */
  public Aead xaead() {
    return xaead;
  }

  /**
   * XORs bytes with the ChaCha20 keystream (RFC 8439 section 2.4). Unauthenticated: whoever can change the ciphertext changes
   * the plaintext.
   *
   * @param dst where the result goes
   * @param dstOffset its first byte
   * @param src the input
   * @param srcOffset its first byte
   * @param length how many bytes
   * @param nonce 12 bytes
   * @param counter the block at which the keystream starts, unsigned
   * @param key 32 bytes
   * @throws IllegalStateException if the counter would pass 2^32 - 1
   */
  public void chacha20Xor(byte[] dst, int dstOffset, byte[] src, int srcOffset, int length, byte[] nonce, int counter,
      byte[] key) {
    xor(Bytes.of(dst, dstOffset, length), Bytes.of(src, srcOffset, length), nonce, counter, key);
  }

  /**
   * {@link #chacha20Xor(byte[], int, byte[], int, int, byte[], int, byte[])} for the remaining bytes of {@code src}.
   *
   * @param dst where the result goes
   * @param src the input
   * @param nonce 12 bytes
   * @param counter the block at which the keystream starts, unsigned
   * @param key 32 bytes
   */
  public void chacha20Xor(ByteBuffer dst, ByteBuffer src, byte[] nonce, int counter, byte[] key) {
    int length = src.remaining();
    Check.room(dst, src, length);
    Bytes output = Bytes.output(dst, length);
    Bytes input = Bytes.input(src, length);
    try {
      xor(output, input, nonce, counter, key);
    } finally {
      input.wipe();
    }
    output.deliver(dst, length);
    src.position(src.limit());
  }

  private void xor(Bytes dst, Bytes src, byte[] nonce, int counter, byte[] key) {
    Check.size("nonce", nonce, Check.NONCE);
    Check.key(key);
    Check.apart(dst, src);
    Status.check(library,
        library.xor(dst.base, dst.place, src.base, src.place, src.length, key, nonce, counter));
  }

  /**
   * Starts a ChaCha stream at block 0.
   *
   * @param nonce 8 bytes (the original ChaCha, 64-bit counter), 12 (RFC 8439) or 24 (XChaCha)
   * @param rounds 8, 12 or 20
   * @param key 32 bytes
   * @return the stream
   */
  public ChaCha chacha(byte[] nonce, int rounds, byte[] key) {
    Check.key(key);
    return new ChaCha(library, nonce, rounds, key);
  }

  /**
   * HChaCha20 (draft-irtf-cfrg-xchacha-03 section 2.2).
   *
   * @param nonce 16 bytes
   * @param key 32 bytes
   * @return the subkey, 32 bytes
   */
  public byte[] hchacha20(byte[] nonce, byte[] key) {
    Check.size("nonce", nonce, 16);
    Check.key(key);
    byte[] subkey = new byte[Check.KEY];
    Status.check(library, library.hchacha20(subkey, nonce, key));
    return subkey;
  }

  /**
   * Poly1305 (RFC 8439 section 2.5). A one-time authenticator: a key must never authenticate two messages.
   *
   * @param message the message
   * @param key 32 bytes
   * @return the tag, 16 bytes
   */
  public byte[] poly1305(byte[] message, byte[] key) {
    return poly1305(Bytes.of(message), key);
  }

  /**
   * {@link #poly1305(byte[], byte[])} of a range.
   *
   * @param message the message
   * @param offset its first byte
   * @param length how many bytes
   * @param key 32 bytes
   * @return the tag, 16 bytes
   */
  public byte[] poly1305(byte[] message, int offset, int length, byte[] key) {
    return poly1305(Bytes.of(message, offset, length), key);
  }

  /**
   * {@link #poly1305(byte[], byte[])} of a buffer's remaining bytes.
   *
   * @param message the message
   * @param key 32 bytes
   * @return the tag, 16 bytes
   */
  public byte[] poly1305(ByteBuffer message, byte[] key) {
    Bytes input = Bytes.input(message);
    byte[] tag;
    try {
      tag = poly1305(input, key);
    } finally {
      input.wipe();
    }
    message.position(message.limit());
    return tag;
  }

  private byte[] poly1305(Bytes message, byte[] key) {
    Check.key(key);
    byte[] tag = new byte[Check.TAG];
    Status.check(library, library.poly1305(tag, message.base, message.place, message.length, key));
    return tag;
  }

  /**
   * Compares a tag with that of a message, in constant time.
   *
   * @param tag 16 bytes
   * @param message the message
   * @param key 32 bytes
   * @throws AEADBadTagException if it is another
   */
  public void poly1305Verify(byte[] tag, byte[] message, byte[] key) throws AEADBadTagException {
    poly1305Verify(tag, Bytes.of(message), key);
  }

  /**
   * {@link #poly1305Verify(byte[], byte[], byte[])} of a range.
   *
   * @param tag 16 bytes
   * @param message the message
   * @param offset its first byte
   * @param length how many bytes
   * @param key 32 bytes
   * @throws AEADBadTagException if it is another
   */
  public void poly1305Verify(byte[] tag, byte[] message, int offset, int length, byte[] key) throws AEADBadTagException {
    poly1305Verify(tag, Bytes.of(message, offset, length), key);
  }

  /**
   * {@link #poly1305Verify(byte[], byte[], byte[])} of a buffer's remaining bytes.
   *
   * @param tag 16 bytes
   * @param message the message
   * @param key 32 bytes
   * @throws AEADBadTagException if it is another
   */
  public void poly1305Verify(byte[] tag, ByteBuffer message, byte[] key) throws AEADBadTagException {
    Bytes input = Bytes.input(message);
    try {
      poly1305Verify(tag, input, key);
    } finally {
      input.wipe();
    }
    message.position(message.limit());
  }

  private void poly1305Verify(byte[] tag, Bytes message, byte[] key) throws AEADBadTagException {
    Check.size("tag", tag, Check.TAG);
    if (!java.security.MessageDigest.isEqual(tag, poly1305(message, key))) {
      throw new AEADBadTagException("Tag mismatch");
    }
  }

  /**
   * Starts a Poly1305 that takes its message in pieces.
   *
   * @param key 32 bytes, for this message alone
   * @return the authenticator
   */
  public Poly1305 poly1305(byte[] key) {
    Check.key(key);
    return new Poly1305(library, key);
  }

  /**
   * Writes whole blocks of ChaCha20 keystream: {@code polycha_jdk_chacha20_block} of the C library. {@link
   * org.polycha.jdk.Intrinsics} has the JDK's checks, and says how many a backend writes.
   *
   * @param state the 16 words of RFC 8439 section 2.3
   * @param keystream 1024 bytes
   * @return the bytes written, from the start of {@code keystream}
   */
  public int jdkChaCha20Block(int[] state, byte[] keystream) {
    if (state.length != 16 || keystream.length != 1024) {
      throw new IllegalArgumentException("state must be 16 words and keystream 1024 bytes, not " + state.length + " and "
          + keystream.length);
    }
    return (int) Status.check(library, library.jdkChacha20Block(state, keystream));
  }

  /**
   * Takes whole blocks into a Poly1305 accumulator: {@code polycha_jdk_poly1305_blocks} of the C library. {@link
   * org.polycha.jdk.Intrinsics} has the JDK's checks, and says what the limbs are.
   *
   * @param input the message
   * @param offset its first byte
   * @param length how many bytes, a multiple of 16
   * @param a the accumulator, five limbs, changed
   * @param r the clamped key, five limbs
   */
  public void jdkPoly1305Blocks(byte[] input, int offset, int length, long[] a, long[] r) {
    Objects.checkFromIndexSize(offset, length, input.length);
    if (a.length != 5 || r.length != 5) {
      throw new IllegalArgumentException("a and r must have 5 limbs, not " + a.length + " and " + r.length);
    }
    Status.check(library, library.jdkPoly1305Blocks(input, offset, length, a, r));
  }

  /**
   * Which build this is.
   *
   * @return the build
   */
  public Build build() {
    return build;
  }

  /**
   * The version of the library that runs.
   *
   * @return as in "0.1.0"
   */
  public String version() {
    return library.version();
  }

  /**
   * The backends that this CPU and operating system can run, best first.
   *
   * @return their names, as in "avx2"
   */
  public List<String> backends() {
    return usable(library);
  }

  /**
   * The backend that the next call will use.
   *
   * @return its name
   */
  public String backend() {
    return library.backend();
  }

  /**
   * Forces a backend, for the whole process and this build.
   *
   * @param name one of {@link #backends}, or null for the automatic choice
   * @throws IllegalArgumentException if it is unknown or cannot be run; the choice is as it was
   */
  public void useBackend(String name) {
    if (library.backendUse(name) < 0) {
      throw new IllegalArgumentException("no backend '" + name + "' here; there are: " + usable(library));
    }
  }

  Library library() {
    return library;
  }

  static List<String> usable(Library library) {
    List<String> names = new ArrayList<>();
    for (long i = 0; i < library.backendCount(); i++) {
      if (library.backendUsable(i) == 1) {
        names.add(library.backendName(i));
      }
    }
    return names;
  }
}
