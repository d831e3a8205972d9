package org.polycha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads, collections of garbage meanwhile, misuse of one object by several threads, and nothing that grows. */
class ThreadsTest {
  private static final byte[] KEY = Oracle.random(1, 32);
  private static final int THREADS = 16;

  private static void inThreads(Callable<Void> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<Void>> running = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      running.add(threads.submit(work));
    }
    for (Future<Void> one : running) {
      one.get();
    }
    threads.shutdown();
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void ownObjects(Target target) throws Exception {
    Polycha polycha = target.use();
    PolychaProvider provider = target.provider();
    byte[] message = Oracle.random(2, 20_000);
    byte[] nonce = Oracle.random(3, 12);
    byte[] sealed = Oracle.seal(message, new byte[0], nonce, KEY);
    int rounds = target.build() == Build.WASM ? 3 : 200;
    inThreads(() -> {
      Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305", provider);
      for (int i = 0; i < rounds; i++) {
        assertArrayEquals(sealed, polycha.aead().seal(message, null, nonce, KEY));
        cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(KEY, "ChaCha20"), new IvParameterSpec(nonce));
        assertArrayEquals(message, cipher.doFinal(sealed));
        try (AeadMessage pieces = polycha.aead().message(nonce, KEY)) {
          pieces.encrypt(message);
          assertArrayEquals(java.util.Arrays.copyOfRange(sealed, 20_000, 20_016), pieces.tag());
        }
        if (i % 50 == 0) {
          System.gc();
        }
      }
      return null;
    });
  }

  /** The results are nobody's to use, but the JVM must live, and every exception must be one of ours. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void oneObject(Target target) throws Exception {
    Polycha polycha = target.use();
    PolychaProvider provider = new PolychaProvider(target.build(), CheckedRanges.of(polycha.library()));
    Cipher aead = Cipher.getInstance("ChaCha20-Poly1305", provider);
    Cipher stream = Cipher.getInstance("ChaCha20", provider);
    int rounds = target.build() == Build.WASM ? 20 : 2000;
    ChaCha shared = polycha.chacha(new byte[12], 20, KEY);
    AeadMessage message = polycha.aead().message(new byte[12], KEY);
    inThreads(() -> {
      byte[] data = new byte[700];
      for (int i = 0; i < rounds; i++) {
        byte[] nonce = Oracle.random(i + Thread.currentThread().getId(), 12);
        try {
          aead.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "x"), new IvParameterSpec(nonce));
          stream.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "x"), new ChaCha20ParameterSpec(nonce, 1));
          aead.updateAAD(data, 0, 30);
          aead.update(data, 0, 100);
          stream.update(data, 0, 100, data);
          stream.update(data, 0, 17, data);
          aead.doFinal(data);
          stream.doFinal(data);
        } catch (java.security.GeneralSecurityException | RuntimeException e) {
          // Another thread was in between.
        }
        try {
          shared.update(data);
          message.encrypt(data);
          if (i == rounds / 2) {
            shared.close();
            message.close();
          }
        } catch (IllegalStateException e) {
          // Closed.
        }
      }
      return null;
    });
  }

  /** Pieces so short that Java XORs them: what comes out may be wrong, and is never the key. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void oneKeyStream(Target target) throws Exception {
    Cipher stream =
        Cipher.getInstance("ChaCha20", new PolychaProvider(target.build(), CheckedRanges.of(target.use().library())));
    stream.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "x"), new ChaCha20ParameterSpec(new byte[12], 1));
    int rounds = target.build() == Build.WASM ? 1000 : 20_000;
    inThreads(() -> {
      byte[] piece = new byte[16];
      for (int i = 0; i < rounds; i++) {
        try {
          stream.update(new byte[16], 0, 16, piece);
        } catch (java.security.ProviderException | IllegalStateException e) {
          // Another thread has used what was there, or is making more.
        }
        assertFalse(Arrays.equals(piece, 0, 16, KEY, 0, 16) || Arrays.equals(piece, 0, 16, KEY, 16, 32), "the key");
      }
      return null;
    });
  }

  /** Calls of every kind on the same ciphers, from and to the same buffers, whose positions and limits change meanwhile. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void oneOfEverything(Target target) throws Exception {
    PolychaProvider provider = new PolychaProvider(target.build(), CheckedRanges.of(target.use().library()));
    Cipher aead = Cipher.getInstance("ChaCha20-Poly1305", provider);
    Cipher stream = Cipher.getInstance("ChaCha20", provider);
    ByteBuffer from = ByteBuffer.allocateDirect(9000);
    ByteBuffer to = ByteBuffer.allocate(9100);
    int rounds = target.build() == Build.WASM ? 100 : 10_000;
    inThreads(() -> {
      Random random = new Random(Thread.currentThread().getId());
      byte[] data = new byte[9000];
      for (int i = 0; i < rounds; i++) {
        Cipher cipher = random.nextBoolean() ? aead : stream;
        byte[] nonce = Oracle.random(random.nextLong(), 12);
        int length = random.nextInt(data.length);
        try {
          switch (random.nextInt(8)) {
            case 0 -> cipher.init(1 + random.nextInt(2), new SecretKeySpec(KEY, "x"),
                cipher == aead ? new IvParameterSpec(nonce) : new ChaCha20ParameterSpec(nonce, random.nextInt()));
            case 1 -> aead.updateAAD(data, 0, random.nextBoolean() ? length % 300 : length);
            case 2 -> cipher.update(data, 0, length);
            case 3 -> cipher.doFinal(data, 0, length, new byte[9016]);
            case 4 -> cipher.update(from, to);
            case 5 -> from.clear().limit(length);
            case 6 -> to.clear().position(length);
            default -> {
              for (int at = 0; at < 800; at += 16) {
                stream.update(data, at, 16, data, 0);
              }
            }
          }
        } catch (java.security.GeneralSecurityException | RuntimeException e) {
          // Another thread was in between.
        }
      }
      return null;
    });
  }

  private static long residentKilobytes() throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    throw new IllegalStateException("no VmRSS");
  }

  @Test
  void nothingGrows() throws Exception {
    Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/status")), "only Linux says how large a process is");
    Polycha polycha = Polycha.of(Build.NATIVE);
    PolychaProvider provider = new PolychaProvider();
    leak(polycha, provider, 20_000);
    System.gc();
    long before = residentKilobytes();
    leak(polycha, provider, 100_000);
    System.gc();
    long grown = residentKilobytes() - before;
    // Each call makes a context of 2 to 4 KiB: 100,000 that stayed would be 300 MB.
    assertTrue(grown < 60_000, grown + " KB more after 100,000 calls");
  }

  /** More than the WebAssembly module has room for at once, and none closed. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void forgottenContexts(Target target) {
    Aead aead = target.use().aead();
    for (int i = 0; i < 4000; i++) {
      aead.message(new byte[12], KEY);
    }
  }

  private static void leak(Polycha polycha, PolychaProvider provider, int calls) throws Exception {
    byte[] nonce = new byte[12];
    byte[] message = new byte[100];
    byte[] forged = polycha.aead().seal(message, null, nonce, KEY);
    forged[3] ^= 1;
    SecretKeySpec key = new SecretKeySpec(KEY, "ChaCha20");
    for (int i = 0; i < calls; i++) {
      // Never closed: the collector has to see to it.
      polycha.aead().message(nonce, KEY).encrypt(message);
      try {
        polycha.aead().open(forged, null, nonce, KEY);
        throw new AssertionError("a forgery was taken");
      } catch (AEADBadTagException e) {
        // As it should be.
      }
      Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305", provider);
      cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(nonce));
      cipher.update(message);
      try {
        cipher.doFinal(message, 0, 100, new byte[10]);
        throw new AssertionError("no room, and no exception");
      } catch (javax.crypto.ShortBufferException e) {
        // As it should be.
      }
      if (i % 10_000 == 0) {
        System.gc();
      }
    }
  }

  @Test
  void noArrayIsHeldForMoreThanAPiece() throws Exception {
    for (Build build : List.of(Build.NATIVE, Build.PORTABLE)) {
      Polycha polycha = Polycha.of(build);
      byte[] message = new byte[3_000_000];
      byte[] nonce = new byte[12];
      byte[] sealed = polycha.aead().seal(message, message, nonce, KEY);
      polycha.aead().open(sealed, message, nonce, KEY);
      polycha.chacha20Xor(message, 0, message, 0, message.length, nonce, 1, KEY);
      polycha.poly1305(message, KEY);
      polycha.jdkPoly1305Blocks(message, 0, 2_999_984, new long[5], new long[5]);
      try (ChaCha stream = polycha.chacha(nonce, 20, KEY); AeadMessage in = polycha.aead().message(nonce, KEY)) {
        stream.update(message);
        in.aad(message);
        in.decrypt(message);
      }
      long longest = polycha.library().longestHold();
      assertTrue(longest == 256 * 1024, "held for " + longest + " bytes of work");
    }
  }
}
