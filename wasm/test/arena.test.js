/** The module's allocator, as any host sees it (wasm/README.md). */

import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf } from "./check.js";
import { moduleName, polycha } from "./setup.js";

const arena = () => new WebAssembly.Instance(polycha.compiledModule(), {}).exports;
const rounded = (length) => Math.ceil(length / 16) * 16;

test(`${moduleName}: blocks are apart, zeroed, and whole again when all are freed`, () => {
  const { memory, polycha_arena_alloc: alloc, polycha_arena_free: free, polycha_arena_longest: longest } = arena();
  const bytes = new Uint8Array(memory.buffer);
  const whole = longest();
  const choices = new DataView(bytesOf(1 << 18, 61).buffer);
  const live = new Map();
  /** Freed, with nothing but that block changed, and no other address taken for one. */
  const release = (address) => {
    for (const wrong of [address + 1, address + 8, address + 16, address - 16]) if (!live.has(wrong)) assert.equal(free(wrong), 0, `${wrong} beside ${address}`);
    const [length, filling] = live.get(address);
    assert.ok(bytes.subarray(address, address + length).every((byte) => byte === filling), `${address} was written to`);
    assert.equal(free(address), 1);
    assert.equal(free(address), 0, "freed twice");
    live.delete(address);
  };
  for (let step = 0; step < 30000; step++) {
    const choice = choices.getUint32(8 * step);
    if (choice % 10 < 5 || live.size === 0) {
      const length = 1 + (choices.getUint32(8 * step + 4) % (choice % 7 ? 300 : 200000));
      const possible = longest();
      const address = alloc(length) >>> 0;
      assert.equal(address !== 0, possible >= rounded(length), `${length} of ${possible}`);
      if (address === 0) continue;
      assert.equal(address % 16, 0);
      assert.ok(bytes.subarray(address, address + length).every((byte) => byte === 0), "zeroed");
      bytes.fill((step % 255) + 1, address, address + length);
      live.set(address, [length, (step % 255) + 1]);
    } else {
      release([...live.keys()][choice % live.size]);
    }
  }
  assert.ok(live.size > 10);
  for (const address of [...live.keys()]) release(address);
  assert.equal(longest(), whole);
  for (const wrong of [0, 1, 16, bytes.length - 16, bytes.length, -16, 2 ** 31]) assert.equal(free(wrong), 0, `${wrong}`);
  assert.equal(alloc(0), 0);
  assert.equal(alloc(-1), 0);
  assert.equal(alloc(whole + 1), 0);
  assert.equal(alloc(whole) !== 0, true);
  assert.equal(longest(), 0);
});

// With a walk over all blocks in each call this took 26 s, not 0.02.
test(`${moduleName}: more than 100,000 blocks at a time`, () => {
  const { polycha_arena_alloc: alloc, polycha_arena_free: free, polycha_arena_longest: longest } = arena();
  const whole = longest();
  const started = performance.now();
  const addresses = [];
  for (let address; (address = alloc(16)); ) addresses.push(address);
  assert.ok(addresses.length > 100000, `${addresses.length}`);
  for (const address of addresses.reverse()) assert.equal(free(address), 1);
  assert.equal(longest(), whole);
  assert.ok(performance.now() - started < 10000, "in no time");
});
