/**
 * The contract, as functions that need nothing but the package and the vectors: Node, Deno, Bun, a page and a worker run the same.
 *
 * Each case is a function of the package's exports and the parsed files of tests/vectors/. It throws if something is not as it must be.
 */

import { detachedViews, impostors, otherMethods, overlaps, ownResults, ownSet, sharedTwice, views } from "./cases-views.js";
import { bytesOf, equal, hex, refuses, same, thrown } from "./check.js";
import { aad, both, concat, flipped, key, nonce, xnonce } from "./fixtures.js";

export const VECTOR_FILES = [
  "boringssl_chacha20_poly1305",
  "boringssl_xchacha20_poly1305",
  "rfc8439_and_xchacha_draft",
  "wycheproof_chacha20_poly1305",
  "wycheproof_xchacha20_poly1305",
];

function oneVector(p, x, vector, valid) {
  const { key, nonce, aad, text, ciphertext, tag } = vector;
  const sealed = concat(ciphertext, tag);
  const { seal, open, sealDetached, openDetached } = both(p)[x ? 1 : 0];
  if (!valid) {
    refuses(() => open(key, nonce, sealed, aad), "ERR_INVALID_TAG", "open", p.InvalidTagError);
    refuses(() => openDetached(key, nonce, ciphertext, tag, aad), "ERR_INVALID_TAG", "openDetached", p.InvalidTagError);
    const decryptor = new p.Decryptor(key, nonce, aad);
    decryptor.update(ciphertext);
    refuses(() => decryptor.verify(tag), "ERR_INVALID_TAG", "verify", p.InvalidTagError);
    return;
  }
  same(seal(key, nonce, text, aad), sealed, "seal");
  same(open(key, nonce, sealed, aad), text, "open");
  const apart = sealDetached(key, nonce, text, aad);
  same(apart.ciphertext, ciphertext, "sealDetached");
  same(apart.tag, tag, "sealDetached's tag");
  same(openDetached(key, nonce, ciphertext, tag, aad), text, "openDetached");
  const encryptor = new p.Encryptor(key, nonce).aad(aad.subarray(0, 3)).aad(aad.subarray(3));
  same(concat(encryptor.update(text.subarray(0, 5)), encryptor.update(text.subarray(5))), ciphertext, "Encryptor");
  same(encryptor.final(), tag, "Encryptor's tag");
  const cipher = (x ? p.xchacha20poly1305 : p.chacha20poly1305)(key, nonce, aad);
  same(cipher.encrypt(text), sealed, "encrypt");
  same(cipher.decrypt(sealed), text, "decrypt");
}

function wycheproof(p, document, x) {
  let total = 0;
  for (const group of document.testGroups) {
    for (const test of group.tests) {
      const vector = {
        key: hex(test.key),
        nonce: hex(test.iv),
        aad: hex(test.aad),
        text: hex(test.msg),
        ciphertext: hex(test.ct),
        tag: hex(test.tag),
      };
      total++;
      if (test.flags.includes("InvalidNonceSize")) {
        const { seal, open } = both(p)[x ? 1 : 0];
        refuses(() => seal(vector.key, vector.nonce, vector.text), "ERR_LENGTH", `${test.tcId}: seal`, RangeError);
        refuses(() => open(vector.key, vector.nonce, new Uint8Array(16)), "ERR_LENGTH", `${test.tcId}: open`, RangeError);
      } else {
        oneVector(p, x, vector, test.result === "valid");
      }
    }
  }
  equal(total, document.numberOfTests, "tests in the file");
}

function boringssl(p, document, x) {
  for (const test of document.tests) {
    const vector = { key: test.key, nonce: test.nonce, aad: test.aad, text: test.pt, ciphertext: test.ct, tag: test.tag };
    for (const name in vector) vector[name] = hex(vector[name]);
    if (vector.tag.length === 16) {
      oneVector(p, x, vector, true);
    } else {
      // Tags cut short, which this API does not take: the beginnings are the same.
      const { ciphertext, tag } = both(p)[x ? 1 : 0].sealDetached(vector.key, vector.nonce, vector.text, vector.aad);
      same(ciphertext, vector.ciphertext, "ciphertext");
      same(tag.subarray(0, vector.tag.length), vector.tag, "tag");
    }
  }
  if (document.tests.length < 50) throw new Error("too few vectors");
}

