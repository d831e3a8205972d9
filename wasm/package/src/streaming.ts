/**
 * ChaCha20-Poly1305 in WebAssembly. This entry fetches the module beside it, and compiles it while it comes in: `await init()` first.
 * @module
 */

import { setSource } from "./load.js";

async function compile(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href}: ${response.status} ${response.statusText}`);
  // Needs the type application/wasm, which some servers do not send.
  if (response.headers.get("content-type") === "application/wasm" && typeof WebAssembly.compileStreaming === "function")
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

setSource({
  async: (simd) =>
    compile(
      simd ? new URL("./polycha-simd128.wasm", import.meta.url) : new URL("./polycha-scalar.wasm", import.meta.url),
    ),
});

export * from "./api.js";
