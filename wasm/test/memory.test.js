/** What is left in WebAssembly memory after a call, and whether anything leaks. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf } from "./check.js";
import { moduleName, polycha as p } from "./setup.js";

/** Needs 5 GiB and some 10 s, so it runs on CI, and on request. */
const HUGE = process.env.CI || process.env.POLYCHA_HUGE ? false : "set POLYCHA_HUGE=1 to run it: takes 5 GiB of memory";

const memory = new Uint8Array(p.alloc(16).buffer);

/** The 8-byte windows of secrets by their first half: the second half, and whose it is. */
function windowsOf(secrets) {
  const windows = new Map();
  for (const [name, secret] of Object.entries(secrets)) {
    const view = new DataView(secret.buffer, secret.byteOffset, secret.length);
    for (let at = 0; at + 8 <= secret.length; at++) {
      const first = view.getUint32(at, true);
      if (!windows.has(first)) windows.set(first, []);
      windows.get(first).push([view.getUint32(at + 4, true), `byte ${at} of ${name}`]);
    }
  }
  return windows;
}

/** Which window stands anywhere in memory, at any alignment. Most of it is zero, and skipped by words. */
function found(windows) {
  const words = new Uint32Array(memory.buffer);
  const view = new DataView(memory.buffer);
  for (let word = 0; word < words.length - 2; word++) {
    if (words[word] === 0 && words[word + 1] === 0) continue;
    for (let at = 4 * word; at < 4 * word + 4; at++) {
      const second = view.getUint32(at + 4, true);
      for (const [expected, name] of windows.get(view.getUint32(at, true)) ?? [])
        if (expected === second) return `${name}, at ${at}`;
    }
  }
  return "nothing";
}

const key = bytesOf(32, 41);
const nonce = bytesOf(12, 42);
const xnonce = bytesOf(24, 43);
const bad = (sealed) => sealed.map((byte, at) => (at === 0 ? byte ^ 1 : byte));
const ignore = (call) => {
  try {
    call();
  } catch {}
};

/** The one-time key and the start of the keystream, the subkey, r: whatever is computed from the key. */
function derived() {
  const zeros = new Uint8Array(512);
  return {
    key,
    "one-time key and keystream": p.chacha20(key, nonce, zeros),
    "the same for 24 bytes of nonce": p.xchacha20(key, xnonce, zeros),
    subkey: p.hchacha20(key, xnonce.subarray(0, 16)),
    "keystream of 12 rounds": p.chacha12(key, nonce, zeros),
  };
}