function rfc(p, document) {
  for (const vector of [document["2.3.2"], ...document["A.1"]]) {
    const expected = hex(vector.keystream);
    same(p.chacha20(hex(vector.key), hex(vector.nonce), new Uint8Array(expected.length), undefined, vector.counter), expected, "keystream");
    const stream = new p.ChaCha(hex(vector.key), hex(vector.nonce)).seek(vector.counter);
    same(stream.update(new Uint8Array(expected.length)), expected, "ChaCha");
  }
  const text = document["2.4.2"];
  same(p.chacha20(hex(text.key), hex(text.nonce), hex(text.pt), undefined, text.counter), hex(text.ct), "2.4.2");
  const mac = document["2.5.2"];
  same(p.poly1305(hex(mac.msg), hex(mac.key)), hex(mac.tag), "2.5.2");
  same(new p.Poly1305(hex(mac.key)).update(hex(mac.msg)).digest(), hex(mac.tag), "2.5.2, Poly1305");
  const h = document["xchacha 2.2.1"];
  same(p.hchacha20(hex(h.key), hex(h.nonce)), hex(h.subkey), "hchacha20");
  const words = (bytes) => new Uint32Array(bytes.buffer);
  const out = new Uint32Array(8);
  p.hchacha(words(new TextEncoder().encode("expand 32-byte k")), words(hex(h.key)), words(hex(h.nonce)), out);
  same(new Uint8Array(out.buffer), hex(h.subkey), "hchacha");
  for (const [section, x] of [["2.8.2", false], ["xchacha A.3.1", true]]) {
    const v = document[section];
    oneVector(p, x, { key: hex(v.key), nonce: hex(v.nonce), aad: hex(v.aad), text: hex(v.pt), ciphertext: hex(v.ct), tag: hex(v.tag) }, true);
  }
}

function tampering(p) {
  for (const { name, nonce, seal, open, openDetached } of both(p)) {
    for (const length of [0, 1, 15, 16, 64, 200, 5000, 70000]) {
      const text = bytesOf(length, length);
      const sealed = seal(key, nonce, text, aad);
      const bits = [...new Set([0, length >> 1, length - 1, length, length + 15])].filter((at) => at >= 0);
      for (const at of bits) {
        const out = new Uint8Array(length).fill(0xa5);
        const bad = flipped(sealed, at);
        refuses(() => open(key, nonce, bad, aad), "ERR_INVALID_TAG", `${name}, ${length} bytes, byte ${at}`, p.InvalidTagError);
        refuses(() => open(key, nonce, bad, aad, out), "ERR_INVALID_TAG", `${name}, to out`, p.InvalidTagError);
        same(out, new Uint8Array(length).fill(0xa5), "out after an invalid tag");
        const apart = [bad.subarray(0, length), bad.subarray(length)];
        refuses(() => openDetached(key, nonce, ...apart, aad), "ERR_INVALID_TAG", `${name}, apart`, p.InvalidTagError);
      }
      refuses(() => open(key, nonce, sealed), "ERR_INVALID_TAG", "without aad", p.InvalidTagError);
      refuses(() => open(key, nonce, sealed, flipped(aad, 12)), "ERR_INVALID_TAG", "other aad", p.InvalidTagError);
      refuses(() => open(flipped(key, 31), nonce, sealed, aad), "ERR_INVALID_TAG", "other key", p.InvalidTagError);
      refuses(() => open(key, flipped(nonce, 0), sealed, aad), "ERR_INVALID_TAG", "other nonce", p.InvalidTagError);
      if (length) refuses(() => open(key, nonce, sealed.subarray(1), aad), "ERR_INVALID_TAG", "shorter", p.InvalidTagError);
    }
    for (let length = 0; length < 16; length++)
      refuses(() => open(key, nonce, new Uint8Array(length)), "ERR_INVALID_TAG", `${length} bytes`, p.InvalidTagError);
  }
}

