package org.polycha;

/**
 * One build of the C library, in the form that is implemented by the classes that SWIG makes ({@code NativeJNI}, {@code
 * PortableJNI}; see bindings/java/generate.py), of which {@link NativeLibrary} extends one, and by {@link WasmLibrary}.
 *
 * <p>It checks nothing that Java can check: whoever calls it has made sure of nulls, of lengths, and that every range lies in
 * its object. Data is an object and its place: a {@code byte[]} and an offset, or a direct ByteBuffer and {@code ~position}, or null
 * and 0 ({@link Bytes}). Keys have 32 bytes; where {@code nonce} is null, it stands behind the key in {@code key}. Results are
 * those of bindings/java/calls.h and bindings/shim.h: negative for an error ({@link Status}).
 */
interface Library {
  /** Aad of no more than this may stand behind the key and the nonce: then {@code aad} is null, and {@code nonce} too. */
  int AAD_BEHIND = 256;

  long seal(Object dst, int dstPlace, byte[] tag, Object src, int srcPlace, int length, Object aad, int aadPlace,
      int aadLength, byte[] key, byte[] nonce, int nonceLength);

  long open(Object dst, int dstPlace, byte[] tag, Object src, int srcPlace, int length, Object aad, int aadPlace,
      int aadLength, byte[] key, byte[] nonce, int nonceLength);

  long xor(Object dst, int dstPlace, Object src, int srcPlace, int length, byte[] key, byte[] nonce, int counter);

  /** How much {@link #keystream} writes at most. */
  int KEYSTREAM = 4096;

  /**
   * The keystream from block {@code counter} on, to the start of {@code work}. Behind its first {@link #KEYSTREAM} bytes stand
   * the key and the nonce.
   */
  long keystream(byte[] work, int length, int counter);

  /** 0, or {@link Status#ARGUMENT} if two ranges share a byte without being the same. */
  long apart(Object dst, int dstPlace, Object src, int srcPlace, int length);

  long hchacha20(byte[] out, byte[] nonce, byte[] key);

  long poly1305(byte[] tag, Object src, int srcPlace, int length, byte[] key);

  long jdkChacha20Block(int[] state, byte[] keystream);

  long jdkPoly1305Blocks(byte[] input, int offset, int length, long[] a, long[] r);

  long aeadNew();

  void aeadFree(long aead);

  long aeadInit(long aead, byte[] nonce, byte[] key);

  long aeadAad(long aead, Object aad, int aadPlace, int length);

  long aeadEncrypt(long aead, Object dst, int dstPlace, Object src, int srcPlace, int length);

  long aeadTag(long aead, byte[] tag);

  long aeadDecrypt(long aead, Object dst, int dstPlace, Object src, int srcPlace, int length);

  long aeadVerify(long aead, byte[] tag);

  long aeadSealRest(long aead, Object dst, int dstPlace, Object src, int srcPlace, int length);

  long aeadOpenAll(long aead, Object dst, int dstPlace, Object src, int srcPlace, int length, byte[] key, byte[] nonce,
      int nonceLength);

  long chachaNew();

  void chachaFree(long chacha);

  long chachaInit(long chacha, byte[] nonce, long rounds, byte[] key);

  long chachaUpdate(long chacha, Object dst, int dstPlace, Object src, int srcPlace, int length);

  long chachaSeek(long chacha, long block, long offset);

  long poly1305New();

  void poly1305Free(long poly1305);

  long poly1305Init(long poly1305, byte[] key);

  long poly1305Update(long poly1305, Object src, int srcPlace, int length);

  long poly1305Final(long poly1305, byte[] tag);

  String version();

  String build();

  long backendCount();

  String backendName(long i);

  int backendUsable(long i);

  String backend();

  long backendUse(String name);

  String strerror(long status);

  long longestHold();

  /** The address of a C function for {@link CriticalCalls}, or 0. */
  long criticalFunction(int which);
}
