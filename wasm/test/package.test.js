/** The package as a user installs it: every way to import it, its types, a bundler's build, a worker. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = fileURLToPath(new URL(".", import.meta.url));
const tarball = process.env.POLYCHA_TARBALL;
assert.ok(tarball, "POLYCHA_TARBALL names what npm pack made");

/** An empty project with nothing but the tarball in it. */
const project = mkdtempSync(join(tmpdir(), "polycha-"));
after(() => rmSync(project, { recursive: true }));
writeFileSync(join(project, "package.json"), '{ "name": "user", "private": true }\n');
execFileSync("npm", ["install", "--no-audit", "--no-fund", "--offline", tarball], { cwd: project, stdio: "pipe" });
const installed = join(project, "node_modules", "polycha");

function run(file, text, command = [process.execPath]) {
  writeFileSync(join(project, file), text);
  return execFileSync(command[0], [...command.slice(1), file], { cwd: project, encoding: "utf8" }).trim();
}

const SEAL = `const sealed = polycha.seal(new Uint8Array(32), new Uint8Array(12), new Uint8Array(3));
console.log(polycha.build(), sealed.length);`;

test("has no dependency, and only what it needs", () => {
  const { dependencies = {}, scripts } = JSON.parse(readFileSync(join(installed, "package.json")));
  assert.deepEqual(dependencies, {});
  assert.ok(!scripts.install && !scripts.postinstall);
  assert.deepEqual(readdirSync(join(project, "node_modules")).filter((name) => name[0] !== "."), ["polycha"]);
  assert.deepEqual(readdirSync(installed).sort(), ["LICENSE", "README.md", "dist", "package.json"]);
});

/** The first example of a README in that language. */
function example(path, language) {
  return readFileSync(path, "utf8").match(new RegExp("```" + language + "\\n(.*?)```", "s"))[1];
}

test("the example of both READMEs runs", () => {
  const text = example(join(installed, "README.md"), "js");
  assert.equal(example(join(here, "README.md"), "js"), text);
  const prelude = 'globalThis.crypto ??= (await import("node:crypto")).webcrypto;';
  assert.ok(readFileSync(join(here, "README.md"), "utf8").includes(prelude), "README.md says what Node 18 needs");
  assert.equal(run("readme.mjs", `${prelude}\n${text}`), "attack at dawn");
});

const nodes = {
  "this Node": process.execPath,
  "Node 18": join(here, "node_modules", "node18", "bin", "node"),
  "Node 24": join(here, "node_modules", "node24", "bin", "node"),
};
for (const [name, node] of Object.entries(nodes)) {
  const skip = name !== "this Node" && process.arch !== "x64" && `the npm package of ${name} is for x64`;

  test(`${name}: as an ES module, CommonJS, and streaming`, { skip }, () => {
    assert.equal(run("a.mjs", `import * as polycha from "polycha";\n${SEAL}`, [node]), "wasm-simd128 19");
    assert.equal(run("a.cjs", `const polycha = require("polycha");\n${SEAL}`, [node]), "wasm-simd128 19");
    assert.equal(run("b.mjs", `import * as polycha from "polycha/streaming";\nawait polycha.init();\n${SEAL}`, [node]), "wasm-simd128 19");
    assert.equal(run("c.mjs", `import * as polycha from "polycha/streaming";\nawait polycha.init({ simd: false });\n${SEAL}`, [node]), "wasm 19");
    assert.equal(run("d.mjs", `import * as polycha from "polycha";\nawait Promise.all([polycha.init(), polycha.init()]);\n${SEAL}`, [node]), "wasm-simd128 19");
  });
}

test("the streaming entry says that it is not ready", () => {
  const text = `import { seal } from "polycha/streaming";
try { seal(new Uint8Array(32), new Uint8Array(12), new Uint8Array(3)); } catch (error) { console.log(error.code, error.message); }`;
  assert.equal(run("e.mjs", text), "ERR_NOT_READY polycha is not loaded yet: await init() first");
});

test("beside the streaming entry the other one still loads by itself", () => {
  const both = ['import * as polycha from "polycha";', 'import "polycha/streaming";'];
  assert.equal(run("j.mjs", `${both.join("\n")}\n${SEAL}`), "wasm-simd128 19");
  assert.equal(run("k.mjs", `${both.reverse().join("\n")}\n${SEAL}`), "wasm-simd128 19");
});

test("without SIMD the scalar module is picked", () => {
  const text = `WebAssembly.validate = () => false;
const polycha = await import("polycha");
${SEAL}`;
  assert.equal(run("f.mjs", text), "wasm 19");
});

test("without WebAssembly the error says so", () => {
  const text = `delete globalThis.WebAssembly;
const polycha = await import("polycha");
try { polycha.version(); } catch (error) { console.log(error.code); }
await polycha.init().catch((error) => console.log(error.code));
console.log(polycha.simdSupported());`;
  assert.equal(run("g.mjs", text), "ERR_WASM_UNAVAILABLE\nERR_WASM_UNAVAILABLE\nfalse");
});

test("options of init that are none are refused before anything is loaded", () => {
  const text = `import * as polycha from "polycha";
for (const options of [null, 1, { simd: "yes" }, { module: new Uint8Array(8) }]) {
  const error = await polycha.init(options).catch((error) => error);
  console.log(error instanceof TypeError, error.code, error.message);
}
await polycha.init({ simd: undefined, module: undefined });
${SEAL}`;
  assert.equal(run("l.mjs", text), `true ERR_TYPE "options" expected object, got null
true ERR_TYPE "options" expected object, got number
true ERR_TYPE "simd" expected boolean, got string
true ERR_TYPE "module" expected WebAssembly.Module, got object
wasm-simd128 19`);
});

