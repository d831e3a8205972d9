package org.polycha;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the library may come from, and what is said when it cannot. Each in a JVM of its own, as a library is loaded once. */
class LoaderTest {
  private static final Path LIBRARIES =
      Path.of("target/classes/META-INF/native", Loader.system(), Loader.architecture()).toAbsolutePath();
  private static final String NATIVE = System.mapLibraryName("polycha-java-native");

  @TempDir Path directory;

  /** Run in the other JVM: says which build came, or why none. */
  public static final class Program {
    public static void main(String[] arguments) {
      Build build = Build.valueOf(arguments[0]);
      for (int again = 0; again < 2; again++) {
        try {
          Polycha polycha = Polycha.of(build);
          System.out.println("loaded " + polycha.build() + " " + polycha.backend());
        } catch (PolychaLoadException e) {
          System.out.println("refused: " + e.getMessage());
        }
      }
      try {
        System.out.println("provider " + new PolychaProvider(build).getService("Cipher", "ChaCha20").getAlgorithm());
      } catch (PolychaLoadException e) {
        System.out.println("no provider");
      }
    }
  }

  /** Run in the other JVM, in whose configuration the provider stands first: says whose the Cipher is. */
  public static final class Configured {
    public static void main(String[] arguments) throws Exception {
      switch (arguments[0]) {
        case "file" -> Files.delete(Files.createTempFile("polycha", ""));
        case "library" -> Polycha.of(Build.NATIVE);
        case "random" -> new java.security.SecureRandom().nextInt();
        default -> {
          // The Cipher is what asks for the providers.
        }
      }
      System.out.println("cipher of " + javax.crypto.Cipher.getInstance("ChaCha20-Poly1305").getProvider());
    }
  }

  private String run(Build build, Map<String, String> environment, String... options) throws Exception {
    return OtherJvm.run(Program.class, environment, List.of(options), build.name());
  }

  private String run(String... options) throws Exception {
    return run(Build.NATIVE, Map.of(), options);
  }

  private static void contains(String output, String... parts) {
    for (String part : parts) {
      assertTrue(output.contains(part), "'" + part + "' is not in: " + output);
    }
  }

  /** Refused, twice alike, and no provider either. */
  private static void refused(String output, String... parts) {
    contains(output, parts);
    contains(output, Loader.PATH_PROPERTY, "no provider");
    assertFalse(output.startsWith("loaded") || output.contains("\nloaded"), output);
    assertEquals(2, output.split("refused:", -1).length - 1, output);
  }

  @Test
  void fromTheJar() throws Exception {
    contains(run("-Dorg.polycha.tmpdir=" + directory), "loaded NATIVE", "provider ChaCha20");
    contains(run(Build.PORTABLE, Map.of(), "-Dorg.polycha.tmpdir=" + directory), "loaded PORTABLE portable");
    try (var left = Files.list(directory)) {
      assertEquals(List.of(), left.toList(), "something is left of the extraction");
    }
  }

  /** Whoever is the first to need a provider: a temporary file does, and so would our own. */
  @Test
  void inTheConfiguration() throws Exception {
    Path configuration = Files.writeString(directory.resolve("java.security"), """
        security.provider.1=org.polycha.PolychaProvider
        security.provider.2=SUN
        security.provider.3=SunJCE
        """);
    for (String first : List.of("cipher", "file", "library", "random")) {
      contains(OtherJvm.run(Configured.class, List.of("-Djava.security.properties=" + configuration), first),
          "cipher of Polycha");
    }
  }

  @Test
  void fromTheJarByARelativeDirectory() throws Exception {
    Path relative = Path.of("").toAbsolutePath().relativize(directory);
    contains(run("-Dorg.polycha.tmpdir=" + relative), "loaded NATIVE");
    contains(run("-Djava.io.tmpdir=" + relative), "loaded NATIVE");
  }

  @Test
  void fromTheProperty() throws Exception {
    contains(run("-Dorg.polycha.library.path=" + LIBRARIES, "-Dorg.polycha.tmpdir=/nonexistent"), "loaded NATIVE");
    refused(run("-Dorg.polycha.library.path=" + directory), "there is no " + directory);
  }

  /** As a name is, too, that has letters which the JVM's locale lacks. In this JVM, as nothing is loaded. */
  @Test
  void fromAPathThatIsNone() {
    for (String property : List.of(Loader.PATH_PROPERTY, Loader.TEMPORARY_PROPERTY)) {
      System.setProperty(property, "a\0b");
      try {
        String message = assertThrows(PolychaLoadException.class, () -> new Loader("native").load(() -> null)).getMessage();
        contains(message, property, Loader.PATH_PROPERTY, "Nul character");
      } finally {
        System.clearProperty(property);
      }
    }
  }

  @Test
  void fromTheLibraryPath() throws Exception {
    contains(run("-Djava.library.path=" + LIBRARIES, "-Dorg.polycha.tmpdir=/nonexistent"), "loaded NATIVE");
  }