/** Every argument of a wrong type or length, and nothing written. */
function badArguments(p) {
  const text = new Uint8Array(20);
  const good = { key, nonce, data: text, aad };
  const calls = {
    seal: (a, out) => p.seal(a.key, a.nonce, a.data, a.aad, out),
    open: (a, out) => p.open(a.key, a.nonce, a.data, a.aad, out),
    sealDetached: (a) => p.sealDetached(a.key, a.nonce, a.data, a.aad),
    openDetached: (a) => p.openDetached(a.key, a.nonce, a.data, new Uint8Array(16), a.aad),
    Encryptor: (a) => new p.Encryptor(a.key, a.nonce, a.aad).update(a.data),
    encrypt: (a) => p.chacha20poly1305(a.key, a.nonce, a.aad).encrypt(a.data),
    chacha20: (a) => p.chacha20(a.key, a.nonce, a.data),
    poly1305: (a) => p.poly1305(a.data, a.key),
  };
  const nothing = [null, 1, "x".repeat(32), [1, 2], {}, new ArrayBuffer(32), new DataView(new ArrayBuffer(32)), new Uint16Array(16), { length: 32 }];
  for (const [name, call] of Object.entries(calls)) {
    const takes = { chacha20: ["key", "nonce", "data"], poly1305: ["key", "data"] }[name] ?? Object.keys(good);
    for (const argument of takes) {
      for (const value of argument === "aad" ? nothing : [undefined, ...nothing])
        refuses(() => call({ ...good, [argument]: value }), "ERR_TYPE", `${name}, ${argument} ${String(value)}`, TypeError);
    }
    for (const length of [0, 1, 16, 31, 33, 64])
      refuses(() => call({ ...good, key: new Uint8Array(length) }), "ERR_LENGTH", `${name}, key of ${length}`, RangeError);
    if (name !== "poly1305")
      for (const length of [0, 8, 11, 13, 16, 24, 32])
        if (name !== "Encryptor" || length !== 24)
          refuses(() => call({ ...good, nonce: new Uint8Array(length) }), "ERR_LENGTH", `${name}, nonce of ${length}`, RangeError);
  }
  for (const [name, length] of [["seal", 36], ["open", 4]]) {
    for (const wrong of [0, length - 1, length + 1, length + 64]) {
      const out = new Uint8Array(wrong).fill(7);
      refuses(() => calls[name](good, out), "ERR_LENGTH", `${name}, out of ${wrong}`, RangeError);
      same(out, new Uint8Array(wrong).fill(7), "out after an error");
    }
    refuses(() => calls[name](good, "out"), "ERR_TYPE", `${name}, out of a wrong type`, TypeError);
  }
  equal(thrown(() => p.seal(key.subarray(1), nonce, text), "seal").message, '"key" expected Uint8Array of length 32, got length=31', "message");
}

/** However a message is cut, the bytes are the same. */
function cuts(p) {
  const total = 70000;
  const text = bytesOf(total, 7);
  const sealed = p.seal(key, nonce, text, aad);
  const keystream = p.chacha20(key, nonce, new Uint8Array(total));
  const tag = p.poly1305(text, key);
  for (const piece of [1, 63, 64, 100, 1000, 1280, 4097, 65536, 65537, total]) {
    const end = piece === 1 ? 300 : total;
    const encryptor = new p.Encryptor(key, nonce, aad);
    const decryptor = new p.Decryptor(key, nonce).aad(aad);
    const stream = new p.ChaCha(key, nonce);
    const mac = p.poly1305.create(key);
    for (let at = 0; at < end; at += piece) {
      const [from, to] = [at, Math.min(at + piece, end)];
      same(encryptor.update(text.subarray(from, to)), sealed.subarray(from, to), `encrypted by ${piece}`);
      same(decryptor.update(sealed.subarray(from, to)), text.subarray(from, to), `decrypted by ${piece}`);
      same(stream.update(new Uint8Array(to - from)), keystream.subarray(from, to), `keystream by ${piece}`);
      mac.update(text.subarray(from, to));
      encryptor.update(new Uint8Array(0));
    }
    if (end !== total) continue;
    same(encryptor.final(), sealed.subarray(total), `tag by ${piece}`);
    decryptor.verify(sealed.subarray(total));
    same(mac.digest(), tag, `Poly1305 by ${piece}`);
  }
  const long = bytesOf(100000, 8);
  same(new p.Encryptor(key, nonce).aad(long.subarray(0, 77777)).aad(long.subarray(77777)).final(), p.seal(key, nonce, new Uint8Array(0), long), "long aad");
}

