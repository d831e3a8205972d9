package org.polycha;

import java.nio.ByteBuffer;
import javax.crypto.AEADBadTagException;

/**
 * An authenticated cipher: {@link Polycha#aead} or {@link Polycha#xaead}. It has no state and may be used by any number of threads.
 *
 * <p>Opening is all or nothing: the tag is verified before the first byte of plaintext is written, and after an {@link
 * AEADBadTagException} the output is as it was. (The C library promises less: it may have written, and wipes.) If another thread changes the
 * ciphertext meanwhile, what is decrypted is what it has become.
 */
public final class Aead {
  private final Library library;
  private final int nonceBytes;

  Aead(Library library, int nonceBytes) {
    this.library = library;
    this.nonceBytes = nonceBytes;
  }

  /**
   * The length of a nonce.
   *
   * @return 12 or 24
   */
  public int nonceBytes() {
    return nonceBytes;
  }

  /**
   * Encrypts and authenticates.
   *
   * @param plaintext the message
   * @param aad what is authenticated but not encrypted; may be null
   * @param nonce {@link #nonceBytes} bytes, unique for this key
   * @param key 32 bytes
   * @return the ciphertext, with the tag of 16 bytes behind it
   */
  public byte[] seal(byte[] plaintext, byte[] aad, byte[] nonce, byte[] key) {
    byte[] sealed = new byte[Check.sealed(plaintext.length)];
    seal(Bytes.of(sealed), null, Bytes.of(plaintext), Bytes.ofNullable(aad), nonce, key);
    return sealed;
  }

  /**
   * Verifies and decrypts.
   *
   * @param sealed the ciphertext, with the tag behind it
   * @param aad what was authenticated with it; may be null
   * @param nonce {@link #nonceBytes} bytes
   * @param key 32 bytes
   * @return the message
   * @throws AEADBadTagException if the tag is wrong, or there are less than 16 bytes
   */
  public byte[] open(byte[] sealed, byte[] aad, byte[] nonce, byte[] key) throws AEADBadTagException {
    byte[] plaintext = new byte[opened(sealed.length, nonce, key)];
    open(Bytes.of(plaintext), null, Bytes.of(sealed), plaintext.length, Bytes.ofNullable(aad), nonce, key);
    return plaintext;
  }

  /**
   * Encrypts and authenticates a range.
   *
   * @param dst where the ciphertext and the tag go: {@code length + 16} bytes
   * @param dstOffset its first byte
   * @param src the message
   * @param srcOffset its first byte
   * @param length how many bytes
   * @param aad what is authenticated but not encrypted; may be null
   * @param nonce {@link #nonceBytes} bytes, unique for this key
   * @param key 32 bytes
   * @return the bytes written
   */
  public int seal(byte[] dst, int dstOffset, byte[] src, int srcOffset, int length, byte[] aad, byte[] nonce,
      byte[] key) {
    int written = Check.sealed(length);
    seal(Bytes.of(dst, dstOffset, written), null, Bytes.of(src, srcOffset, length), Bytes.ofNullable(aad), nonce, key);
    return written;
  }

  /**
   * Verifies and decrypts a range.
   *
   * @param dst where the message goes: {@code length - 16} bytes
   * @param dstOffset its first byte
   * @param src the ciphertext, with the tag behind it
   * @param srcOffset its first byte
   * @param length how many bytes, with the tag
   * @param aad what was authenticated with it; may be null
   * @param nonce {@link #nonceBytes} bytes
   * @param key 32 bytes
   * @return the bytes written
   * @throws AEADBadTagException if the tag is wrong, or there are less than 16 bytes
   */
  public int open(byte[] dst, int dstOffset, byte[] src, int srcOffset, int length, byte[] aad, byte[] nonce,
      byte[] key) throws AEADBadTagException {
    Bytes sealed = Bytes.of(src, srcOffset, length);
    int written = opened(length, nonce, key);
    open(Bytes.of(dst, dstOffset, written), null, sealed, written, Bytes.ofNullable(aad), nonce, key);
    return written;
  }

  /**
   * Encrypts and authenticates the remaining bytes of {@code src}.
   *
   * @param dst where the ciphertext and the tag go
   * @param src the message
   * @param aad what is authenticated but not encrypted; may be null
   * @param nonce {@link #nonceBytes} bytes, unique for this key
   * @param key 32 bytes
   * @return the bytes written
   */
  public int seal(ByteBuffer dst, ByteBuffer src, ByteBuffer aad, byte[] nonce, byte[] key) {
    return sealBuffer(dst, null, src, aad, nonce, key);
  }

