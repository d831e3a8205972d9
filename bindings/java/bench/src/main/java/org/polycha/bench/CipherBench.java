package org.polycha.bench;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import javax.crypto.Cipher;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.polycha.Build;
import org.polycha.PolychaProvider;

/** A whole message through a Cipher, as an application has it: init with a fresh nonce, 13 bytes of aad, update, doFinal. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CipherBench {
  /** Polycha, PolychaPortable, PolychaWasm, SunJCE, or BC for BouncyCastle. */
  @Param({"Polycha", "SunJCE", "BC"})
  public String provider;

  @Param({"16", "64", "256", "1024", "1420", "4096", "16384", "1048576"})
  public int length;

  private final byte[] nonce = new byte[12];
  private final byte[] aad = new byte[13];
  private SecretKeySpec key;
  private Provider implementation;
  private Cipher aead;
  private Cipher stream;
  private byte[] message;
  private byte[] output;
  private byte[] sealed;

  @Setup
  public void setUp() throws GeneralSecurityException {
    switch (provider) {
      case "Polycha":
        implementation = new PolychaProvider(Build.NATIVE);
        break;
      case "PolychaPortable":
        implementation = new PolychaProvider(Build.PORTABLE);
        break;
      case "PolychaWasm":
        implementation = new PolychaProvider(Build.WASM);
        break;
      case "BC":
        implementation = new BouncyCastleProvider();
        break;
      default:
        implementation = Security.getProvider(provider);
    }
    key = new SecretKeySpec(new byte[32], "ChaCha20");
    aead = Cipher.getInstance("ChaCha20-Poly1305", implementation);
    // BouncyCastle's "ChaCha20" is the same cipher, but takes the nonce alone.
    stream = Cipher.getInstance("ChaCha20", implementation);
    message = new byte[length];
    output = new byte[length + 16];
    Arrays.fill(aad, (byte) 7);
    aead.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(nonce));
    aead.updateAAD(aad);
    sealed = aead.doFinal(message);
    check();
  }

  /** That what is measured is right: all providers must agree with the JDK's on a message of this length. */
  private void check() throws GeneralSecurityException {
    Cipher judge = Cipher.getInstance("ChaCha20-Poly1305", "SunJCE");
    judge.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(nonce));
    judge.updateAAD(aad);
    if (!Arrays.equals(message, judge.doFinal(sealed))) {
      throw new IllegalStateException(provider + " seals to other bytes than SunJCE");
    }
  }

  private void nextNonce() {
    for (int i = 0; ++nonce[i] == 0; i++) {
      // The carry goes on.
    }
  }

  @Benchmark
  public int seal() throws GeneralSecurityException {
    nextNonce();
    aead.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(nonce));
    aead.updateAAD(aad);
    return aead.doFinal(message, 0, length, output, 0);
  }

  /** Always the same message, so with its nonce: init is part of it all the same. */
  @Benchmark
  public int open() throws GeneralSecurityException {
    aead.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(new byte[12]));
    aead.updateAAD(aad);
    return aead.doFinal(sealed, 0, sealed.length, output, 0);
  }

  private void initStream() throws GeneralSecurityException {
    nextNonce();
    AlgorithmParameterSpec parameters =
        provider.equals("BC") ? new IvParameterSpec(nonce) : new ChaCha20ParameterSpec(nonce, 1);
    stream.init(Cipher.ENCRYPT_MODE, key, parameters);
  }

  @Benchmark
  public int chacha20() throws GeneralSecurityException {
    initStream();
    return stream.doFinal(message, 0, length, output, 0);
  }

  private int inPieces(int piece) throws GeneralSecurityException {
    initStream();
    int done = 0;
    for (; done + piece <= length; done += piece) {
      stream.update(message, done, piece, output, done);
    }
    return stream.doFinal(message, done, length - done, output, done);
  }

  @Benchmark
  public int chacha20Pieces4() throws GeneralSecurityException {
    return inPieces(4);
  }

  @Benchmark
  public int chacha20Pieces16() throws GeneralSecurityException {
    return inPieces(16);
  }

  @Benchmark
  public int chacha20Pieces64() throws GeneralSecurityException {
    return inPieces(64);
  }
}
