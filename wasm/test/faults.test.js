/** Faults of other implementations (tests/CASES.md) that neither the contract nor the comparisons look for. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, refuses, same } from "./check.js";
import { both, key } from "./fixtures.js";
import { moduleName, polycha as p } from "./setup.js";

const text = bytesOf(20, 51);

/** RFC 8439 section 2.5: bits of r that do not count. */
const CLEARED = [0, 0, 0, 0xf0, 3, 0, 0, 0xf0, 3, 0, 0, 0xf0, 3, 0, 0, 0xf0];

test(`${moduleName}: the bits of a Poly1305 key that are cleared do not count`, () => {
  for (let length = 0; length < 700; length++) {
    const message = bytesOf(length, length + 1);
    const without = bytesOf(32, length + 2).map((byte, at) => byte & ~(CLEARED[at] ?? 0));
    const set = without.map((byte, at) => byte | (CLEARED[at] ?? 0));
    const tag = p.poly1305(message, without);
    same(p.poly1305(message, set), tag, `${length} bytes`);
    same(p.poly1305.create(set).update(message).digest(), tag, `${length} bytes, in pieces`);
  }
});

test(`${moduleName}: a nonce has 12 bytes or 24, never more or less`, () => {
  for (const { name, nonce, seal, open, sealDetached, openDetached } of both(p))
    for (let length = 0; length <= 64; length++) {
      const other = new Uint8Array(length);
      const calls = {
        seal: () => seal(key, other, text),
        open: () => open(key, other, new Uint8Array(36)),
        sealDetached: () => sealDetached(key, other, text),
        openDetached: () => openDetached(key, other, text, new Uint8Array(16)),
      };
      for (const [call, run] of Object.entries(calls))
        if (length !== nonce.length) refuses(run, "ERR_LENGTH", `${name}, ${call}, ${length} bytes`, RangeError);
      if (length !== 12 && length !== 24) {
        refuses(() => new p.Encryptor(key, other), "ERR_LENGTH", `Encryptor, ${length} bytes`, RangeError);
        refuses(() => new p.Decryptor(key, other), "ERR_LENGTH", `Decryptor, ${length} bytes`, RangeError);
        if (length !== 8) refuses(() => new p.ChaCha(key, other), "ERR_LENGTH", `ChaCha, ${length} bytes`, RangeError);
      }
    }
});

test(`${moduleName}: an output has exactly the size of the result`, () => {
  for (const { name, nonce, seal, open } of both(p)) {
    const sealed = seal(key, nonce, text);
    for (let size = 0; size <= 100; size++)
      for (const [needed, run] of [
        [36, (out) => seal(key, nonce, text, undefined, out)],
        [20, (out) => open(key, nonce, sealed, undefined, out)],
      ]) {
        const room = new Uint8Array(size + 64).fill(0xa5);
        const out = room.subarray(0, size);
        if (size === needed) {
          same(run(out), needed === 36 ? sealed : text, name);
        } else {
          refuses(() => run(out), "ERR_LENGTH", `${name}, ${size} bytes instead of ${needed}`, RangeError);
          same(out, new Uint8Array(size).fill(0xa5), `${name}, ${size} bytes, after an error`);
        }
        same(room.subarray(size), new Uint8Array(64).fill(0xa5), `${name}, behind ${size} bytes`);
      }
  }
});

test(`${moduleName}: requests of any size make one key stream`, () => {
  const total = 3 * 1280 + 1 + 8000;
  const nonce = new Uint8Array(12);
  const whole = p.chacha20(key, nonce, new Uint8Array(total));
  for (const request of [1, 3, 7, 64, 65, 4097]) {
    const stream = new p.ChaCha(key, nonce);
    for (let at = 0; at < total; at += request)
      same(stream.update(new Uint8Array(Math.min(request, total - at))), whole.subarray(at, at + request), `${request} bytes at ${at}`);
  }
  assert.notDeepEqual(whole.subarray(0, 64), new Uint8Array(64));
});
