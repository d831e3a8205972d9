package org.polycha.bench;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.consumer.RecordingStream;
import org.polycha.Build;
import org.polycha.Polycha;

/**
 * What a long message does to everyone else: seals and opens an array of 512 MiB in place while other threads allocate, and reports the
 * longest pause of the garbage collector, and the longest time that one of those threads has stood still.
 */
public final class GcPause {
  private static final int LENGTH = 512 << 20;
  private static final int THREADS = 2;

  private static volatile boolean running = true;
  private static volatile Object sink;

  private GcPause() {}

  public static void main(String[] arguments) throws GeneralSecurityException, InterruptedException {
    Polycha polycha = Polycha.of(Build.NATIVE);
    byte[] array = new byte[LENGTH + 16];
    byte[] key = new byte[32];
    byte[] nonce = new byte[12];
    AtomicLong longestPause = new AtomicLong();
    AtomicLong collections = new AtomicLong();
    AtomicLong longestStand = new AtomicLong();
    try (RecordingStream stream = new RecordingStream()) {
      stream.enable("jdk.GarbageCollection").withThreshold(Duration.ZERO);
      stream.onEvent("jdk.GarbageCollection", event -> {
        collections.incrementAndGet();
        longestPause.accumulateAndGet(event.getDuration("longestPause").toNanos(), Math::max);
      });
      stream.startAsync();
      Thread[] others = new Thread[THREADS];
      for (int i = 0; i < THREADS; i++) {
        others[i] = new Thread(() -> allocate(longestStand));
        others[i].start();
      }
      for (int i = 0; i < 3; i++) {
        nonce[0]++;
        polycha.aead().seal(array, 0, array, 0, LENGTH, null, nonce, key);
        polycha.aead().open(array, 0, array, 0, LENGTH + 16, null, nonce, key);
      }
      running = false;
      for (Thread other : others) {
        other.join();
      }
      // The stream hands over its events once a second.
      Thread.sleep(2500);
    }
    System.out.printf(Locale.ROOT,
        "Java %s, %d MiB in one array: %d collections, longest pause %.1f ms, longest standstill of an allocating thread %.1f ms%n",
        Runtime.version().feature(), LENGTH >> 20, collections.get(), longestPause.get() / 1e6, longestStand.get() / 1e6);
  }

  private static void allocate(AtomicLong longestStand) {
    long last = System.nanoTime();
    while (running) {
      sink = new byte[10_000];
      long now = System.nanoTime();
      long stand = now - last;
      longestStand.accumulateAndGet(stand, Math::max);
      last = now;
    }
  }
}
