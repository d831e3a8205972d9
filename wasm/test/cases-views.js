/** Cases of cases.js about what views of what memory the package takes, and what it returns. */

import { bytesOf, equal, refuses, same } from "./check.js";
import { aad, key, nonce, xnonce } from "./fixtures.js";

/** Every view of the same bytes gives the same result. */
export function views(p) {
  const text = bytesOf(100, 5);
  const sealed = p.seal(key, nonce, text, aad);
  const kinds = { "at an odd offset": (bytes) => {
    const view = new Uint8Array(bytes.length + 9).subarray(7, 7 + bytes.length);
    view.set(bytes);
    return view;
  } };
  if (typeof SharedArrayBuffer === "function")
    kinds["of a SharedArrayBuffer"] = (bytes) => {
      const view = new Uint8Array(new SharedArrayBuffer(bytes.length + 3), 3);
      view.set(bytes);
      return view;
    };
  if (typeof Buffer === "function") kinds["a Buffer"] = (bytes) => Buffer.from(bytes);
  kinds["of a subclass"] = (bytes) => new (class extends Uint8Array {})(bytes);
  for (const [name, view] of Object.entries(kinds)) {
    const out = view(new Uint8Array(116));
    same(p.seal(view(key), view(nonce), view(text), view(aad)), sealed, `seal, ${name}`);
    equal(p.seal(key, nonce, text, aad, out), out, `seal returns out, ${name}`);
    same(out, sealed, `seal to out, ${name}`);
    same(p.open(view(key), view(nonce), view(sealed), view(aad)), text, `open, ${name}`);
    const plain = view(new Uint8Array(100));
    same(p.open(key, nonce, sealed, aad, plain), text, `open to out, ${name}`);
    equal(p.open(key, nonce, sealed, aad).constructor, Uint8Array, `what is returned, ${name}`);
  }
}

/** Results are arrays of their own, as long as their buffer. */
export function ownResults(p) {
  for (const length of [0, 1, 48, 64, 1000, 5000, 70000]) {
    const text = bytesOf(length, length);
    const sealed = p.seal(key, nonce, text);
    equal(sealed.buffer.byteLength, length + 16, "seal's buffer");
    equal(p.open(key, nonce, sealed).buffer.byteLength, length, "open's buffer");
    const before = sealed.slice();
    p.seal(key, xnonce.subarray(0, 12), bytesOf(length, 9));
    same(sealed, before, "a result after the next call");
  }
}

/** data and out in one buffer, at every distance that matters, with one and with several pieces. */
export function overlaps(p) {
  for (const length of [100, 65536, 200000]) {
    const text = bytesOf(length, 6);
    const sealed = p.seal(key, nonce, text, aad);
    for (const [from, to] of [[0, 0], [0, 1], [1, 0], [0, 64], [64, 0], [0, 70000], [70000, 0]]) {
      const buffer = new Uint8Array(length + 70016 + 16);
      const data = buffer.subarray(from, from + length);
      const out = buffer.subarray(to, to + length + 16);
      data.set(text);
      same(p.seal(key, nonce, data, aad, out), sealed, `seal ${length} bytes from ${from} to ${to}`);
      const back = buffer.subarray(from, from + length);
      same(p.open(key, nonce, out, aad, back), text, `open ${length} bytes from ${to} to ${from}`);
      back.set(text);
      const again = buffer.subarray(to, to + length);
      const whole = new p.Encryptor(key, nonce, aad).update(text);
      same(new p.Encryptor(key, nonce, aad).update(back, again), whole, `update ${length} bytes from ${from} to ${to}`);
    }
  }
}

/** Views whose own methods do something else than Uint8Array's, with messages that go through in pieces. */
export function otherMethods(p) {
  const length = 200000;
  const text = bytesOf(length, 13);
  const sealed = p.seal(key, nonce, text, text);
  const makers = {
    "a class that takes no arguments": (size) => new (class extends Uint8Array { constructor() { super(size); } })(),
    "a class that calls back": (size) => {
      let made = 0;
      return new (class extends Uint8Array {
        constructor(...args) {
          super(...args);
          if (made++) p.chacha20(key, nonce, new Uint8Array(100000));
        }
      })(size);
    },
  };
  if (typeof Buffer === "function") makers["Buffer, whose slice copies nothing"] = (size) => Buffer.alloc(size);
  for (const [name, make] of Object.entries(makers)) {
    const data = make(length);
    data.set(text);
    const whole = make(length + 16);
    whole.set(sealed);
    same(p.seal(key, nonce, data, data), sealed, `seal, ${name}`);
    same(p.open(key, nonce, whole, data), text, `open, ${name}`);
    same(p.poly1305(data, key), p.poly1305(text, key), `poly1305, ${name}`);
    for (const [from, to] of [[0, 64], [64, 0]]) {
      const room = make(length + 80);
      const view = (at, size) => (typeof Buffer === "function" && room instanceof Buffer ? room.subarray(at, at + size) : new Uint8Array(room.buffer, at, size));
      view(from, length).set(text);
      same(p.seal(key, nonce, view(from, length), text, view(to, length + 16)), sealed, `seal from ${from} to ${to}, ${name}`);
      view(from, length).set(text);
      const out = new p.Encryptor(key, nonce, text).update(view(from, length), view(to, length));
      same(out, sealed.subarray(0, length), `update from ${from} to ${to}, ${name}`);
    }
  }
}

