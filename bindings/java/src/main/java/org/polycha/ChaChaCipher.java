package org.polycha;

import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.NoSuchAlgorithmException;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.ShortBufferException;

/**
 * What the stream cipher and the AEAD have in common: SunJCE's rules for keys, nonces and their re-use, the forms in which data
 * comes, and room for the output. A subclass sees ranges that are apart or the same, with room enough.
 *
 * <p>A call that throws because of its arguments changes nothing. A cipher is not meant for several threads. Those that enter all the
 * same get wrong results, which may be what they have put in; but they never get the key, and harm no memory: what is passed to the library
 * are arrays with ranges that have been checked on these very arrays, or contexts, which refuse a second caller (shim.h). So a field
 * that such a range is made of is read once.
 */
abstract class ChaChaCipher extends CipherSpi {
  final PolychaProvider provider;
  final Library library;
  final int nonceBytes;

  /** Key and nonce, one behind the other, and room, of the last init that succeeded. Null before the first. */
  byte[] keyed;

  /** The array of the init before, for the next one. */
  private byte[] spare;

  boolean encrypting;

  /** False before the first init and after an encryption: a key and a nonce are for one message. */
  boolean ready;

  private final int room;

  /** {@code room}: bytes that the subclass wants behind key and nonce. */
  ChaChaCipher(PolychaProvider provider, int nonceBytes, int room) {
    this.room = room;
    this.provider = provider;
    this.library = provider.library();
    this.nonceBytes = nonceBytes;
  }

  /** The nonce in a specification, whose other fields are kept. */
  abstract byte[] nonceOf(AlgorithmParameterSpec specification) throws InvalidAlgorithmParameterException;

  abstract byte[] nonceOf(AlgorithmParameters parameters) throws InvalidAlgorithmParameterException;

  /** Makes a nonce that nothing but this init knows of. */
  abstract void useRandomNonce();

  /** Goes to the state after init. */
  abstract void begin();

  /** The most bytes that {@link #process} writes, and exactly as many as it does when all is well. */
  abstract int outputSize(int inputLength, boolean last);

  /**
   * Encrypts or decrypts.
   *
   * @return the bytes written, or {@link Status#ARGUMENT} with nothing changed if direct buffers overlap
   */
  abstract long process(Bytes input, Bytes output, boolean last) throws AEADBadTagException;

  @Override
  protected void engineSetMode(String mode) throws NoSuchAlgorithmException {
    if (!mode.equalsIgnoreCase("None")) {
      throw new NoSuchAlgorithmException("Mode must be None");
    }
  }

  @Override
  protected void engineSetPadding(String padding) throws NoSuchPaddingException {
    if (!padding.equalsIgnoreCase("NoPadding")) {
      throw new NoSuchPaddingException("Padding must be NoPadding");
    }
  }

  @Override
  protected int engineGetBlockSize() {
    return 0;
  }

  @Override
  protected int engineGetOutputSize(int inputLength) {
    return outputSize(inputLength, true);
  }

  @Override
  protected byte[] engineGetIV() {
    return keyed == null ? null : Arrays.copyOfRange(keyed, Check.KEY, Check.KEY + nonceBytes);
  }

  @Override
  protected int engineGetKeySize(Key key) throws InvalidKeyException {
    byte[] encoded = encoded(key);
    Arrays.fill(encoded, (byte) 0);
    return 8 * encoded.length;
  }

  static byte[] randomNonce(SecureRandom random, int size) {
    byte[] nonce = new byte[size];
    (random != null ? random : new SecureRandom()).nextBytes(nonce);
    return nonce;
  }

  @Override
  protected void engineInit(int mode, Key key, SecureRandom random) throws InvalidKeyException {
    if (mode == Cipher.DECRYPT_MODE) {
      throw new InvalidKeyException("DECRYPT_MODE needs the nonce of the encryption as a parameter");
    }
    byte[] nonce = randomNonce(random, nonceBytes);
    init(mode, key, nonce);
    useRandomNonce();
    begin();
  }

