package org.polycha;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said when Chicory is not there, or is another than the classes were compiled against. */
class WasmLoaderTest {
  private static final String CHICORY = "com.dylibso.chicory.";

  /** All classes anew, with a word of one of Chicory's replaced by one as long: so that it lacks a method, say. */
  private static final class OtherChicory extends URLClassLoader {
    private final String changed;
    private final String word;
    private final String missing;
    private boolean found;

    OtherChicory(String changed, String word, String missing) throws IOException {
      super(classPath(), ClassLoader.getPlatformClassLoader());
      this.changed = changed;
      this.word = word;
      this.missing = missing;
    }

    private static URL[] classPath() throws IOException {
      List<URL> urls = new ArrayList<>();
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
        urls.add(Path.of(entry).toUri().toURL());
      }
      return urls.toArray(new URL[0]);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (missing != null && name.startsWith(CHICORY + missing)) {
        throw new ClassNotFoundException(name);
      }
      if (!name.equals(CHICORY + changed)) {
        return super.findClass(name);
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        // In the constant pool: the length of the word, and the word.
        String constant = "\0" + (char) word.length() + word;
        found = text.contains(constant);
        byte[] bytes = text.replace(constant, "\0" + (char) word.length() + "q" + word.substring(1))
            .getBytes(StandardCharsets.ISO_8859_1);
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    /** The message of the exception, twice the same, or null if there is none. */
    String load() throws ReflectiveOperationException {
      Class<?> build = loadClass("org.polycha.Build");
      Object wasm = build.getField("WASM").get(null);
      var of = loadClass("org.polycha.Polycha").getMethod("of", build);
      try {
        of.invoke(null, wasm);
      } catch (InvocationTargetException e) {
        Throwable again = assertThrows(InvocationTargetException.class, () -> of.invoke(null, wasm)).getCause();
        for (Throwable cause : new Throwable[] {e.getCause(), again}) {
          assertEquals("org.polycha.PolychaLoadException", cause.getClass().getName(), cause.toString());
          assertTrue(cause.getMessage().startsWith("polycha's wasm build cannot be used: "), cause.getMessage());
          assertTrue(cause.getCause() != null, "no cause");
        }
        return e.getCause().getMessage();
      }
      return null;
    }
  }

  @BeforeEach
  void hasWasm() {
    assumeTrue(Target.hasWasm(), "the jar was made without the wasm module");
  }

  @ParameterizedTest
  @CsvSource({"runtime.Instance, builder", "runtime.Instance$Builder, withMachineFactory", "runtime.Instance, memory",
      "runtime.Memory, readLong", "compiler.MachineFactoryCompiler, compile"})
  void anotherVersion(String changed, String word) throws Exception {
    try (OtherChicory loader = new OtherChicory(changed, word, null)) {
      String message = loader.load();
      assertTrue(loader.found, changed + " has no " + word);
      assertTrue(message != null, "it is loaded all the same");
      assertTrue(message.contains(WasmLoader.CHICORY) && message.contains("cannot run it"), message);
    }
  }

  @Test
  void none() throws Exception {
    for (String missing : List.of("runtime.", "wasm.")) {
      try (OtherChicory loader = new OtherChicory("", "", missing)) {
        String message = loader.load();
        assertTrue(message.contains("not on the class path") && message.contains(WasmLoader.CHICORY), message);
      }
    }
  }

  @Test
  void onlyTheInterpreter() throws Exception {
    try (OtherChicory loader = new OtherChicory("", "", "compiler.")) {
      assertEquals(null, loader.load());
    }
  }

  /** With the modules that the message tells to add. */
  @Test
  void onTheModulePath() throws Exception {
    List<String> modules = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (entry.endsWith("target/classes") || entry.contains("chicory") || entry.contains("asm")) {
        modules.add(entry);
      }
    }
    String output = OtherJvm.java(Map.of(), List.of("--module-path", String.join(File.pathSeparator, modules), "--add-modules",
        "org.polycha,ALL-MODULE-PATH", "src/test/modules/UseWasm.java"));
    assertTrue(output.contains("module org.polycha: 50 bytes"), output);
  }

  @Test
  void theVersionOfThePom() throws Exception {
    assertTrue(Files.readString(Path.of("pom.xml")).contains("<chicory.version>" + WasmLoader.CHICORY + "<"));
  }
}
