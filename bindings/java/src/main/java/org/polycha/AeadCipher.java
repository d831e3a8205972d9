package org.polycha;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.NoSuchAlgorithmException;
import java.security.ProviderException;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.InvalidParameterSpecException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.IvParameterSpec;

/**
 * Cipher "ChaCha20-Poly1305" (RFC 8439 section 2.8) and "XChaCha20-Poly1305".
 *
 * <p>A message that comes in one doFinal is one call of the library. Otherwise encryption goes through a context, as its output is
 * due at once, and decryption keeps the ciphertext until the tag is there. Long aad goes to a context as it comes, in either
 * direction.
 */
final class AeadCipher extends ChaChaCipher {
  /** More aad than this is not kept. */
  private static final int AAD_KEPT = 64 * 1024;

  /** A longer array for held ciphertext is not kept for the next message. */
  private static final int HELD_KEPT = 64 * 1024;

  private final String algorithm;

  /** Aad that is longer than what there is room for behind the key and the nonce, where it stands otherwise. */
  private byte[] aad = new byte[0];

  private int aadLength;
  private boolean aadDone;

  /** What has been decrypted so far, as ciphertext. */
  private byte[] held = new byte[0];
  private int heldLength;

  /** Made when it is first needed, and then used for every message. */
  private Context context;

  /** The context has taken in the aad, and what was encrypted so far. */
  private boolean streaming;

  AeadCipher(PolychaProvider provider, String algorithm, int nonceBytes) {
    super(provider, nonceBytes, Library.AAD_BEHIND);
    this.algorithm = algorithm;
  }

  @Override
  byte[] nonceOf(AlgorithmParameterSpec specification) throws InvalidAlgorithmParameterException {
    if (!(specification instanceof IvParameterSpec)) {
      throw new InvalidAlgorithmParameterException(algorithm + " requires IvParameterSpec");
    }
    byte[] nonce = ((IvParameterSpec) specification).getIV();
    if (nonce.length != nonceBytes) {
      throw new InvalidAlgorithmParameterException(algorithm + " nonce must be " + nonceBytes + " bytes in length");
    }
    return nonce;
  }

  @Override
  byte[] nonceOf(AlgorithmParameters parameters) throws InvalidAlgorithmParameterException {
    if (!parameters.getAlgorithm().equalsIgnoreCase(algorithm)) {
      throw new InvalidAlgorithmParameterException("Invalid parameter type: " + parameters.getAlgorithm());
    }
    try {
      return nonceOf(parameters.getParameterSpec(IvParameterSpec.class));
    } catch (InvalidParameterSpecException e) {
      throw new InvalidAlgorithmParameterException(e);
    }
  }

  @Override
  void useRandomNonce() {}

  @Override
  protected AlgorithmParameters engineGetParameters() {
    byte[] nonce = keyed != null ? engineGetIV() : randomNonce(null, nonceBytes);
    try {
      AlgorithmParameters parameters = AlgorithmParameters.getInstance(algorithm, provider);
      parameters.init(OctetString.encode(nonce));
      return parameters;
    } catch (NoSuchAlgorithmException | IOException e) {
      throw new ProviderException(e);
    }
  }

  @Override
  void begin() {
    aadLength = 0;
    aadDone = false;
    if (held.length > HELD_KEPT) {
      held = new byte[0];
    }
    heldLength = 0;
    streaming = false;
  }

  @Override
  int outputSize(int inputLength, boolean last) {
    if (encrypting) {
      return last ? Math.addExact(inputLength, Check.TAG) : inputLength;
    }
    return last ? Math.max(Math.addExact(inputLength - Check.TAG, heldLength), 0) : 0;
  }

  @Override
  int requireRoom(int inputLength, byte[] output, int offset, boolean last) throws ShortBufferException {
    if (!last) {
      return encrypting ? super.requireRoom(inputLength, output, offset, false) : 0;
    }
    int size = outputSize(inputLength, true);
    if (size > 0 || encrypting || inputLength >= Check.TAG - heldLength) {
      requireRoom(output.length - offset, size);
    }
    requireReady();
    return size;
  }

  @Override
  protected void engineUpdateAAD(byte[] source, int offset, int length) {
    updateAad(Bytes.of(source, offset, length));
  }

  @Override
  protected void engineUpdateAAD(ByteBuffer source) {
    updateAad(Bytes.input(source));
    source.position(source.limit());
  }