function orderOfCalls(p) {
  const one = new Uint8Array(1);
  const start = () => new p.Encryptor(key, nonce, aad);
  const ended = start();
  ended.update(one);
  ended.final();
  for (const [name, call] of Object.entries({ update: () => ended.update(one), aad: () => ended.aad(one), final: () => ended.final() }))
    refuses(call, "ERR_STATE", `${name} after final`, p.StateError);
  const late = start();
  late.update(one);
  refuses(() => late.aad(one), "ERR_STATE", "aad after text", p.StateError);
  refuses(() => late.update(one), "ERR_STATE", "an error stays", p.StateError);
  refuses(() => late.final(), "ERR_STATE", "no tag after an error", p.StateError);
  const destroyed = start();
  destroyed.destroy();
  refuses(() => destroyed.final(), "ERR_STATE", "after destroy", p.StateError);
  const wrong = new p.Decryptor(key, nonce);
  refuses(() => wrong.verify(new Uint8Array(16)), "ERR_INVALID_TAG", "verify", p.InvalidTagError);
  refuses(() => wrong.verify(new Uint8Array(16)), "ERR_STATE", "verify again", p.StateError);
  refuses(() => new p.Decryptor(key, nonce).verify(new Uint8Array(15)), "ERR_LENGTH", "short tag", RangeError);
  // A wrong argument is not the object's end.
  const patient = start();
  refuses(() => patient.update("text"), "ERR_TYPE", "update", TypeError);
  refuses(() => patient.update(one, new Uint8Array(2)), "ERR_LENGTH", "update", RangeError);
  same(concat(patient.update(one), patient.final()), p.seal(key, nonce, one, aad), "after a wrong argument");
}

function streams(p) {
  const text = bytesOf(1000, 10);
  for (const rounds of [8, 12, 20]) {
    const oneShot = { 8: p.chacha8, 12: p.chacha12, 20: p.chacha20 }[rounds];
    const whole = oneShot(key, nonce, text);
    const stream = new p.ChaCha(key, nonce, rounds);
    for (const [block, byte] of [[0, 0], [3, 17], [15, 0], [0, 63], [2n, 1]]) {
      const at = Number(block) * 64 + byte;
      same(stream.seek(block, byte).update(text.subarray(at, at + 100)), whole.subarray(at, at + 100), `${rounds} rounds, from ${at}`);
    }
    same(oneShot(key, nonce, text.subarray(128), undefined, 2), whole.subarray(128), `${rounds} rounds, counter 2`);
    same(oneShot(key, nonce, whole), text, `${rounds} rounds, back`);
  }
  same(new p.ChaCha(key, xnonce).update(text), p.xchacha20(key, xnonce, text), "XChaCha20");
  const wide = new p.ChaCha(key, nonce.subarray(0, 8));
  wide.seek(2 ** 32 - 1);
  same(wide.update(new Uint8Array(128)).subarray(64), wide.seek(2n ** 32n).update(new Uint8Array(64)), "past 2^32 blocks");
  wide.destroy();
  refuses(() => wide.update(text), "ERR_STATE", "after destroy", p.StateError);
  for (const rounds of [0, 7, 21, NaN])
    refuses(() => new p.ChaCha(key, nonce, rounds), "ERR_VALUE", `${rounds} rounds`, RangeError);
  for (const rounds of ["20", null, 20n])
    refuses(() => new p.ChaCha(key, nonce, rounds), "ERR_TYPE", `${typeof rounds} of rounds`, TypeError);
}

/** The last block of a 32-bit counter can be used, and nothing beyond. */
function counterEnd(p) {
  const stream = () => new p.ChaCha(key, nonce).seek(2 ** 32 - 1);
  equal(stream().update(new Uint8Array(64)).length, 64, "the last block");
  const patient = stream();
  refuses(() => patient.update(new Uint8Array(65)), "ERR_COUNTER", "65 bytes", p.CounterError);
  same(patient.update(new Uint8Array(64)), stream().update(new Uint8Array(64)), "the stream stands where it stood");
  const long = new Uint8Array(64 * 2000 + 1).fill(3);
  refuses(() => new p.ChaCha(key, nonce).seek(2 ** 32 - 2000).update(long, long), "ERR_COUNTER", "in pieces", p.CounterError);
  equal(long.every((byte) => byte === 3), true, "nothing is written");
  const wide = new p.ChaCha(key, nonce.subarray(0, 8)).seek(2n ** 64n - 1n);
  refuses(() => wide.update(new Uint8Array(65)), "ERR_COUNTER", "the end of 64 bits", p.CounterError);
  equal(wide.update(new Uint8Array(64)).length, 64, "the last block of 64 bits");
  refuses(() => wide.update(new Uint8Array(1)), "ERR_COUNTER", "past the end of 64 bits", p.CounterError);
  refuses(() => wide.seek(2n ** 64n), "ERR_COUNTER", "seek past 64 bits", p.CounterError);
  const out = new Uint8Array(65).fill(3);
  refuses(() => stream().update(new Uint8Array(65), out), "ERR_COUNTER", "65 bytes", p.CounterError);
  same(out, new Uint8Array(65).fill(3), "out after the counter's end");
  refuses(() => new p.ChaCha(key, nonce).seek(2 ** 32, 1), "ERR_COUNTER", "seek", p.CounterError);
  refuses(() => new p.ChaCha(key, nonce).seek(2 ** 32).update(new Uint8Array(1)), "ERR_COUNTER", "at the end", p.CounterError);
  for (const [block, byte] of [[-1, 0], [0.5, 0], [0, 64], [0, -1], [0, 0.5], [NaN, 0]])
    refuses(() => new p.ChaCha(key, nonce).seek(block, byte), "ERR_VALUE", `seek ${block} ${byte}`, RangeError);
  for (const [block, byte] of [["1", 0], [undefined, 0], [null, 0], [0, "1"], [0, 1n], [0, null]])
    refuses(() => new p.ChaCha(key, nonce).seek(block, byte), "ERR_TYPE", `seek ${typeof block} ${typeof byte}`, TypeError);
}

