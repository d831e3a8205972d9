/** In Firefox and WebKit: the cases in page and worker, under policies too, and the demo page, without a network too. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { serve, STRICT } from "./browser.js";
import { engines, until } from "./engines.js";

const policies = { strict: STRICT, forbidding: STRICT.replace(" 'wasm-unsafe-eval'", "") };

for (const { name, start, skip } of engines)
  describe(name, { skip }, () => {
    let server, own, browser, folder;

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), "polycha-engines-"));
      server = await serve(policies);
      browser = await start();
    });
    after(async () => {
      await browser?.close();
      server?.close();
      own?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    async function open(path, policy) {
      const page = await browser.open(server.origin + path);
      if (policy) {
        await page.run((policy) => void (document.cookie = `csp=${policy}; path=/`), policy);
        await page.goto(server.origin + path);
      }
      return page;
    }

    async function cases(policy, where, simd) {
      const page = await open("/browser-page.html", policy);
      try {
        await until(page, () => document.documentElement.dataset.ready);
        return await page.run((name, simd) => globalThis[name](simd), `runIn${where}`, simd);
      } finally {
        await page.close();
      }
    }

    for (const [where, simd, policy] of [["Page", true], ["Page", false], ["Worker", true], ["Worker", false], ["Page", true, "strict"], ["Worker", true, "strict"]])
      test(`all cases in a ${where.toLowerCase()}, ${simd ? "simd128" : "scalar"}, policy: ${policy}`, async (t) => {
        t.diagnostic(browser.version);
        const result = await cases(policy, where, simd);
        assert.deepEqual(result.failures, [], JSON.stringify(result));
        assert.equal(result.build, simd ? "wasm-simd128" : "wasm");
        assert.ok(result.total > 15);
      });

    for (const where of ["Page", "Worker"])
      test(`a policy that forbids WebAssembly gives a clear error in a ${where.toLowerCase()}`, async () => {
        const { code, message } = await cases("forbidding", where, true);
        assert.equal(code, "ERR_WASM_FORBIDDEN", message);
      });

    test("the demo page encrypts a file, and does without the network", async () => {
      own = await serve(policies);
      const page = await browser.open(`${own.origin}/demo/`);
      writeFileSync(join(folder, "plain"), "attack at dawn");
      const encrypts = async () => {
        await until(page, () => document.body.dataset.ready);
        await page.upload("#file", join(folder, "plain"));
        assert.equal(await until(page, () => document.getElementById("outcome").textContent), "Encrypted.");
      };
      await encrypts();
      await until(page, () => document.body.dataset.offline);
      own.close();
      await page.goto(`${own.origin}/demo/?again`);
      await encrypts();
      await page.close();
    });
  });
