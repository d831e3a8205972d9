/** What the tests for Node share: the package, with the module that POLYCHA_MODULE names, and the vectors. */

import { readFileSync } from "node:fs";
import * as polycha from "polycha";
import { VECTOR_FILES } from "./cases.js";

/** "simd128" (or nothing) or "scalar". */
export const moduleName = process.env.POLYCHA_MODULE ?? "simd128";
polycha.initSync({ simd: moduleName === "simd128" });

export const vectors = Object.fromEntries(
  VECTOR_FILES.map((name) => [name, JSON.parse(readFileSync(new URL(`./vectors/${name}.json`, import.meta.url)))]),
);

export { polycha };
