/** Beside @noble/ciphers itself: the same results, and for the same wrong arguments the same errors. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as noble from "@noble/ciphers/chacha.js";
import { poly1305 as noblePoly1305 } from "@noble/ciphers/_poly1305.js";
import { managedNonce } from "@noble/ciphers/utils.js";
import { bytesOf } from "./check.js";
import { moduleName, polycha } from "./setup.js";

const theirs = { ...noble, poly1305: noblePoly1305 };

const key = bytesOf(32, 31);
const nonces = { chacha20poly1305: bytesOf(12, 32), xchacha20poly1305: bytesOf(24, 33) };
const data = bytesOf(200, 34);
const aad = bytesOf(20, 35);

/** What a call returns, or what it throws as kind and message. A length that is wrong is a RangeError here, whatever noble makes of it. */
function outcome(call) {
  try {
    return { returns: call() };
  } catch (error) {
    return { message: error.message, type: error instanceof TypeError };
  }
}

function alike(call, what) {
  assert.deepEqual(outcome(() => call(polycha)), outcome(() => call(theirs)), what);
}

const odd = [undefined, null, 0, "x", [1], {}, new Uint16Array(16), new ArrayBuffer(12)];
const sizes = [0, 1, 8, 11, 12, 13, 16, 24, 31, 32, 33, 64].map((length) => new Uint8Array(length));

for (const [name, nonce] of Object.entries(nonces)) {
  test(`${moduleName}: ${name} gives the same`, () => {
    for (const length of [0, 1, 15, 16, 17, 63, 64, 65, 199, 200]) {
      const text = data.subarray(0, length);
      for (const extra of [undefined, aad, aad.subarray(0, 0)]) {
        alike((p) => p[name](key, nonce, extra).encrypt(text), "encrypt");
        const sealed = noble[name](key, nonce, extra).encrypt(text);
        alike((p) => p[name](key, nonce, extra).decrypt(sealed), "decrypt");
        alike((p) => p[name](key, nonce, extra).encrypt(text, new Uint8Array(length + 16)), "encrypt to output");
        alike((p) => p[name](key, nonce, extra).decrypt(sealed, new Uint8Array(length)), "decrypt to output");
      }
    }
    for (const property of ["blockSize", "nonceLength", "tagLength", "withAAD"])
      assert.equal(polycha[name][property], noble[name][property], property);
  });

  test(`${moduleName}: ${name} refuses the same`, () => {
    const sealed = noble[name](key, nonce).encrypt(data);
    const tampered = sealed.slice();
    tampered[3] ^= 1;
    alike((p) => p[name](key, nonce).decrypt(tampered), "a bad tag");
    alike((p) => {
      const out = new Uint8Array(200);
      try {
        p[name](key, nonce).decrypt(tampered, out);
      } catch {
        return out;
      }
    }, "output after a bad tag");
    for (const value of [...odd, ...sizes]) {
      alike((p) => p[name](value, nonce).encrypt(data), "key");
      alike((p) => p[name](value, nonce).decrypt(sealed), "key, decrypt");
      alike((p) => typeof p[name](value, nonce), "key alone");
      alike((p) => p[name](key, value).encrypt(data), "nonce");
      if (value !== undefined) alike((p) => p[name](key, nonce, value).encrypt(data), "AAD");
      alike((p) => p[name](key, nonce).encrypt(value), "data");
      alike((p) => p[name](key, nonce).decrypt(value), "ciphertext");
      alike((p) => p[name](key, nonce).encrypt(data, value), "output");
      alike((p) => p[name](key, nonce).decrypt(sealed, value), "output, decrypt");
    }
  });

  test(`${moduleName}: ${name} encrypts once`, () => {
    alike((p) => {
      const cipher = p[name](key, nonce);
      cipher.encrypt(data);
      return cipher.encrypt(data);
    }, "twice");
    alike((p) => {
      const cipher = p[name](key, nonce);
      outcome(() => cipher.encrypt("text"));
      return cipher.encrypt(data);
    }, "after a failure");
    alike((p) => {
      const cipher = p[name](key, nonce);
      const sealed = cipher.encrypt(data);
      return [cipher.decrypt(sealed), cipher.decrypt(sealed)];
    }, "decrypts any number of times");
  });
}

