package org.polycha;

import java.io.IOException;
import java.security.AlgorithmParametersSpi;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.InvalidParameterSpecException;
import javax.crypto.spec.IvParameterSpec;

/** AlgorithmParameters that are a nonce, encoded as an OCTET STRING (RFC 8103 section 1 for the 12 bytes). */
final class NonceParameters extends AlgorithmParametersSpi {
  private static final String FORMAT = "ASN.1";
  private static final int LINE = 16;

  private final int size;
  private byte[] nonce;

  NonceParameters(int size) {
    this.size = size;
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
    byte[] decoded = OctetString.decode(encoded);
    if (decoded.length != size) {
      throw new IOException("nonce must be " + size + " bytes in length");
    }
    nonce = decoded;
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
    return OctetString.encode(nonce);
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

  /** Sixteen bytes a line, as numbers and as characters, in the JDK's form. */
  @Override
  protected String engineToString() {
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < size; line += LINE) {
      StringBuilder characters = new StringBuilder();
      text.append(String.format("%04X: ", line));
      for (int i = line; i < line + LINE; i++) {
        text.append(i < size ? String.format("%02X ", nonce[i]) : "   ").append(i == line + LINE / 2 - 1 ? "  " : "");
        if (i < size) {
          characters.append(nonce[i] < ' ' || nonce[i] > 'z' ? '.' : (char) nonce[i]);
        }
      }
      text.append(' ').append(characters).append(System.lineSeparator());
    }
    return String.format("%nnonce:%n[%s]", text);
  }
}
