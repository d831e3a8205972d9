/** ./dev bench --wasm: the package beside libsodium-wrappers, @noble/ciphers and node:crypto, in Node and in Chromium. */

import crypto from "node:crypto";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import * as noble from "@noble/ciphers/chacha.js";
import sodium from "libsodium-wrappers";
import * as polycha from "polycha";
import { launch, serve, skip } from "../browser.js";
import { arrayAlone, LENGTHS, measure, nobleCandidate, polychaCandidates, sodiumCandidate } from "./measure.js";

const HELP = `Usage: ./dev bench --wasm [OPTION...]
  --tsv FILE        also write: what, candidate, backend, length, ns_min, ns_median; for Chromium to FILE with -chromium
                    before its suffix. ./dev bench plot and table read it.
  --lengths LIST    of messages, in bytes
  --only node       or --only chromium
For steady figures pin it to a core: taskset -c 1 ./dev bench --wasm`;

const { values: options } = parseArgs({ options: { tsv: { type: "string" }, lengths: { type: "string" }, only: { type: "string" }, help: { type: "boolean" } } });
if (options.help) {
  console.log(HELP);
  process.exit();
}
const lengths = options.lengths?.split(",").map(Number) ?? LENGTHS;

const nodeCrypto = {
  name: "node:crypto",
  backend: "-",
  seal(key, nonce, aad, data) {
    const cipher = crypto.createCipheriv("chacha20-poly1305", key, nonce, { authTagLength: 16 });
    cipher.setAAD(aad);
    const text = cipher.update(data);
    cipher.final();
    return Buffer.concat([text, cipher.getAuthTag()]);
  },
  open(key, nonce, aad, sealed) {
    const end = sealed.length - 16;
    const decipher = crypto.createDecipheriv("chacha20-poly1305", key, nonce, { authTagLength: 16 });
    decipher.setAAD(aad);
    decipher.setAuthTag(sealed.subarray(end));
    const text = decipher.update(sealed.subarray(0, end));
    decipher.final();
    return text;
  },
};

const progress = (where) => (what, length) => process.stderr.isTTY && process.stderr.write(`\r${where}: ${what} ${length}      \r`);

async function inNode() {
  // CommonJS's copy of the package is another instance, which can have the other module.
  const scalar = createRequire(import.meta.url)("polycha");
  scalar.initSync({ simd: false });
  await sodium.ready;
  const candidates = [
    ...polychaCandidates(polycha, "simd128"),
    polychaCandidates(scalar, "scalar")[0],
    sodiumCandidate(sodium),
    nobleCandidate(noble),
    nodeCrypto,
    arrayAlone,
  ];
  return measure(candidates, lengths, progress("node"));
}

async function inChromium() {
  const server = await serve({});
  const browser = await launch();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(600000);
    await page.goto(`${server.origin}/bench/page.html`, { waitUntil: "load" });
    await page.waitForFunction("globalThis.run");
    const version = await browser.version();
    return { version, rows: await page.evaluate((lengths) => globalThis.run(lengths), lengths) };
  } finally {
    await browser.close();
    server.close();
  }
}

const title = ({ candidate, backend }) => (backend === "-" ? candidate : `${candidate} ${backend}`);

function print(where, rows) {
  for (const what of ["seal", "open"]) {
    const of = rows.filter((row) => row.what === what);
    const names = [...new Set(of.map(title))];
    console.log(`\n${where}: ${what}, ns (minimum of all batches), and how many times as fast polycha simd128 is`);
    console.log(`${"".padEnd(24)}${lengths.map((length) => String(length).padStart(18)).join("")}`);
    for (const name of names) {
      const cells = lengths.map((length) => {
        const at = (wanted) => of.find((row) => row.length === length && title(row) === wanted).min;
        return `${at(name).toFixed(0)} ${`(${(at(name) / at("polycha simd128")).toFixed(2)})`.padStart(7)}`.padStart(18);
      });
      console.log(name.padEnd(24) + cells.join(""));
    }
  }
}

function write(path, rows) {
  const lines = rows.map((row) => [row.what, row.candidate, row.backend, row.length, row.min.toFixed(1), row.median.toFixed(1)].join("\t"));
  writeFileSync(path, ["what\tcandidate\tbackend\tlength\tns_min\tns_median", ...lines, ""].join("\n"));
}

/** FILE for Node, FILE with "-chromium" before its suffix for Chromium. */
const chromiumPath = (path) => path.replace(/(\.[^./]*)?$/, "-chromium$1");

if (options.only !== "chromium") {
  const rows = await inNode();
  print(`Node ${process.version}`, rows);
  if (options.tsv) write(options.tsv, rows);
}
if (options.only !== "node") {
  if (skip) {
    console.log(`\nChromium: skipped, ${skip}`);
  } else {
    const { version, rows } = await inChromium();
    print(version, rows);
    if (options.tsv) write(chromiumPath(options.tsv), rows);
  }
}