for (const [name, given] of Object.entries(nonces)) {
  test(`${moduleName}: ${name} refuses the same where a buffer was transferred away since`, () => {
    const sealed = noble[name](key, given, aad).encrypt(data);
    const gone = (what, call) => (p) => {
      const args = { key: key.slice(), nonce: given.slice(), aad: aad.slice() };
      const cipher = p[name](args.key, args.nonce, args.aad);
      // Whatever a call before may have left behind.
      p[name](key, given, aad).encrypt(data);
      structuredClone(args[what], { transfer: [args[what].buffer] });
      return call(cipher);
    };
    for (const what of ["key", "nonce"]) {
      alike(gone(what, (cipher) => cipher.encrypt(data)), `encrypt, ${what}`);
      alike(gone(what, (cipher) => cipher.decrypt(sealed)), `decrypt, ${what}`);
    }
    // Stricter than noble, to which it is no additional data.
    assert.throws(() => gone("aad", (cipher) => cipher.encrypt(data))(polycha), { code: "ERR_TYPE" });
    assert.throws(() => gone("aad", (cipher) => cipher.decrypt(sealed))(polycha), { code: "ERR_TYPE" });
  });
}

test(`${moduleName}: managedNonce takes ours`, () => {
  const cipher = managedNonce(polycha.xchacha20poly1305)(key);
  assert.deepEqual(cipher.decrypt(cipher.encrypt(data)), data);
});

for (const [name, length] of Object.entries({ chacha20: 12, chacha12: 12, chacha8: 12, xchacha20: 24 })) {
  test(`${moduleName}: ${name} gives and refuses the same`, () => {
    const nonce = bytesOf(length, 36);
    for (const total of [0, 1, 64, 65, 200])
      for (const counter of [undefined, 0, 1, 77, 2 ** 31, 2 ** 32 - 5, 2 ** 32 - 3, 2 ** 32 - 2, 2 ** 32 - 1, 2 ** 32, -1, 0.5, NaN, "1", null])
        alike((p) => p[name](key, nonce, data.subarray(0, total), undefined, counter), `${total} bytes, counter ${counter}`);
    for (const value of [...odd, ...sizes]) {
      alike((p) => p[name](value, nonce, data), "key");
      alike((p) => p[name](key, value, data), "nonce");
      alike((p) => p[name](key, nonce, value), "data");
      alike((p) => p[name](key, nonce, data, value), "output");
    }
    for (const [from, to] of [[0, 0], [0, 1], [1, 0], [0, 64], [64, 0]])
      alike((p) => {
        const buffer = bytesOf(300, 37);
        return p[name](key, nonce, buffer.subarray(from, from + 200), buffer.subarray(to, to + 200));
      }, `from ${from} to ${to}`);
  });
}

test(`${moduleName}: poly1305 gives and refuses the same`, () => {
  for (const length of [0, 1, 15, 16, 17, 200]) alike((p) => p.poly1305(data.subarray(0, length), key), `${length} bytes`);
  for (const value of [...odd, ...sizes]) {
    alike((p) => p.poly1305(value, key), "message");
    alike((p) => p.poly1305(data, value), "key");
    alike((p) => typeof p.poly1305.create(value), "create");
    alike((p) => p.poly1305.create(key).update(value).digest(), "update");
    alike((p) => p.poly1305.create(key).digestInto(value), "digestInto");
  }
  for (const property of ["outputLen", "blockLen"]) {
    assert.equal(polycha.poly1305[property], noblePoly1305[property]);
    assert.equal(polycha.poly1305.create(key)[property], noblePoly1305.create(key)[property]);
  }
  const after = {
    "update after digest": (mac) => (mac.digest(), mac.update(data)),
    "digest after digest": (mac) => (mac.digest(), mac.digest()),
    "update after digestInto": (mac) => (mac.digestInto(new Uint8Array(16)), mac.update(data)),
    "digestInto after digestInto": (mac) => (mac.digestInto(new Uint8Array(20)), mac.digestInto(new Uint8Array(20))),
    "digest after destroy": (mac) => (mac.destroy(), mac.digest()),
  };
  for (const [what, call] of Object.entries(after)) alike((p) => call(p.poly1305.create(key)), what);
});

test(`${moduleName}: hchacha gives the same`, () => {
  const words = (count, seed) => new Uint32Array(bytesOf(4 * count, seed).buffer);
  for (let seed = 0; seed < 20; seed++)
    alike((p) => {
      const out = new Uint32Array(8);
      p.hchacha(words(4, seed), words(8, seed + 1), words(4, seed + 2), out);
      return out;
    }, `seed ${seed}`);
});