/** Room in wasm memory: zero-copy calls, the end of the room, and what must not be freed. */
function arena(p) {
  const text = bytesOf(300000, 11);
  const sealed = p.seal(key, nonce, text, aad);
  const room = p.alloc(text.length + 16);
  equal(room.length, text.length + 16, "length");
  equal(room.every((byte) => byte === 0), true, "zeroed");
  const data = room.subarray(0, text.length);
  data.set(text);
  equal(p.seal(key, nonce, data, aad, room), room, "returns out");
  same(room, sealed, "in place");
  same(p.open(key, nonce, room, aad, data), text, "open in place");
  room.set(sealed);
  room[5] ^= 1;
  refuses(() => p.open(key, nonce, room, aad, data), "ERR_INVALID_TAG", "open in place, tampered", p.InvalidTagError);
  equal(data.every((byte) => byte === 0), true, "nothing of the plaintext is left");
  const other = p.alloc(text.length + 16);
  data.set(text);
  same(p.seal(key, nonce, data, aad, other), sealed, "from block to block");
  same(p.seal(key, nonce, data, aad), sealed, "to an array of its own");
  same(p.open(key, nonce, other, aad), text, "from a block");
  const shifted = room.subarray(1);
  data.set(text);
  same(p.seal(key, nonce, data.subarray(0, 2000), aad, shifted.subarray(0, 2016)), p.seal(key, nonce, text.subarray(0, 2000), aad), "overlapping in a block");
  const taken = [];
  const error = thrown(() => {
    for (;;) taken.push(p.alloc(100000));
  }, "alloc for ever");
  equal(error.code, "ERR_ARENA_FULL", "full");
  if (!(error instanceof RangeError)) throw new Error("ERR_ARENA_FULL is no RangeError");
  if (taken.length < 20) throw new Error(`only ${taken.length} blocks of 100000 bytes`);
  same(p.seal(key, nonce, text, aad), sealed, "with the arena full");
  const plain = new Uint8Array(text.length);
  same(p.open(key, nonce, sealed, aad, plain), text, "open with the arena full");
  refuses(() => p.open(key, nonce, flipped(sealed, 7), aad, plain.fill(9)), "ERR_INVALID_TAG", "open with the arena full", p.InvalidTagError);
  equal(plain.every((byte) => byte === 9), true, "out with the arena full");
  for (const view of [room, other, ...taken]) p.free(view);
  same(room.subarray(0, 1000), new Uint8Array(1000), "what was freed");
  p.free(p.alloc(3000000));
  refuses(() => p.free(room), "ERR_TYPE", "freed twice", TypeError);
  const live = p.alloc(100);
  const stale = p.alloc(64);
  p.free(stale);
  const next = p.alloc(64);
  equal(next.byteOffset, stale.byteOffset, "the room is given out again");
  refuses(() => p.free(stale), "ERR_TYPE", "freed twice, and another's by now", TypeError);
  refuses(() => p.free(next.subarray()), "ERR_TYPE", "another view of the block", TypeError);
  p.free(next);
  for (const [name, value] of Object.entries({ "part of a block": live.subarray(1), "another array": new Uint8Array(100), null: null, "a shorter view": live.subarray(0, 99) }))
    refuses(() => p.free(value), "ERR_TYPE", `free ${name}`, TypeError);
  p.free(live);
  for (const length of [-1, 0.5, NaN, Infinity]) refuses(() => p.alloc(length), "ERR_VALUE", `alloc(${length})`, RangeError);
  refuses(() => p.alloc("8"), "ERR_TYPE", "alloc of a string", TypeError);
  refuses(() => p.alloc(2 ** 32), "ERR_ARENA_FULL", "alloc(2^32)", RangeError);
  const empty = p.alloc(0);
  equal(empty.length, 0, "alloc(0)");
  p.free(empty);
}

