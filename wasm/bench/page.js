/** The benchmark in a page. */

import * as noble from "/node_modules/@noble/ciphers/chacha.js";
import sodium from "/node_modules/libsodium-wrappers/dist/modules-esm/libsodium-wrappers.mjs";
import * as polycha from "/demo/polycha/index.js";
import { arrayAlone, measure, nobleCandidate, polychaCandidates, sodiumCandidate } from "./measure.js";

await sodium.ready;
globalThis.run = (lengths) =>
  measure([...polychaCandidates(polycha, "simd128"), sodiumCandidate(sodium), nobleCandidate(noble), arrayAlone], lengths);
