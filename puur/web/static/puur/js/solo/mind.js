/** The mind of the bots: the small network and the table of bids, from one file of numbers (`puur/web/solo_mind.py`). A twin of `puur/bots/network.py`. */

/** @import { MindParts } from "types/solo" */

const EPSILON = 1e-5; // as in training

/** A number in half precision. @param {number} bits */
function half(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024));
}

export class Mind {
  /** @param {MindParts} facts @param {ArrayBuffer} bytes */
  constructor(facts, bytes) {
    this.facts = facts;
    /** @type {Map<string, Float32Array>} */
    this.weights = new Map();
    const view = new DataView(bytes);
    let place = 0;
    for (const [name, kind, shape] of facts.parts) {
      const values = new Float32Array(shape.reduce((size, side) => size * side, 1));
      for (let n = 0; n < values.length; n += 1, place += 2)
        values[n] = kind === "half" ? half(view.getUint16(place, true)) : view.getInt16(place, true) / 10;
      this.weights.set(name, values);
    }
  }

  /** @param {string} name @returns {Float32Array} */
  part(name) {
    return this.weights.get(name) ?? new Float32Array();
  }

  /** Rows times a matrix, plus what is there already. @param {string} name @param {Float32Array} rows @param {number} count of rows @param {Float32Array} [to] */
  linear(name, rows, count, to) {
    const weight = this.part(`${name}.weight`);
    const bias = this.part(`${name}.bias`);
    const inputs = rows.length / count;
    const outputs = weight.length / inputs;
    const sums = to ?? new Float32Array(count * outputs);
    for (let row = 0; row < count; row += 1) {
      const own = row * outputs;
      for (let n = 0; n < bias.length; n += 1) sums[own + n] += bias[n];
      for (let input = 0; input < inputs; input += 1) {
        const value = rows[row * inputs + input];
        if (value) for (let n = 0, at = input * outputs; n < outputs; n += 1) sums[own + n] += value * weight[at + n];
      }
    }
    return sums;
  }

  /** @param {string} name @param {Float32Array} rows @param {number} count */
  normed(name, rows, count) {
    const gain = this.part(`${name}.weight`);
    const shift = this.part(`${name}.bias`);
    const width = gain.length;
    const normed = new Float32Array(rows.length);
    for (let row = 0; row < count; row += 1) {
      const own = rows.subarray(row * width, (row + 1) * width);
      const mean = own.reduce((sum, value) => sum + value, 0) / width;
      const spread = own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width;
      const scale = 1 / Math.sqrt(spread + EPSILON);
      for (let n = 0; n < width; n += 1) normed[row * width + n] = (own[n] - mean) * scale * gain[n] + shift[n];
    }
    return normed;
  }

  /** How good each card looks, trump first, from what is seen of the four suits and all else. @param {Float32Array} suits @param {Float32Array} facts */
  looks(suits, facts) {
    const rows = 4;
    const first = this.linear("facts", facts, 1);
    const width = first.length;
    /** @type {Float32Array} */
    let x = this.linear("suits", suits, rows).map((value, n) => Math.max(0, value + first[n % width]));
    for (let block = 0; this.weights.has(`blocks.${block}.norm.weight`); block += 1) {
      const y = this.normed(`blocks.${block}.norm`, x, rows);
      const mean = new Float32Array(width);
      y.forEach((value, n) => (mean[n % width] += value / rows));
      const shared = this.linear(`blocks.${block}.shared`, mean, 1);
      const inner = this.linear(`blocks.${block}.inner`, y, rows).map((value, n) => Math.max(0, value + shared[n % width]));
      x = this.linear(`blocks.${block}.outer`, inner, rows, x);
    }
    const last = this.normed("norm", x, rows).map((value) => Math.max(0, value));
    return this.linear("out", last, rows);
  }
}
