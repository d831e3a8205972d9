/**
 * The streaming entry for Node, Deno and Bun, which read the module from the file system: `await init()` first.
 * @module
 */

// @ts-expect-error: the package needs no types of Node's to be compiled
import { readFile } from "node:fs/promises";
import { setSource } from "./load.js";

async function compile(url: URL): Promise<WebAssembly.Module> {
  return WebAssembly.compile((await readFile(url)) as BufferSource);
}

setSource({
  async: (simd) =>
    compile(
      simd ? new URL("./polycha-simd128.wasm", import.meta.url) : new URL("./polycha-scalar.wasm", import.meta.url),
    ),
});

export * from "./api.js";
