/**
 * Keeps the page for when there is no network. All of its files are fetched when a version is installed, and served from there from then on, so a
 * page never has files of two versions. scripts/build-demo.js fills in the list and the version, which is a hash of all files: so a
 * change of any of them is a change of this one, which is what a browser looks at to find a new version.
 *
 * A new version waits until the user agrees (app.js), or until no page of the old one is open.
 */

const VERSION = "unbuilt";
const FILES = ["./"];

/** Another copy of this page may be in another folder of the same server. */
const PREFIX = `polycha-demo ${registration.scope} `;
const NAME = PREFIX + VERSION;

/** From the server, not from the browser's cache, which may be older. */
async function fetched(file) {
  const response = await fetch(file, { cache: "reload" });
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  // A browser takes no page from here that was redirected, as "index.html" is to "./" by some servers.
  return response.redirected ? new Response(await response.blob(), { headers: response.headers }) : response;
}

async function install() {
  const cache = await caches.open(NAME);
  await Promise.all(FILES.map(async (file) => cache.put(file, await fetched(file))));
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
  // The page that installed it should work offline at once, too.
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(NAME);
  const file = request.url.split(/[?#]/)[0].replace(/\/index\.html$/, "/");
  return (await cache.match(file)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
addEventListener("message", ({ data }) => {
  if (data === "take over") skipWaiting();
});
