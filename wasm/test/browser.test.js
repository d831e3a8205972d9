/** In headless Chromium: the cases in page and worker, with and without a strict policy, and the demo page. */

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { xopen } from "polycha";
import { bytesOf, hex, same } from "./check.js";
import { launch, serve, skip, STRICT } from "./browser.js";

const policies = { strict: STRICT, forbidding: STRICT.replace(" 'wasm-unsafe-eval'", "") };

describe("Chromium", { skip }, () => {
  let server, browser, folder;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "polycha-browser-"));
    server = await serve(policies);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A page of a fresh profile, which collects what went wrong in it. */
  async function open(path, policy) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.problems = [];
    page.on("pageerror", (error) => page.problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
    page.on("requestfailed", (request) => page.problems.push(`${request.url()} ${request.failure().errorText}`));
    if (policy) await context.setCookie({ name: "csp", value: policy, domain: "127.0.0.1", path: "/" });
    await page.goto(server.origin + path, { waitUntil: "load" });
    return page;
  }

  for (const policy of [undefined, "strict"])
    for (const where of ["Page", "Worker"])
      for (const simd of [true, false])
        test(`all cases in a ${where.toLowerCase()}, ${simd ? "simd128" : "scalar"}, policy: ${policy}`, async () => {
          const page = await open("/browser-page.html", policy);
          await page.waitForSelector("[data-ready]");
          const result = await page.evaluate((name, simd) => globalThis[name](simd), `runIn${where}`, simd);
          assert.deepEqual(result.failures, [], JSON.stringify(result));
          assert.equal(result.build, simd ? "wasm-simd128" : "wasm");
          assert.ok(result.total > 15);
          assert.deepEqual(page.problems, []);
          await page.browserContext().close();
        });

  for (const where of ["Page", "Worker"])
    test(`a policy that forbids WebAssembly gives a clear error in a ${where.toLowerCase()}`, async () => {
      const page = await open("/browser-page.html", "forbidding");
      await page.waitForSelector("[data-ready]");
      const { code, message } = await page.evaluate((name) => globalThis[name](true), `runIn${where}`);
      assert.equal(code, "ERR_WASM_FORBIDDEN");
      assert.match(message, /Content-Security-Policy.*'wasm-unsafe-eval'/);
      await page.browserContext().close();
    });

  test("the page of README.md works", async () => {
    const [, html] = readFileSync(new URL("./README.md", import.meta.url), "utf8").match(/```html\n(.*?)```/s);
    writeFileSync(new URL("./readme.html", import.meta.url), '<link rel="icon" href="/demo/icon.svg"><body>' + html);
    const page = await open("/readme.html");
    await page.waitForFunction(() => document.body.textContent === "30 bytes", { timeout: 10000 });
    assert.deepEqual(page.problems, []);
    await page.browserContext().close();
  });

  for (const entry of ["polycha", "polycha/streaming"])
    test(`a development server of Vite serves ${entry}`, async () => {
      const { createServer } = await import("vite");
      const root = join(folder, entry.replace("/", "-"));
      mkdirSync(root);
      cpSync(fileURLToPath(new URL("./node_modules/polycha", import.meta.url)), join(root, "node_modules", "polycha"), { recursive: true });
      writeFileSync(join(root, "index.html"), '<!doctype html><link rel="icon" href="data:,"><script type="module" src="main.js"></script>');
      writeFileSync(join(root, "main.js"), `import { build, init } from "${entry}";
await init().catch((error) => (document.title = error.message));
document.title = build();
`);
      const vite = await createServer({ root, configFile: false, logLevel: "error", server: { host: "127.0.0.1", hmr: false } });
      try {
        await vite.listen();
        const page = await (await browser.createBrowserContext()).newPage();
        await page.goto(`http://127.0.0.1:${vite.httpServer.address().port}/`);
        await page.waitForFunction(() => document.title !== "", { timeout: 30000 });
        assert.equal(await page.title(), "wasm-simd128");
        await page.browserContext().close();
      } finally {
        await vite.close();
      }
    });

  async function give(page, path) {
    const input = await page.$("#file");
    await page.$eval("#outcome", (outcome) => (outcome.textContent = ""));
    await input.uploadFile(path);
    await page.waitForFunction(() => document.getElementById("outcome").textContent !== "", { timeout: 60000 });
    return page.$eval("#outcome", (outcome) => outcome.textContent);
  }

  async function downloaded(name) {
    const path = join(folder, name);
    for (let tries = 0; tries < 300 && !existsSync(path); tries++) await new Promise((resolve) => setTimeout(resolve, 50));
    return readFileSync(path);
  }

  for (const policy of [undefined, "strict"])
    test(`the demo page encrypts and decrypts a file, policy: ${policy}`, async () => {
      const page = await open("/demo/index.html", policy);
      await page.waitForSelector("[data-ready]");
      const session = await browser.target().createCDPSession();
      await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, browserContextId: page.browserContext().id });
      const text = Buffer.from(bytesOf(5 * 1000 * 1000 + 7, 51));
      const name = `message-${policy}.bin`;
      writeFileSync(join(folder, "plain"), text);
      writeFileSync(join(folder, name), text);

      assert.equal(await give(page, join(folder, name)), "Encrypted.");
      const key = hex(await page.$eval("#key", (input) => input.value));
      const sealed = await downloaded(`${name}.polycha`);
      same(sealed.subarray(0, 8), Buffer.from("polycha\x01"), "magic");
      same(xopen(key, sealed.subarray(8, 32), sealed.subarray(32), sealed.subarray(0, 32)), text, "what the page encrypted");

      rmSync(join(folder, name));
      assert.equal(await give(page, join(folder, `${name}.polycha`)), "Decrypted and verified.");
      same(await downloaded(name), text, "what the page decrypted");

      sealed[1000000] ^= 1;
      writeFileSync(join(folder, "changed.polycha"), sealed);
      assert.match(await give(page, join(folder, "changed.polycha")), /does not fit/);
      assert.equal(await page.$eval("#download", (link) => link.hidden), true, "nothing to save");
      assert.equal(await page.$eval("#progress", (bar) => bar.className), "failed");
      writeFileSync(join(folder, "large"), new Uint8Array(100 << 20));
      await (await page.$("#file")).uploadFile(join(folder, "large"));
      await page.waitForFunction(() => document.getElementById("progress").value > 0, { timeout: 60000 });
      await page.click("#cancel");
      assert.equal(await page.$eval("#outcome", (outcome) => outcome.textContent), "Cancelled.");
      rmSync(join(folder, "large"));
      writeFileSync(join(folder, "cut.polycha"), sealed.subarray(0, 40));
      assert.match(await give(page, join(folder, "cut.polycha")), /cut off/);
      await page.$eval("#key", (input) => (input.value = "123"));
      assert.match(await give(page, join(folder, "changed.polycha")), /64 hexadecimal digits/);
      assert.deepEqual(page.problems, []);
      await page.browserContext().close();
    });

  test("the demo page measures, and asks nobody else for anything", async (t) => {
    const page = await open("/demo/index.html");
    const elsewhere = [];
    page.on("request", (request) => request.url().startsWith(server.origin) || elsewhere.push(request.url()));
    await page.waitForSelector("[data-ready]");
    await page.click("#measure");
    await page.waitForSelector("[data-measured]", { timeout: 300000 });
    const rows = await page.$$eval("#table tr", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
    t.diagnostic(JSON.stringify(rows));
    assert.deepEqual(rows[0].slice(0, 3), ["bytes", "polycha, SIMD", "polycha, scalar"]);
    for (const row of rows.slice(1)) assert.ok(Number(row[1].replaceAll(",", "")) > 0, row.join(" "));
    assert.equal(await page.$$eval("#plot polyline", (lines) => lines.length), 3);
    assert.deepEqual(elsewhere.filter((url) => !url.startsWith("blob:")), []);
    assert.deepEqual(page.problems, []);
    if (process.env.POLYCHA_SCREENSHOTS)
      for (const [name, scheme, width] of [["light", "light", 1000], ["dark", "dark", 1000], ["narrow", "light", 380]]) {
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        await page.setViewport({ width, height: 900 });
        await page.screenshot({ path: join(process.env.POLYCHA_SCREENSHOTS, `demo-${name}.png`), fullPage: true });
      }
    await page.browserContext().close();
  });
});
