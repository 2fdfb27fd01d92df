/** SHA-256 (FIPS 180-4), at once and also on plain http, where browsers keep their own to themselves. */

const PRIMES = [2];
for (let number = 3; PRIMES.length < 64; number += 2) if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);

/** The first 32 bits of the fraction of a root. @param {number} root */
const fraction = (root) => ((root % 1) * 2 ** 32) >>> 0;
const BEGIN = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} message @returns {Uint8Array} */
export function sha256(message) {
  const length = ((message.length + 8) >> 6) + 1;
  const padded = new DataView(new ArrayBuffer(length * 64));
  message.forEach((byte, place) => padded.setUint8(place, byte));
  padded.setUint8(message.length, 128);
  padded.setUint32(length * 64 - 4, message.length * 8);
  const state = [...BEGIN];
  const words = new Int32Array(64);
  for (let block = 0; block < length; block++) {
    for (let i = 0; i < 16; i++) words[i] = padded.getInt32(block * 64 + i * 4);
    for (let i = 16; i < 64; i++) {
      const [early, late] = [words[i - 15], words[i - 2]];
      const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[i] = (words[i - 16] + first + words[i - 7] + second) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i];
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) | 0));
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setInt32(i * 4, word));
  return new Uint8Array(out.buffer);
}
