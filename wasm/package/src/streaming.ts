/**
 * ChaCha20-Poly1305 in WebAssembly. This entry fetches the module beside it, and compiles it while it comes in: `await init()` first.
 * @module
 */

import { setSource } from "./load.js";

async function compile(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href}: ${response.status} ${response.statusText}`);
  const type = response.headers.get("content-type");
  // As servers do that know no such file, but one page for all addresses.
  if (type?.startsWith("text/html")) throw new Error(`${url.href} is a page, not the module: the file was not copied there`);
  // Needs the type application/wasm, which some servers do not send.
  if (type === "application/wasm" && typeof WebAssembly.compileStreaming === "function")
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