  /**
   * Verifies and decrypts the remaining bytes of {@code src}.
   *
   * @param dst where the message goes
   * @param src the ciphertext, with the tag behind it
   * @param aad what was authenticated with it; may be null
   * @param nonce {@link #nonceBytes} bytes
   * @param key 32 bytes
   * @return the bytes written
   * @throws AEADBadTagException if the tag is wrong, or there are less than 16 bytes
   */
  public int open(ByteBuffer dst, ByteBuffer src, ByteBuffer aad, byte[] nonce, byte[] key)
      throws AEADBadTagException {
    return openBuffer(dst, null, src, aad, nonce, key);
  }

  /**
   * {@link #seal(byte[], int, byte[], int, int, byte[], byte[], byte[])} with the tag apart.
   *
   * @param dst where the ciphertext goes: {@code length} bytes
   * @param dstOffset its first byte
   * @param tag where the tag goes: 16 bytes, which none of the other arguments has
   * @param src the message
   * @param srcOffset its first byte
   * @param length how many bytes
   * @param aad what is authenticated but not encrypted; may be null
   * @param nonce {@link #nonceBytes} bytes, unique for this key
   * @param key 32 bytes
   */
  public void sealDetached(byte[] dst, int dstOffset, byte[] tag, byte[] src, int srcOffset, int length, byte[] aad,
      byte[] nonce, byte[] key) {
    Check.size("tag", tag, Check.TAG);
    seal(Bytes.of(dst, dstOffset, length), tag, Bytes.of(src, srcOffset, length), Bytes.ofNullable(aad), nonce,
        key);
  }

  /**
   * {@link #open(byte[], int, byte[], int, int, byte[], byte[], byte[])} with the tag apart.
   *
   * @param dst where the message goes: {@code length} bytes
   * @param dstOffset its first byte
   * @param tag the tag, 16 bytes
   * @param src the ciphertext
   * @param srcOffset its first byte
   * @param length how many bytes
   * @param aad what was authenticated with it; may be null
   * @param nonce {@link #nonceBytes} bytes
   * @param key 32 bytes
   * @throws AEADBadTagException if the tag is wrong
   */
  public void openDetached(byte[] dst, int dstOffset, byte[] tag, byte[] src, int srcOffset, int length, byte[] aad,
      byte[] nonce, byte[] key) throws AEADBadTagException {
    Check.size("tag", tag, Check.TAG);
    open(Bytes.of(dst, dstOffset, length), tag, Bytes.of(src, srcOffset, length), length, Bytes.ofNullable(aad), nonce,
        key);
  }

  /**
   * {@link #seal(ByteBuffer, ByteBuffer, ByteBuffer, byte[], byte[])} with the tag apart.
   *
   * @param dst where the ciphertext goes
   * @param tag where the tag goes: 16 bytes, which none of the other arguments has
   * @param src the message
   * @param aad what is authenticated but not encrypted; may be null
   * @param nonce {@link #nonceBytes} bytes, unique for this key
   * @param key 32 bytes
   */
  public void sealDetached(ByteBuffer dst, byte[] tag, ByteBuffer src, ByteBuffer aad, byte[] nonce, byte[] key) {
    Check.size("tag", tag, Check.TAG);
    sealBuffer(dst, tag, src, aad, nonce, key);
  }

  /**
   * {@link #open(ByteBuffer, ByteBuffer, ByteBuffer, byte[], byte[])} with the tag apart.
   *
   * @param dst where the message goes
   * @param tag the tag, 16 bytes
   * @param src the ciphertext
   * @param aad what was authenticated with it; may be null
   * @param nonce {@link #nonceBytes} bytes
   * @param key 32 bytes
   * @throws AEADBadTagException if the tag is wrong
   */
  public void openDetached(ByteBuffer dst, byte[] tag, ByteBuffer src, ByteBuffer aad, byte[] nonce, byte[] key)
      throws AEADBadTagException {
    Check.size("tag", tag, Check.TAG);
    openBuffer(dst, tag, src, aad, nonce, key);
  }

  /**
   * Verifies without decrypting: {@link #open(byte[], byte[], byte[], byte[])} without a result.
   *
   * @param sealed the ciphertext, with the tag behind it
   * @param aad what was authenticated with it; may be null
   * @param nonce {@link #nonceBytes} bytes
   * @param key 32 bytes
   * @throws AEADBadTagException if the tag is wrong, or there are less than 16 bytes
   */
  public void verify(byte[] sealed, byte[] aad, byte[] nonce, byte[] key) throws AEADBadTagException {
    verify(sealed, 0, sealed.length, aad, nonce, key);
  }

