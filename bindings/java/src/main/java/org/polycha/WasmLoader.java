package org.polycha;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import java.io.IOException;
import java.io.InputStream;

/** Loads the WebAssembly module out of the jar into Chicory. */
final class WasmLoader {
  /** Without SIMD, which Chicory's compiler to bytecode does not know. */
  private static final String RESOURCE = "META-INF/wasm/polycha-scalar.wasm";

  /** The version that the classes are compiled against: pom.xml. */
  static final String CHICORY = "1.5.1";

  private WasmLoader() {}

  static Library load() {
    Library library;
    try (InputStream in = WasmLoader.class.getClassLoader().getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw failure("this jar was made without " + RESOURCE + " (scripts/wasm-build.sh makes the module)", null);
      }
      library = new WasmLibrary(instance(Parser.parse(in)));
      useAll(library);
    } catch (PolychaLoadException e) {
      throw e;
    } catch (IOException e) {
      throw failure("cannot read " + RESOURCE, e);
    } catch (NoClassDefFoundError e) {
      throw failure("it needs Chicory " + CHICORY + ", which is not on the class path (com.dylibso.chicory:runtime, and "
          + "com.dylibso.chicory:compiler for speed, with what they need); on the module path, add it with --add-modules "
          + "ALL-MODULE-PATH: " + e, e);
    } catch (LinkageError | AssertionError | RuntimeException e) {
      // Chicory wraps some of its own link errors in an AssertionError.
      throw failure("the Chicory that was found cannot run it; it needs " + CHICORY + ", and all of Chicory's jars of one version: "
          + e, e);
    }
    if (!library.version().equals(Loader.VERSION)) {
      throw failure(RESOURCE + " is version " + library.version() + ", and the classes are of version " + Loader.VERSION, null);
    }
    return library;
  }

  private static PolychaLoadException failure(String why, Throwable cause) {
    return new PolychaLoadException("polycha's wasm build cannot be used: " + why, cause);
  }

  private static Instance instance(WasmModule module) {
    Instance.Builder builder = Instance.builder(module);
    try {
      builder = Compiler.use(builder);
    } catch (NoClassDefFoundError e) {
      // Without the optional compiler the module is interpreted.
      return builder.build();
    }
    return builder.build();
  }

  /** Calls every method of Chicory that there is a use for, as the JVM looks for a method only when it is called. */
  private static void useAll(Library library) {
    library.jdkChacha20Block(new int[16], new byte[1024]);
    library.jdkPoly1305Blocks(new byte[16], 0, 16, new long[5], new long[5]);
    library.backend();
  }

  /** Apart, so that it is not loaded with this class. */
  private static final class Compiler {
    static Instance.Builder use(Instance.Builder builder) {
      return builder.withMachineFactory(MachineFactoryCompiler::compile);
    }
  }
}
