/** keep-dependencies.js PACKAGE_JSON NAME...: leaves only these dependencies in it. */

const { readFileSync, writeFileSync } = require("node:fs");

const [path, ...names] = process.argv.slice(2);
const description = JSON.parse(readFileSync(path, "utf8"));
description.dependencies = Object.fromEntries(names.map((name) => [name, description.dependencies[name]]));
writeFileSync(path, JSON.stringify(description, null, 2));
