/**
 * The WebAssembly module's memory and the calls into it.
 *
 * The memory never grows, so the views below stay good for as long as the page lives. Every call copies its arguments to fixed places,
 * and wipes there what is secret before it returns.
 */

import { InvalidTagError, StateError } from "./errors.js";
import type { Bytes } from "./bytes.js";

/** Addresses and lengths are unsigned 32-bit numbers; a status is 0 or negative. The whole ABI: wasm/README.md in the repository. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
  polycha_seal: OneShot;
  polycha_open: OneShot;
  polycha_xseal: OneShot;
  polycha_xopen: OneShot;
  polycha_aead_init(context: number, nonce: number, nonceLength: number, key: number): number;
  polycha_aead_aad(context: number, aad: number, length: number): number;
  polycha_aead_encrypt(context: number, dst: number, src: number, length: number): number;
  polycha_aead_decrypt(context: number, dst: number, src: number, length: number): number;
  polycha_aead_tag(context: number, tag: number): number;
  polycha_aead_verify(context: number, tag: number): number;
  polycha_chacha20_xor(dst: number, src: number, length: number, nonce: number, counter: number, key: number): number;
  polycha_chacha_init(context: number, nonce: number, nonceLength: number, rounds: number, key: number): number;
  polycha_chacha_update(context: number, dst: number, src: number, length: number): number;
  polycha_chacha_seek(context: number, block: bigint, byte: number): number;
  polycha_poly1305(tag: number, message: number, length: number, key: number): number;
  polycha_poly1305_init(context: number, key: number): number;
  polycha_poly1305_update(context: number, message: number, length: number): number;
  polycha_poly1305_final(context: number, tag: number): number;
  polycha_hchacha20(out: number, input: number, key: number): number;
  polycha_jdk_chacha20_block(state: number, keystream: number): number;
  polycha_equal16(a: number, b: number): number;
  polycha_version(): number;
  polycha_build(): number;
  polycha_backend(): number;
  polycha_strerror(status: number): number;
  polycha_arena_alloc(length: number): number;
  polycha_arena_free(address: number): number;
  polycha_arena_longest(): number;
  polycha_sizeof_aead_ctx(): number;
  polycha_sizeof_chacha_ctx(): number;
  polycha_sizeof_poly1305_ctx(): number;
}

type OneShot = (
  dst: number,
  src: number,
  length: number,
  aad: number,
  aadLength: number,
  nonce: number,
  key: number,
) => number;

export const KEY_LENGTH = 32;
export const TAG_LENGTH = 16;

/** The longest message that goes through in one call; longer ones in pieces. Both copies of a piece stay in the L2 cache. */
export const WINDOW = 65536;

/** The longest additional data beside it. */
export const AAD_WINDOW = 1024;

/** Views up to this length are made once. */
const KEPT_VIEWS = 2080;

/** Up to this length it is quicker to wipe by words, one after the other, than by a call of fill. */
const WIPED_BY_WORDS = 256;

/** Where the library's room lies within its one block of the arena. */
const NONCE = 32;
const TAG = 64;
const AAD = 128;
const CONTEXT = AAD + AAD_WINDOW;

/** Up to some thirty bytes, faster than a call of set. */
function copyShort(to: Uint8Array, from: Bytes, length: number): void {
  for (let at = 0; at < length; at++) to[at] = from[at]!;
}

export class Engine {
  readonly module: WebAssembly.Module;
  readonly exports: Exports;
  /** The whole memory. */
  readonly memory: Uint8Array<ArrayBuffer>;

  readonly keyAddress: number;
  readonly nonceAddress: number;
  readonly tagAddress: number;
  readonly aadAddress: number;
  readonly contextAddress: number;
  readonly windowAddress: number;

  readonly key: Uint8Array;
  readonly nonce24: Uint8Array;
  readonly tag: Uint8Array;
  readonly aad: Uint8Array;

  readonly #keyWords: Float64Array;
  readonly #window: Uint8Array;
  readonly #windowWords: Float64Array;
  readonly #views: (Uint8Array | undefined)[] = new Array(KEPT_VIEWS).fill(undefined);

  constructor(module: WebAssembly.Module) {
    this.module = module;
    // A copy: what an instance exports is an object of the slow kind to V8.
    this.exports = { ...(new WebAssembly.Instance(module, {}).exports as unknown as Exports) };
    this.memory = new Uint8Array(this.exports.memory.buffer as ArrayBuffer);

    const contextLength = Math.max(
      this.exports.polycha_sizeof_aead_ctx(),
      this.exports.polycha_sizeof_chacha_ctx(),
      this.exports.polycha_sizeof_poly1305_ctx(),
    );
    const window = CONTEXT + Math.ceil(contextLength / 64) * 64;
    const room = this.exports.polycha_arena_alloc(window + WINDOW + TAG_LENGTH);
    this.keyAddress = room;
    this.nonceAddress = room + NONCE;
    this.tagAddress = room + TAG;
    this.aadAddress = room + AAD;
    this.contextAddress = room + CONTEXT;
    this.windowAddress = room + window;
    this.key = this.#at(this.keyAddress, KEY_LENGTH);
    this.nonce24 = this.#at(this.nonceAddress, 24);
    this.tag = this.#at(this.tagAddress, TAG_LENGTH);
    this.aad = this.#at(this.aadAddress, AAD_WINDOW);
    this.#keyWords = new Float64Array(this.memory.buffer, this.keyAddress, KEY_LENGTH / 8);
    this.#window = this.#at(this.windowAddress, WINDOW + TAG_LENGTH);
    this.#windowWords = new Float64Array(this.memory.buffer, this.windowAddress, WIPED_BY_WORDS / 8);
  }

  #at(address: number, length: number): Uint8Array {
    return this.memory.subarray(address, address + length);
  }

  /** The first `length` bytes of the window. To make a view takes longer than to copy a short message, so those are kept. */
  window(length: number): Uint8Array {
    if (length >= KEPT_VIEWS) return this.#window.subarray(0, length);
    return (this.#views[length] ??= this.#window.subarray(0, length));
  }

  /** A context's bytes, at contextAddress. */
  context(length: number): Uint8Array {
    return this.#at(this.contextAddress, length);
  }

  setNonce(nonce: Bytes): void {
    copyShort(this.nonce24, nonce, nonce.length);
  }

  setAad(aad: Bytes, length: number): void {
    if (length <= 32) copyShort(this.aad, aad, length);
    else this.aad.subarray(0, length).set(aad);
  }

  /** Stores one by one are faster than a call of fill. */
  wipeKey(): void {
    const words = this.#keyWords;
    words[0] = 0;
    words[1] = 0;
    words[2] = 0;
    words[3] = 0;
  }

  /** Wipes the first `length` bytes of the window. */
  wipeWindow(length: number): void {
    if (length > WIPED_BY_WORDS) {
      this.window(length).fill(0);
      return;
    }
    const words = this.#windowWords;
    for (let at = 0; 8 * at < length; at++) words[at] = 0;
  }

  /** Throws for a status that is not 0. The arguments were checked before, so that only a bad tag is to be expected. */
  check(status: number): void {
    if (status === 0) return;
    if (status === -1) throw new InvalidTagError();
    throw new StateError(this.text(this.exports.polycha_strerror(status)));
  }

  /** The string at an address. */
  text(address: number): string {
    let text = "";
    for (let at = address; this.memory[at] !== 0; at++) text += String.fromCharCode(this.memory[at]!);
    return text;
  }
}