test("a compiled module can be handed to a worker", () => {
  const text = `import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import * as polycha from "polycha";
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), { workerData: polycha.compiledModule() });
  worker.on("message", (message) => console.log(message));
} else {
  polycha.initSync({ module: workerData });
  parentPort.postMessage(polycha.build() + " " + (polycha.compiledModule() === workerData));
}`;
  assert.equal(run("i.mjs", text), "wasm-simd128 true");
});

test("TypeScript takes it, in both forms, and sees wrong arguments", () => {
  const typescript = join(here, "node_modules", "typescript", "bin", "tsc");
  const good = `import { alloc, chacha20poly1305, Encryptor, free, init, InvalidTagError, open, seal, type Detached, sealDetached } from "polycha";
await init({ simd: true });
const key: Uint8Array = new Uint8Array(32);
const sealed: Uint8Array<ArrayBuffer> = seal(key, key.subarray(0, 12), key);
const shared = new Uint8Array(new SharedArrayBuffer(48));
const same: Uint8Array<SharedArrayBuffer> = seal(key, key.subarray(0, 12), key, undefined, shared);
const detached: Detached = sealDetached(key, key, key, key);
try { open(key, key, sealed); } catch (error) { if (error instanceof InvalidTagError) error.code satisfies "ERR_INVALID_TAG"; }
const tag: Uint8Array = new Encryptor(key, key).aad(key).final();
const cipher = chacha20poly1305(key, key);
free(alloc(cipher.encrypt(key).length + tag.length + same.length + detached.tag.length));
`;
  const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--types", ""];
  const check = (file, text, ...more) => {
    writeFileSync(join(project, file), text);
    return spawnSync(process.execPath, [typescript, ...options, ...more, file], { cwd: project, encoding: "utf8" });
  };
  for (const module of ["nodenext", "preserve"]) {
    const { status, stdout } = check("good.mts", good, "--module", module);
    assert.equal(status, 0, stdout);
  }
  const cts = check("good.cts", `import polycha = require("polycha");\nconst version: string = polycha.version();\nvoid version;\n`, "--module", "nodenext");
  assert.equal(cts.status, 0, cts.stdout);
  for (const bad of ['seal("key", "nonce", "data")', "seal(new Uint8Array(32))", "new ChaCha(new Uint8Array(32), new Uint8Array(12), 9)"]) {
    const { status } = check("bad.mts", `import { ChaCha, seal } from "polycha";\n${bad};\nvoid ChaCha, seal;\n`, "--module", "nodenext");
    assert.notEqual(status, 0, bad);
  }
});

// The oldest that is promised; node10 knows no "exports" of a package.json.
for (const [resolution, module, file] of [["node10", "commonjs", "old.ts"], ["nodenext", "nodenext", "old.mts"]])
  test(`TypeScript 5.7 finds both entries: ${resolution}, ${module}`, () => {
    writeFileSync(join(project, file), `import { seal } from "polycha";
import { init } from "polycha/streaming";
export const sealed: Promise<Uint8Array<ArrayBuffer>> = init().then(() => seal(new Uint8Array(32), new Uint8Array(12), new Uint8Array(3)));
// @ts-expect-error: no such option
void init({ simd: "yes" });
`);
    const typescript = join(here, "node_modules", "typescript57", "bin", "tsc");
    const options = ["--noEmit", "--strict", "--skipDefaultLibCheck", "--target", "es2022", "--module", module, "--moduleResolution", resolution];
    const { status, stdout } = spawnSync(process.execPath, [typescript, ...options, file], { cwd: project, encoding: "utf8" });
    assert.equal(status, 0, stdout);
  });

for (const entry of ["polycha", "polycha/streaming"]) {
  test(`a Vite build with ${entry} loads less than 40 KiB gzipped`, async (t) => {
    const { build } = await import("vite");
    const root = join(project, `vite-${entry.replace("/", "-")}`);
    mkdirSync(root);
    cpSync(join(project, "node_modules"), join(root, "node_modules"), { recursive: true });
    writeFileSync(join(root, "index.html"), '<!doctype html><script type="module" src="main.js"></script>');
    writeFileSync(join(root, "main.js"), `import { init, seal, open } from "${entry}";
await init();
document.title = String(open(new Uint8Array(32), new Uint8Array(12), seal(new Uint8Array(32), new Uint8Array(12), new Uint8Array(3))).length);
`);
    await build({ root, logLevel: "error", build: { target: "es2022", assetsInlineLimit: 0 } });
    const assets = readdirSync(join(root, "dist", "assets"));
    // A page loads one of the two modules.
    const loaded = assets.filter((name) => !/scalar/.test(name));
    const sizes = loaded.map((name) => gzipSync(readFileSync(join(root, "dist", "assets", name)), { level: 9 }).length);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    t.diagnostic(`${entry}: ${loaded.map((name, at) => `${name} ${sizes[at]}`).join(", ")}; ${total} bytes gzipped`);
    assert.equal(assets.some((name) => name.endsWith(".wasm")), entry !== "polycha", assets.join(" "));
    assert.ok(total < 40 * 1024, `${total} bytes`);
  });
}
