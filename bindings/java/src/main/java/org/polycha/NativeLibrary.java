package org.polycha;

/** The native build, with the short way for short messages in arrays once there is one. */
final class NativeLibrary extends NativeJNI {
  /** Arrays that are read while {@code dst} is written must not be it; the message's own may. */
  private static boolean isCritical(Object dst, Object src, Object aad, int length, int aadLength, byte[] key, byte[] nonce) {
    if (length > CriticalCalls.LONGEST || aadLength > CriticalCalls.LONGEST || !(dst instanceof byte[])
        || !(src instanceof byte[]) || !(aad == null || aad instanceof byte[]) || dst == key || dst == nonce) {
      return false;
    }
    if (CriticalCalls.linked()) {
      return true;
    }
    CriticalCalls.missed();
    return false;
  }

  @Override
  public long seal(Object dst, int dstPlace, byte[] tag, Object src, int srcPlace, int length, Object aad, int aadPlace,
      int aadLength, byte[] key, byte[] nonce, int nonceLength) {
    return tag == null && isCritical(dst, src, aad, length, aadLength, key, nonce)
        ? CriticalCalls.seal(dst, dstPlace, src, srcPlace, length, aad, aadPlace, aadLength, key, nonce, nonceLength)
        : super.seal(dst, dstPlace, tag, src, srcPlace, length, aad, aadPlace, aadLength, key, nonce, nonceLength);
  }

  @Override
  public long open(Object dst, int dstPlace, byte[] tag, Object src, int srcPlace, int length, Object aad, int aadPlace,
      int aadLength, byte[] key, byte[] nonce, int nonceLength) {
    return tag == null && isCritical(dst, src, aad, length, aadLength, key, nonce)
        ? CriticalCalls.open(dst, dstPlace, src, srcPlace, length, aad, aadPlace, aadLength, key, nonce, nonceLength)
        : super.open(dst, dstPlace, tag, src, srcPlace, length, aad, aadPlace, aadLength, key, nonce, nonceLength);
  }

  @Override
  public long xor(Object dst, int dstPlace, Object src, int srcPlace, int length, byte[] key, byte[] nonce, int counter) {
    return isCritical(dst, src, null, length, 0, key, nonce)
        ? CriticalCalls.xor(dst, dstPlace, src, srcPlace, length, key, nonce, counter)
        : super.xor(dst, dstPlace, src, srcPlace, length, key, nonce, counter);
  }

  @Override
  public long keystream(byte[] work, int length, int counter) {
    return isCritical(work, work, null, length, 0, null, null)
        ? CriticalCalls.keystream(work, length, counter)
        : super.keystream(work, length, counter);
  }
}
