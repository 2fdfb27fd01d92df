/** A sheet to read: alone, or two side by side. */

import { h } from "../../puur/js/dom.js";
import { bySide, stricheTotal, wayOf, written } from "./sums.js";
import { say } from "./words.js";

/** @import { Rules, Sheet } from "types/entry" */
/** @typedef {{key: string, label: string, points: number[]}} Line */

const SEATS = "ABCD";
const COLUMNS = /** @type {const} */ (["match", "bergpreis", "victory", "schneider"]);

/** The seats of a side. @param {Rules} rules @param {number} side */
export const placesOf = (rules, side) => [...rules.sides.keys()].filter((place) => rules.sides[place] === side);

/** Each side by its letters: `A + C`, or one letter for everybody. @param {Rules} rules @returns {string[]} */
export const lettersOf = (rules) =>
  bySide(rules, (side) =>
    placesOf(rules, side)
      .map((place) => SEATS[place])
      .join(" + "),
  );

/** Each side as messages name it: `ac`, or one letter. @param {Rules} rules @returns {string[]} */
export const keysOf = (rules) => lettersOf(rules).map((letters) => letters.toLowerCase().replaceAll(" + ", ""));

/** The score of a sheet in one line. @param {Sheet} sheet @returns {number[]} */
export const score = (sheet) => (sheet.striche ? sheet.striche.map(stricheTotal) : sheet.totals || []);

/** The lines of a sheet: label and all columns. @param {Sheet} sheet @param {Rules} rules @returns {Line[]} */
export function lines(sheet, rules) {
  /** @type {Line[]} */
  const all = [];
  const way = wayOf(sheet);
  if (way === "deals") {
    for (const row of sheet.rows || []) {
      const guess = sheet.estimated?.includes(row.deal) ? ` (${say("evening_entry.estimated")})` : "";
      all.push({ key: `d${row.deal}`, label: `${row.deal}${guess}`, points: written(row) });
    }
  } else if (way === "rows") {
    for (const [name, factor, word] of rules.lines) {
      const own = (sheet.rows || []).filter((row) => row.name === name).map(written);
      const points = bySide(rules, (side) => own.reduce((sum, row) => sum + row[side], 0));
      all.push({ key: `r${name}`, label: `${word} ×${factor}`, points });
    }
  } else if (way === "striche") {
    for (const name of COLUMNS)
      all.push({
        key: name,
        label: say(`evening_entry.column.${name}`),
        points: (sheet.striche || []).map((row) => row[name] || 0),
      });
  }
  if (rules.matches && sheet.matches?.length && way !== "striche")
    all.push({ key: "matches", label: say("evening_entry.column.match"), points: sheet.matches });
  all.push({ key: "total", label: say("evening_entry.total"), points: score(sheet) });
  return all;
}

/** What the first column counts. @param {Sheet[]} sheets */
const corner = (sheets) =>
  sheets.some((sheet) => wayOf(sheet) === "deals") ? h("th", { scope: "col" }, say("evening_entry.deal")) : h("td", null);

/** A sheet to read. @param {Sheet} sheet @param {Rules} rules */
export function paper(sheet, rules) {
  return h(
    "table",
    { class: "zettel read" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        corner([sheet]),
        lettersOf(rules).map((letters) => h("th", { key: letters, scope: "col" }, letters)),
      ),
    ),
    h(
      "tbody",
      null,
      lines(sheet, rules).map((line) =>
        h(
          "tr",
          { key: line.key, class: line.key === "total" ? "last" : "" },
          h("th", { scope: "row" }, line.label),
          line.points.map((points, side) => h("td", { key: side }, points)),
        ),
      ),
    ),
  );
}

/** Two sheets side by side, what differs marked. @param {Sheet[]} sheets @param {string[]} heads @param {Rules} rules */
export function beside(sheets, heads, rules) {
  const both = sheets.map((sheet) => new Map(lines(sheet, rules).map((line) => [line.key, line])));
  const keys = [...new Set([...both[0].keys(), ...both[1].keys()])].filter((key) => key !== "total").concat("total");
  /** @param {Line|undefined} line */
  const shown = (line) => (line ? line.points.join(" : ") : "–");
  return h(
    "table",
    { class: "zettel beside" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        corner(sheets),
        heads.map((head) => h("th", { key: head, scope: "col" }, head)),
      ),
    ),
    h(
      "tbody",
      null,
      keys.map((key) => {
        const [left, right] = both.map((line) => line.get(key));
        const differs = left && right && shown(left) !== shown(right);
        return h(
          "tr",
          { key, class: `${differs ? "differs" : ""}${key === "total" ? " last" : ""}` },
          h("th", { scope: "row" }, (left || right)?.label || ""),
          h("td", null, shown(left)),
          h("td", null, shown(right), differs ? h("span", { class: "hidden" }, ` ${say("evening_entry.differs")}`) : null),
        );
      }),
    ),
  );
}
