package org.polycha;

import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidParameterException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** KeyGenerator "ChaCha20": 256 bits, and nothing else. */
final class ChaCha20KeyGenerator extends KeyGeneratorSpi {
  private SecureRandom random;

  @Override
  protected void engineInit(SecureRandom source) {
    random = source;
  }

  @Override
  protected void engineInit(AlgorithmParameterSpec specification, SecureRandom source)
      throws InvalidAlgorithmParameterException {
    throw new InvalidAlgorithmParameterException("ChaCha20 key generation does not take any parameters");
  }

  @Override
  protected void engineInit(int bits, SecureRandom source) {
    if (bits != 8 * Check.KEY) {
      throw new InvalidParameterException("Key length for ChaCha20 must be 256 bits");
    }
    engineInit(source);
  }

  @Override
  protected SecretKey engineGenerateKey() {
    if (random == null) {
      random = new SecureRandom();
    }
    byte[] key = new byte[Check.KEY];
    random.nextBytes(key);
    try {
      return new SecretKeySpec(key, "ChaCha20");
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }
}
