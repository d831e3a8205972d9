/** What the cases have in common: a key and nonces, and small tools for bytes. */

import { bytesOf } from "./check.js";

export const key = bytesOf(32, 1);
export const nonce = bytesOf(12, 2);
export const xnonce = bytesOf(24, 3);
export const aad = bytesOf(13, 4);

export const concat = (...parts) => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

export function flipped(bytes, at) {
  const copy = bytes.slice();
  copy[at] ^= 1;
  return copy;
}

export const both = (p) => [
  { name: "12-byte nonce", nonce, seal: p.seal, open: p.open, sealDetached: p.sealDetached, openDetached: p.openDetached },
  { name: "24-byte nonce", nonce: xnonce, seal: p.xseal, open: p.xopen, sealDetached: p.xsealDetached, openDetached: p.xopenDetached },
];