  @Override
  protected void engineInit(int mode, Key key, AlgorithmParameterSpec specification, SecureRandom random)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    if (specification == null) {
      engineInit(mode, key, random);
      return;
    }
    init(mode, key, nonceOf(specification));
    begin();
  }

  @Override
  protected void engineInit(int mode, Key key, AlgorithmParameters parameters, SecureRandom random)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    if (parameters == null) {
      engineInit(mode, key, random);
      return;
    }
    init(mode, key, nonceOf(parameters));
    begin();
  }

  private void init(int mode, Key key, byte[] nonce) throws InvalidKeyException {
    if (mode != Cipher.ENCRYPT_MODE && mode != Cipher.DECRYPT_MODE) {
      throw new UnsupportedOperationException("WRAP_MODE and UNWRAP_MODE are not supported");
    }
    byte[] encoded = encoded(key);
    byte[] next = spare != null ? spare : new byte[Check.KEY + nonceBytes + room];
    spare = null;
    System.arraycopy(encoded, 0, next, 0, Check.KEY);
    System.arraycopy(nonce, 0, next, Check.KEY, nonceBytes);
    Arrays.fill(encoded, (byte) 0);
    boolean again = mode == Cipher.ENCRYPT_MODE && keyed != null && sameKeyAndNonce(next, keyed);
    spare = again ? next : keyed;
    if (spare != null) {
      Arrays.fill(spare, (byte) 0);
    }
    if (again) {
      throw new InvalidKeyException("Matching key and nonce from previous initialization");
    }
    keyed = next;
    encrypting = mode == Cipher.ENCRYPT_MODE;
    ready = true;
  }

  /** The nonce first, which is no secret, and seldom the same; the key in constant time. */
  private boolean sameKeyAndNonce(byte[] a, byte[] b) {
    int end = Check.KEY + nonceBytes;
    if (!Arrays.equals(a, Check.KEY, end, b, Check.KEY, end)) {
      return false;
    }
    int different = 0;
    for (int i = 0; i < Check.KEY; i++) {
      different |= a[i] ^ b[i];
    }
    return different == 0;
  }

  /** The 32 bytes of a key, in an array that the caller wipes. */
  static byte[] encoded(Key key) throws InvalidKeyException {
    if (!"RAW".equals(key.getFormat())) {
      throw new InvalidKeyException("Key encoding format must be RAW");
    }
    byte[] encoded = key.getEncoded();
    if (encoded == null || encoded.length != Check.KEY) {
      if (encoded != null) {
        Arrays.fill(encoded, (byte) 0);
      }
      throw new InvalidKeyException("Key length must be 256 bits");
    }
    return encoded;
  }

  void requireReady() {
    if (!ready) {
      throw new IllegalStateException("Must use either a different key or iv.");
    }
  }

  @Override
  protected byte[] engineUpdate(byte[] input, int offset, int length) {
    try {
      return toNewArray(bytes(input, offset, length), false);
    } catch (AEADBadTagException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected int engineUpdate(byte[] input, int offset, int length, byte[] output, int outputOffset)
      throws ShortBufferException {
    try {
      return toArray(bytes(input, offset, length), output, outputOffset, false);
    } catch (AEADBadTagException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected int engineUpdate(ByteBuffer input, ByteBuffer output) throws ShortBufferException {
    try {
      return input.hasRemaining() ? toBuffer(input, output, false) : 0;
    } catch (AEADBadTagException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected byte[] engineDoFinal(byte[] input, int offset, int length) throws AEADBadTagException {
    return toNewArray(bytes(input, offset, length), true);
  }

  @Override
  protected int engineDoFinal(byte[] input, int offset, int length, byte[] output, int outputOffset)
      throws ShortBufferException, AEADBadTagException {
    return toArray(bytes(input, offset, length), output, outputOffset, true);
  }

  @Override
  protected int engineDoFinal(ByteBuffer input, ByteBuffer output) throws ShortBufferException, AEADBadTagException {
    return toBuffer(input, output, true);
  }

  private static Bytes bytes(byte[] input, int offset, int length) {
    return input == null ? Bytes.EMPTY : Bytes.of(input, offset, length);
  }

  private byte[] toNewArray(Bytes input, boolean last) throws AEADBadTagException {
    requireReady();
    byte[] output = new byte[outputSize(input.length, last)];
    run(input, Bytes.of(output), last);
    return output;
  }

  private int toArray(Bytes input, byte[] output, int offset, boolean last)
      throws ShortBufferException, AEADBadTagException {
    int size = requireRoom(input.length, output, offset, last);
    return run(input, size == 0 ? Bytes.EMPTY : Bytes.at(output, offset, size), last);
  }

  /**
   * Throws, in the JDK's order, if the cipher is not ready or the array is too short.
   *
   * @return what is going to be written
   */
  int requireRoom(int inputLength, byte[] output, int offset, boolean last) throws ShortBufferException {
    requireReady();
    int size = outputSize(inputLength, last);
    requireRoom(output == null ? -1 : output.length - offset, size);
    return size;
  }

  static void requireRoom(int room, int size) throws ShortBufferException {
    if (size > room) {
      throw new ShortBufferException("Need at least " + size + " bytes of space in output buffer");
    }
  }

  private int toBuffer(ByteBuffer input, ByteBuffer output, boolean last)
      throws ShortBufferException, AEADBadTagException {
    int length = input.remaining();
    int size = outputSize(length, last);
    requireRoom(output.remaining(), size);
    requireReady();
    Bytes to = Bytes.output(output, size);
    Bytes from = Bytes.input(input, length);
    int written;
    try {
      written = run(from, to, last);
    } finally {
      from.wipe();
    }
    to.deliver(output, written);
    input.position(input.limit());
    return written;
  }

  private int run(Bytes input, Bytes output, boolean last) throws AEADBadTagException {
    long written = output.overlaps(input) ? Status.ARGUMENT : process(input, output, last);
    if (written == Status.ARGUMENT) {
      Bytes copy = input.copy();
      try {
        written = process(copy, output, last);
      } finally {
        copy.wipe();
      }
    }
    Status.checkProvider(library, written);
    if (last) {
      end();
    }
    return (int) written;
  }

  /** After an encryption nothing may follow; a decryption may be repeated with the same key and nonce. */
  final void end() {
    ready = !encrypting;
    begin();
  }

  @Override
  protected byte[] engineWrap(Key key) {
    throw new UnsupportedOperationException("Wrap operations are not supported");
  }

  @Override
  protected Key engineUnwrap(byte[] wrapped, String algorithm, int type) {
    throw new UnsupportedOperationException("Unwrap operations are not supported");
  }

  /** A limit of the cipher, as SunJCE reports it. */
  static ProviderException exhausted() {
    return new ProviderException(
        new java.security.KeyException("Counter exhausted.  Reinitialize with new key and/or nonce"));
  }
}
