/**
 * ChaCha20-Poly1305 in WebAssembly. This entry has both modules inside, and loads one when a function is first called.
 * @module
 */

import { setSource } from "./load.js";
import { scalar, simd128 } from "./modules.js";

function bytes(simd: boolean): Uint8Array<ArrayBuffer> {
  const text = atob(simd ? simd128 : scalar);
  const result = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) result[at] = text.charCodeAt(at);
  return result;
}

setSource({
  sync: (simd) => new WebAssembly.Module(bytes(simd)),
  async: (simd) => WebAssembly.compile(bytes(simd)),
});

export * from "./api.js";