  /**
   * {@link #verify(byte[], byte[], byte[], byte[])} of a range.
   *
   * @param src the ciphertext, with the tag behind it
   * @param srcOffset its first byte
   * @param length how many bytes, with the tag
   * @param aad what was authenticated with it; may be null
   * @param nonce {@link #nonceBytes} bytes
   * @param key 32 bytes
   * @throws AEADBadTagException if the tag is wrong, or there are less than 16 bytes
   */
  public void verify(byte[] src, int srcOffset, int length, byte[] aad, byte[] nonce, byte[] key)
      throws AEADBadTagException {
    Bytes sealed = Bytes.of(src, srcOffset, length);
    open(Bytes.NONE, null, sealed, opened(length, nonce, key), Bytes.ofNullable(aad), nonce, key);
  }

  /**
   * {@link #verify(byte[], byte[], byte[], byte[])} of a buffer's remaining bytes.
   *
   * @param sealed the ciphertext, with the tag behind it
   * @param aad what was authenticated with it; may be null
   * @param nonce {@link #nonceBytes} bytes
   * @param key 32 bytes
   * @throws AEADBadTagException if the tag is wrong, or there are less than 16 bytes
   */
  public void verify(ByteBuffer sealed, ByteBuffer aad, byte[] nonce, byte[] key) throws AEADBadTagException {
    Bytes input = Bytes.input(sealed);
    open(Bytes.NONE, null, input, opened(input.length, nonce, key), Bytes.inputNullable(aad), nonce, key);
    consume(sealed, aad);
  }

  /**
   * Starts a message that comes in pieces and has one tag, at the end.
   *
   * @param nonce {@link #nonceBytes} bytes, unique for this key
   * @param key 32 bytes
   * @return the message
   */
  public AeadMessage message(byte[] nonce, byte[] key) {
    check(nonce, key);
    return new AeadMessage(library, nonce, key);
  }

  /** The length without the tag, once the nonce and the key have been found right. */
  private int opened(int length, byte[] nonce, byte[] key) throws AEADBadTagException {
    check(nonce, key);
    if (length < Check.TAG) {
      throw new AEADBadTagException("Input too short - need tag");
    }
    return length - Check.TAG;
  }

  private int sealBuffer(ByteBuffer dst, byte[] tag, ByteBuffer src, ByteBuffer aad, byte[] nonce, byte[] key) {
    int length = src.remaining();
    int written = tag == null ? Check.sealed(length) : length;
    Check.room(dst, src, written);
    Bytes output = Bytes.output(dst, written);
    Bytes input = Bytes.input(src, length);
    try {
      seal(output, tag, input, Bytes.inputNullable(aad), nonce, key);
    } finally {
      input.wipe();
    }
    finish(dst, output, written, src, aad);
    return written;
  }

  private int openBuffer(ByteBuffer dst, byte[] tag, ByteBuffer src, ByteBuffer aad, byte[] nonce, byte[] key)
      throws AEADBadTagException {
    int length = src.remaining();
    int written = tag == null ? opened(length, nonce, key) : length;
    Check.room(dst, src, written);
    Bytes output = Bytes.output(dst, written);
    open(output, tag, Bytes.input(src, length), written, Bytes.inputNullable(aad), nonce, key);
    finish(dst, output, written, src, aad);
    return written;
  }

  private static void finish(ByteBuffer dst, Bytes output, int written, ByteBuffer src, ByteBuffer aad) {
    output.deliver(dst, written);
    consume(src, aad);
  }

  private static void consume(ByteBuffer src, ByteBuffer aad) {
    src.position(src.limit());
    if (aad != null) {
      aad.position(aad.limit());
    }
  }

  private void check(byte[] nonce, byte[] key) {
    Check.size("nonce", nonce, nonceBytes);
    Check.key(key);
  }

  private void seal(Bytes dst, byte[] tag, Bytes src, Bytes aad, byte[] nonce, byte[] key) {
    check(nonce, key);
    Check.apart(dst, src);
    Check.apartFromAad(dst, aad);
    if (tag != null) {
      Check.apartFromTag(tag, dst, src, aad);
    }
    Status.check(library, library.seal(dst.base, dst.place, tag, src.base, src.place, src.length, aad.base, aad.place,
        aad.length, key, nonce, nonceBytes));
  }

  private void open(Bytes dst, byte[] tag, Bytes src, int length, Bytes aad, byte[] nonce, byte[] key)
      throws AEADBadTagException {
    check(nonce, key);
    Check.apart(dst, src);
    Check.apartFromAad(dst, aad);
    Status.checkTag(library, library.open(dst.base, dst.place, tag, src.base, src.place, length, aad.base, aad.place,
        aad.length, key, nonce, nonceBytes));
  }
}
