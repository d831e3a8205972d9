package org.polycha;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;

/**
 * An OCTET STRING as the JDK reads it: BER (X.690 section 8), so the length in any form of up to four bytes or, of a string in
 * parts, left open; parts may have parts. What is written is DER, which has one form only.
 */
final class OctetString {
  private static final int PRIMITIVE = 0x04;
  private static final int CONSTRUCTED = 0x24;
  private static final int INDEFINITE = 0x80;

  /** Parts within parts. Nobody writes two. */
  private static final int DEPTH = 16;

  private final byte[] encoded;
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();
  private int at;

  private OctetString(byte[] encoded) {
    this.encoded = encoded;
  }

  /** The DER of fewer than 128 bytes. */
  static byte[] encode(byte[] content) {
    byte[] encoded = new byte[2 + content.length];
    encoded[0] = PRIMITIVE;
    encoded[1] = (byte) content.length;
    System.arraycopy(content, 0, encoded, 2, content.length);
    return encoded;
  }

  /** The bytes of the only string that {@code encoded} has. */
  static byte[] decode(byte[] encoded) throws IOException {
    OctetString string = new OctetString(encoded);
    string.read(encoded.length, 0);
    if (string.at != encoded.length) {
      throw new IOException("extra data behind the OCTET STRING");
    }
    return string.content.toByteArray();
  }

  private int next(int end) throws IOException {
    if (at >= end) {
      throw new IOException("the OCTET STRING is too short");
    }
    return encoded[at++] & 0xff;
  }

  private void read(int end, int depth) throws IOException {
    int tag = next(end);
    if (tag != PRIMITIVE && tag != CONSTRUCTED || depth > DEPTH) {
      throw new IOException("not an OCTET STRING");
    }
    int form = next(end);
    if (form == INDEFINITE && tag == CONSTRUCTED) {
      readOpen(end, depth);
      return;
    }
    int length = length(form, end);
    if (length > end - at) {
      throw new EOFException("the OCTET STRING ends before its content");
    }
    if (tag == PRIMITIVE) {
      content.writeBytes(Arrays.copyOfRange(encoded, at, at + length));
      at += length;
      return;
    }
    int partsEnd = at + length;
    while (at < partsEnd) {
      read(partsEnd, depth + 1);
    }
  }

  /** Parts up to a pair of zeros. */
  private void readOpen(int end, int depth) throws IOException {
    while (end - at < 2 || encoded[at] != 0 || encoded[at + 1] != 0) {
      read(end, depth + 1);
    }
    at += 2;
  }

  private int length(int form, int end) throws IOException {
    if (form < INDEFINITE) {
      return form;
    }
    int bytes = form & 0x7f;
    if (bytes == 0 || bytes > Integer.BYTES) {
      throw new IOException("the length of the OCTET STRING is of no known form");
    }
    int length = 0;
    for (int i = 0; i < bytes; i++) {
      length = length << 8 | next(end);
    }
    if (length < 0) {
      throw new IOException("the OCTET STRING is too long");
    }
    return length;
  }
}
