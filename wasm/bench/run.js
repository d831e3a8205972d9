/** The lines of ./dev run: run.js FILE. Seals and opens the file with both modules, and compares the bytes with OpenSSL's. */

import crypto from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import * as polycha from "polycha";

const SECONDS = 0.5;
// CommonJS's copy of the package is another instance, which can have the other module.
const scalar = createRequire(import.meta.url)("polycha");
scalar.initSync({ simd: false });

/** Of a larger file, so much of it: all rows keep it in memory several times. */
const LONGEST = 1 << 30;

const file = openSync(process.argv[2]);
const size = fstatSync(file).size;
const text = Buffer.alloc(Math.min(size, LONGEST));
for (let at = 0; at < text.length; ) at += readSync(file, text, at, text.length - at, at) || fail("the file has become shorter");
closeSync(file);
if (size > LONGEST) console.log("wasm: of the first GiB of the file");

const key = crypto.randomBytes(32);
const nonce = crypto.randomBytes(12);
const cipher = crypto.createCipheriv("chacha20-poly1305", key, nonce, { authTagLength: 16 });
const expected = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
const sealed = new Uint8Array(text.length + 16);

function fail(message) {
  console.error(`run: ${message}`);
  process.exit(1);
}

/** MB/s of the best run. */
function rate(run) {
  let best = 0;
  const begun = performance.now();
  do {
    const started = performance.now();
    run();
    best = Math.max(best, text.length / (performance.now() - started) / 1000);
  } while (performance.now() - begun < 1000 * SECONDS);
  return best;
}

for (const [name, p] of [["SIMD128", polycha], ["scalar", scalar]]) {
  if (name === "SIMD128" && p.build() !== "wasm-simd128") {
    console.log(`wasm (${name}): skipped, ${process.version} has no SIMD`);
    continue;
  }
  const seal = rate(() => p.seal(key, nonce, text, undefined, sealed));
  if (Buffer.compare(sealed, expected)) fail(`wasm (${name}) seals to other bytes than OpenSSL`);
  let opened;
  const open = rate(() => (opened = p.open(key, nonce, sealed)));
  if (Buffer.compare(opened, text)) fail(`wasm (${name}) does not open to the file's bytes`);
  sealed[text.length >> 1] ^= 1;
  try {
    p.open(key, nonce, sealed);
    fail(`wasm (${name}) opens a changed file`);
  } catch (error) {
    if (!(error instanceof p.InvalidTagError)) throw error;
  }
  console.log(`${`wasm (${name})`.padEnd(25)} ${seal.toFixed(0).padStart(12)} ${open.toFixed(0).padStart(12)}  (Node ${process.version})`);
}
