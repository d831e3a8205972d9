package org.polycha;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.Objects;

/**
 * A range of bytes in the form that {@link Library} takes: in a byte[] with its offset as the place, or in a direct buffer with
 * {@code ~position}, which is negative.
 */
final class Bytes {
  static final Bytes NONE = new Bytes(null, 0, 0, false);
  static final Bytes EMPTY = at(new byte[0], 0, 0);

  final Object base;
  final int place;
  final int length;

  /** The array is nobody's but ours: a copy, or a stand-in for a buffer that has no array or address to lend. */
  final boolean ours;

  private Bytes(Object base, int place, int length, boolean ours) {
    this.base = base;
    this.place = place;
    this.length = length;
    this.ours = ours;
  }

  /** So many bytes that the library finds by itself, behind the key and the nonce. */
  static Bytes behind(int length) {
    return new Bytes(null, 0, length, false);
  }

  /** A range that is known to lie in the array. */
  static Bytes at(byte[] array, int offset, int length) {
    return new Bytes(array, offset, length, false);
  }

  static Bytes of(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    return at(array, offset, length);
  }

  static Bytes of(byte[] array) {
    return at(array, 0, array.length);
  }

  /** All of aad, of which null has no bytes. */
  static Bytes ofNullable(byte[] array) {
    return array == null ? NONE : of(array);
  }

  /** The remaining bytes of a buffer, whose position stays. */
  static Bytes input(ByteBuffer buffer) {
    return input(buffer, buffer.remaining());
  }

  /** {@link #input(ByteBuffer)} of as many bytes as were measured before: another thread may have moved the buffer since. */
  static Bytes input(ByteBuffer buffer, int length) {
    if (canLend(buffer)) {
      return view(buffer, length);
    }
    byte[] copy = new byte[length];
    buffer.duplicate().get(copy);
    return new Bytes(copy, 0, length, true);
  }

  static Bytes inputNullable(ByteBuffer buffer) {
    return buffer == null ? NONE : input(buffer);
  }

  /** Where {@code length} bytes go that the buffer has room for. {@link #deliver} afterwards. */
  static Bytes output(ByteBuffer buffer, int length) {
    if (buffer.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    if (canLend(buffer)) {
      return view(buffer, length);
    }
    requireOpen(buffer, length);
    return new Bytes(new byte[length], 0, length, true);
  }

  private static boolean canLend(ByteBuffer buffer) {
    return buffer.hasArray() || buffer.isDirect() && Arenas.stays(buffer);
  }

  /** If the memory is that of an Arena, Java must say that it is not closed, and ours. */
  private static void requireOpen(ByteBuffer buffer, int length) {
    if (length > 0) {
      buffer.get(buffer.position());
    }
  }

  private static Bytes view(ByteBuffer buffer, int length) {
    if (length == 0) {
      // Not every empty direct buffer has an address.
      return EMPTY;
    }
    int position = buffer.position();
    Objects.checkFromIndexSize(position, length, buffer.capacity());
    if (buffer.hasArray()) {
      return at(buffer.array(), buffer.arrayOffset() + position, length);
    }
    requireOpen(buffer, length);
    return new Bytes(buffer, ~position, length, false);
  }

  /** Takes what was written to this output into the buffer that it was made for, and moves the buffer's position. */
  void deliver(ByteBuffer buffer, int written) {
    if (ours) {
      try {
        buffer.put((byte[]) base, 0, written);
      } finally {
        wipe();
      }
    } else {
      buffer.position(buffer.position() + written);
    }
  }

  /** The same bytes in an array of our own, to be wiped. */
  Bytes copy() {
    byte[] copy = new byte[length];
    copyTo(copy, 0);
    return new Bytes(copy, 0, length, true);
  }

  void copyTo(byte[] array, int offset) {
    if (isArray()) {
      System.arraycopy(base, place, array, offset, length);
    } else {
      ByteBuffer bytes = ((ByteBuffer) base).duplicate();
      bytes.position(~place);
      bytes.get(array, offset, length);
    }
  }

  /** Clears the array if it is ours. */
  void wipe() {
    if (ours) {
      Arrays.fill((byte[]) base, (byte) 0);
    }
  }

  /** From the byte at {@code from}, to the end. */
  Bytes from(int from) {
    return new Bytes(base, place >= 0 ? place + from : place - from, length - from, false);
  }

  boolean isArray() {
    return place >= 0;
  }

  byte get(int i) {
    return isArray() ? ((byte[]) base)[place + i] : ((ByteBuffer) base).get(~place + i);
  }

  void put(int i, byte value) {
    if (isArray()) {
      ((byte[]) base)[place + i] = value;
    } else {
      ((ByteBuffer) base).put(~place + i, value);
    }
  }

  /**
   * True if both are in one array, share a byte, and do not begin together. Direct buffers cannot be compared here: the library
   * does, and returns {@link Status#ARGUMENT} before it has written anything.
   */
  boolean overlaps(Bytes other) {
    return base == other.base && place != other.place && isArray() && base != null
        && place < other.place + other.length && other.place < place + length;
  }
}
