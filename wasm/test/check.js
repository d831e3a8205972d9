/** Small checks that run anywhere, and the bytes that tests work on. */

export const hex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const unhex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function same(actual, expected, what) {
  if (actual.length !== expected.length) throw new Error(`${what}: ${actual.length} bytes, not ${expected.length}`);
  const at = actual.findIndex((byte, index) => byte !== expected[index]);
  if (at >= 0) {
    const piece = (bytes) => unhex(bytes.subarray(at, at + 16));
    throw new Error(`${what}: byte ${at} and on are ${piece(actual)}, not ${piece(expected)}`);
  }
}

export function equal(actual, expected, what) {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)}, not ${String(expected)}`);
}

/** What the call throws. */
export function thrown(call, what) {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error(`${what}: throws nothing`);
}

export function refuses(call, code, what, kind = Error) {
  const error = thrown(call, what);
  equal(error.code, code, `${what}: code of ${error}`);
  if (!(error instanceof kind)) throw new Error(`${what}: ${error} is no ${kind.name}`);
}

/** Bytes that look random and are the same in every run (xorshift32). */
export function bytesOf(length, seed = 1) {
  const bytes = new Uint8Array(length);
  let state = (seed * 2654435761) >>> 0 || 1;
  for (let at = 0; at < length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = state;
  }
  return bytes;
}
