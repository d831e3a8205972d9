/**
 * The benchmark itself, for Node and for a page: all candidates in turn, in one run.
 *
 * A candidate is {name, backend, seal(key, nonce, aad, data), open(key, nonce, aad, sealed)}. Each gives an array with ciphertext and tag, or with
 * the plaintext, as its users get it; but for arrayAlone.
 */

const AAD_LENGTH = 13;
const ROUNDS = 15;
/** Long enough that each batch pays for its own garbage: V8 collects the young every 15 ms or so of these. */
const BATCH_MS = 20;

export const LENGTHS = [0, 16, 64, 256, 1024, 4096, 16384, 65536, 1048576];

const equal = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);

/** Calls `call` as often as fills BATCH_MS, since clocks of browsers are coarse. */
function batchOf(call) {
  let calls = 1;
  for (;;) {
    const started = performance.now();
    for (let n = 0; n < calls; n++) call();
    if (performance.now() - started >= BATCH_MS) return calls;
    calls *= 2;
  }
}

/** Nobody comes behind the same neighbour each time, whose garbage is collected then. */
function shuffled(values) {
  const order = [...values];
  for (let left = order.length; left > 1; left--) order.push(order.splice(Math.floor(Math.random() * left), 1)[0]);
  return order;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Rows {what, candidate, backend, length, min, median}, in ns of one call. Throws if a candidate gives other bytes than the first. */
export function measure(candidates, lengths = LENGTHS, report = () => {}) {
  const random = (length) => {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
    return bytes;
  };
  const [key, nonce, aad] = [random(32), random(12), random(AAD_LENGTH)];
  const rows = [];
  for (const length of lengths) {
    const text = random(length);
    const sealed = candidates[0].seal(key, nonce, aad, text).slice();
    for (const { name, backend, seal, open } of candidates.filter((candidate) => candidate !== arrayAlone)) {
      if (!equal(seal(key, nonce, aad, text), sealed)) throw new Error(`${name} ${backend} seals ${length} bytes to others`);
      if (!equal(open(key, nonce, aad, sealed), text)) throw new Error(`${name} ${backend} opens ${length} bytes to others`);
    }
    for (const what of ["seal", "open"]) {
      const input = what === "seal" ? text : sealed;
      const runs = candidates.map(({ [what]: run }) => () => run(key, nonce, aad, input));
      const calls = runs.map(batchOf);
      const times = candidates.map(() => []);
      for (let round = 0; round < ROUNDS; round++)
        for (const index of shuffled(runs.keys())) {
          const started = performance.now();
          for (let n = 0; n < calls[index]; n++) runs[index]();
          times[index].push(((performance.now() - started) * 1e6) / calls[index]);
        }
      candidates.forEach(({ name, backend }, index) => {
        rows.push({ what, candidate: name, backend, length, min: Math.min(...times[index]), median: median(times[index]) });
      });
      report(what, length);
    }
  }
  return rows;
}

/** polycha's, in the forms that a user can choose between: results of their own, or in an array that is given. */
export function polychaCandidates(p, backend) {
  const outputs = new Map();
  const output = (length) => outputs.get(length) ?? outputs.set(length, new Uint8Array(length)).get(length);
  return [
    {
      name: "polycha",
      backend,
      seal: (key, nonce, aad, data) => p.seal(key, nonce, data, aad),
      open: (key, nonce, aad, sealed) => p.open(key, nonce, sealed, aad),
    },
    {
      name: "polycha",
      backend: `${backend}, out`,
      seal: (key, nonce, aad, data) => p.seal(key, nonce, data, aad, output(data.length + 16)),
      open: (key, nonce, aad, sealed) => p.open(key, nonce, sealed, aad, output(sealed.length - 16)),
    },
  ];
}

/** No cipher at all: what everybody pays who returns an array of its own for each message, and has to write to it. */
export const arrayAlone = {
  name: "array alone",
  backend: "-",
  seal: (key, nonce, aad, data) => new Uint8Array(data.length + 16).fill(1),
  open: (key, nonce, aad, sealed) => new Uint8Array(sealed.length - 16).fill(1),
};

export function sodiumCandidate(sodium) {
  return {
    name: "libsodium.js",
    backend: "-",
    seal: (key, nonce, aad, data) => sodium.crypto_aead_chacha20poly1305_ietf_encrypt(data, aad, null, nonce, key),
    open: (key, nonce, aad, sealed) => sodium.crypto_aead_chacha20poly1305_ietf_decrypt(null, sealed, aad, nonce, key),
  };
}

export function nobleCandidate(noble) {
  return {
    name: "noble",
    backend: "-",
    seal: (key, nonce, aad, data) => noble.chacha20poly1305(key, nonce, aad).encrypt(data),
    open: (key, nonce, aad, sealed) => noble.chacha20poly1305(key, nonce, aad).decrypt(sealed),
  };
}