for (const length of [20, 64, 200, 700, 1300, 5000, 65536, 70000, 200000]) {
  test(`${moduleName}: nothing secret stays after a message of ${length} bytes`, () => {
    const text = bytesOf(length, 44);
    const sealed = p.seal(key, nonce, text, nonce);
    const xsealed = p.xseal(key, xnonce, text);
    const windows = windowsOf({ ...derived(), text: text.subarray(0, 512), "the end of the text": text.subarray(-512) });
    const calls = {
      seal: () => p.seal(key, nonce, text, nonce),
      open: () => p.open(key, nonce, sealed, nonce),
      "open to out": () => p.open(key, nonce, sealed, nonce, new Uint8Array(length)),
      "a failing open to out": () => ignore(() => p.open(key, nonce, bad(sealed), nonce, new Uint8Array(length))),
      "a failing open": () => ignore(() => p.open(key, nonce, bad(sealed), nonce)),
      xseal: () => p.xseal(key, xnonce, text),
      xopen: () => p.xopen(key, xnonce, xsealed),
      sealDetached: () => p.sealDetached(key, nonce, text),
      "a failing openDetached": () => ignore(() => p.openDetached(key, nonce, sealed.subarray(0, length), new Uint8Array(16))),
      Encryptor: () => new p.Encryptor(key, nonce, nonce).update(text),
      "Encryptor to the end": () => {
        const encryptor = new p.Encryptor(key, xnonce);
        encryptor.update(text);
        encryptor.final();
      },
      Decryptor: () => new p.Decryptor(key, nonce).update(sealed),
      "a failing verify": () => {
        const decryptor = new p.Decryptor(key, nonce);
        decryptor.update(sealed);
        ignore(() => decryptor.verify(nonce));
        ignore(() => decryptor.verify(new Uint8Array(16)));
      },
      chacha20: () => p.chacha20(key, nonce, text),
      chacha12: () => p.chacha12(key, nonce, text),
      ChaCha: () => new p.ChaCha(key, nonce).update(text),
      "ChaCha.seek": () => new p.ChaCha(key, nonce).seek(1, 1),
      poly1305: () => p.poly1305(text, key),
      Poly1305: () => p.poly1305.create(key).update(text).digest(),
      hchacha20: () => p.hchacha20(key, xnonce.subarray(0, 16)),
      hchacha: () => p.hchacha(new Uint32Array(4), new Uint32Array(key.buffer), new Uint32Array(4), new Uint32Array(8)),
      "a refused key": () => ignore(() => p.seal(key, nonce, text, "aad")),
      "a counter that ends": () => ignore(() => p.chacha20(key, nonce, text, undefined, 2 ** 32 - 1)),
    };
    for (const [name, call] of Object.entries(calls)) {
      call();
      assert.equal(found(windows), "nothing", `in memory after ${name}`);
    }
    // The search itself sees what is there.
    const view = p.alloc(64);
    view.set(key, 11);
    assert.match(found(windows), /^byte 0 of key/);
    p.free(view);
    assert.equal(found(windows), "nothing", "free wipes");
  });
}

test(`${moduleName}: 100,000 failing opens keep memory constant`, () => {
  const sealed = bad(p.seal(key, nonce, bytesOf(100, 45)));
  const fill = () => {
    let total = 0;
    const taken = [];
    for (let size = 1 << 21; size >= 16; size >>= 1)
      for (;;)
        try {
          taken.push(p.alloc(size));
          total += size;
        } catch {
          break;
        }
    taken.forEach((view) => p.free(view));
    return total;
  };
  const before = fill();
  for (let n = 0; n < 100000; n++) ignore(() => p.open(key, nonce, sealed));
  const long = bad(p.seal(key, nonce, bytesOf(70000, 46)));
  const out = new Uint8Array(70000);
  for (let n = 0; n < 100; n++) ignore(() => p.open(key, nonce, long, undefined, out));
  const heap = process.memoryUsage();
  for (let n = 0; n < 100000; n++) ignore(() => p.open(key, nonce, sealed));
  const after = process.memoryUsage();
  assert.equal(fill(), before, "the arena");
  assert.ok(after.arrayBuffers - heap.arrayBuffers < 1 << 20, `array buffers: ${heap.arrayBuffers} to ${after.arrayBuffers}`);
  assert.ok(after.rss - heap.rss < 64 << 20, `resident: ${heap.rss} to ${after.rss}`);
  assert.equal(memory.buffer.byteLength, 4 << 20);
});

test(`${moduleName}: objects given up halfway take no room`, () => {
  for (let n = 0; n < 20000; n++) new p.Encryptor(key, nonce).update(nonce);
  assert.equal(p.seal(key, nonce, nonce).length, 28);
  p.free(p.alloc(3500000));
});

test(`${moduleName}: messages of 2 GiB`, { skip: HUGE }, () => {
  const length = 2 ** 31 + 65;
  const data = new Uint8Array(length + 16);
  data[length - 1] = 7;
  const text = data.subarray(0, length);
  const encryptor = new p.Encryptor(key, nonce);
  for (let at = 0; at < length; at += 1 << 28) encryptor.update(text.subarray(at, at + (1 << 28)));
  const tag = encryptor.final();
  p.seal(key, nonce, text, undefined, data);
  assert.deepEqual(data.subarray(length), tag, "the tag");
  assert.notEqual(data[length - 1], 7);
  p.open(key, nonce, data, undefined, text);
  assert.equal(data[length - 1], 7);
  assert.equal(data[length - 2], 0);
});