  @Test
  void anotherBuildOrNoLibrary() throws Exception {
    Files.copy(LIBRARIES.resolve(System.mapLibraryName("polycha-java-portable")), directory.resolve(NATIVE));
    refused(run("-Dorg.polycha.library.path=" + directory), "cannot be used");
    Files.writeString(directory.resolve(NATIVE), "not a library");
    refused(run("-Dorg.polycha.library.path=" + directory), "cannot load " + directory);
    Path other = Path.of(System.getProperty("java.home"), "lib", System.mapLibraryName("zip"));
    if (Files.exists(other)) {
      Files.copy(other, directory.resolve(NATIVE), StandardCopyOption.REPLACE_EXISTING);
      refused(run("-Dorg.polycha.library.path=" + directory), "is not a library of polycha");
    }
  }

  @Test
  void anotherVersion() throws Exception {
    byte[] library = Files.readAllBytes(LIBRARIES.resolve(NATIVE));
    String text = new String(library, java.nio.charset.StandardCharsets.ISO_8859_1);
    int changed = 0;
    for (int at = text.indexOf("0.1.0\0"); at >= 0; at = text.indexOf("0.1.0\0", at + 1)) {
      library[at + 2] = '9';
      changed++;
    }
    assertTrue(changed > 0, "the version is nowhere in the library");
    Files.write(directory.resolve(NATIVE), library);
    refused(run("-Dorg.polycha.library.path=" + directory), "version 0.9.0", "version 0.1.0");
  }

  /** The JVM's own error for a table that does not fit is no UnsatisfiedLinkError. */
  @Test
  void otherMethods() throws Exception {
    byte[] library = Files.readAllBytes(LIBRARIES.resolve(NATIVE));
    int at = new String(library, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("\0hchacha20\0");
    assertTrue(at > 0, "the method's name is nowhere in the library");
    library[at + 1] = 'x';
    Files.write(directory.resolve(NATIVE), library);
    refused(run("-Dorg.polycha.library.path=" + directory), "another version");
    refused(run("-Djava.library.path=" + directory), "another version");
  }

  @Test
  void anUnwritableDirectory() throws Exception {
    refused(run("-Dorg.polycha.tmpdir=/nonexistent"), "cannot write a copy", Loader.TEMPORARY_PROPERTY);
    refused(run("-Dorg.polycha.tmpdir=/proc"), "cannot write a copy", Loader.TEMPORARY_PROPERTY);
  }

  @Test
  void aDirectoryWithoutExecution() throws Exception {
    Path mount = Files.createDirectory(directory.resolve("noexec"));
    Process process = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "noexec,size=4m", "none", mount.toString())
        .redirectErrorStream(true).start();
    Assumptions.assumeTrue(process.waitFor() == 0, "mounting needs root");
    try {
      refused(run("-Dorg.polycha.tmpdir=" + mount), "cannot load", "noexec", Loader.TEMPORARY_PROPERTY);
    } finally {
      new ProcessBuilder("umount", mount.toString()).start().waitFor();
    }
  }

  @Test
  void anotherSystemsLibrary() {
    for (String message : List.of("libc.musl-x86_64.so.1: cannot open shared object file",
        "Error loading shared library ld-linux-x86-64.so.2", "version `GLIBC_2.38' not found")) {
      contains(Loader.why(message, "advice"), "another C library", "Build.WASM");
    }
    assertEquals("advice", Loader.why("failed to map segment from shared object", "advice"));
  }

  /** Which a later JDK is to do by default (JEP 472). */
  @Test
  void aJvmThatDeniesNativeAccess() throws Exception {
    Assumptions.assumeTrue(Runtime.version().feature() >= 24, "only JDK 24 and newer can");
    String[] denied = {"--illegal-native-access=deny", "-Dorg.polycha.tmpdir=" + directory};
    refused(run(denied), "--enable-native-access");
    refused(run(denied[0], "-Dorg.polycha.library.path=" + LIBRARIES), "--enable-native-access");
    contains(run(denied[0], "--enable-native-access=ALL-UNNAMED"), "loaded NATIVE");
  }

  @Test
  void anUnknownMachine() throws Exception {
    refused(run("-Dos.arch=vax"), "no library for", "/vax", "Build.WASM");
  }

  @Test
  void aForcedBackend() throws Exception {
    contains(run(Build.NATIVE, Map.of("POLYCHA_BACKEND", "portable")), "loaded NATIVE portable");
    contains(run(Build.NATIVE, Map.of("POLYCHA_BACKEND", "")), "loaded NATIVE");
    contains(run(Build.PORTABLE, Map.of("POLYCHA_BACKEND", "none")), "loaded PORTABLE");
    String output = run(Build.NATIVE, Map.of("POLYCHA_BACKEND", "none"));
    contains(output, "POLYCHA_BACKEND=none", "may be one of: [", "portable", "no provider");
    assertFalse(output.contains("loaded"), output);
  }

  /** Each class loader has the library for itself. */
  @Test
  void twoClassLoaders() throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    for (int i = 0; i < 3; i++) {
      try (URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
        Class<?> provider = loader.loadClass("org.polycha.PolychaProvider");
        assertFalse(provider == PolychaProvider.class);
        java.security.Provider made = (java.security.Provider) provider.getConstructor().newInstance();
        javax.crypto.Cipher.getInstance("ChaCha20", made);
      }
    }
  }
}
