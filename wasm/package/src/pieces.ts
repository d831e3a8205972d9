/**
 * Classes for messages that come in pieces.
 *
 * Between calls an object keeps its context outside of WebAssembly memory, so there may be any number of them, and none has to be freed.
 * A context that is given up halfway holds secrets until it is collected: destroy() wipes it.
 */

import { checkLength, copyOf, lengthOf, mayOvertake, part, write, type Bytes } from "./bytes.js";
import { KEY_LENGTH, TAG_LENGTH, WINDOW, type Engine } from "./engine.js";
import { ArgumentRangeError, ArgumentTypeError, CounterError, StateError } from "./errors.js";
import { engine } from "./load.js";

/** The longest message (RFC 8439 section 2.8): as many blocks as the counter has values, but for the first. */
const LONGEST = 64 * (2 ** 32 - 1);

/** A context of the C library while it is not in use. */
class Context {
  readonly #engine: Engine;
  readonly #bytes: Uint8Array;
  #ended: string | undefined;

  constructor(length: number, initialise: (e: Engine) => number) {
    this.#engine = engine();
    this.#bytes = new Uint8Array(length);
    this.use(initialise);
  }

  /** Calls with the context at e.contextAddress. A failed call ends it. */
  use(call: (e: Engine) => number): void {
    if (this.#ended !== undefined) throw new StateError(this.#ended);
    const e = this.#engine;
    const live = e.context(this.#bytes.length);
    let done = false;
    live.set(this.#bytes);
    try {
      e.check(call(e));
      this.#bytes.set(live);
      done = true;
    } finally {
      live.fill(0);
      e.wipeKey();
      if (!done) this.end("this object has ended with an error");
    }
  }

  /** Wipes. */
  end(reason: string): void {
    this.#ended ??= reason;
    this.#bytes.fill(0);
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }
}

type Step = (context: number, dst: number, src: number, length: number) => number;

/** All of data through one of the module's update functions, to out. */
function update<Out extends Bytes>(context: Context, data: Bytes, out: Out | undefined, step: (e: Engine) => Step): Out {
  const length = lengthOf(data, "data");
  if (out !== undefined) checkLength(out, "output", length);
  const to = out ?? new Uint8Array(length);
  const copied = out !== undefined && length > WINDOW && mayOvertake(out, data);
  const from = copied ? copyOf(data, length) : data;
  context.use((e) => {
    let status = 0;
    const longest = e.window(Math.min(length, WINDOW));
    try {
      for (let at = 0; at < length && status === 0; at += WINDOW) {
        const take = Math.min(WINDOW, length - at);
        const window = e.window(take);
        window.set(length <= WINDOW ? from : part(from, at, take));
        status = step(e)(e.contextAddress, e.windowAddress, e.windowAddress, take);
        if (status === 0) write(to, window, at);
      }
      return status;
    } finally {
      longest.fill(0);
      if (copied) from.fill(0);
    }
  });
  return to as Out;
}

/** data through one of the module's functions that only read. */
function absorb(data: Bytes, length: number, e: Engine, step: (context: number, src: number, length: number) => number): number {
  let status = 0;
  try {
    for (let at = 0; at < length && status === 0; at += WINDOW) {
      const take = Math.min(WINDOW, length - at);
      e.window(take).set(length <= WINDOW ? data : part(data, at, take));
      status = step(e.contextAddress, e.windowAddress, take);
    }
    return status;
  } finally {
    e.window(Math.min(length, WINDOW)).fill(0);
  }
}

function checkNonce(nonce: Bytes, ...lengths: number[]): void {
  const length = lengthOf(nonce, "nonce");
  if (!lengths.includes(length))
    throw new ArgumentRangeError(`"nonce" expected Uint8Array of length ${lengths.join(" or ")}, got length=${length}`);
}

/** What Encryptor and Decryptor share: the beginning of a message, and its additional data. */
abstract class Aead {
  /** @internal */
  protected readonly context: Context;
  /** Bytes of text. */
  #total = 0;

  /**
   * @param key - 32 bytes.
   * @param nonce - 12 bytes (ChaCha20-Poly1305) or 24 (XChaCha20-Poly1305). Never encrypt two messages with one nonce and key.
   * @param aad - Additional data, as for `aad()`.
   */
  constructor(key: Bytes, nonce: Bytes, aad?: Bytes) {
    checkLength(key, "key", KEY_LENGTH);
    checkNonce(nonce, 12, 24);
    if (aad !== undefined) lengthOf(aad, "AAD");
    this.context = new Context(engine().exports.polycha_sizeof_aead_ctx(), (e) => {
      e.key.set(key);
      e.setNonce(nonce);
      return e.exports.polycha_aead_init(e.contextAddress, e.nonceAddress, nonce.length, e.keyAddress);
    });
    if (aad !== undefined) this.aad(aad);
  }

  /** Authenticates the next piece of the additional data. All of it comes before the first `update`. */
  aad(aad: Bytes): this {
    const length = lengthOf(aad, "AAD");
    if (this.#total !== 0 && length !== 0) {
      this.context.end("this object has ended with an error");
      throw new StateError("additional data must come before the text");
    }
    this.context.use((e) => absorb(aad, length, e, e.exports.polycha_aead_aad));
    return this;
  }

  /** @internal */
  protected text<Out extends Bytes>(data: Bytes, out: Out | undefined, step: (e: Engine) => Step): Out {
    const total = this.#total + lengthOf(data, "data");
    if (total > LONGEST && !this.context.ended) {
      this.context.end("this object has ended with an error");
      throw new ArgumentRangeError(`a message has at most ${LONGEST} bytes`);
    }
    const result = update(this.context, data, out, step);
    this.#total = total;
    return result;
  }

  /** Wipes an object that is given up before its end. */
  destroy(): void {
    this.context.end("this object was destroyed");
  }
}

/** Encrypts a message in pieces. The same bytes as of `seal` or `xseal`, however the message is cut. */
export class Encryptor extends Aead {
  /**
   * Encrypts the next piece.
   *
   * @param out - Where to write the ciphertext, of data's length.
   */
  update<Out extends Bytes = Uint8Array<ArrayBuffer>>(data: Bytes, out?: Out): Out {
    return this.text(data, out, (e) => e.exports.polycha_aead_encrypt);
  }

  /** Ends the message and returns its tag of 16 bytes. */
  final(): Uint8Array<ArrayBuffer> {
    const tag = new Uint8Array(TAG_LENGTH);
    this.context.use((e) => {
      const status = e.exports.polycha_aead_tag(e.contextAddress, e.tagAddress);
      tag.set(e.tag);
      return status;
    });
    this.context.end("this message has its tag already");
    return tag;
  }
}

/**
 * Decrypts a message in pieces.
 *
 * What `update` returns IS NOT VERIFIED: do not use any of it before `verify` has returned. Where the message fits into memory, `open`
 * is the safe way.
 */
export class Decryptor extends Aead {
  /**
   * Decrypts the next piece, unverified.
   *
   * @param out - Where to write the plaintext, of data's length.
   */
  update<Out extends Bytes = Uint8Array<ArrayBuffer>>(data: Bytes, out?: Out): Out {
    return this.text(data, out, (e) => e.exports.polycha_aead_decrypt);
  }

  /**
   * Ends the message.
   *
   * @throws InvalidTagError if the tag does not fit: then throw away all that update returned.
   */
  verify(tag: Bytes): void {
    checkLength(tag, "tag", TAG_LENGTH);
    this.context.use((e) => {
      e.tag.set(tag);
      return e.exports.polycha_aead_verify(e.contextAddress, e.tagAddress);
    });
    this.context.end("this message was verified already");
  }
}

/** Rounds of ChaCha. */
export type Rounds = 8 | 12 | 20;

/** A ChaCha keystream that can be moved. Unauthenticated: whoever can change the ciphertext changes the plaintext. */
export class ChaCha {
  readonly #context: Context;
  /** The number of blocks: 2^32, or 2^64 with a nonce of 8 bytes. */
  readonly #blocks: bigint;
  /** The bytes of the stream that are still to come. */
  #left: bigint;

  /**
   * @param key - 32 bytes.
   * @param nonce - 8 bytes (the original ChaCha, with a 64-bit block counter), 12 (RFC 8439) or 24 (XChaCha).
   */
  constructor(key: Bytes, nonce: Bytes, rounds: Rounds = 20) {
    checkLength(key, "key", KEY_LENGTH);
    checkNonce(nonce, 8, 12, 24);
    if (typeof rounds !== "number") throw new ArgumentTypeError(`"rounds" expected number, got ${typeof rounds}`);
    if (rounds !== 8 && rounds !== 12 && rounds !== 20)
      throw new ArgumentRangeError(`"rounds" expected 8, 12 or 20, got ${String(rounds)}`, "ERR_VALUE");
    this.#blocks = 1n << (nonce.length === 8 ? 64n : 32n);
    this.#left = 64n * this.#blocks;
    this.#context = new Context(engine().exports.polycha_sizeof_chacha_ctx(), (e) => {
      e.key.set(key);
      e.nonce24.set(nonce);
      return e.exports.polycha_chacha_init(e.contextAddress, e.nonceAddress, nonce.length, rounds, e.keyAddress);
    });
  }

  /**
   * XORs the next bytes of the stream.
   *
   * @throws CounterError if the stream ends before: nothing is written, and the stream stands where it stood.
   */
  update<Out extends Bytes = Uint8Array<ArrayBuffer>>(data: Bytes, out?: Out): Out {
    const length = BigInt(lengthOf(data, "data"));
    if (!this.#context.ended && length > this.#left) throw new CounterError();
    const result = update(this.#context, data, out, (e) => e.exports.polycha_chacha_update);
    this.#left -= length;
    return result;
  }

  /** Moves to byte `block * 64 + byte` of the stream. Its very end can be reached, but nothing follows there. */
  seek(block: number | bigint, byte = 0): this {
    if (typeof block !== "number" && typeof block !== "bigint")
      throw new ArgumentTypeError(`"block" expected number or bigint, got ${typeof block}`);
    if (typeof byte !== "number") throw new ArgumentTypeError(`"byte" expected number, got ${typeof byte}`);
    if ((typeof block !== "bigint" && !Number.isSafeInteger(block)) || block < 0)
      throw new ArgumentRangeError(`"block" expected integer >= 0, got ${String(block)}`, "ERR_VALUE");
    if (!Number.isInteger(byte) || byte < 0 || byte > 63)
      throw new ArgumentRangeError(`"byte" expected integer from 0 to 63, got ${String(byte)}`, "ERR_VALUE");
    const left = 64n * (this.#blocks - BigInt(block)) - BigInt(byte);
    // The end of a 64-bit counter has no number of 64 bits.
    if (left < 0n || BigInt(block) >> 64n !== 0n) throw new CounterError();
    this.#context.use((e) => e.exports.polycha_chacha_seek(e.contextAddress, BigInt.asIntN(64, BigInt(block)), byte));
    this.#left = left;
    return this;
  }

  /** Wipes. */
  destroy(): void {
    this.#context.end("this object was destroyed");
  }
}

/** Poly1305 in pieces (RFC 8439 section 2.5). A key must never authenticate two messages. */
export class Poly1305 {
  readonly blockLen = 16;
  readonly outputLen = TAG_LENGTH;
  readonly #context: Context;
  #finished = false;
  #destroyed = false;

  constructor(key: Bytes) {
    checkLength(key, "key", KEY_LENGTH);
    this.#context = new Context(engine().exports.polycha_sizeof_poly1305_ctx(), (e) => {
      e.key.set(key);
      return e.exports.polycha_poly1305_init(e.contextAddress, e.keyAddress);
    });
  }

  #checkLive(): void {
    if (this.#destroyed) throw new StateError("hash was destroyed");
    if (this.#finished) throw new StateError("digest() was already called");
  }

  update(data: Bytes): this {
    this.#checkLive();
    const length = lengthOf(data, "");
    this.#context.use((e) => absorb(data, length, e, e.exports.polycha_poly1305_update));
    return this;
  }

  /** Writes the tag to the first 16 bytes of out. */
  digestInto(out: Bytes): void {
    this.#checkLive();
    if (lengthOf(out, "output") < TAG_LENGTH) throw new ArgumentRangeError(`"output" expected length >= ${TAG_LENGTH}`);
    this.#context.use((e) => {
      const status = e.exports.polycha_poly1305_final(e.contextAddress, e.tagAddress);
      write(out, e.tag);
      return status;
    });
    this.#context.end("digest() was already called");
    this.#finished = true;
  }

  digest(): Uint8Array<ArrayBuffer> {
    const tag = new Uint8Array(TAG_LENGTH);
    this.digestInto(tag);
    this.destroy();
    return tag;
  }

  /** Wipes. */
  destroy(): void {
    this.#context.end("hash was destroyed");
    this.#destroyed = true;
  }
}
