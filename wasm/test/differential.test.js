/** Against OpenSSL, by node:crypto: every length to 2100, and some to 1 MiB. */

import assert from "node:assert/strict";
import crypto from "node:crypto";
import { test } from "node:test";
import { bytesOf, same } from "./check.js";
import { moduleName, polycha as p } from "./setup.js";

const key = bytesOf(32, 21);
const text = bytesOf(1 << 20, 22);
const aads = [0, 1, 13, 16, 31, 63, 129].map((length) => bytesOf(length, 23));

function openssl(nonce, data, aad) {
  const cipher = crypto.createCipheriv("chacha20-poly1305", key, nonce, { authTagLength: 16 });
  cipher.setAAD(aad);
  return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]);
}

/** RFC 8439's counter and nonce are OpenSSL's 16 bytes. */
function opensslStream(nonce, counter, data) {
  const iv = Buffer.alloc(16);
  iv.writeUInt32LE(counter);
  iv.set(nonce, 4);
  return crypto.createCipheriv("chacha20", key, iv).update(data);
}

function compare(length) {
  const nonce = bytesOf(12, length + 1);
  const aad = aads[length % aads.length];
  const data = text.subarray(length % 7, (length % 7) + length);
  const expected = openssl(nonce, data, aad);
  same(p.seal(key, nonce, data, aad), expected, `seal ${length}`);
  same(p.open(key, nonce, expected, aad), data, `open ${length}`);
  const counter = length * 3;
  same(p.chacha20(key, nonce, data, undefined, counter), opensslStream(nonce, counter, data), `chacha20 ${length}`);
}

test(`${moduleName}: every length from 0 to 2100`, () => {
  for (let length = 0; length <= 2100; length++) compare(length);
});

test(`${moduleName}: lengths to 1 MiB`, () => {
  const lengths = [4095, 4096, 4097, 16384, 65519, 65520, 65535, 65536, 65537, 100000, 131072, 131073, 500009, (1 << 20) - 8];
  lengths.forEach(compare);
});

test(`${moduleName}: counters where 32 bits carry`, () => {
  const nonce = new Uint8Array(12).fill(0xff);
  for (let before = 1; before <= 34; before++) {
    const counter = 2 ** 32 - before;
    const stream = new p.ChaCha(key, nonce);
    stream.seek(counter);
    same(stream.update(text.subarray(0, 64 * before)), opensslStream(nonce, counter, text.subarray(0, 64 * before)), `${before}`);
    assert.throws(() => stream.update(new Uint8Array(1)), { code: "ERR_COUNTER" });
  }
});