  private void updateAad(Bytes source) {
    if (!ready) {
      throw new IllegalStateException("Attempted to update AAD on uninitialized Cipher");
    }
    if (aadDone) {
      throw new IllegalStateException("Attempted to update AAD on Cipher after plaintext/ciphertext update");
    }
    if (!streaming && source.length <= Library.AAD_BEHIND - aadLength) {
      source.copyTo(keyed, Check.KEY + nonceBytes + aadLength);
      aadLength += source.length;
      return;
    }
    if (!streaming && source.length <= AAD_KEPT - aadLength) {
      aad = append(append(aad, 0, aad()), aadLength, source);
      aadLength += source.length;
      return;
    }
    stream();
    Status.checkProvider(library, library.aeadAad(context.handle(), source.base, source.place, source.length));
    Reference.reachabilityFence(this);
  }

  /** All of the aad that is kept. */
  private Bytes aad() {
    int length = aadLength;
    return length <= Library.AAD_BEHIND ? Bytes.of(keyed, Check.KEY + nonceBytes, length) : Bytes.of(aad, 0, length);
  }

  /** {@link #aad} as {@link Library#seal} takes it. */
  private Bytes aadArgument() {
    int length = aadLength;
    return length <= Library.AAD_BEHIND ? Bytes.behind(length) : Bytes.of(aad, 0, length);
  }

  /** Hands the message to the context, from its beginning, if that has not been done. */
  private void stream() {
    if (streaming) {
      return;
    }
    if (context == null) {
      context = new Context(this, library::aeadNew, library::aeadFree);
    }
    byte[] key = Arrays.copyOf(keyed, Check.KEY);
    try {
      Status.checkProvider(library, library.aeadInit(context.handle(), engineGetIV(), key));
    } finally {
      Arrays.fill(key, (byte) 0);
    }
    Bytes kept = aad();
    Status.checkProvider(library, library.aeadAad(context.handle(), kept.base, kept.place, kept.length));
    streaming = true;
  }

  @Override
  long process(Bytes input, Bytes output, boolean last) throws AEADBadTagException {
    try {
      return encrypting ? encrypt(input, output, last) : decrypt(input, output, last);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Another thread may have been in since the output was measured: it must still be what is going to be written. */
  private static void requireSize(Bytes output, int written) {
    if (output.length != written) {
      throw new IllegalStateException("another thread has used this cipher meanwhile");
    }
  }

  private long encrypt(Bytes input, Bytes output, boolean last) {
    requireSize(output, last ? Math.addExact(input.length, Check.TAG) : input.length);
    long status;
    if (!last) {
      stream();
      status = library.aeadEncrypt(context.handle(), output.base, output.place, input.base, input.place, input.length);
      aadDone |= status >= 0;
    } else if (streaming) {
      status = library.aeadSealRest(context.handle(), output.base, output.place, input.base, input.place, input.length);
    } else {
      Bytes header = aadArgument();
      status = library.seal(output.base, output.place, null, input.base, input.place, input.length, header.base, header.place,
          header.length, keyed, null, nonceBytes);
    }
    return status < 0 ? status : output.length;
  }

  private long decrypt(Bytes input, Bytes output, boolean last) throws AEADBadTagException {
    if (!last || heldLength > 0) {
      held = append(held, heldLength, input);
      heldLength += input.length;
      aadDone = true;
    }
    if (!last) {
      return 0;
    }
    Bytes sealed = heldLength > 0 ? Bytes.of(held, 0, heldLength) : input;
    int length = sealed.length - Check.TAG;
    if (length < 0) {
      end();
      throw new AEADBadTagException("Input too short - need tag");
    }
    requireSize(output, length);
    long status;
    if (streaming) {
      status = library.aeadOpenAll(context.handle(), output.base, output.place, sealed.base, sealed.place, length, keyed, null,
          nonceBytes);
    } else {
      Bytes header = aadArgument();
      status = library.open(output.base, output.place, null, sealed.base, sealed.place, length, header.base, header.place,
          header.length, keyed, null, nonceBytes);
    }
    if (status == Status.TAG) {
      end();
      throw new AEADBadTagException("Tag mismatch");
    }
    return status < 0 ? status : length;
  }

  /** The array with the bytes behind the first {@code length}, in a longer one if need be. */
  private static byte[] append(byte[] array, int length, Bytes more) {
    byte[] enough = array;
    if (more.length > array.length - length) {
      int wanted = Math.addExact(length, more.length);
      enough = Arrays.copyOf(array, (int) Math.min(Math.max(wanted, 2L * array.length), Integer.MAX_VALUE - 8));
    }
    more.copyTo(enough, length);
    return enough;
  }
}
