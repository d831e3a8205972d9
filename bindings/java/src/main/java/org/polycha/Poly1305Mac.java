package org.polycha;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.MacSpi;

/**
 * Mac "Poly1305" (RFC 8439 section 2.5). The key is for one message: after doFinal the Mac needs another init, with another key. To
 * drop a message that has been begun, by reset, is allowed, as no tag of it is known.
 */
final class Poly1305Mac extends MacSpi {
  /** Short pieces are gathered, so that each is not a call of the library. */
  private static final int GATHERED = 256;

  private final Library library;
  private final byte[] gathered = new byte[GATHERED];
  private int gatheredLength;
  private byte[] key;
  private boolean ready;
  private Context context;

  Poly1305Mac(Library library) {
    this.library = library;
  }

  @Override
  protected int engineGetMacLength() {
    return Check.TAG;
  }

  @Override
  protected synchronized void engineInit(Key newKey, AlgorithmParameterSpec specification)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    if (specification != null) {
      throw new InvalidAlgorithmParameterException("Poly1305 takes no parameters");
    }
    if (newKey == null) {
      throw new InvalidKeyException("Key encoding format must be RAW");
    }
    byte[] encoded = ChaChaCipher.encoded(newKey);
    if (key != null) {
      boolean used = !ready && java.security.MessageDigest.isEqual(key, encoded);
      if (used) {
        Arrays.fill(encoded, (byte) 0);
        throw new InvalidKeyException("This key has authenticated a message already; Poly1305 keys are for one");
      }
      Arrays.fill(key, (byte) 0);
    }
    key = encoded;
    ready = true;
    begin();
  }

  private void begin() {
    if (context == null) {
      context = new Context(this, library::poly1305New, library::poly1305Free);
    }
    Arrays.fill(gathered, (byte) 0);
    gatheredLength = 0;
    Status.checkProvider(library, library.poly1305Init(context.handle(), key));
    Reference.reachabilityFence(this);
  }

  private void requireReady() {
    if (!ready) {
      throw new IllegalStateException("Poly1305 needs a new key for each message");
    }
  }

  @Override
  protected synchronized void engineUpdate(byte input) {
    requireReady();
    if (gatheredLength == GATHERED) {
      flush();
    }
    gathered[gatheredLength++] = input;
  }

  @Override
  protected synchronized void engineUpdate(byte[] input, int offset, int length) {
    update(Bytes.of(input, offset, length));
  }

  @Override
  protected synchronized void engineUpdate(ByteBuffer input) {
    Bytes bytes = Bytes.input(input);
    try {
      update(bytes);
    } finally {
      bytes.wipe();
    }
    input.position(input.limit());
  }

  private void update(Bytes input) {
    requireReady();
    if (input.length > GATHERED - gatheredLength) {
      flush();
    }
    if (input.length > GATHERED) {
      Status.checkProvider(library,
          library.poly1305Update(context.handle(), input.base, input.place, input.length));
      Reference.reachabilityFence(this);
    } else {
      input.copyTo(gathered, gatheredLength);
      gatheredLength += input.length;
    }
  }

  private void flush() {
    Status.checkProvider(library, library.poly1305Update(context.handle(), gathered, 0, gatheredLength));
    Reference.reachabilityFence(this);
    gatheredLength = 0;
  }

  @Override
  protected synchronized byte[] engineDoFinal() {
    requireReady();
    flush();
    byte[] tag = new byte[Check.TAG];
    Status.checkProvider(library, library.poly1305Final(context.handle(), tag));
    Reference.reachabilityFence(this);
    ready = false;
    Arrays.fill(gathered, (byte) 0);
    return tag;
  }

  /** Mac calls it after doFinal too, where it must not make the key usable again. */
  @Override
  protected synchronized void engineReset() {
    if (ready) {
      begin();
    }
  }
}
