/** Room in the module's memory, for those who want to do without copies. */

import type { Engine } from "./engine.js";
import { engine } from "./load.js";
import { ArgumentRangeError, ArgumentTypeError } from "./errors.js";
import { isBytes, type Bytes } from "./bytes.js";

/** address: the view of every block that is given out. */
const blocks = new Map<number, Uint8Array>();

/**
 * A view of `length` zeroed bytes in WebAssembly memory, of which about 3.9 MiB can be had. Where both data and output are such views, seal,
 * open and their kin work in place there, and copy nothing. The view never goes stale: the memory does not grow. Give it back with `free`.
 *
 * Its `buffer` is the whole memory, so do not post it to a worker.
 *
 * @throws RangeError with code ERR_ARENA_FULL if there is no gap that long.
 */
export function alloc(length: number): Uint8Array<ArrayBuffer> {
  if (typeof length !== "number") throw new ArgumentTypeError(`"length" expected number, got ${typeof length}`);
  if (!Number.isSafeInteger(length) || length < 0)
    throw new ArgumentRangeError(`"length" expected integer >= 0, got ${length}`, "ERR_VALUE");
  const { exports, memory } = engine();
  if (length === 0) return memory.subarray(0, 0);
  const address = length < memory.length ? exports.polycha_arena_alloc(length) : 0;
  if (address === 0)
    throw new ArgumentRangeError(
      `no room for ${length} bytes in polycha's memory: at most ${exports.polycha_arena_longest()} can be had now`,
      "ERR_ARENA_FULL",
    );
  const view = memory.subarray(address, address + length);
  blocks.set(address, view);
  return view;
}

/**
 * Wipes what `alloc` gave, and gives it back. The view stays readable, but what it shows is then another's.
 *
 * @param view - The very object that `alloc` returned: a part of it is refused, and so is one freed before, whoever has its room by now.
 * @throws TypeError if it is no such view, or was freed before.
 */
export function free(view: Bytes): void {
  const { exports, memory } = engine();
  if (!isBytes(view) || view.buffer !== memory.buffer)
    throw new ArgumentTypeError("free: not a view that alloc gave");
  if (view.length === 0) return;
  if (blocks.get(view.byteOffset) !== view)
    throw new ArgumentTypeError("free: not a view that alloc gave, or it was freed before");
  blocks.delete(view.byteOffset);
  exports.polycha_arena_free(view.byteOffset);
}

/** Do both lie in blocks that are given out, so that a call needs no copy? */
export function bothInArena(e: Engine, a: Bytes, b: Bytes): boolean {
  return blocks.size !== 0 && inBlock(e, a) && inBlock(e, b);
}

function inBlock(e: Engine, view: Bytes): boolean {
  if (view.buffer !== e.memory.buffer) return false;
  const first = blocks.get(view.byteOffset);
  if (first !== undefined) return view.length <= first.length;
  for (const [address, { length }] of blocks)
    if (address <= view.byteOffset && view.byteOffset + view.length <= address + length) return true;
  return false;
}
