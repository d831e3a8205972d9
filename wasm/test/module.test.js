/** The two files themselves: what they import and export, which instructions they have, how large they are. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const LIMIT = 24 * 1024;
const exported = readFileSync(new URL("./exports.txt", import.meta.url), "utf8").trim().split("\n");

for (const name of ["simd128", "scalar"]) {
  const path = fileURLToPath(import.meta.resolve(`polycha/polycha-${name}.wasm`));
  const bytes = readFileSync(path);
  const module = new WebAssembly.Module(bytes);
  const disassembly = execFileSync("wasm-objdump", ["-d", path], { encoding: "utf8", maxBuffer: 1 << 28 });
  const opcodes = new Set([...disassembly.matchAll(/\| +([a-z][\w.]*)/g)].map((match) => match[1]));

  test(`${name}: is smaller than ${LIMIT} bytes`, (t) => {
    t.diagnostic(`${bytes.length} bytes`);
    assert.ok(bytes.length < LIMIT, `${bytes.length} bytes`);
  });

  test(`${name}: imports nothing, exports what exports.txt says, and memory that does not grow`, () => {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    assert.deepEqual(WebAssembly.Module.exports(module).map(({ name }) => name).sort(), ["memory", ...exported].sort());
    const { memory } = new WebAssembly.Instance(module).exports;
    assert.throws(() => memory.grow(1), RangeError);
    assert.ok(!opcodes.has("memory.grow"));
  });

  test(`${name}: has the instructions of its kind, and no other`, () => {
    const vector = [...opcodes].filter((opcode) => /^(v128|[if]\d+x\d+)\./.test(opcode));
    assert.ok(opcodes.size > 30, "the disassembly was read");
    assert.equal(vector.length > 0, name === "simd128", vector.join(" "));
    assert.deepEqual([...opcodes].filter((opcode) => /relaxed|atomic|^call_ref|^throw|^try/.test(opcode)), []);
    if (name === "scalar") assert.deepEqual([...opcodes].filter((opcode) => /^memory\.(copy|fill|init)|trunc_sat|extend(8|16|32)_s/.test(opcode)), []);
  });
}
