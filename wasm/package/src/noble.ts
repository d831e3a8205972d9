/**
 * The functions of @noble/ciphers' chacha.js and _poly1305.js, with the same arguments, results and messages: only the import changes.
 *
 * Two things are stricter. Where noble throws 'arx: counter overflow', it may have written part of the output; here nothing is written. And a
 * view whose buffer was transferred away is no empty message and no empty AAD, but a TypeError.
 */

import { openChecked, sealChecked } from "./aead.js";
import { checkLength, lengthOf, overlap, write, type Bytes } from "./bytes.js";
import { KEY_LENGTH, TAG_LENGTH, WINDOW } from "./engine.js";
import { ArgumentRangeError, ArgumentTypeError, CounterError, StateError } from "./errors.js";
import { engine } from "./load.js";
import { ChaCha, Poly1305, type Rounds } from "./pieces.js";

/** One message to encrypt, or any number to decrypt. */
export interface Cipher {
  /** @throws Error on the second call: one nonce may encrypt one message. */
  encrypt(plaintext: Bytes, output?: Bytes): Uint8Array<ArrayBuffer>;
  /** @throws InvalidTagError */
  decrypt(ciphertext: Bytes, output?: Bytes): Uint8Array<ArrayBuffer>;
}

/** What chacha20poly1305 and xchacha20poly1305 are. */
export interface CipherFunction {
  (key: Bytes, nonce: Bytes, AAD?: Bytes): Cipher;
  readonly blockSize: number;
  readonly nonceLength: number;
  readonly tagLength: number;
  readonly withAAD: true;
}

function cipherFunction(nonceLength: 12 | 24): CipherFunction {
  const create = (key: Bytes, nonce: Bytes, AAD?: Bytes): Cipher => {
    lengthOf(key, "key");
    checkLength(nonce, "nonce", nonceLength);
    if (AAD !== undefined) lengthOf(AAD, "AAD");
    let called = false;
    /** Nobody copied them, so their buffers may have been transferred away since: that nonce is not the one of the message before. */
    const checkStillThere = (): void => {
      checkLength(key, "arx key", KEY_LENGTH);
      checkNonce(nonce, nonceLength);
      if (AAD !== undefined) lengthOf(AAD, "AAD");
    };
    return {
      encrypt(plaintext, output) {
        if (called) throw new StateError("cannot encrypt() twice with same key + nonce");
        called = true;
        const length = lengthOf(plaintext, "data");
        if (output !== undefined) {
          lengthOf(output, "output");
          checkLength(output, "output", length + TAG_LENGTH);
        }
        checkStillThere();
        return sealChecked(key, nonce, plaintext, length, AAD, output) as Uint8Array<ArrayBuffer>;
      },
      decrypt(ciphertext, output) {
        const length = lengthOf(ciphertext, "data") - TAG_LENGTH;
        if (length < 0) throw new ArgumentRangeError(`"ciphertext" expected length >= tagLength=${TAG_LENGTH}`);
        if (output !== undefined) {
          lengthOf(output, "output");
          checkLength(output, "output", length);
        }
        checkStillThere();
        return openChecked(key, nonce, ciphertext, length, undefined, AAD, output) as Uint8Array<ArrayBuffer>;
      },
    };
  };
  return Object.assign(create, { blockSize: 64, nonceLength, tagLength: TAG_LENGTH, withAAD: true as const });
}

/** ChaCha20-Poly1305 (RFC 8439), with a nonce of 12 bytes. */
export const chacha20poly1305: CipherFunction = /* @__PURE__ */ cipherFunction(12);

/** XChaCha20-Poly1305, with a nonce of 24 bytes, which may be drawn at random. */
export const xchacha20poly1305: CipherFunction = /* @__PURE__ */ cipherFunction(24);

/** What chacha20 and its kin are: XORs data with the keystream that starts at block `counter`. */
export type XorStream = (
  key: Bytes,
  nonce: Bytes,
  data: Bytes,
  output?: Bytes,
  counter?: number,
) => Uint8Array<ArrayBuffer>;

/** The last value of the counter is not to be used: noble's rule. */
const COUNTER_MAX = 2 ** 32 - 1;

function checkCounter(counter: number, length: number): void {
  if (typeof counter !== "number") throw new ArgumentTypeError(`expected number, got ${typeof counter}`);
  if (!Number.isSafeInteger(counter) || counter < 0)
    throw new ArgumentRangeError(`expected integer >= 0, got ${counter}`, "ERR_VALUE");
  if (counter >= COUNTER_MAX || counter + Math.ceil(length / 64) > COUNTER_MAX) throw new CounterError();
}

function checkNonce(nonce: Bytes, nonceLength: 12 | 24): void {
  if (nonce.length === nonceLength) return;
  throw new ArgumentRangeError(
    nonceLength === 24 ? "arx: extended nonce must be 24 bytes" : "arx: nonce must be 12 or 16 bytes",
  );
}

