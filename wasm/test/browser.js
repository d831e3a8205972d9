/** Headless Chromium and a local server for what a browser has to show. */

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const here = fileURLToPath(new URL(".", import.meta.url));
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".mjs": "text/javascript",
};

export const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'";

/** Serves a folder; to who has the cookie csp=NAME, with the policy of that name. */
export async function serve(policies, { root = here, port = 0 } = {}) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const named = request.headers.cookie?.match(/csp=(\w+)/)?.[1];
    try {
      const body = await readFile(join(root, path.endsWith("/") ? path + "index.html" : path));
      response.setHeader("content-type", TYPES[extname(path)] ?? "text/html; charset=utf-8");
      // Isolated, so that there are SharedArrayBuffers, and clocks of 5 microseconds.
      response.setHeader("cross-origin-opener-policy", "same-origin");
      response.setHeader("cross-origin-embedder-policy", "require-corp");
      if (named) response.setHeader("content-security-policy", policies[named]);
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, port: server.address().port, close: () => (server.close(), server.closeAllConnections()) };
}

const executable = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);

/** CI may not skip this for want of a browser. */
export const skip = executable || process.env.CI ? false : "there is no Chromium";

export function launch() {
  // The sandbox needs user namespaces, which root in a container lacks; the pages are our own.
  return puppeteer.launch({ executablePath: executable, args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] });
}
