package org.polycha.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Locale;
import org.polycha.Aead;
import org.polycha.Build;
import org.polycha.Polycha;
import org.polycha.PolychaLoadException;

/** The Java lines of `./dev run`: seals a file with each build, and opens it, and compares the bytes. */
public final class Run {
  /** As in the C program: again while it takes no more than this in all. */
  private static final double SECONDS_FOR_MORE = 0.5;

  private final byte[] key = new byte[32];
  private final byte[] nonce = new byte[12];
  private final ByteBuffer text;
  private final ByteBuffer scratch;
  private ByteBuffer sealed;

  private Run(ByteBuffer text) {
    this.text = text;
    this.scratch = ByteBuffer.allocateDirect(text.remaining() + 16);
    SecureRandom random = new SecureRandom();
    random.nextBytes(key);
    random.nextBytes(nonce);
  }

  public static void main(String[] arguments) throws IOException, GeneralSecurityException {
    Path file = Path.of(arguments[0]);
    if (Files.size(file) > Integer.MAX_VALUE - 64) {
      System.out.println("Java: skipped, as a ByteBuffer holds no more than 2 GiB");
      return;
    }
    try (FileChannel channel = FileChannel.open(file)) {
      Run run = new Run(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
      System.out.printf("%n%-16s %-12s %9s %12s%n", "build", "backend", "seal MB/s", "open MB/s");
      run.row(Build.NATIVE);
      run.row(Build.PORTABLE);
      try {
        Polycha.of(Build.WASM);
      } catch (PolychaLoadException e) {
        System.out.println("Java, wasm: skipped (" + e.getMessage() + ")");
        return;
      }
      run.row(Build.WASM);
      System.out.println("\nJava's rows agree on every byte; that of wasm is of the module without SIMD.\n");
    }
  }

  private interface Work {
    void run() throws GeneralSecurityException;
  }

  /** MB/s of the best run. */
  private double timed(Work work) throws GeneralSecurityException {
    double best = Double.MAX_VALUE;
    long start = System.nanoTime();
    do {
      long runStart = System.nanoTime();
      work.run();
      best = Math.min(best, (System.nanoTime() - runStart) / 1e9);
    } while ((System.nanoTime() - start) / 1e9 < SECONDS_FOR_MORE);
    return text.capacity() / best / 1e6;
  }

  private void row(Build build) throws GeneralSecurityException {
    Polycha polycha = Polycha.of(build);
    Aead aead = polycha.aead();
    ByteBuffer out = sealed == null ? ByteBuffer.allocateDirect(text.capacity() + 16) : scratch;
    double seal = timed(() -> aead.seal(out.clear(), text.duplicate().clear(), null, nonce, key));
    if (sealed == null) {
      sealed = out.flip().asReadOnlyBuffer();
    }
    mustEqual(out.clear(), sealed.duplicate(), build + " seals to other bytes");
    ByteBuffer opened = scratch;
    double open = timed(() -> aead.open(opened.clear(), sealed.duplicate(), null, nonce, key));
    mustEqual(opened.flip(), text.duplicate().clear(), build + " does not open to the file's bytes");
    System.out.printf(Locale.ROOT, "%-16s %-12s %8.0f %12.0f%n", "Java, " + build.name().toLowerCase(Locale.ROOT), polycha.backend(),
        seal, open);
  }

  private static void mustEqual(ByteBuffer a, ByteBuffer b, String what) {
    if (!a.equals(b)) {
      throw new IllegalStateException(what);
    }
  }
}
