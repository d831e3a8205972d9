/** Everything but the loading: what both entries of the package export. */

import type { Bytes } from "./bytes.js";
import { checkLength } from "./bytes.js";
import { KEY_LENGTH } from "./engine.js";
import { engine } from "./load.js";

export {
  open,
  openDetached,
  seal,
  sealDetached,
  xopen,
  xopenDetached,
  xseal,
  xsealDetached,
  type Detached,
} from "./aead.js";
export { alloc, free } from "./arena.js";
export type { Bytes } from "./bytes.js";
export {
  ArgumentRangeError,
  ArgumentTypeError,
  CounterError,
  InvalidTagError,
  ModuleError,
  StateError,
  type ErrorCode,
} from "./errors.js";
export { init, initSync, simdSupported, type InitOptions } from "./load.js";
export {
  chacha12,
  chacha20,
  chacha20poly1305,
  chacha8,
  hchacha,
  poly1305,
  xchacha20,
  xchacha20poly1305,
  type Cipher,
  type CipherFunction,
  type MacFunction,
  type XorStream,
} from "./noble.js";
export { ChaCha, Decryptor, Encryptor, Poly1305, type Rounds } from "./pieces.js";

/** HChaCha20 (draft-irtf-cfrg-xchacha-03 section 2.2): the 32-byte subkey of a key and 16 bytes of nonce. */
export function hchacha20(key: Bytes, input: Bytes): Uint8Array<ArrayBuffer> {
  checkLength(key, "key", KEY_LENGTH);
  checkLength(input, "input", 16);
  const e = engine();
  const subkey = e.window(32);
  try {
    e.key.set(key);
    e.nonce24.set(input);
    e.check(e.exports.polycha_hchacha20(e.windowAddress, e.nonceAddress, e.keyAddress));
    return new Uint8Array(subkey);
  } finally {
    e.wipeKey();
    subkey.fill(0);
  }
}

/** The library's version. */
export function version(): string {
  const e = engine();
  return e.text(e.exports.polycha_version());
}

/** "wasm-simd128" or "wasm": which of the two modules runs. */
export function build(): string {
  const e = engine();
  return e.text(e.exports.polycha_build());
}

/** "simd128" or "portable": the kernels that run. */
export function backend(): string {
  const e = engine();
  return e.text(e.exports.polycha_backend());
}

/** The compiled module, for `init({ module })` in a worker. */
export function compiledModule(): WebAssembly.Module {
  return engine().module;
}
