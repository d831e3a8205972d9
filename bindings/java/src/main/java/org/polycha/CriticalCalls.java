package org.polycha;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Short messages in arrays, by the critical calls of {@code java.lang.foreign} where the JVM has them (JDK 22 and newer): the C
 * function works on the arrays where they lie, and the way there and back takes about 10 ns. By JNI, which has to copy them, it
 * takes about 115 (sealing and opening 1024 bytes, 2026-12-01, Emerald Rapids class VM, JDK 25, ./dev bench --java).
 *
 * <p>To link such a call takes a tenth of a second, so it is done in a thread of its own, and only after {@link #BUSY} messages: a
 * program that seals a few does not pay for it. Until then, and wherever it cannot be had, all goes by JNI. The classes are
 * made for JDK 17, so the API is found by reflection.
 */
final class CriticalCalls {
  /** What to do: {@code off}, {@code now} (with the library), or anything else for when it pays. */
  static final String PROPERTY = "org.polycha.ffm";

  /** Bytes. The collector waits for a critical call; that of 16 KiB, a record of TLS, takes 4 us with AVX-512 and 20 without vectors. */
  static final int LONGEST = 16 * 1024;

  private static final int BUSY = 2000;
  private static final int WARM = 10_000;

  private static final int SEAL = 0;
  private static final int OPEN = 1;
  private static final int XOR = 2;
  private static final int KEYSTREAM = 3;

  private static volatile boolean linked;
  private static final AtomicBoolean asked = new AtomicBoolean();

  private static int calls;

  private CriticalCalls() {}

  /** Initialised by {@link #link}, and constants for the JIT, as only those are compiled to a plain call. */
  private static final class Handles {
    private static final Handles MADE = new Handles();

    static final MethodHandle SEAL = MADE.linked(CriticalCalls.SEAL, 5, 7);
    static final MethodHandle OPEN = MADE.linked(CriticalCalls.OPEN, 5, 7);
    static final MethodHandle XOR = MADE.linked(CriticalCalls.XOR, 4, 5);
    static final MethodHandle KEYSTREAM = MADE.linked(CriticalCalls.KEYSTREAM, 1, 2);

    private final Library library = new NativeJNI();
    private final Object linker;
    private final MethodHandle ofArray;

    private Handles() {
      try {
        Class<?> segment = foreign("MemorySegment");
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        linker = foreign("Linker").getMethod("nativeLinker").invoke(null);
        ofArray = lookup.findStatic(segment, "ofArray", MethodType.methodType(segment, byte[].class));
        // Loads a class without which the JIT does not inline what makes a segment, which then costs 100 ns.
        foreign("Arena").getMethod("global").invoke(null);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(e.toString(), e);
      }
    }

    private static Class<?> foreign(String name) throws ClassNotFoundException {
      return Class.forName("java.lang.foreign." + name);
    }

    /** A C function of so many arrays, and then so many int32_t, that returns an int64_t. */
    private MethodHandle linked(int function, int arrays, int numbers) {
      try {
        Class<?> layouts = foreign("MemoryLayout");
        Class<?> values = foreign("ValueLayout");
        Class<?> descriptor = foreign("FunctionDescriptor");
        Class<?> option = foreign("Linker$Option");
        Class<?> segment = foreign("MemorySegment");
        Object arguments = Array.newInstance(layouts, arrays + numbers);
        for (int i = 0; i < arrays + numbers; i++) {
          Array.set(arguments, i, values.getField(i < arrays ? "ADDRESS" : "JAVA_INT").get(null));
        }
        Object result = values.getField("JAVA_LONG").get(null);
        Object shape = descriptor.getMethod("of", layouts, arguments.getClass()).invoke(null, result, arguments);
        Object options = Array.newInstance(option, 1);
        Array.set(options, 0, option.getMethod("critical", boolean.class).invoke(null, true));
        Object address = segment.getMethod("ofAddress", long.class).invoke(null, library.criticalFunction(function));
        MethodHandle handle = (MethodHandle) foreign("Linker")
            .getMethod("downcallHandle", segment, descriptor, options.getClass()).invoke(linker, address, shape, options);
        for (int i = 0; i < arrays; i++) {
          handle = MethodHandles.filterArguments(handle, i, ofArray);
        }
        return handle;
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(e.toString(), e);
      }
    }
  }

  /** Whether the JVM has such calls and lets us make them without a warning. */
  private static boolean allowed() {
    if (Runtime.version().feature() < 22) {
      return false;
    }
    try {
      Module module = CriticalCalls.class.getModule();
      return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module);
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /** Called when the library has been loaded. */
  static void loaded() {
    String wish = System.getProperty(PROPERTY, "");
    if (wish.equals("off")) {
      asked.set(true);
    } else if (wish.equals("now") && asked.compareAndSet(false, true)) {
      link();
    }
  }

  /** Called for each message that could have gone this way. Threads may lose one another's counts. */
  static void missed() {
    if (++calls >= BUSY && !asked.get() && asked.compareAndSet(false, true) && allowed()) {
      Thread thread = new Thread(null, CriticalCalls::link, "polycha-link", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
    }
  }

  /**
   * Links all functions, and calls each until the JVM knows them to be hot. Or else the JIT, which compiles the callers anew as soon as they go
   * this way, finds them too rare to be inlined, and makes a segment for each array of each message: some 150 ns.
   */
  private static void warm() {
    byte[] message = new byte[Check.TAG];
    byte[] sealed = new byte[2 * Check.TAG];
    byte[] keyed = new byte[Check.KEY + Check.NONCE];
    byte[] work = new byte[Library.KEYSTREAM + keyed.length];
    for (int i = 0; i < WARM; i++) {
      long status = seal(sealed, 0, message, 0, message.length, null, 0, 0, keyed, null, Check.NONCE)
          | open(message, 0, sealed, 0, message.length, null, 0, 0, keyed, null, Check.NONCE)
          | xor(message, 0, message, 0, message.length, keyed, null, 0) | keystream(work, message.length, 0);
      if (status != Status.OK) {
        throw new LinkageError("a critical call failed: " + status);
      }
    }
  }

  private static void link() {
    try {
      if (allowed()) {
        warm();
        linked = true;
      }
    } catch (LinkageError | RuntimeException e) {
      // A JVM without a linker, say: what there is by JNI does the same.
    }
  }

  static boolean linked() {
    return linked;
  }

  /** {@link Library#seal} without a tag apart, and of arrays. */
  static long seal(Object dst, int dstPlace, Object src, int srcPlace, int length, Object aad, int aadPlace, int aadLength,
      byte[] key, byte[] nonce, int nonceLength) {
    byte[] aadArray = aad == null ? key : (byte[]) aad;
    byte[] nonceArray = nonce == null ? key : nonce;
    int nonceAt = nonce == null ? Check.KEY : 0;
    // Without an array of its own the aad stands behind the key and the nonce, if there is any.
    int aadAt = aad == null && aadLength > 0 ? Check.KEY + nonceLength : aadPlace;
    try {
      return (long) Handles.SEAL.invokeExact((byte[]) dst, (byte[]) src, aadArray, key, nonceArray, dstPlace, srcPlace, length,
          aadAt, aadLength, nonceAt, nonceLength);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /** {@link Library#open} without a tag apart, and of arrays. */
  static long open(Object dst, int dstPlace, Object src, int srcPlace, int length, Object aad, int aadPlace, int aadLength,
      byte[] key, byte[] nonce, int nonceLength) {
    byte[] aadArray = aad == null ? key : (byte[]) aad;
    byte[] nonceArray = nonce == null ? key : nonce;
    int nonceAt = nonce == null ? Check.KEY : 0;
    // Without an array of its own the aad stands behind the key and the nonce, if there is any.
    int aadAt = aad == null && aadLength > 0 ? Check.KEY + nonceLength : aadPlace;
    try {
      return (long) Handles.OPEN.invokeExact((byte[]) dst, (byte[]) src, aadArray, key, nonceArray, dstPlace, srcPlace, length,
          aadAt, aadLength, nonceAt, nonceLength);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /** {@link Library#xor} of arrays. */
  static long xor(Object dst, int dstPlace, Object src, int srcPlace, int length, byte[] key, byte[] nonce, int counter) {
    byte[] nonceArray = nonce == null ? key : nonce;
    int nonceAt = nonce == null ? Check.KEY : 0;
    try {
      return (long) Handles.XOR.invokeExact((byte[]) dst, (byte[]) src, key, nonceArray, dstPlace, srcPlace, length, nonceAt, counter);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /** {@link Library#keystream}. */
  static long keystream(byte[] work, int length, int counter) {
    try {
      return (long) Handles.KEYSTREAM.invokeExact(work, length, counter);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /** The functions throw nothing, and what the JVM throws by itself is unchecked. */
  private static Error impossible(Throwable e) {
    if (e instanceof RuntimeException) {
      throw (RuntimeException) e;
    }
    return e instanceof Error ? (Error) e : new AssertionError(e);
  }
}
