package org.polycha;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * Whose memory a direct buffer is. That of a shared Arena of {@code java.lang.foreign} may be given back by any thread at any
 * time. Java's own accesses are guarded against that; a JNI function is not, and its process would die. So the library is not given
 * such memory, but a copy.
 *
 * <p>The API does not tell which Arena a buffer is of, but the classes of scopes differ: those of all other kinds are known to stay.
 */
final class Arenas {
  /** Of a buffer, the class of its scope. Null where there are no Arenas: before JDK 22, but for previews. */
  private static final MethodHandle SCOPE = scope();

  private static final Set<Class<?>> STAYING = staying();

  private Arenas() {}

  private static Class<?> foreign(String name) throws ClassNotFoundException {
    return Class.forName("java.lang.foreign." + name);
  }

  private static MethodHandle scope() {
    if (Runtime.version().feature() < 22) {
      return null;
    }
    try {
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Class<?> segment = foreign("MemorySegment");
      MethodHandle scope =
          lookup.findVirtual(segment, "scope", MethodType.methodType(foreign("MemorySegment$Scope"))).asType(
              MethodType.methodType(Object.class, segment));
      MethodHandle of = lookup.findStatic(segment, "ofBuffer", MethodType.methodType(segment, java.nio.Buffer.class));
      return MethodHandles.filterReturnValue(of, scope).asType(MethodType.methodType(Object.class, ByteBuffer.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.toString(), e);
    }
  }

  /** A confined one can only be closed by its own thread, which is ours, and at work. */
  private static Set<Class<?>> staying() {
    Set<Class<?>> classes = new HashSet<>();
    if (SCOPE == null) {
      return classes;
    }
    try {
      classes.add(scopeOf(ByteBuffer.allocateDirect(1)));
      for (String kind : new String[] {"global", "ofAuto", "ofConfined"}) {
        classes.add(scopeOfArena(kind));
      }
      classes.remove(scopeOfArena("ofShared"));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.toString(), e);
    }
    return classes;
  }

  private static Class<?> scopeOfArena(String kind) throws ReflectiveOperationException {
    Class<?> type = foreign("Arena");
    Object arena = type.getMethod(kind).invoke(null);
    try {
      Object segment = type.getMethod("allocate", long.class).invoke(arena, 1L);
      return scopeOf((ByteBuffer) foreign("MemorySegment").getMethod("asByteBuffer").invoke(segment));
    } finally {
      if (kind.equals("ofConfined") || kind.equals("ofShared")) {
        type.getMethod("close").invoke(arena);
      }
    }
  }

  private static Class<?> scopeOf(ByteBuffer buffer) {
    try {
      return ((Object) SCOPE.invokeExact(buffer)).getClass();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Whether the memory of a direct buffer stays until we are done. */
  static boolean stays(ByteBuffer buffer) {
    return SCOPE == null || STAYING.contains(scopeOf(buffer));
  }
}