function xorStream(rounds: Rounds, nonceLength: 12 | 24): XorStream {
  return (key, nonce, data, output, counter = 0) => {
    lengthOf(key, "key");
    lengthOf(nonce, "nonce");
    const length = lengthOf(data, "data");
    if (output !== undefined) {
      checkLength(output, "output", length);
      if (data.byteOffset < output.byteOffset && overlap(data, output))
        throw new ArgumentRangeError("complex overlap of input and output is not supported", "ERR_VALUE");
    }
    if (typeof counter !== "number" || !(counter >= 0) || counter >= COUNTER_MAX) checkCounter(counter, 0);
    checkLength(key, "arx key", KEY_LENGTH);
    checkNonce(nonce, nonceLength);
    checkCounter(counter, length);
    if (rounds === 20 && nonceLength === 12 && length <= WINDOW) return xorShort(key, nonce, data, length, output, counter);
    const stream = new ChaCha(key, nonce, rounds);
    try {
      if (counter !== 0) stream.seek(counter);
      return stream.update(data, output) as Uint8Array<ArrayBuffer>;
    } finally {
      stream.destroy();
    }
  };
}

/** ChaCha20 in one call, where no context is needed. */
function xorShort(key: Bytes, nonce: Bytes, data: Bytes, length: number, output: Bytes | undefined, counter: number) {
  const e = engine();
  const window = e.window(length);
  try {
    e.key.set(key);
    e.setNonce(nonce);
    window.set(data);
    e.check(
      e.exports.polycha_chacha20_xor(e.windowAddress, e.windowAddress, length, e.nonceAddress, counter, e.keyAddress),
    );
    if (output === undefined) return new Uint8Array(window);
    write(output, window);
    return output as Uint8Array<ArrayBuffer>;
  } finally {
    e.wipeKey();
    e.wipeWindow(length);
  }
}

/** ChaCha20 (RFC 8439 section 2.4). Unauthenticated. */
export const chacha20: XorStream = /* @__PURE__ */ xorStream(20, 12);

/** ChaCha with 12 rounds. Unauthenticated. */
export const chacha12: XorStream = /* @__PURE__ */ xorStream(12, 12);

/** ChaCha with 8 rounds. Unauthenticated. */
export const chacha8: XorStream = /* @__PURE__ */ xorStream(8, 12);

/** XChaCha20, with a nonce of 24 bytes. Unauthenticated. */
export const xchacha20: XorStream = /* @__PURE__ */ xorStream(20, 24);

/** What poly1305 is. */
export interface MacFunction {
  (msg: Bytes, key: Bytes): Uint8Array<ArrayBuffer>;
  readonly outputLen: number;
  readonly blockLen: number;
  create(key: Bytes): Poly1305;
}

/** Poly1305 (RFC 8439 section 2.5): the tag of a message under a key that must not be used for another. */
export const poly1305: MacFunction = /* @__PURE__ */ Object.assign(
  (msg: Bytes, key: Bytes): Uint8Array<ArrayBuffer> => {
    checkLength(key, "key", KEY_LENGTH);
    const length = lengthOf(msg, "");
    if (length > WINDOW) return new Poly1305(key).update(msg).digest();
    const e = engine();
    const window = e.window(length);
    const tag = new Uint8Array(TAG_LENGTH);
    try {
      e.key.set(key);
      window.set(msg);
      e.check(e.exports.polycha_poly1305(e.tagAddress, e.windowAddress, length, e.keyAddress));
      tag.set(e.tag);
      return tag;
    } finally {
      e.wipeKey();
      e.wipeWindow(length);
    }
  },
  { outputLen: TAG_LENGTH, blockLen: 16, create: (key: Bytes) => new Poly1305(key) },
);

/**
 * HChaCha20 on words: sigma (4), key (8) and nonce (4) to a subkey (8). Needs a little-endian machine, as all are that run WebAssembly today.
 */
export function hchacha(s: Uint32Array, k: Uint32Array, i: Uint32Array, out: Uint32Array): void {
  const e = engine();
  const state = new Uint32Array(e.memory.buffer, e.windowAddress, 16);
  const keystream = new Uint32Array(e.memory.buffer, e.windowAddress + 64, 256);
  try {
    for (let n = 0; n < 4; n++) state[n] = s[n]!;
    for (let n = 0; n < 8; n++) state[4 + n] = k[n]!;
    for (let n = 0; n < 4; n++) state[12 + n] = i[n]!;
    e.exports.polycha_jdk_chacha20_block(e.windowAddress, e.windowAddress + 64);
    // HChaCha leaves out ChaCha's last step, the addition of the state.
    for (let n = 0; n < 4; n++) {
      out[n] = keystream[n]! - state[n]!;
      out[4 + n] = keystream[12 + n]! - state[12 + n]!;
    }
  } finally {
    state.fill(0);
    keystream.fill(0);
  }
}
