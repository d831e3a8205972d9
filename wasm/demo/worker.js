/** Encrypts or decrypts one file, off the page's thread: takes {file, key}, posts {progress}, then {blob, name} or {error}. */

import { Decryptor, Encryptor, init, InvalidTagError } from "./polycha/index.js";
import { HEADER_LENGTH, isEncrypted, MAGIC, NONCE_LENGTH, TAG_LENGTH } from "./format.js";

const PIECE = 1 << 20;
const EXTENSION = ".polycha";

/** Pieces of the file from `start` to `end` through `step`. */
async function pieces(file, start, end, step) {
  const parts = [];
  let reported = 0;
  for (let at = start; at < end; at += PIECE) {
    const piece = new Uint8Array(await file.slice(at, Math.min(at + PIECE, end)).arrayBuffer());
    // As a Blob, so that the browser can keep a large file out of memory.
    parts.push(new Blob([step(piece, piece)]));
    if (performance.now() - reported > 40) {
      reported = performance.now();
      postMessage({ progress: (at - start + piece.length) / (end - start) });
    }
  }
  return parts;
}

async function encrypt(file, key) {
  const header = new Uint8Array(HEADER_LENGTH);
  header.set(MAGIC);
  const nonce = crypto.getRandomValues(header.subarray(MAGIC.length));
  const encryptor = new Encryptor(key, nonce, header);
  const parts = await pieces(file, 0, file.size, (piece, out) => encryptor.update(piece, out));
  return { blob: new Blob([header, ...parts, encryptor.final()]), name: file.name + EXTENSION };
}

async function decrypt(file, key) {
  if (file.size < HEADER_LENGTH + TAG_LENGTH) throw new Error("This file was cut off: it ends before its tag.");
  const header = new Uint8Array(await file.slice(0, HEADER_LENGTH).arrayBuffer());
  const end = file.size - TAG_LENGTH;
  const decryptor = new Decryptor(key, header.subarray(MAGIC.length, MAGIC.length + NONCE_LENGTH), header);
  const parts = await pieces(file, HEADER_LENGTH, end, (piece, out) => decryptor.update(piece, out));
  decryptor.verify(new Uint8Array(await file.slice(end).arrayBuffer()));
  const name = file.name.endsWith(EXTENSION) ? file.name.slice(0, -EXTENSION.length) : `${file.name}.decrypted`;
  return { blob: new Blob(parts), name };
}

addEventListener("message", async ({ data: { file, key } }) => {
  try {
    await init();
    const encrypted = await isEncrypted(file);
    postMessage({ begun: encrypted ? "Decrypting" : "Encrypting" });
    const started = performance.now();
    const result = await (encrypted ? decrypt : encrypt)(file, key);
    postMessage({ ...result, seconds: (performance.now() - started) / 1000, encrypted });
  } catch (error) {
    const wrong = error instanceof InvalidTagError;
    postMessage({ error: wrong ? "This key does not fit, or the file was changed." : String(error.message ?? error) });
  } finally {
    key.fill(0);
  }
});
