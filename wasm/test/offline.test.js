/** The demo page without a network, and with a newer version on the server. */

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, serve, skip, STRICT } from "./browser.js";

describe("the demo page without a network", { skip }, () => {
  let browser, folder;
  const servers = [];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "polycha-offline-"));
    // In a folder of the server, not at its root.
    mkdirSync(join(folder, "some"));
    cpSync(fileURLToPath(new URL("./demo", import.meta.url)), join(folder, "some", "where"), { recursive: true });
    writeFileSync(join(folder, "plain"), "attack at dawn");
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Closed at the end at the latest, so that a failing test does not keep the run alive. */
  async function start(policies, port) {
    servers.push(await serve(policies, { root: folder, port }));
    return servers.at(-1);
  }

  async function encrypts(page) {
    await page.waitForSelector("[data-ready]");
    await (await page.$("#file")).uploadFile(join(folder, "plain"));
    await page.waitForFunction(() => document.getElementById("outcome").textContent !== "", { timeout: 60000 });
    assert.equal(await page.$eval("#outcome", (outcome) => outcome.textContent), "Encrypted.");
  }

  async function visit(server, policy, path) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.problems = [];
    page.on("pageerror", (error) => page.problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
    if (policy) await context.setCookie({ name: "csp", value: policy, domain: "127.0.0.1", path: "/" });
    await page.goto(server.origin + path, { waitUntil: "load" });
    await page.waitForSelector("[data-offline]");
    return page;
  }

  for (const [policy, path] of [[undefined, "/some/where/"], ["strict", "/some/where/index.html"]])
    test(`works at ${path} once it was there, policy: ${policy}`, async () => {
      const server = await start({ strict: STRICT });
      const page = await visit(server, policy, path);
      server.close();
      // At once, with a worker that was never asked for before; and after a reload.
      await encrypts(page);
      await page.reload({ waitUntil: "load" });
      await encrypts(page);
      await page.click("#measure");
      await page.waitForFunction(() => document.querySelectorAll("#plot circle").length > 2, { timeout: 60000 });
      assert.deepEqual(page.problems, []);
      await assert.rejects(page.goto(`${server.origin}/some/`), /ERR_CONNECTION_REFUSED/, "the server is gone");
      await page.browserContext().close();
    });

  test("offers a newer version, and is all of it after that", async () => {
    let server = await start({});
    const page = await visit(server, undefined, "/some/where/");
    server.close();
    const change = (name, from, to) => {
      const path = join(folder, "some", "where", name);
      const text = readFileSync(path, "utf8");
      assert.ok(from.test(text), `${name} has ${from}`);
      writeFileSync(path, text.replace(from, to));
    };
    change("index.html", /<h1>polycha/, "<h1>newer");
    change("service-worker.js", /VERSION = "\w+"/, 'VERSION = "newer"');
    server = await start({}, server.port);
    await page.reload({ waitUntil: "load" });
    assert.equal(await page.$eval("h1", (title) => title.textContent), "polycha", "the old one until the user agrees");
    await page.waitForSelector("#update", { visible: true });
    await Promise.all([page.waitForNavigation({ waitUntil: "load" }), page.click("#update")]);
    assert.equal(await page.$eval("h1", (title) => title.textContent), "newer");
    assert.equal(await page.$eval("#newer", (line) => line.hidden), true);
    assert.deepEqual(await page.evaluate(async () => (await caches.keys()).map((name) => name.split(" ").pop())), ["newer"], "the old one is gone");
    server.close();
    await page.reload({ waitUntil: "load" });
    await encrypts(page);
    assert.deepEqual(page.problems, []);
    await page.browserContext().close();
  });
});
