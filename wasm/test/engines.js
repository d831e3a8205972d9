/**
 * Firefox and WebKitGTK, headless, for engines.test.js. A browser has open(address), which gives a fresh page, and close(). A page has goto,
 * run(function, ...arguments), which gives what the function returns in the page or what its promise becomes, upload(selector, path), close.
 */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import puppeteer from "puppeteer-core";

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const firefox = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync);

/** By WebDriver BiDi. */
async function startFirefox() {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
  const open = async (address) => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.goto(address, { waitUntil: "load" });
    return {
      goto: (address) => page.goto(address, { waitUntil: "load" }),
      run: (call, ...values) => page.evaluate(call, ...values),
      upload: async (selector, path) => (await page.$(selector)).uploadFile(path),
      close: () => context.close(),
    };
  };
  return { version: await browser.version(), open, close: () => browser.close() };
}

const webkit = ["/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser", "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser"].find(existsSync);
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** By classic WebDriver, the only protocol that WebKitGTK knows. It has no headless mode, so Xvfb is its screen. */
async function startWebkit() {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1200x900x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const display = await new Promise((resolve, reject) => {
    screen.on("error", reject);
    screen.stdio[3].once("data", (data) => resolve(`:${String(data).trim()}`));
  });
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], { stdio: "ignore", env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: "1" } });
  const base = `http://127.0.0.1:${port}`;
  const ask = async (method, path, body) => {
    const response = await fetch(base + path, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}, ${value.message}`);
    return value;
  };
  for (let tries = 0; ; tries++)
    try {
      await ask("GET", "/status");
      break;
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  const session = () =>
    ask("POST", "/session", { capabilities: { alwaysMatch: { timeouts: { script: 60000 }, "webkitgtk:browserOptions": { binary: webkit, args: ["--automation"] } } } });
  const open = async (address) => {
    const { sessionId } = await session();
    const path = `/session/${sessionId}`;
    const goto = (address) => ask("POST", `${path}/url`, { url: address });
    await goto(address);
    return {
      goto,
      run: (call, ...values) =>
        ask("POST", `${path}/execute/async`, {
          script: `const values = [...arguments], done = values.pop(); Promise.resolve((${call})(...values)).then(done, (error) => done(String(error)));`,
          args: values,
        }),
      upload: async (selector, file) => {
        const element = await ask("POST", `${path}/element`, { using: "css selector", value: selector });
        await ask("POST", `${path}/element/${element[ELEMENT]}/value`, { text: file });
      },
      close: () => ask("DELETE", path),
    };
  };
  const { sessionId, capabilities } = await session();
  await ask("DELETE", `/session/${sessionId}`);
  const close = () => {
    driver.kill();
    screen.kill();
  };
  return { version: `WebKitGTK ${capabilities.browserVersion}`, open, close };
}

/** CI may not skip these for want of a browser. */
const unless = (there, name) => (there || process.env.CI ? false : `there is no ${name}`);

export const engines = [
  { name: "Firefox", start: startFirefox, skip: unless(firefox, "Firefox") },
  { name: "WebKit", start: startWebkit, skip: unless(webkit && existsSync("/usr/bin/Xvfb"), "WebKitGTK with its driver, or no Xvfb") },
];

/** Until the function returns something true in the page: that. */
export async function until(page, call, ...values) {
  for (let tries = 0; tries < 600; tries++) {
    const value = await page.run(call, ...values);
    if (value) return value;
    await sleep(100);
  }
  throw new Error(`never true: ${call}`);
}
