// @ts-check
/* SHA-256 (FIPS 180-4). Browsers have their own for pages over TLS only, and a deal can be checked at any address. */

const PRIMES = [2];
for (let n = 3; PRIMES.length < 64; n += 2) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);

/** The first 32 bits of the fraction. @param {number} of */
const fraction = (of) => ((of % 1) * 2 ** 32) | 0;
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime))),
  START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** A message in whole blocks of 64 bytes: its bytes, a one, zeros, and its length in bits. @param {number[]} message */
function padded(message) {
  const blocks = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  blocks.set(message);
  blocks[message.length] = 0x80;
  new DataView(blocks.buffer).setUint32(blocks.length - 4, message.length * 8);
  return new DataView(blocks.buffer);
}

/** The 64 words of a block. @param {DataView} blocks @param {number} at */
function schedule(blocks, at) {
  const words = new Int32Array(64);
  for (let t = 0; t < 16; t++) words[t] = blocks.getInt32(at + t * 4);
  for (let t = 16; t < 64; t++) {
    const early = /** @type {number} */ (words[t - 15]),
      late = /** @type {number} */ (words[t - 2]);
    words[t] =
      /** @type {number} */ (words[t - 16]) +
      (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
      /** @type {number} */ (words[t - 7]) +
      (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
  }
  return words;
}

/** @param {number[]} state @param {Int32Array} words */
function compressed(state, words) {
  let [a, b, c, d, e, f, g, h] = /** @type {[number, number, number, number, number, number, number, number]} */ (
    state
  );
  words.forEach((word, t) => {
    const chosen = (e & f) ^ (~e & g),
      most = (a & b) ^ (a & c) ^ (b & c);
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + /** @type {number} */ (ROUND[t]) + word,
      two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  });
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + /** @type {number} */ (state[i])) | 0);
}

/** @param {number[]} message bytes @returns {number[]} the 32 bytes of its hash */
export function sha256(message) {
  const blocks = padded(message);
  let state = START;
  for (let at = 0; at < blocks.byteLength; at += 64) state = compressed(state, schedule(blocks, at));
  return state.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);
}
