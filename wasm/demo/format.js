/**
 * An encrypted file: eight bytes that say what it is, a nonce of 24, the ciphertext, a tag of 16. The first 32 bytes are authenticated too.
 *
 * One message with one tag, so nothing of a file is given out before all of it is verified.
 */

export const MAGIC = new Uint8Array([112, 111, 108, 121, 99, 104, 97, 1]); // "polycha", 1
export const NONCE_LENGTH = 24;
export const HEADER_LENGTH = MAGIC.length + NONCE_LENGTH;
export const TAG_LENGTH = 16;

/** Does the file begin as one that was encrypted here, be it whole or not? */
export async function isEncrypted(file) {
  const start = new Uint8Array(await file.slice(0, MAGIC.length).arrayBuffer());
  return MAGIC.every((byte, at) => byte === start[at]);
}
