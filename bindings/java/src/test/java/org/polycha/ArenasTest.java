package org.polycha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.security.Key;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Buffers whose memory is an Arena's, which can be closed: an exception, and never a crash. */
class ArenasTest {
  private static final byte[] KEY = Oracle.random(1, 32);
  private static final byte[] NONCE = Oracle.random(2, 12);

  /** java.lang.foreign.Arena, which JDK 17 does not know. */
  private static final class Arena {
    private static final Class<?> TYPE = type("Arena");
    private final Object arena;

    Arena(String kind) throws ReflectiveOperationException {
      arena = TYPE.getMethod(kind).invoke(null);
    }

    private static Class<?> type(String name) {
      try {
        return Class.forName("java.lang.foreign." + name);
      } catch (ClassNotFoundException e) {
        throw new LinkageError(name, e);
      }
    }

    ByteBuffer buffer(long size) throws ReflectiveOperationException {
      Object segment = TYPE.getMethod("allocate", long.class).invoke(arena, size);
      return (ByteBuffer) type("MemorySegment").getMethod("asByteBuffer").invoke(segment);
    }

    void close() throws ReflectiveOperationException {
      TYPE.getMethod("close").invoke(arena);
    }
  }

  private static void assumeArenas() {
    assumeTrue(Runtime.version().feature() >= 22, "Arena came with JDK 22");
  }

  @Test
  void whichStay() throws Exception {
    assumeArenas();
    assertTrue(Arenas.stays(ByteBuffer.allocateDirect(9).slice(1, 3).asReadOnlyBuffer()));
    for (String kind : List.of("global", "ofAuto", "ofConfined")) {
      assertTrue(Arenas.stays(new Arena(kind).buffer(9).position(2).slice()), kind);
    }
    assertEquals(false, Arenas.stays(new Arena("ofShared").buffer(9).position(2).slice().asReadOnlyBuffer()));
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void everyKindWorks(Target target) throws Exception {
    assumeArenas();
    Aead aead = target.use().aead();
    Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305", target.provider());
    byte[] message = Oracle.random(3, 3000);
    byte[] sealed = Oracle.seal(message, message, NONCE, KEY);
    for (String kind : List.of("global", "ofAuto", "ofConfined", "ofShared")) {
      Arena arena = new Arena(kind);
      ByteBuffer memory = arena.buffer(4000);
      memory.position(7).put(message).flip().position(7);
      ByteBuffer aad = arena.buffer(3000).put(message).flip();
      ByteBuffer output = memory.duplicate().limit(4000);
      aead.seal(output, memory, aad, NONCE, KEY);
      assertEquals(List.of(3023, 3007, 3000), List.of(output.position(), memory.position(), aad.position()), kind);
      byte[] result = new byte[3016];
      output.flip().position(7).get(result);
      assertArrayEquals(sealed, result, kind);
      cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(KEY, "ChaCha20"), new IvParameterSpec(NONCE));
      cipher.updateAAD(aad.flip());
      assertEquals(3000, cipher.doFinal(output.position(7), memory.position(7)));
      memory.position(7).get(result, 0, 3000);
      assertArrayEquals(message, Arrays.copyOf(result, 3000), kind);
    }
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void closedBefore(Target target) throws Exception {
    assumeArenas();
    Polycha polycha = target.use();
    for (String kind : List.of("ofConfined", "ofShared")) {
      Arena arena = new Arena(kind);
      ByteBuffer closed = arena.buffer(1 << 20);
      arena.close();
      ByteBuffer open = ByteBuffer.allocate(1 << 20).limit(9);
      assertThrows(IllegalStateException.class, () -> polycha.poly1305(closed, KEY));
      assertThrows(IllegalStateException.class, () -> polycha.aead().seal(closed, open, null, NONCE, KEY));
      assertThrows(IllegalStateException.class, () -> polycha.chacha20Xor(open.clear(), closed, NONCE, 1, KEY));
      assertEquals(List.of(0, 0), List.of(closed.position(), open.position()));
    }
  }

  private interface Call {
    void on(ByteBuffer shared, ByteBuffer other) throws Exception;
  }

  /** Run in another JVM, since it is that which a fault would end. */
  public static final class Program {
    public static void main(String[] arguments) throws Exception {
      int size = 24 << 20;
      Polycha polycha = Polycha.of(Build.NATIVE);
      PolychaProvider provider = new PolychaProvider();
      Key key = new SecretKeySpec(KEY, "ChaCha20");
      Cipher aead = Cipher.getInstance("ChaCha20-Poly1305", provider);
      Cipher stream = Cipher.getInstance("ChaCha20", provider);
      Mac mac = Mac.getInstance("Poly1305", provider);
      ByteBuffer other = ByteBuffer.allocateDirect(size + 16);
      List<Call> calls = List.of(
          (shared, free) -> polycha.aead().seal(free, shared, null, NONCE, KEY),
          (shared, free) -> polycha.aead().seal(shared, free.limit(size - 16), null, NONCE, KEY),
          (shared, free) -> polycha.aead().seal(free, ByteBuffer.allocate(5), shared, NONCE, KEY),
          (shared, free) -> polycha.chacha20Xor(shared, shared.duplicate(), NONCE, 1, KEY),
          (shared, free) -> polycha.poly1305(shared, KEY),
          (shared, free) -> {
            try (ChaCha chacha = polycha.chacha(NONCE, 20, KEY)) {
              chacha.update(shared, free.limit(size));
            }
          },
          (shared, free) -> {
            mac.init(new SecretKeySpec(Oracle.random(System.nanoTime(), 32), "Poly1305"));
            mac.update(shared);
          },
          (shared, free) -> {
            aead.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(Oracle.random(System.nanoTime(), 12)));
            aead.updateAAD(shared.duplicate());
            aead.doFinal(shared, free);
          },
          (shared, free) -> {
            stream.init(Cipher.ENCRYPT_MODE, key, new ChaCha20ParameterSpec(Oracle.random(System.nanoTime(), 12), 1));
            stream.doFinal(free.limit(size), shared);
          });
      int done = 0;
      int closed = 0;
      for (int round = 0; round < 6; round++) {
        for (Call call : calls) {
          Arena arena = new Arena("ofShared");
          ByteBuffer shared = arena.buffer(size);
          long wait = 1_000_000L + round * 1_000_000L;
          Thread closer = new Thread(() -> {
            try {
              Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
              arena.close();
            } catch (InterruptedException | ReflectiveOperationException e) {
              // Java holds it at this moment: it stays open.
            }
          });
          closer.start();
          try {
            call.on(shared, other.clear());
            done++;
          } catch (IllegalStateException e) {
            closed++;
          }
          // The JVM interrupts a thread that it throws out of memory that is being closed.
          Thread.interrupted();
          closer.join();
        }
      }
      System.out.println(done + " done, " + closed + " closed");
    }
  }

  @Test
  void closedMeanwhile() throws Exception {
    assumeArenas();
    String output = OtherJvm.run(Program.class, List.of("-Xmx512m"));
    int[] counts = output.lines().filter(line -> line.endsWith(" closed")).findFirst().stream()
        .flatMapToInt(line -> Arrays.stream(line.replaceAll("[^0-9]+", " ").trim().split(" ")).mapToInt(Integer::parseInt))
        .toArray();
    assertEquals(2, counts.length, output);
    assertTrue(counts[0] > 0 && counts[1] > 0, "closed always too early or too late: " + output);
  }
}
