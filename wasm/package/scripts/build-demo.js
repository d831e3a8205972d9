/**
 * Puts the demo page together, as one folder for any static server: wasm/demo, and the package without its streaming entry.
 *
 *   node scripts/build-demo.js FOLDER    which is made anew; dist/ is there already
 */

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = process.argv[2];
if (!folder) throw new Error("usage: build-demo.js FOLDER");

rmSync(folder, { recursive: true, force: true });
cpSync(join(root, "..", "demo"), folder, { recursive: true });
mkdirSync(join(folder, "polycha"));
const ofPackage = readdirSync(join(root, "dist", "esm")).filter((name) => name.endsWith(".js") && !name.startsWith("streaming"));
for (const name of ofPackage) cpSync(join(root, "dist", "esm", name), join(folder, "polycha", name));

const worker = "service-worker.js";
const files = [...readdirSync(folder), ...ofPackage.map((name) => `polycha/${name}`)].filter((name) => name !== "polycha" && name !== worker).sort();
const hash = createHash("sha256");
for (const name of [...files, worker]) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));

/** Replaces what stands for it in the source; it must be there. */
function filledIn(text, placeholder, value) {
  if (!text.includes(placeholder)) throw new Error(`${worker} has no ${placeholder}`);
  return text.replace(placeholder, value);
}

let text = readFileSync(join(folder, worker), "utf8");
text = filledIn(text, '"unbuilt"', `"${hash.digest("hex").slice(0, 16)}"`);
text = filledIn(text, '["./"]', JSON.stringify(files.map((name) => (name === "index.html" ? "./" : name)), null, 2));
writeFileSync(join(folder, worker), text);