/** Each of these gives what the sum of the others gives: many lengths around the pieces that messages go through. */
function lengths(p) {
  for (const length of [0, 1, 16, 63, 64, 65, 736, 737, 1023, 1024, 1025, 2079, 2080, 65519, 65520, 65536, 65537, 131072, 200001]) {
    const text = bytesOf(length, length + 1);
    for (const aadLength of [0, 1, 16, 31, 32, 33, 1024, 1025, 70000]) {
      const aad = bytesOf(aadLength, 12);
      const sealed = p.seal(key, nonce, text, aad);
      const encryptor = new p.Encryptor(key, nonce, aad);
      same(sealed, concat(encryptor.update(text), encryptor.final()), `${length} bytes, aad of ${aadLength}`);
      same(p.open(key, nonce, sealed, aad), text, `open ${length} bytes, aad of ${aadLength}`);
      same(p.open(key, nonce, sealed, aad, new Uint8Array(length)), text, `open ${length} bytes to out, aad of ${aadLength}`);
      const apart = [sealed.subarray(0, length), sealed.subarray(length)];
      same(p.openDetached(key, nonce, ...apart, aad, new Uint8Array(length)), text, `openDetached ${length} bytes to out, aad of ${aadLength}`);
    }
  }
}

function names(p) {
  if (!/^\d+\.\d+\.\d+$/.test(p.version())) throw new Error(`version ${p.version()}`);
  equal(p.backend(), { "wasm-simd128": "simd128", wasm: "portable" }[p.build()], "backend");
  p.initSync();
  p.initSync({ simd: p.build() === "wasm-simd128" });
  refuses(() => p.initSync({ simd: p.build() === "wasm" }), "ERR_STATE", "another module", p.StateError);
  equal(p.compiledModule() instanceof WebAssembly.Module, true, "compiledModule");
  p.initSync({ simd: undefined, module: p.compiledModule() });
  const other = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  for (const options of [null, 1, "simd", true, { simd: 1 }, { simd: null }, { simd: "true" }, { module: null }, { module: new Uint8Array(8) }, { module: {} }, { module: other }])
    refuses(() => p.initSync(options), "ERR_TYPE", `initSync(${JSON.stringify(options)})`, TypeError);
}

export const cases = {
  "names and loading": names,
  "RFC 8439 and the XChaCha draft": (p, v) => rfc(p, v.rfc8439_and_xchacha_draft),
  "Wycheproof, ChaCha20-Poly1305": (p, v) => wycheproof(p, v.wycheproof_chacha20_poly1305, false),
  "Wycheproof, XChaCha20-Poly1305": (p, v) => wycheproof(p, v.wycheproof_xchacha20_poly1305, true),
  "BoringSSL, ChaCha20-Poly1305": (p, v) => boringssl(p, v.boringssl_chacha20_poly1305, false),
  "BoringSSL, XChaCha20-Poly1305": (p, v) => boringssl(p, v.boringssl_xchacha20_poly1305, true),
  "views of every kind": views,
  "results are arrays of their own": ownResults,
  "data and out may overlap": overlaps,
  "views with methods of their own": otherMethods,
  "what only looks like a Uint8Array": impostors,
  "an array with a set of its own": ownSet,
  "memory shared twice": sharedTwice,
  "nothing of a tampered message is returned": tampering,
  "arguments of a wrong type or length": badArguments,
  "detached views": detachedViews,
  "lengths around the window": lengths,
  "messages in pieces": cuts,
  "order of calls": orderOfCalls,
  "streams of 8, 12 and 20 rounds": streams,
  "the counter's end": counterEnd,
  "alloc and free": arena,
};

/** Runs all cases. Returns the failures, by name; `total` counts what ran. */
export function runAll(p, vectors) {
  const failures = [];
  let total = 0;
  for (const [name, test] of Object.entries(cases)) {
    total++;
    try {
      test(p, vectors);
    } catch (error) {
      failures.push(`${name}: ${error?.stack ?? error}`);
    }
  }
  return { total, failures };
}
