/** Random ids and numbers, also where `crypto.randomUUID` is missing: on plain http in a home network. */

/** @param {number} length @returns {string} so many random bytes as hex */
const randomHex = (length) => hex(crypto.getRandomValues(new Uint8Array(length)));

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @returns {string} a random UUID of version 4 */
export function makeId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const text = hex(bytes);
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}

/** @returns {string} entropy of one's own for the shuffle, 64 characters of hex */
export const makeNonce = () => randomHex(32);
