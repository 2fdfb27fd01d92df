/**
 * The Jasstafel: two halves with their Z, hundreds on the upper bar, fifties on the slant, twenties on the lower bar, the rest as
 * a number. Drawn for the table, the page of a physical game and the end of a game alike. It counts nothing.
 */

import { h } from "./dom.js";
import { say } from "./texts.js";

/** @import { Score, Strokes } from "types/protocol" */

const WIDTH = 300;

/** A chalk line that is not quite straight, but always the same. @param {number} x @param {number} y @param {number} length @param {number} n */
function stroke(x, y, length, n) {
  const lean = ((n * 37) % 7) - 3;
  return `M${x + lean / 2} ${y - length / 2}L${x - lean / 2} ${y + length / 2}`;
}

/** Strokes across a bar in fives: four upright, the fifth across them. @param {number} count @param {number} left @param {number} right @param {number} y @param {number} length */
function bar(count, left, right, y, length) {
  if (!count) return "";
  const fives = Math.floor(count / 5);
  const slots = fives * 6 + (count % 5);
  const step = Math.min(10, (right - left) / Math.max(slots, 1));
  let x = left + step / 2;
  let d = "";
  for (let n = 0; n < count; n += 1) {
    if (n % 5 === 4) {
      d += `M${x - 4.4 * step} ${y + length / 2 - 1}L${x - 0.2 * step} ${y - length / 2 + 1}`;
      x += 1.4 * step;
    } else {
      d += stroke(x, y, length, n + count);
      x += step;
    }
  }
  return d;
}

/**
 * One half of the slate.
 * @param {Strokes} strokes @param {boolean} upper the far half: names and numbers stay upright
 */
function half(strokes, upper) {
  const top = upper ? 8 : 146;
  const high = top + 24;
  const low = top + 84;
  const z = `M34 ${high}H262L46 ${low}H266`;
  const slant = [];
  for (let n = 0; n < strokes.fifties; n += 1) {
    const x = 154 - n * 14;
    const y = high + 30 + n * 4;
    slant.push(`M${x - 9} ${y - 12}L${x + 9} ${y + 12}`);
  }
  const rest = strokes.remainder;
  return [
    h("svg:path", { d: z, class: "z" }),
    h("svg:path", { d: bar(strokes.hundreds, 44, 258, high, 20), class: "chalk" }),
    h("svg:path", { d: slant.join(""), class: "chalk" }),
    h("svg:path", { d: bar(strokes.twenties, 78, 258, low, 20), class: "chalk" }),
    rest ? h("svg:text", { x: 40, y: low - 12, class: "rest" }, rest) : null,
    h("svg:text", { x: 288, y: high + 4, class: "legend" }, "100"),
    h("svg:text", { x: 200, y: high + 42, class: "legend" }, "50"),
    h("svg:text", { x: 288, y: low + 4, class: "legend" }, "20"),
  ];
}

/**
 * The whole slate. @param {Strokes[]} slate per team @param {number[]} totals @param {string[]} names of the two teams
 * @param {number} own the team whose half lies nearer @param {((event: MouseEvent & {currentTarget: HTMLElement}) => void)|null} open shows where a sum came from
 */
export function tafel(slate, totals, names, own = 0, open = null) {
  const near = slate[own];
  const far = slate[1 - own];
  const label = say("web.slate.label", { one: names[own], points: totals[own], two: names[1 - own], other: totals[1 - own] });
  return h(
    "div",
    { class: "tafel" },
    h(
      "svg:svg",
      { viewBox: `0 0 ${WIDTH} 284`, role: "img", "aria-label": label },
      h("svg:rect", { x: 4, y: 4, width: 292, height: 276, rx: 6, class: "board" }),
      h("svg:path", { d: "M10 142H290", class: "middle" }),
      half(far, true),
      half(near, false),
    ),
    h(
      "div",
      { class: "tafel-sums" },
      [1 - own, own].map((team) =>
        h(
          "div",
          { key: team },
          h("span", { class: "name" }, names[team]),
          open
            ? h(
                "button",
                {
                  type: "button",
                  class: "sum",
                  onclick: open,
                  "aria-label": say("web.slate.sum", { team: names[team], points: totals[team] }),
                },
                h("strong", null, totals[team]),
              )
            : h("strong", null, totals[team]),
        ),
      ),
    ),
  );
}

/** Striche of the players. @param {Pick<Score, "striche">} view @param {string[]} players */
export function striche(view, players) {
  const counts = view.striche;
  if (!counts) return null;
  return h(
    "section",
    { class: "striche" },
    h("h3", null, say("score.striche")),
    h(
      "dl",
      null,
      players.map((name, seat) =>
        h(
          "div",
          { key: seat },
          h("dt", null, name),
          h("dd", { "aria-label": String(counts[seat]) }, counts[seat] ? tally(counts[seat]) : "–"),
        ),
      ),
    ),
  );
}

/** @param {number} count */
function tally(count) {
  const text = "|".repeat(Math.min(count, 20));
  return text.replace(/\|{5}/g, "|||| ");
}
