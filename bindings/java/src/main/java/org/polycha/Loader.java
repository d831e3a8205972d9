package org.polycha;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Finds and loads the JNI library of a build: in the directory that a system property names, and nowhere else if it is
 * set; then by {@link System#loadLibrary}; then out of the jar, by way of a directory that only we can read, from which it is
 * deleted as soon as it is loaded.
 */
final class Loader {
  static final String PATH_PROPERTY = "org.polycha.library.path";
  static final String TEMPORARY_PROPERTY = "org.polycha.tmpdir";

  /** Must be that of the library. */
  static final String VERSION = "0.1.0";

  private static final String ADVICE = "set -D" + PATH_PROPERTY + "=DIRECTORY to a directory that has %s";

  /** Names of a directory that may be taken, of another machine's processes, say. */
  private static final int ATTEMPTS = 100;

  private final String build;
  private final String file;

  Loader(String build) {
    this.build = build;
    this.file = System.mapLibraryName("polycha-java-" + build);
  }

  /**
   * Loads the library and returns {@code make}'s result, whose native methods it has registered.
   *
   * @throws PolychaLoadException if there is no library that can be loaded, or it is another version or build
   */
  Library load(Supplier<Library> make) {
    String from = loadFromSomewhere();
    Library library = make.get();
    String version;
    String found;
    try {
      version = library.version();
      found = library.build();
    } catch (UnsatisfiedLinkError e) {
      throw failure(from + " is not a library of polycha", e);
    }
    if (!version.equals(VERSION) || !found.equals(build)) {
      throw failure(from + " is the " + found + " build of version " + version + ", and the classes are of version "
          + VERSION + " and want the " + build + " build", null);
    }
    if (library.backend() == null) {
      throw new PolychaLoadException("POLYCHA_BACKEND=" + System.getenv("POLYCHA_BACKEND")
          + " names no backend that this CPU can run; it may be one of: " + Polycha.usable(library));
    }
    return library;
  }

  /** Where the library that has been loaded came from, for messages. */
  private String loadFromSomewhere() {
    String directory = System.getProperty(PATH_PROPERTY);
    if (directory != null) {
      Path path;
      try {
        path = Path.of(directory, file).toAbsolutePath();
      } catch (InvalidPathException e) {
        throw failure("the system property " + PATH_PROPERTY + " is no path to this JVM, whose file names are in "
            + System.getProperty("sun.jnu.encoding") + ": " + e.getMessage(), e);
      }
      if (!Files.exists(path)) {
        throw new PolychaLoadException("there is no " + path + ", where the system property " + PATH_PROPERTY + " points");
      }
      load(path, "");
      return path.toString();
    }
    try {
      System.loadLibrary("polycha-java-" + build);
      return file + " of java.library.path";
    } catch (IllegalCallerException e) {
      throw denied(e);
    } catch (UnsatisfiedLinkError e) {
      // Not there, which is usual, or not for this machine; the jar's own may do. If it does not, its error is the one to show.
      return loadFromJar();
    } catch (LinkageError e) {
      throw otherMethods(file + " of java.library.path", e);
    }
  }

  private String loadFromJar() {
    String resource = "META-INF/native/" + system() + "/" + architecture() + "/" + file;
    try (InputStream in = Loader.class.getClassLoader() == null
        ? ClassLoader.getSystemResourceAsStream(resource)
        : Loader.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw failure("this jar has no library for " + system() + "/" + architecture() + " (" + resource
            + "): build one (see CONTRIBUTING.md), or use Build.WASM", null);
      }
      return loadCopy(in, resource);
    } catch (IOException e) {
      throw failure("cannot read " + resource + " of the jar", e);
    }
  }

  private String loadCopy(InputStream in, String resource) {
    Path directory = null;
    Path copy = null;
    String parent = System.getProperty(TEMPORARY_PROPERTY, System.getProperty("java.io.tmpdir"));
    try {
      // System.load takes nothing else.
      parent = Path.of(parent).toAbsolutePath().toString();
      // Nobody else can look in, so nobody can swap the file before it is loaded.
      directory = createDirectory(Path.of(parent));
      copy = directory.resolve(file);
      Files.copy(in, copy);
    } catch (IOException | RuntimeException e) {
      delete(copy, directory);
      throw failure("cannot write a copy of " + resource + " to a directory in " + parent + " (" + e
          + "); name another one with -D" + TEMPORARY_PROPERTY, e);
    }
    try {
      load(copy, "; if " + parent + " is mounted noexec, name another directory with -D" + TEMPORARY_PROPERTY);
    } finally {
      delete(copy, directory);
    }
    return resource;
  }

  private void load(Path path, String advice) {
    try {
      System.load(path.toString());
    } catch (IllegalCallerException e) {
      throw denied(e);
    } catch (UnsatisfiedLinkError e) {
      throw failure("cannot load " + path + ": " + e.getMessage() + why(String.valueOf(e.getMessage()), advice), e);
    } catch (LinkageError e) {
      throw otherMethods(path.toString(), e);
    }
  }

  /** It has registered nothing: the JVM refuses a table with a method that the class does not have. */
  private PolychaLoadException otherMethods(String from, LinkageError e) {
    return failure(from + " is of another version than the classes, " + VERSION + ": " + e.getMessage(), e);
  }

  private PolychaLoadException denied(IllegalCallerException e) {
    Module module = Loader.class.getModule();
    return failure("this JVM denies native access: start it with --enable-native-access="
        + (module.isNamed() ? module.getName() : "ALL-UNNAMED"), e);
  }

  /** What the system's message means for the user, where it is known. */
  static String why(String message, String advice) {
    if (message.contains("already loaded in another classloader")) {
      return "; a library file can serve one class loader only, so give each its own copy";
    }
    if (message.contains("libc.musl") || message.contains("ld-musl") || message.contains("GLIBC")
        || message.contains("ld-linux")) {
      return "; it is for another C library than this system's: build it here, or use Build.WASM";
    }
    return advice;
  }

  private PolychaLoadException failure(String what, Throwable cause) {
    return new PolychaLoadException(
        "polycha's " + build + " build cannot be used: " + what + "; or " + String.format(ADVICE, file), cause);
  }

  /**
   * A new directory. Not by Files.createTempDirectory: that wants a SecureRandom, and so the providers, of which we may be the one that
   * is just being loaded, or is by a thread that waits for us. Nobody can take the name, as a directory is made or is not.
   */
  private static Path createDirectory(Path parent) throws IOException {
    FileAttribute<?>[] attributes = isPosix(parent)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))}
        : new FileAttribute<?>[0];
    for (int i = 0; ; i++) {
      try {
        return Files.createDirectory(
            parent.resolve("polycha-" + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime())), attributes);
      } catch (FileAlreadyExistsException e) {
        if (i == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /** What cannot be deleted (Windows keeps loaded files) goes when the JVM ends. */
  private static void delete(Path file, Path directory) {
    for (Path path : new Path[] {file, directory}) {
      if (path != null && !path.toFile().delete()) {
        path.toFile().deleteOnExit();
      }
    }
  }

  static String system() {
    String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    return name.startsWith("mac") ? "macos" : name.startsWith("windows") ? "windows" : name.replace(' ', '-');
  }

  static String architecture() {
    String name = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return name.equals("amd64") || name.equals("x86_64") ? "x86_64" : name.equals("arm64") ? "aarch64" : name;
  }
}
