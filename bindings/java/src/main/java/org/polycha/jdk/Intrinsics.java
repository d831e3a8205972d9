package org.polycha.jdk;

import java.util.Objects;
import org.polycha.Build;
import org.polycha.Polycha;

/**
 * What the JDK's intrinsic candidates for ChaCha20 and Poly1305 do ({@code com.sun.crypto.provider.ChaCha20Cipher} and {@code
 * Poly1305} of JDK 25), with their signatures and their contracts, so that their callers' logic works on these unchanged.
 *
 * <p>The bytes that one call of {@link #implChaCha20Block} writes depend on who computes them:
 *
 * <table>
 *   <caption>Bytes written by one call</caption>
 *   <tr><th>polycha's backend</th><th>bytes</th><th>JDK 25</th><th>bytes</th></tr>
 *   <tr><td>portable (and the WASM build)</td><td>64</td><td>Java, interpreter, C1</td><td>64</td></tr>
 *   <tr><td>ssse3</td><td>128</td><td>AVX</td><td>128</td></tr>
 *   <tr><td>avx2</td><td>256</td><td>AVX2</td><td>256</td></tr>
 *   <tr><td>avx512, avx512ifma</td><td>1024</td><td>AVX-512</td><td>1024</td></tr>
 *   <tr><td>neon</td><td>256</td><td>aarch64 NEON</td><td>256</td></tr>
 *   <tr><td>(none)</td><td></td><td>riscv RVV</td><td>64 min(16, VLEN / 32)</td></tr>
 * </table>
 *
 * <p>The JDK's number changes while a program runs, when its compiler replaces the Java code; here it changes with {@link
 * Polycha#useBackend} only. A caller takes any multiple of 64 up to 1024 and advances its counter by what it got.
 */
public final class Intrinsics {
  private static final int STATE_WORDS = 16;
  private static final int KEYSTREAM_BYTES = 1024;
  private static final int LIMBS = 5;

  private final Polycha polycha;

  private Intrinsics(Polycha polycha) {
    this.polycha = polycha;
  }

  /**
   * The functions of a build.
   *
   * @param build which
   * @return its functions
   * @throws org.polycha.PolychaLoadException if it cannot be loaded
   */
  public static Intrinsics of(Build build) {
    return new Intrinsics(Polycha.of(build));
  }

  /**
   * The checking wrapper: stores the counter in {@code initState[12]} and calls {@link #implChaCha20Block}.
   *
   * @param initState the 16 words of RFC 8439 section 2.3
   * @param counter the first block; its low 32 bits count
   * @param result 1024 bytes
   * @return the bytes written
   * @throws IllegalArgumentException if {@code initState} has not exactly 16 words or {@code result} not exactly 1024 bytes
   */
  public int chaCha20Block(int[] initState, long counter, byte[] result) {
    if (initState.length != STATE_WORDS || result.length != KEYSTREAM_BYTES) {
      throw new IllegalArgumentException("Illegal state or keystream buffer length");
    }
    initState[12] = (int) counter;
    return implChaCha20Block(initState, result);
  }

  /**
   * Writes blocks of keystream, for the counters {@code initState[12]}, plus 1, and so on, to the start of {@code result}.
   * The state is not changed. All 16 words are taken from it, as the JDK's assembly does (its Java code takes the constants for granted).
   *
   * <p>A call stops at the counter 2^32 - 1, where the JDK's wraps to 0 within the call: the bytes are the same, and the caller
   * advances by fewer.
   *
   * @param initState 16 words
   * @param result 1024 bytes
   * @return the bytes written, a multiple of 64 from 64 to 1024
   */
  public int implChaCha20Block(int[] initState, byte[] result) {
    return polycha.jdkChaCha20Block(initState, result);
  }

  /**
   * The check that goes before {@link #processMultipleBlocks}.
   *
   * @param input the message
   * @param offset its first byte
   * @param length how many bytes
   * @param aLimbs the accumulator
   * @param rLimbs the key
   * @throws IndexOutOfBoundsException if the range is not in {@code input}
   * @throws RuntimeException if there are not five limbs each
   */
  public static void processMultipleBlocksCheck(byte[] input, int offset, int length, long[] aLimbs, long[] rLimbs) {
    Objects.checkFromIndexSize(offset, length, input.length);
    if (aLimbs.length != LIMBS) {
      throw new RuntimeException("invalid accumulator length: " + aLimbs.length);
    }
    if (rLimbs.length != LIMBS) {
      throw new RuntimeException("invalid R length: " + rLimbs.length);
    }
  }

  /**
   * Takes whole blocks into a Poly1305 accumulator: {@code a = (a + block + 2^128) r mod 2^130 - 5} for each. The limbs are 26 bits
   * apart, least first, as in {@code sun.security.util.math.intpoly.IntegerPolynomial1305}.
   *
   * @param input the message
   * @param offset its first byte
   * @param length how many bytes: like the JDK's, of which whole blocks are taken and the rest is left
   * @param aLimbs in and out: limbs from -2^60 to 2^60 in any redundant form; the first four come out in [0, 2^26), the last in
   *     [0, 2^27), so the value is not fully reduced
   * @param rLimbs the clamped key, limbs in [0, 2^26)
   * @throws IllegalArgumentException if r is not clamped, which the JDK takes for granted
   */
  public void processMultipleBlocks(byte[] input, int offset, int length, long[] aLimbs, long[] rLimbs) {
    processMultipleBlocksCheck(input, offset, length, aLimbs, rLimbs);
    polycha.jdkPoly1305Blocks(input, offset, length & ~15, aLimbs, rLimbs);
  }
}
