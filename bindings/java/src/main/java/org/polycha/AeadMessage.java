package org.polycha;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import javax.crypto.AEADBadTagException;

/**
 * A message that comes in pieces and has one tag, at the end: {@code polycha_aead_init} and its kin of the C library.
 *
 * <p>Order of calls: {@link #aad} any number of times; then {@link #encrypt(byte[])} any number of times and {@link #tag}, or {@link
 * #decrypt(byte[])} or {@link #authenticate(ByteBuffer)} any number of times and {@link #verify}. The first error stays: after it every call throws, and no tag
 * comes out of a message of which not every call succeeded. A call out of order is an {@link IllegalStateException}. One thread at a time
 * is let in.
 */
public final class AeadMessage implements AutoCloseable {
  private final Library library;
  private final Context context;

  AeadMessage(Library library, byte[] nonce, byte[] key) {
    this.library = library;
    this.context = new Context(this, library::aeadNew, library::aeadFree);
    Status.check(library, library.aeadInit(context.handle(), nonce, key));
  }

  /**
   * Authenticates the next bytes of the aad.
   *
   * @param aad the bytes
   */
  public void aad(byte[] aad) {
    aad(Bytes.of(aad));
  }

  /**
   * Authenticates the next bytes of the aad.
   *
   * @param aad the array
   * @param offset their first byte
   * @param length how many
   */
  public void aad(byte[] aad, int offset, int length) {
    aad(Bytes.of(aad, offset, length));
  }

  /**
   * Authenticates the remaining bytes of a buffer.
   *
   * @param aad the buffer
   */
  public void aad(ByteBuffer aad) {
    aad(Bytes.input(aad));
    aad.position(aad.limit());
  }

  private synchronized void aad(Bytes aad) {
    try {
      Status.check(library, library.aeadAad(context.handle(), aad.base, aad.place, aad.length));
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Encrypts the next bytes.
   *
   * @param plaintext the bytes
   * @return as many bytes of ciphertext
   */
  public byte[] encrypt(byte[] plaintext) {
    byte[] dst = new byte[plaintext.length];
    crypt(true, Bytes.of(dst), Bytes.of(plaintext));
    return dst;
  }

  /**
   * Encrypts the next bytes.
   *
   * @param dst where the ciphertext goes
   * @param dstOffset its first byte
   * @param src the plaintext
   * @param srcOffset its first byte
   * @param length how many bytes
   */
  public void encrypt(byte[] dst, int dstOffset, byte[] src, int srcOffset, int length) {
    crypt(true, Bytes.of(dst, dstOffset, length), Bytes.of(src, srcOffset, length));
  }

  /**
   * Encrypts the remaining bytes of {@code src}.
   *
   * @param dst where the ciphertext goes
   * @param src the plaintext
   */
  public void encrypt(ByteBuffer dst, ByteBuffer src) {
    cryptBuffer(true, dst, src);
  }

  /**
   * Decrypts the next bytes. <b>What it returns is not verified</b>: it must not be used before {@link #verify} has returned.
   *
   * @param ciphertext the bytes
   * @return as many bytes of plaintext
   */
  public byte[] decrypt(byte[] ciphertext) {
    byte[] dst = new byte[ciphertext.length];
    crypt(false, Bytes.of(dst), Bytes.of(ciphertext));
    return dst;
  }

  /**
   * Decrypts the next bytes. <b>What it writes is not verified</b>: it must not be used before {@link #verify} has returned.
   *
   * @param dst where the plaintext goes
   * @param dstOffset its first byte
   * @param src the ciphertext
   * @param srcOffset its first byte
   * @param length how many bytes
   */
  public void decrypt(byte[] dst, int dstOffset, byte[] src, int srcOffset, int length) {
    crypt(false, Bytes.of(dst, dstOffset, length), Bytes.of(src, srcOffset, length));
  }

  /**
   * Decrypts the remaining bytes of {@code src}. <b>What it writes is not verified</b>: it must not be used before {@link #verify} has
   * returned.
   *
   * @param dst where the plaintext goes
   * @param src the ciphertext
   */
  public void decrypt(ByteBuffer dst, ByteBuffer src) {
    cryptBuffer(false, dst, src);
  }

  /**
   * Takes in the next bytes of the ciphertext without decrypting them, for who wants to {@link #verify} only.
   *
   * @param src the ciphertext
   * @param srcOffset its first byte
   * @param length how many bytes
   */
  public void authenticate(byte[] src, int srcOffset, int length) {
    crypt(false, Bytes.NONE, Bytes.of(src, srcOffset, length));
  }

  /**
   * Takes in the remaining bytes of {@code src} without decrypting them, for who wants to {@link #verify} only.
   *
   * @param src the ciphertext
   */
  public void authenticate(ByteBuffer src) {
    crypt(false, Bytes.NONE, Bytes.input(src));
    src.position(src.limit());
  }

  private void cryptBuffer(boolean encrypt, ByteBuffer dst, ByteBuffer src) {
    int length = src.remaining();
    Check.room(dst, src, length);
    Bytes output = Bytes.output(dst, length);
    Bytes input = Bytes.input(src, length);
    try {
      crypt(encrypt, output, input);
    } finally {
      input.wipe();
    }
    output.deliver(dst, length);
    src.position(src.limit());
  }

  private synchronized void crypt(boolean encrypt, Bytes dst, Bytes src) {
    Check.apart(dst, src);
    try {
      long aead = context.handle();
      Status.check(library, encrypt
          ? library.aeadEncrypt(aead, dst.base, dst.place, src.base, src.place, src.length)
          : library.aeadDecrypt(aead, dst.base, dst.place, src.base, src.place, src.length));
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Ends a message that was encrypted.
   *
   * @return the tag, 16 bytes
   */
  public synchronized byte[] tag() {
    try {
      byte[] tag = new byte[Check.TAG];
      Status.check(library, library.aeadTag(context.handle(), tag));
      return tag;
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Ends a message that was decrypted.
   *
   * @param tag 16 bytes
   * @throws AEADBadTagException if the tag is wrong: throw all that was decrypted away
   */
  public synchronized void verify(byte[] tag) throws AEADBadTagException {
    Check.size("tag", tag, Check.TAG);
    try {
      Status.checkTag(library, library.aeadVerify(context.handle(), tag));
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Wipes the message's state. */
  @Override
  public synchronized void close() {
    context.close();
  }
}
