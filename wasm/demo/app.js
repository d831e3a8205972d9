/** The page: the key, the file, and the measurement, each in a worker. */

import { build, simdSupported, version } from "./polycha/index.js";
import { drawPlot } from "./plot.js";

const at = (id) => document.getElementById(id);
const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

function size(bytes) {
  for (const [unit, factor] of [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]]) if (bytes >= factor) return `${number.format(bytes / factor)} ${unit}`;
  return `${bytes} bytes`;
}

/* ---- the key ---- */

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const keyIsValid = () => /^[0-9a-f]{64}$/i.test(at("key").value.trim());
const keyBytes = () => Uint8Array.from(at("key").value.trim().match(/../g), (pair) => parseInt(pair, 16));

function newKey() {
  at("key").value = hex(crypto.getRandomValues(new Uint8Array(32)));
  checkKey();
}

function checkKey() {
  at("key").setCustomValidity(keyIsValid() ? "" : "A key has 64 hexadecimal digits.");
  at("key-help").classList.toggle("bad", !keyIsValid());
}

at("key").addEventListener("input", checkKey);
at("fresh").addEventListener("click", newKey);
at("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(at("key").value);
    at("copy").textContent = "Copied";
  } catch {
    at("key").select();
    at("copy").textContent = "Press Ctrl+C";
  }
  setTimeout(() => (at("copy").textContent = "Copy"), 1500);
});
newKey();

/* ---- the file ---- */

let worker;

function outcome(text, kind) {
  at("outcome").textContent = text;
  at("outcome").className = kind;
}

/** Ends what is going on, with or without an error to show. */
function stop(file, error) {
  worker?.terminate();
  worker = undefined;
  at("cancel").hidden = true;
  at("what").textContent = `${file.name}, ${size(file.size)}`;
  at("progress").classList.toggle("failed", Boolean(error));
  if (!error) return;
  at("speed").textContent = "";
  outcome(error, "bad");
}

function start(file) {
  if (!file) return;
  if (at("download").href) URL.revokeObjectURL(at("download").href);
  at("work").hidden = false;
  at("download").hidden = true;
  at("progress").value = 0;
  at("speed").textContent = "";
  outcome("", "");
  if (!keyIsValid()) {
    stop(file, "A key has 64 hexadecimal digits.");
    at("key").focus();
    return;
  }
  stop(file);
  at("cancel").hidden = false;
  at("cancel").onclick = () => stop(file, "Cancelled.");
  const begun = performance.now();
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (data.begun) at("what").textContent = `${data.begun} ${file.name}, ${size(file.size)}`;
    if (data.progress) {
      at("progress").value = data.progress;
      at("speed").textContent = `${size((data.progress * file.size * 1000) / (performance.now() - begun))}/s`;
    }
    if (data.error) stop(file, data.error);
    if (data.blob) finish(file, data);
  });
  worker.addEventListener("error", (event) => stop(file, event.message || "The worker could not be started."));
  worker.postMessage({ file, key: keyBytes() });
}

function finish(file, { blob, name, seconds, encrypted }) {
  stop(file);
  at("progress").value = 1;
  at("speed").textContent = `${size(file.size / Math.max(seconds, 1e-4))}/s`;
  outcome(encrypted ? "Decrypted and verified." : "Encrypted.", "good");
  const link = at("download");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.textContent = `Save ${name}`;
  link.hidden = false;
  link.click();
}

at("file").addEventListener("change", ({ target }) => {
  start(target.files[0]);
  target.value = "";
});
const drop = at("drop");
for (const type of ["dragenter", "dragover"])
  addEventListener(type, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) drop.classList.remove("over");
});
addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  start(event.dataTransfer.files[0]);
});

/* ---- the speed ---- */

const LENGTHS = [64, 256, 1024, 4096, 16384, 65536, 1048576];
const lengthName = (length) => (length < 1024 ? `${length}` : length < 1 << 20 ? `${length >> 10} Ki` : `${length >> 20} Mi`);

const CANDIDATES = [
  ...(simdSupported() ? [{ name: "simd128", title: "polycha, SIMD" }] : []),
  { name: "scalar", title: "polycha, scalar" },
  { name: "webcrypto", title: "WebCrypto" },
];

function emptyTable() {
  const row = at("table").tHead.rows[0];
  while (row.cells.length > 1) row.deleteCell(1);
  for (const { title } of CANDIDATES) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = title;
    row.append(cell);
  }
  at("table").tBodies[0].replaceChildren(
    ...LENGTHS.map((length) => {
      const line = document.createElement("tr");
      for (let column = 0; column <= CANDIDATES.length; column++) line.insertCell().textContent = column ? "–" : lengthName(length);
      return line;
    }),
  );
}

function show(results) {
  LENGTHS.forEach((length, row) => {
    const rates = results.map((rates) => rates.get(length));
    const best = Math.max(...rates.filter(Boolean));
    rates.forEach((rate, column) => {
      const cell = at("table").tBodies[0].rows[row].cells[column + 1];
      cell.textContent = rate ? number.format(rate) : "–";
      cell.classList.toggle("best", rate === best);
    });
  });
  drawPlot(at("plot"), at("legend"), CANDIDATES, LENGTHS, results, lengthName);
}

function measure(name, onRate) {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("measure.js", import.meta.url), { type: "module" });
    const end = (message) => {
      worker.terminate();
      resolve(message);
    };
    worker.addEventListener("message", ({ data }) => (data.done ? end(data) : onRate(data)));
    worker.addEventListener("error", (event) => end({ error: event.message }));
    worker.postMessage({ name, lengths: LENGTHS });
  });
}

at("measure").addEventListener("click", async () => {
  at("measure").toggleAttribute("disabled", true);
  at("measure").textContent = "Measuring…";
  at("note").textContent = "";
  at("results").hidden = false;
  const results = CANDIDATES.map(() => new Map());
  emptyTable();
  show(results);
  const notes = [];
  for (const [index, { name, title }] of CANDIDATES.entries()) {
    const { missing, error } = await measure(name, ({ length, rate }) => {
      results[index].set(length, rate);
      show(results);
    });
    if (missing) notes.push(`This browser's WebCrypto has no ChaCha20-Poly1305.`);
    if (error) notes.push(`${title}: ${error}`);
  }
  at("note").textContent = notes.join(" ");
  at("measure").toggleAttribute("disabled", false);
  at("measure").textContent = "Measure again";
  document.body.dataset.measured = "true";
});

/* ---- without a network ---- */

/** Keeps this page for when there is none, and offers a newer version when the server has one. */
async function keepForOffline() {
  // Not from a file, nor by plain HTTP from elsewhere than this machine.
  if (!navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.register(new URL("service-worker.js", import.meta.url), { updateViaCache: "none" });
  const offerWaiting = () => (at("newer").hidden = !(registration.waiting && navigator.serviceWorker.controller));
  registration.addEventListener("updatefound", () => registration.installing.addEventListener("statechange", offerWaiting));
  offerWaiting();
  at("update").addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    registration.waiting.postMessage("take over");
  });
  await navigator.serviceWorker.ready;
  at("offline").textContent = " · works offline";
  document.body.dataset.offline = "true";
}

keepForOffline().catch(() => {}); // the page is as good with a network

try {
  at("build").textContent = `polycha ${version()}, ${build()}`;
  document.body.dataset.ready = "true";
} catch (error) {
  at("build").textContent = error.message;
  at("build").className = "bad";
  document.body.dataset.failed = error.code;
}
