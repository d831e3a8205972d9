/** The cases that every runtime runs, each as a test of its own. */

import { test } from "node:test";
import { cases } from "./cases.js";
import { moduleName, polycha, vectors } from "./setup.js";

for (const [name, run] of Object.entries(cases)) test(`${moduleName}: ${name}`, () => run(polycha, vectors));
