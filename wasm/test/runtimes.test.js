/** The contract's cases in the other runtimes: Deno, Bun, and the Nodes that are not running this. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const bin = (...path) => join(here, "node_modules", ...path);

const runtimes = {
  Deno: [bin("@deno", "linux-x64-glibc", "deno"), "run", "--allow-read", "--allow-env", "--no-lock", "--node-modules-dir=manual"],
  Bun: [bin("@oven", "bun-linux-x64", "bin", "bun"), "run"],
  "Node 18": [bin("node18", "bin", "node")],
  "Node 24": [bin("node24", "bin", "node")],
};

for (const [name, command] of Object.entries(runtimes)) {
  for (const module of ["simd128", "scalar"]) {
    const skip = process.arch !== "x64" && `the npm package of ${name} is for x64`;
    test(`${name}: all cases, ${module}`, { skip }, (t) => {
      const output = execFileSync(command[0], [...command.slice(1), "run-cases.js", module], { cwd: here, encoding: "utf8" });
      t.diagnostic(output.trim());
      assert.match(output, new RegExp(`^${module === "scalar" ? "wasm" : "wasm-simd128"}: \\d\\d cases, 0 failures$`, "m"));
    });
  }
}