/** What passes for a Uint8Array by instanceof and by its length, and has no bytes. */
export function impostors(p) {
  const makers = {
    "a Proxy": (length) => new Proxy(new Uint8Array(length), {}),
    "an object that inherits": () => Object.create(Uint8Array.prototype),
    "an object that inherits, with a length": (length) => Object.create(Uint8Array.prototype, { length: { value: length } }),
    "an Array that inherits": (length) => Object.setPrototypeOf(new Array(length).fill(0), Uint8Array.prototype),
  };
  const text = bytesOf(20, 15);
  const sealed = p.seal(key, nonce, text);
  for (const [name, make] of Object.entries(makers)) {
    const calls = {
      key: () => p.seal(make(32), nonce, text),
      nonce: () => p.seal(key, make(12), text),
      data: () => p.seal(key, nonce, make(20)),
      aad: () => p.seal(key, nonce, text, make(13)),
      out: () => p.seal(key, nonce, text, undefined, make(36)),
      "open's data": () => p.open(key, nonce, make(36)),
      "open's out": () => p.open(key, nonce, sealed, undefined, make(20)),
      "openDetached's tag": () => p.openDetached(key, nonce, text, make(16)),
      "Encryptor's key": () => new p.Encryptor(make(32), nonce),
      "chacha20's output": () => p.chacha20(key, nonce, text, make(20)),
      "noble's key": () => p.chacha20poly1305(make(32), nonce).encrypt(text),
      "poly1305's key": () => p.poly1305(text, make(32)),
      "digestInto's output": () => p.poly1305.create(key).digestInto(make(16)),
      free: () => p.free(make(16)),
    };
    for (const [what, call] of Object.entries(calls)) refuses(call, "ERR_TYPE", `${what}, ${name}`, TypeError);
  }
}

/** Results are written to an array without its own methods, which would be handed WebAssembly memory. */
export function ownSet(p) {
  const seen = [];
  class Listening extends Uint8Array {
    set(source) {
      seen.push(source.buffer);
    }
  }
  for (const length of [50, 70000]) {
    const text = bytesOf(length, 16);
    const sealed = p.seal(key, nonce, text);
    same(p.seal(key, nonce, text, undefined, new Listening(length + 16)), sealed, "seal");
    same(p.open(key, nonce, sealed, undefined, new Listening(length)), text, "open");
    same(p.chacha20(key, nonce, text, new Listening(length)), p.chacha20(key, nonce, text), "chacha20");
    same(new p.Encryptor(key, nonce).update(text, new Listening(length)), sealed.subarray(0, length), "Encryptor");
  }
  const tag = new Listening(16);
  p.poly1305.create(key).digestInto(tag);
  same(tag, p.poly1305(new Uint8Array(0), key), "digestInto");
  equal(seen.length, 0, "calls of its set");
}

/** One memory behind two SharedArrayBuffer objects, as where one came back from a worker. */
export function sharedTwice(p) {
  if (typeof SharedArrayBuffer !== "function") return;
  const length = 200000;
  const text = bytesOf(length, 14);
  const sealed = p.seal(key, nonce, text);
  const buffer = new SharedArrayBuffer(length + 80);
  const again = structuredClone(buffer);
  new Uint8Array(buffer)[0] = 9;
  // Where a clone is a copy there is nothing to test.
  if (new Uint8Array(again)[0] !== 9) return;
  for (const [from, to] of [[0, 0], [0, 64], [64, 0]]) {
    const data = new Uint8Array(buffer, from, length);
    data.set(text);
    same(p.seal(key, nonce, data, undefined, new Uint8Array(again, to, length + 16)), sealed, `seal from ${from} to ${to}`);
    data.set(text);
    const out = new p.Encryptor(key, nonce).update(data, new Uint8Array(again, to, length));
    same(out, sealed.subarray(0, length), `update from ${from} to ${to}`);
  }
}

/** A view whose buffer was transferred is not an empty message. */
export function detachedViews(p) {
  const gone = new Uint8Array(8);
  structuredClone(gone, { transfer: [gone.buffer] });
  refuses(() => p.seal(key, nonce, gone), "ERR_TYPE", "data", TypeError);
  refuses(() => p.seal(key, nonce, key, gone), "ERR_TYPE", "aad", TypeError);
  refuses(() => p.poly1305(gone, key), "ERR_TYPE", "message", TypeError);
  const key2 = bytesOf(32, 1);
  structuredClone(key2, { transfer: [key2.buffer] });
  refuses(() => p.seal(key2, nonce, new Uint8Array(1)), "ERR_LENGTH", "key", RangeError);
  if (ArrayBuffer.prototype.resize) {
    const buffer = new ArrayBuffer(64, { maxByteLength: 128 });
    const view = new Uint8Array(buffer, 32, 32);
    const tracking = new Uint8Array(buffer);
    buffer.resize(40);
    refuses(() => p.seal(key, nonce, view), "ERR_TYPE", "a view beyond its buffer", TypeError);
    same(p.seal(key, nonce, tracking), p.seal(key, nonce, new Uint8Array(40)), "a view that follows its buffer");
  }
  same(p.seal(key, nonce, new Uint8Array(0)).subarray(0, 0), new Uint8Array(0), "an empty message is one");
}
