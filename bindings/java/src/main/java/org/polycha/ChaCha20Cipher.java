package org.polycha;

import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.ChaCha20ParameterSpec;

/** Cipher "ChaCha20": RFC 8439 section 2.4. */
final class ChaCha20Cipher extends ChaChaCipher {
  private final KeyStream stream;

  /** The counter of the init to come, and then of the last one. */
  private int counter;

  ChaCha20Cipher(PolychaProvider provider) {
    super(provider, Check.NONCE, 0);
    this.stream = new KeyStream(library);
  }

  @Override
  byte[] nonceOf(AlgorithmParameterSpec specification) throws InvalidAlgorithmParameterException {
    if (!(specification instanceof ChaCha20ParameterSpec)) {
      throw new InvalidAlgorithmParameterException("ChaCha20 algorithm requires ChaCha20ParameterSpec");
    }
    ChaCha20ParameterSpec chacha = (ChaCha20ParameterSpec) specification;
    counter = chacha.getCounter();
    return chacha.getNonce();
  }

  @Override
  byte[] nonceOf(AlgorithmParameters parameters) throws InvalidAlgorithmParameterException {
    throw new InvalidAlgorithmParameterException("AlgorithmParameters not supported");
  }

  @Override
  void useRandomNonce() {
    counter = 1;
  }

  @Override
  protected AlgorithmParameters engineGetParameters() {
    return null;
  }

  @Override
  void begin() {
    stream.start(keyed, counter);
  }

  @Override
  int outputSize(int inputLength, boolean last) {
    return inputLength;
  }

  @Override
  long process(Bytes input, Bytes output, boolean last) {
    return stream.xor(input, output, last);
  }

  /** Short pieces, without what would cost more than their work. */
  @Override
  protected int engineUpdate(byte[] input, int offset, int length, byte[] output, int outputOffset)
      throws ShortBufferException {
    if (ready && output != null && length <= output.length - outputOffset
        && (input != output || outputOffset <= offset || outputOffset >= offset + length)
        && stream.xorAhead(input, offset, output, outputOffset, length)) {
      return length;
    }
    return super.engineUpdate(input, offset, length, output, outputOffset);
  }

  @Override
  protected void engineUpdateAAD(byte[] source, int offset, int length) {
    throw noAad();
  }

  @Override
  protected void engineUpdateAAD(java.nio.ByteBuffer source) {
    throw noAad();
  }

  private static IllegalStateException noAad() {
    return new IllegalStateException("Cipher is running in non-AEAD mode");
  }
}
