package org.polycha;

import java.io.EOFException;
import java.io.IOException;
import java.security.AlgorithmParametersSpi;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.InvalidParameterSpecException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.spec.IvParameterSpec;

/** AlgorithmParameters that are a nonce, encoded as a DER OCTET STRING (RFC 8103 section 1 for the 12 bytes). */
final class NonceParameters extends AlgorithmParametersSpi {
  private static final int OCTET_STRING = 4;
  private static final String FORMAT = "ASN.1";

  private final int size;
  private byte[] nonce;

  NonceParameters(int size) {
    this.size = size;
  }

  static byte[] encode(byte[] nonce) {
    byte[] encoded = new byte[2 + nonce.length];
    encoded[0] = OCTET_STRING;
    encoded[1] = (byte) nonce.length;
    System.arraycopy(nonce, 0, encoded, 2, nonce.length);
    return encoded;
  }

  @Override
  protected void engineInit(AlgorithmParameterSpec specification) throws InvalidParameterSpecException {
    if (!(specification instanceof IvParameterSpec)) {
      throw new InvalidParameterSpecException("Inappropriate parameter specification");
    }
    byte[] iv = ((IvParameterSpec) specification).getIV();
    if (iv.length != size) {
      throw new InvalidParameterSpecException("nonce must be " + size + " bytes in length");
    }
    nonce = iv;
  }

  @Override
  protected void engineInit(byte[] encoded) throws IOException {
    if (encoded.length >= 2 && encoded[0] == OCTET_STRING && encoded[1] == size && encoded.length < 2 + size) {
      throw new EOFException("too few bytes for a DER OCTET STRING of " + size);
    }
    if (encoded.length != 2 + size || encoded[0] != OCTET_STRING || encoded[1] != size) {
      throw new IOException("not a DER OCTET STRING of " + size + " bytes");
    }
    nonce = Arrays.copyOfRange(encoded, 2, encoded.length);
  }

  @Override
  protected void engineInit(byte[] encoded, String format) throws IOException {
    requireFormat(format);
    engineInit(encoded);
  }

  @Override
  protected <T extends AlgorithmParameterSpec> T engineGetParameterSpec(Class<T> type)
      throws InvalidParameterSpecException {
    if (!type.isAssignableFrom(IvParameterSpec.class)) {
      throw new InvalidParameterSpecException("Inappropriate parameter specification");
    }
    return type.cast(new IvParameterSpec(nonce));
  }

  @Override
  protected byte[] engineGetEncoded() {
    return encode(nonce);
  }

  @Override
  protected byte[] engineGetEncoded(String format) throws IOException {
    requireFormat(format);
    return engineGetEncoded();
  }

  private static void requireFormat(String format) throws IOException {
    if (format != null && !format.equalsIgnoreCase(FORMAT)) {
      throw new IOException("Unsupported parameter format: " + format);
    }
  }

  @Override
  protected String engineToString() {
    return "nonce: " + HexFormat.of().formatHex(nonce);
  }
}
