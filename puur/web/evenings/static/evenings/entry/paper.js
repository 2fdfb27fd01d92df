/** A sheet to read: alone, or two side by side. */

import { h } from "../../puur/js/dom.js";
import { stricheTotal } from "./sums.js";
import { say } from "./words.js";

/** @import { Rules, Sheet } from "types/entry" */
/** @typedef {{key: string, label: string, pair: number[]}} Line */

export const SIDES = ["ac", "bd"];
export const LETTERS = ["A + C", "B + D"];
const COLUMNS = /** @type {const} */ (["match", "bergpreis", "victory", "schneider"]);

/** The score of a sheet in one line. @param {Sheet} sheet @returns {number[]} */
export const score = (sheet) => (sheet.way === "striche" ? sheet.striche.map(stricheTotal) : sheet.points || []);

/** The lines of a sheet: label and both columns. @param {Sheet} sheet @param {Rules} rules @returns {Line[]} */
export function lines(sheet, rules) {
  /** @type {Line[]} */
  const all = [];
  if (sheet.way === "deals") {
    sheet.deals.forEach((pair, place) => {
      const guess = sheet.estimated?.includes(place + 1) ? ` (${say("evening_entry.estimated")})` : "";
      all.push({ key: `d${place}`, label: `${place + 1}${guess}`, pair });
    });
  } else if (sheet.way === "rows") {
    for (const [variant, factor, name] of rules.factors) {
      const [own, theirs] = sheet.rows[variant];
      all.push({
        key: `r${variant}`,
        label: `${name} ×${factor}`,
        pair: [(own + rules.tens - theirs) * factor, (rules.tens - own + theirs) * factor],
      });
    }
  } else if (sheet.way === "striche") {
    for (const name of COLUMNS)
      all.push({
        key: name,
        label: say(`evening_entry.column.${name}`),
        pair: sheet.striche.map((row) => row[name]),
      });
  }
  if (rules.matches && sheet.matches && sheet.way !== "striche")
    all.push({ key: "matches", label: say("evening_entry.column.match"), pair: sheet.matches });
  all.push({ key: "total", label: say("evening_entry.total"), pair: score(sheet) });
  return all;
}

/** What the first column counts. @param {Sheet[]} sheets */
const corner = (sheets) =>
  sheets.some((sheet) => sheet.way === "deals") ? h("th", { scope: "col" }, say("evening_entry.deal")) : h("td", null);

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
        LETTERS.map((letters) => h("th", { key: letters, scope: "col" }, letters)),
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
          line.pair.map((points, side) => h("td", { key: side }, points)),
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
  const shown = (line) => (line ? line.pair.join(" : ") : "–");
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
        const [one, two] = both.map((line) => line.get(key));
        const differs = one && two && shown(one) !== shown(two);
        return h(
          "tr",
          { key, class: `${differs ? "differs" : ""}${key === "total" ? " last" : ""}` },
          h("th", { scope: "row" }, (one || two)?.label || ""),
          h("td", null, shown(one)),
          h("td", null, shown(two), differs ? h("span", { class: "hidden" }, ` ${say("evening_entry.differs")}`) : null),
        );
      }),
    ),
  );
}
