/**
 * Builds dist/ from src/ and the two WebAssembly modules.
 *
 *   node scripts/build.js DIRECTORY    where polycha-simd128.wasm and polycha-scalar.wasm are
 */

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = process.argv[2];
if (!modules) throw new Error("usage: build.js DIRECTORY_OF_THE_WASM_MODULES");

const names = ["simd128", "scalar"];
const file = (name) => `polycha-${name}.wasm`;

rmSync(join(root, "dist"), { recursive: true, force: true });
for (const format of ["esm", "cjs"]) mkdirSync(join(root, "dist", format), { recursive: true });

writeFileSync(
  join(root, "src", "modules.ts"),
  "// Written by scripts/build.js: the two modules in base64.\n" +
    names.map((name) => `export const ${name}: string =\n  "${readFileSync(join(modules, file(name)), "base64")}";\n`).join(""),
);

const typescript = dirname(createRequire(join(root, "package.json")).resolve("typescript/package.json"));
const compile = (...options) =>
  execFileSync(process.execPath, [join(typescript, "bin", "tsc"), ...options], { cwd: root, stdio: "inherit" });
compile("--project", "tsconfig.json");
compile("--project", "tsconfig.cjs.json");
writeFileSync(join(root, "dist", "cjs", "package.json"), '{ "type": "commonjs" }\n');

for (const name of names) copyFileSync(join(modules, file(name)), join(root, "dist", "esm", file(name)));
copyFileSync(join(root, "..", "..", "LICENSE"), join(root, "LICENSE"));
