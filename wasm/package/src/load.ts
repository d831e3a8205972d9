/** From bytes, or from the network, to the one engine that every function uses. */

import { Engine } from "./engine.js";
import { ArgumentTypeError, ModuleError, StateError } from "./errors.js";

/** A module that uses v128, and nothing else: what an engine without SIMD does not validate. */
const SIMD_PROBE = /* @__PURE__ */ new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** What init and initSync take. */
export interface InitOptions {
  /** true or false: the module with SIMD, or the one without. By default, whichever this engine can run. */
  simd?: boolean | undefined;
  /** A module compiled elsewhere, of `polycha/polycha-simd128.wasm` or `polycha/polycha-scalar.wasm`. */
  module?: WebAssembly.Module | undefined;
}

/** Where the modules come from: an entry of the package says. */
interface Source {
  sync?: (simd: boolean) => WebAssembly.Module;
  async: (simd: boolean) => Promise<WebAssembly.Module>;
}

let source: Partial<Source> = {};
let loaded: Engine | undefined;
let loading: Promise<void> | undefined;

/**
 * @internal Where one application has both entries, each function works as if its own entry were alone: what one of them can do stays.
 */
export function setSource(from: Source): void {
  source = { ...from, ...source };
}

/** The engine, loaded now if that can be done at once. */
export function engine(): Engine {
  return loaded ?? loadNow();
}

function loadNow(): Engine {
  if (!source.sync) throw new ModuleError("polycha is not loaded yet: await init() first", "ERR_NOT_READY");
  return start(forbiddenIsClear(() => source.sync!(simdToUse({}))));
}

function start(module: WebAssembly.Module): Engine {
  return (loaded ??= forbiddenIsClear(() => new Engine(module)));
}

/** Can this engine run SIMD128? */
export function simdSupported(): boolean {
  return typeof WebAssembly === "object" && WebAssembly.validate(SIMD_PROBE);
}

function simdToUse(options: InitOptions): boolean {
  return options.simd ?? simdSupported();
}

function checkOptions(options: InitOptions): void {
  if (typeof options !== "object" || options === null)
    throw new ArgumentTypeError(`"options" expected object, got ${options === null ? "null" : typeof options}`);
  const { simd, module } = options;
  if (simd !== undefined && typeof simd !== "boolean")
    throw new ArgumentTypeError(`"simd" expected boolean, got ${simd === null ? "null" : typeof simd}`);
  if (module === undefined) return;
  // By its tag, as one of another realm is good too.
  if (Object.prototype.toString.call(module) !== "[object WebAssembly.Module]")
    throw new ArgumentTypeError(`"module" expected WebAssembly.Module, got ${module === null ? "null" : typeof module}`);
  requireWebAssembly();
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === "polycha_seal"))
    throw new ArgumentTypeError('"module" is not one of polycha\'s two modules');
}

function refuseAnother(options: InitOptions): void {
  if (!loaded) return;
  const other = options.simd !== undefined && options.simd !== (loaded.text(loaded.exports.polycha_build()) !== "wasm");
  if (other || (options.module && options.module !== loaded.module))
    throw new StateError("polycha is already loaded, with another module");
}

/**
 * Loads the module now. Nobody has to call this: the first function that is called does it.
 *
 * @throws ModuleError if WebAssembly is missing or forbidden, or if this is the streaming entry, which can only load asynchronously;
 *   TypeError; StateError if another module than the one asked for is loaded already.
 */
export function initSync(options: InitOptions = {}): void {
  checkOptions(options);
  refuseAnother(options);
  if (loaded) return;
  if (options.module) start(options.module);
  else if (!source.sync) loadNow();
  else start(forbiddenIsClear(() => source.sync!(simdToUse(options))));
}

/**
 * Loads the module off the main thread's path. May be called more than once; loads once.
 *
 * @throws ModuleError if WebAssembly is missing or forbidden, or if the module cannot be fetched; TypeError; StateError if another module
 *   than the one asked for is loaded already.
 */
export async function init(options: InitOptions = {}): Promise<void> {
  checkOptions(options);
  refuseAnother(options);
  if (loaded) return;
  if (options.module) {
    start(options.module);
    return;
  }
  loading ??= loadLater(options).finally(() => (loading = undefined));
  await loading;
  refuseAnother(options);
}

async function loadLater(options: InitOptions): Promise<void> {
  try {
    requireWebAssembly();
    start(await source.async!(simdToUse(options)));
  } catch (error) {
    throw clear(error);
  }
}

function requireWebAssembly(): void {
  if (typeof WebAssembly !== "object")
    throw new ModuleError("polycha needs WebAssembly, which is missing here, or switched off", "ERR_WASM_UNAVAILABLE");
}

function forbiddenIsClear<T>(compile: () => T): T {
  try {
    requireWebAssembly();
    return compile();
  } catch (error) {
    throw clear(error);
  }
}

/** Engines report a policy's refusal as a CompileError, whose text says so, or as an EvalError. */
function clear(error: unknown): unknown {
  if (error instanceof ModuleError || error instanceof StateError) return error;
  const text = String(error);
  if (/content.security.policy|unsafe-eval|disallowed by embedder|blocked by CSP/i.test(text) || error instanceof EvalError)
    return new ModuleError(
      "WebAssembly is forbidden by this page's Content-Security-Policy: polycha needs 'wasm-unsafe-eval' in script-src",
      "ERR_WASM_FORBIDDEN",
      error,
    );
  return new ModuleError(`polycha's WebAssembly module could not be loaded: ${text}`, "ERR_WASM_UNAVAILABLE", error);
}
