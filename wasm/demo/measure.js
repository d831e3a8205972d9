/** Measures one candidate, {name}, at the lengths asked for, {lengths}: posts {length, rate} for each, in MB/s, then {done}. */

import { initSync, seal } from "./polycha/index.js";

/** Over all lengths: what else the machine does at one time need not meet the same length twice. */
const PASSES = 2;

const key = crypto.getRandomValues(new Uint8Array(32));
const nonce = crypto.getRandomValues(new Uint8Array(12));
const aad = new Uint8Array(13);

/** Each is a function that makes a function of a message. null: this browser has no such thing. */
const candidates = {
  async simd128() {
    initSync({ simd: true });
    return (data) => seal(key, nonce, data, aad);
  },
  async scalar() {
    initSync({ simd: false });
    return (data) => seal(key, nonce, data, aad);
  },
  async webcrypto() {
    try {
      const name = "ChaCha20-Poly1305";
      const imported = await crypto.subtle.importKey("raw-secret", key, name, false, ["encrypt"]);
      const run = (data) => crypto.subtle.encrypt({ name, iv: nonce, additionalData: aad }, imported, data);
      await run(new Uint8Array(1));
      return run;
    } catch {
      return null;
    }
  },
};

/** The shortest time of one call, in ms. Clocks of browsers are coarse, so a run has as many calls as fill 10 ms. */
async function shortest(run, data) {
  let calls = 1;
  let best = Infinity;
  for (const until = performance.now() + 200; performance.now() < until; ) {
    const started = performance.now();
    for (let n = 0; n < calls; n++) {
      const result = run(data);
      if (result instanceof Promise) await result;
    }
    const elapsed = performance.now() - started;
    if (elapsed < 10) calls *= 2;
    else best = Math.min(best, elapsed / calls);
  }
  return best;
}

/** Engines compile well what has run for a while. */
async function warmUp(run) {
  const data = [new Uint8Array(64), new Uint8Array(16384)];
  for (const until = performance.now() + 500; performance.now() < until; ) for (const message of data) await run(message);
}

addEventListener("message", async ({ data: { name, lengths } }) => {
  try {
    const run = await candidates[name]();
    if (run) await warmUp(run);
    const best = new Map(lengths.map((length) => [length, 0]));
    for (let pass = 0; run && pass < PASSES; pass++)
      for (const length of lengths) {
        best.set(length, Math.max(best.get(length), length / (await shortest(run, new Uint8Array(length))) / 1000));
        postMessage({ length, rate: best.get(length) });
      }
    postMessage({ done: true, missing: !run });
  } catch (error) {
    postMessage({ done: true, error: String(error.message ?? error) });
  }
});
