/** Checks of byte arguments, with the messages that users of @noble/ciphers know. */

import { ArgumentRangeError, ArgumentTypeError } from "./errors.js";

/** Any view of bytes: a Uint8Array, a Node Buffer, at any offset, of an ArrayBuffer or a SharedArrayBuffer. */
export type Bytes = Uint8Array<ArrayBufferLike>;

/** Not by instanceof alone: a Proxy of an array passes that, and so does any object that is made to, and neither has bytes. */
export function isBytes(value: unknown): value is Bytes {
  // The last part is for those of another realm: an iframe, a test runner's sandbox.
  return (
    ArrayBuffer.isView(value) &&
    (value instanceof Uint8Array || (value as unknown as Record<symbol, unknown>)[Symbol.toStringTag] === "Uint8Array")
  );
}

function refuse(value: unknown, title: string, length?: number): never {
  const wanted = `${title && `"${title}" `}expected Uint8Array${length === undefined ? "" : ` of length ${length}`}`;
  if (isBytes(value)) throw new ArgumentRangeError(`${wanted}, got length=${value.length}`);
  throw new ArgumentTypeError(`${wanted}, got type=${typeof value}`);
}

/** The length of an argument of any length. A view whose buffer was transferred away is no empty message, but a mistake. */
export function lengthOf(value: Bytes, title: string): number {
  if (!isBytes(value)) refuse(value, title);
  const length = value.length;
  if (length === 0) checkAttached(value, title);
  return length;
}

const NOTHING = /* @__PURE__ */ new Uint8Array(0);

function checkAttached(value: Bytes, title: string): void {
  try {
    NOTHING.set(value);
  } catch {
    throw new ArgumentTypeError(`"${title}" is a view of an ArrayBuffer that was detached, or is shorter now`);
  }
}

/** An argument of one length. */
export function checkLength(value: Bytes, title: string, length: number): void {
  if (!isBytes(value) || value.length !== length) refuse(value, title, length);
}

/**
 * `length` bytes of a view from `at` on. Methods of the view itself will not do: a subclass may have others, as Buffer has, whose slice
 * copies nothing, and theirs may call us again.
 */
export function part(bytes: Bytes, at: number, length: number): Bytes {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + at, length);
}

const set = /* @__PURE__ */ (() => Uint8Array.prototype.set)();

/** Writes to a user's array; not by a method of its own either, which would see WebAssembly memory. */
export function write(out: Bytes, bytes: Uint8Array, at = 0): void {
  set.call(out, bytes, at);
}

/** A copy of the first `length` bytes. */
export function copyOf(bytes: Bytes, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(part(bytes, 0, length));
}

function isShared(buffer: ArrayBufferLike): boolean {
  return buffer[Symbol.toStringTag] === "SharedArrayBuffer";
}

/**
 * If `data` is read and `out` written piece by piece, may a piece be overwritten before it is read? One memory can be behind two
 * SharedArrayBuffer objects, as where one came back from a worker, and nothing tells.
 */
export function mayOvertake(out: Bytes, data: Bytes): boolean {
  if (out.buffer !== data.buffer) return isShared(out.buffer) && isShared(data.buffer);
  return overlap(data, out) && out.byteOffset > data.byteOffset;
}

/** Is there a byte that the two have in common? Views of the same memory through different SharedArrayBuffer objects are not known. */
export function overlap(a: Bytes, b: Bytes): boolean {
  return (
    a.buffer === b.buffer &&
    a.byteOffset < b.byteOffset + b.byteLength &&
    b.byteOffset < a.byteOffset + a.byteLength &&
    a.byteLength !== 0 &&
    b.byteLength !== 0
  );
}
