/** In a page or a worker: runs all cases with the module that the address names, and says what came of it. */

import { runAll, VECTOR_FILES } from "./cases.js";

async function run(simd) {
  try {
    const polycha = await import("/demo/polycha/index.js");
    await polycha.init({ simd });
    const read = async (name) => [name, await (await fetch(`/vectors/${name}.json`)).json()];
    const vectors = Object.fromEntries(await Promise.all(VECTOR_FILES.map(read)));
    return { ...runAll(polycha, vectors), build: polycha.build() };
  } catch (error) {
    return { code: error.code, message: String(error.message ?? error) };
  }
}

if (typeof document === "undefined") {
  addEventListener("message", async ({ data }) => postMessage(await run(data)));
} else {
  globalThis.runInPage = run;
  globalThis.runInWorker = (simd) =>
    new Promise((resolve, reject) => {
      const worker = new Worker("/browser-page.js", { type: "module" });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage(simd);
    });
  document.documentElement.dataset.ready = "true";
}
