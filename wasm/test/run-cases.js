/** The contract's cases where there is no test runner: run-cases.js simd128|scalar */

import { readFileSync } from "node:fs";
import process from "node:process";
import * as polycha from "polycha";
import { runAll, VECTOR_FILES } from "./cases.js";

polycha.initSync({ simd: process.argv[2] !== "scalar" });
const read = (name) => JSON.parse(readFileSync(new URL(`./vectors/${name}.json`, import.meta.url), "utf8"));
const { total, failures } = runAll(polycha, Object.fromEntries(VECTOR_FILES.map((name) => [name, read(name)])));
for (const failure of failures) console.log(failure);
console.log(`${polycha.build()}: ${total} cases, ${failures.length} failures`);
process.exit(failures.length ? 1 : 0);
