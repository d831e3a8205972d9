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

  private WasmLoader() {}

  static Library load() {
    Library library;
    try (InputStream in = WasmLoader.class.getClassLoader().getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new PolychaLoadException("polycha's wasm build cannot be used: this jar was made without " + RESOURCE
            + " (scripts/wasm-build.sh makes the module)");
      }
      library = new WasmLibrary(instance(Parser.parse(in)));
    } catch (IOException e) {
      throw new PolychaLoadException("polycha's wasm build cannot be used: cannot read " + RESOURCE, e);
    } catch (NoClassDefFoundError e) {
      throw new PolychaLoadException("polycha's wasm build cannot be used: it needs Chicory, which is not on the class path "
          + "(com.dylibso.chicory:runtime, and com.dylibso.chicory:compiler for speed); on the module path, add it with "
          + "--add-modules runtime,wasm,compiler", e);
    }
    if (!library.version().equals(Loader.VERSION)) {
      throw new PolychaLoadException("polycha's wasm build cannot be used: " + RESOURCE + " is version "
          + library.version() + ", and the classes are of version " + Loader.VERSION);
    }
    return library;
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

  /** Apart, so that it is not loaded with this class. */
  private static final class Compiler {
    static Instance.Builder use(Instance.Builder builder) {
      return builder.withMachineFactory(MachineFactoryCompiler::compile);
    }
  }
}
