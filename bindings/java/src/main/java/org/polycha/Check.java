package org.polycha;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;

/** What is checked before anything is computed. */
final class Check {
  static final int KEY = 32;
  static final int TAG = 16;
  static final int NONCE = 12;
  static final int XNONCE = 24;

  private Check() {}

  static void size(String what, byte[] bytes, int wanted) {
    if (bytes.length != wanted) {
      throw new IllegalArgumentException(what + " must be " + wanted + " bytes, not " + bytes.length);
    }
  }

  static void key(byte[] key) {
    size("key", key, KEY);
  }

  /** The length with a tag. */
  static int sealed(int length) {
    if (length > Integer.MAX_VALUE - TAG) {
      throw new IllegalArgumentException("message too long for an array with its tag: " + length + " bytes");
    }
    return length + TAG;
  }

  static void apart(Bytes output, Bytes input) {
    if (output.overlaps(input)) {
      throw new IllegalArgumentException("output overlaps an input: it must be the same place, or share no byte with it");
    }
  }

  /** The output and the aad must not even begin together. */
  static void apartFromAad(Bytes output, Bytes aad) {
    apart(output, aad);
    if (output.base == aad.base && output.base != null && output.length > 0 && aad.length > 0
        && output.place == aad.place) {
      throw new IllegalArgumentException("output overlaps the aad");
    }
  }

  /** A tag that is written is all of its array, so whoever has a byte of that overlaps it. */
  static void apartFromTag(byte[] tag, Bytes... others) {
    for (Bytes other : others) {
      if (other.base == tag && other.length > 0) {
        throw new IllegalArgumentException("the tag overlaps another argument");
      }
    }
  }

  /** One object has one position, and cannot stand behind the input and behind the output at once. */
  static void room(ByteBuffer output, ByteBuffer input, int length) {
    if (output == input) {
      throw new IllegalArgumentException("the output and the input are one buffer: pass a duplicate() of it to work in place");
    }
    if (output.remaining() < length) {
      throw (BufferOverflowException) new BufferOverflowException()
          .initCause(new IllegalArgumentException(
              "output has room for " + output.remaining() + " bytes, and " + length + " are to be written"));
    }
  }
}
