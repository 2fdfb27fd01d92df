/** The fields of a sheet, and a sheet that was sent: drawn for every kind of rule book. They call back with what was typed and keep nothing. */

import { h } from "../../puur/js/dom.js";
import { TENS, follow, restOfDeal, whole } from "./sums.js";
import { say } from "./words.js";

/** @typedef {import("./sums.js").Rules} Rules */
/** @typedef {import("./sums.js").Fields} Fields */
/** @typedef {import("./sums.js").Count} Count */

export const SIDES = ["ac", "bd"];
export const LETTERS = ["A + C", "B + D"];

/** Enter goes to the next field, as the key of a phone promises. @param {KeyboardEvent} event */
function next(event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const form = /** @type {HTMLElement} */ (event.target).closest("form");
  const all = [...(form?.querySelectorAll("input.points") || [])];
  const empty = all
    .slice(all.indexOf(/** @type {Element} */ (event.target)) + 1)
    .find((one) => !(/** @type {HTMLInputElement} */ (one).value));
  const to = /** @type {HTMLElement|null} */ (empty || form?.querySelector("button.primary"));
  to?.focus();
}

/** @param {string} value @param {string} label @param {(text: string) => void} typed @param {Record<string, any>} [more] */
function number(value, label, typed, more = {}) {
  return h("input", {
    class: "points",
    inputmode: "numeric",
    pattern: "[0-9]*",
    autocomplete: "off",
    enterkeyhint: "next",
    maxlength: 6,
    value,
    "aria-label": label,
    onkeydown: next,
    oninput: (/** @type {any} */ event) => typed(event.target.value),
    ...more,
  });
}

/** A choice of few as pills. @param {string} name @param {string} legend @param {Array<[string, string]>} options @param {string} chosen @param {(value: string) => void} choose */
function pills(name, legend, options, chosen, choose) {
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", null, legend),
    options.map(([value, text]) =>
      h(
        "label",
        { key: value },
        h("input", { type: "radio", name, value, checked: chosen === value, onchange: () => choose(value) }),
        h("span", null, text),
      ),
    ),
  );
}

/** How the sheet is typed: deal by deal, or its totals alone. @param {Fields} fields @param {Rules} rules @param {() => void} changed */
export function ways(fields, rules, changed) {
  const whole_ = { deals: "deals", coiffeur: "rows" }[rules.form];
  if (!whole_) return null;
  return pills(
    "way",
    say("evening_entry.way"),
    [
      [whole_, say(`evening_entry.way.${whole_}`)],
      ["total", say("evening_entry.way.total")],
    ],
    fields.way,
    (value) => {
      fields.way = value;
      changed();
    },
  );
}

/** @param {Fields} fields @param {Rules} rules @param {Count} found @param {() => void} changed */
export function fieldset(fields, rules, found, changed) {
  if (fields.way === "deals") return dealRows(fields, rules, found, changed);
  if (fields.way === "rows") return coiffeurRows(fields, rules, found, changed);
  if (fields.way === "striche") return stricheRows(fields, rules, found, changed);
  return totals(fields, rules, changed);
}

/** @param {Fields} fields @param {Rules} rules @param {Count} found @param {() => void} changed */
function dealRows(fields, rules, found, changed) {
  const rest = restOfDeal(rules);
  const row = (/** @type {string[]} */ pair, /** @type {number} */ place) => {
    const wrong = found.wrong.includes(place + 1);
    const full = pair.every((one) => whole(one) !== null);
    const sum = full ? Number(pair[0]) + Number(pair[1]) : null;
    return h(
      "tr",
      { key: place, class: wrong ? "wrong" : full ? "right" : "" },
      h("th", { scope: "row" }, place + 1),
      [0, 1].map((side) =>
        h(
          "td",
          { key: side },
          number(
            pair[side],
            say("evening_entry.deal.of", { deal: place + 1, side: LETTERS[side] }),
            (text) => {
              follow(pair, fields.hand[place], side, text, rest);
              changed();
            },
            {
              "data-deal": place + 1,
              "data-side": side,
              class: `points${pair[side] && !fields.hand[place][side] ? " followed" : ""}`,
              "aria-invalid": wrong ? "true" : null,
            },
          ),
        ),
      ),
      h("td", { class: "sum" }, wrong && sum !== null ? say("evening_entry.sum.short", { found: sum }) : full ? "✓" : rules.total),
      rules.estimate
        ? h(
            "td",
            { class: "guess" },
            h("input", {
              type: "checkbox",
              checked: fields.estimated.includes(place + 1),
              "aria-label": say("evening_entry.estimated.of", { deal: place + 1 }),
              onchange: (/** @type {any} */ event) => {
                fields.estimated = event.target.checked
                  ? [...fields.estimated, place + 1].sort((a, b) => a - b)
                  : fields.estimated.filter((one) => one !== place + 1);
                changed();
              },
            }),
          )
        : null,
    );
  };
  return h(
    "div",
    { key: "deals" },
    h(
      "table",
      { class: "zettel deals" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, say("evening_entry.deal")),
          LETTERS.map((one) => h("th", { key: one, scope: "col" }, one)),
          h("th", { scope: "col", class: "control" }, say("evening_entry.control")),
          rules.estimate ? h("th", { scope: "col", class: "guess" }, say("evening_entry.estimated")) : null,
        ),
      ),
      h("tbody", null, fields.deals.map(row)),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "row" }, say("evening_entry.total")),
          (found.points || [0, 0]).map((one, side) => h("td", { key: side, class: "whole" }, one)),
          h("td", { class: "sum" }, rules.sum),
          rules.estimate ? h("td", null) : null,
        ),
      ),
    ),
    h(
      "p",
      { class: "hint" },
      say(rules.bonus ? "evening_entry.deals.bonus" : "evening_entry.deals.help", {
        total: rules.total,
        whole: rules.total + rules.bonus,
      }),
      rules.estimate ? ` ${say("evening_entry.estimated.help")}` : "",
    ),
  );
}

/** @param {Fields} fields @param {Rules} rules @param {Count} found @param {() => void} changed */
function coiffeurRows(fields, rules, found, changed) {
  return h(
    "div",
    { key: "rows" },
    h(
      "table",
      { class: "zettel coiffeur" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, say("evening_entry.variant")),
          LETTERS.map((one) => h("th", { key: one, scope: "col" }, say("evening_entry.chosen", { side: one }))),
        ),
      ),
      h(
        "tbody",
        null,
        rules.factors.map(([variant, factor, name]) =>
          h(
            "tr",
            { key: variant },
            h("th", { scope: "row" }, name, h("small", null, ` ×${factor}`)),
            [0, 1].map((side) => {
              const tens = whole(fields.rows[variant][side]);
              const wrong = tens !== null && tens > TENS;
              const both =
                tens === null || wrong
                  ? ""
                  : side === 0
                    ? `${tens * factor} : ${(TENS - tens) * factor}`
                    : `${(TENS - tens) * factor} : ${tens * factor}`;
              return h(
                "td",
                { key: side },
                number(
                  fields.rows[variant][side],
                  say("evening_entry.tens.of", { variant: name, side: LETTERS[side] }),
                  (text) => {
                    fields.rows[variant][side] = text;
                    changed();
                  },
                  { "data-variant": variant, "data-side": side, "aria-invalid": wrong ? "true" : null },
                ),
                h("small", { class: wrong ? "bad" : "both" }, wrong ? say("evening_entry.tens.most") : both),
              );
            }),
          ),
        ),
      ),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "row" }, say("evening_entry.total")),
          h("td", { colspan: 2, class: "whole" }, found.points ? `${found.points[0]} : ${found.points[1]}` : "–"),
        ),
      ),
    ),
    h("p", { class: "hint" }, say("evening_entry.tens.help", { sum: rules.sum })),
  );
}

/** @param {Fields} fields @param {Rules} rules @param {() => void} changed */
function totals(fields, rules, changed) {
  const rest = (/** @type {number} */ own) => (rules.sum && own <= rules.sum ? rules.sum - own : null);
  return h(
    "div",
    { key: "total" },
    h(
      "div",
      { class: "two" },
      [0, 1].map((side) =>
        h(
          "label",
          { key: side },
          h("span", null, LETTERS[side]),
          number(
            fields.points[side],
            say("evening_entry.total.of", { side: LETTERS[side] }),
            (text) => {
              follow(fields.points, fields.pointsHand, side, text, rest);
              changed();
            },
            { class: `points big${fields.points[side] && !fields.pointsHand[side] ? " followed" : ""}`, "data-total": side },
          ),
        ),
      ),
    ),
    rules.matches
      ? h(
          "div",
          { class: "two" },
          [0, 1].map((side) =>
            h(
              "label",
              { key: side },
              h("span", null, say("evening_entry.matches.of", { side: LETTERS[side] })),
              number(
                fields.matches[side],
                say("evening_entry.matches.of", { side: LETTERS[side] }),
                (text) => {
                  fields.matches[side] = text;
                  changed();
                },
                { placeholder: "0", "data-matches": side },
              ),
            ),
          ),
        )
      : null,
    h("p", { class: "hint" }, rules.sum ? say("evening_entry.total.help", { sum: rules.sum }) : say("evening_entry.points.help")),
  );
}

/** @param {Fields} fields @param {Rules} rules @param {Count} found @param {() => void} changed */
function stricheRows(fields, rules, found, changed) {
  const side = (/** @type {string} */ name) => /** @type {any} */ (fields)[name];
  const pick = (/** @type {string} */ name, /** @type {boolean} */ none) =>
    pills(
      name,
      say(`evening_entry.${name}`, { n: rules.units[name] }),
      [
        ["0", LETTERS[0]],
        ["1", LETTERS[1]],
        .../** @type {Array<[string, string]>} */ (none ? [["-1", say("evening_entry.nobody")]] : []),
      ],
      String(side(name)),
      (value) => {
        /** @type {any} */ (fields)[name] = Number(value);
        if (name === "victory" && Number(value) < 0) fields.schneider = false;
        changed();
      },
    );
  const bump = (/** @type {number} */ team, /** @type {number} */ by) => {
    fields.match[team] = Math.min(20, Math.max(0, fields.match[team] + by));
    changed();
  };
  return h(
    "div",
    { key: "striche", class: "striche" },
    h(
      "fieldset",
      { class: "counters" },
      h("legend", null, say("evening_entry.match", { n: rules.units.match })),
      [0, 1].map((team) =>
        h(
          "div",
          { key: team, class: "counter", role: "group", "aria-label": say("evening_entry.match.of", { side: LETTERS[team] }) },
          h("span", null, LETTERS[team]),
          h(
            "button",
            {
              type: "button",
              class: "secondary",
              "aria-label": say("evening_entry.match.less", { side: LETTERS[team] }),
              "data-less": team,
              disabled: !fields.match[team],
              onclick: () => bump(team, -1),
            },
            "−",
          ),
          h("output", { "data-match": team }, fields.match[team]),
          h(
            "button",
            {
              type: "button",
              class: "secondary",
              "aria-label": say("evening_entry.match.more", { side: LETTERS[team] }),
              "data-more": team,
              onclick: () => bump(team, 1),
            },
            "+",
          ),
        ),
      ),
    ),
    rules.units.bergpreis ? pick("bergpreis", true) : null,
    pick("victory", false),
    rules.units.schneider
      ? h(
          "div",
          { class: "field check" },
          h(
            "label",
            null,
            h("input", {
              type: "checkbox",
              name: "schneider",
              checked: fields.schneider,
              disabled: fields.victory < 0,
              onchange: (/** @type {any} */ event) => {
                fields.schneider = event.target.checked;
                changed();
              },
            }),
            h("span", null, say("evening_entry.schneider", { n: rules.units.schneider })),
          ),
        )
      : null,
    h(
      "p",
      { class: "whole-line" },
      say("evening_entry.striche.total"),
      " ",
      h("b", null, found.points ? `${found.points[0]} : ${found.points[1]}` : "–"),
    ),
  );
}

/** The score of a sheet in one line. @param {any} sheet @returns {number[]} */
export const score = (sheet) =>
  sheet.way === "striche"
    ? sheet.striche.map((/** @type {any} */ row) => row.match + row.bergpreis + row.victory + row.schneider)
    : sheet.points;

/** The lines of a sheet: label and both columns. @param {any} sheet @param {Rules} rules @returns {Array<{key: string, label: string, pair: Array<number|string>}>} */
export function lines(sheet, rules) {
  const found = [];
  if (sheet.way === "deals") {
    sheet.deals.forEach((/** @type {number[]} */ pair, /** @type {number} */ place) =>
      found.push({
        key: `d${place}`,
        label: `${place + 1}${(sheet.estimated || []).includes(place + 1) ? ` (${say("evening_entry.estimated")})` : ""}`,
        pair,
      }),
    );
  } else if (sheet.way === "rows") {
    for (const [variant, factor, name] of rules.factors) {
      const [own, theirs] = sheet.rows[variant];
      found.push({
        key: `r${variant}`,
        label: `${name} ×${factor}`,
        pair: [(own + TENS - theirs) * factor, (TENS - own + theirs) * factor],
      });
    }
  } else if (sheet.way === "striche") {
    for (const name of ["match", "bergpreis", "victory", "schneider"])
      found.push({
        key: name,
        label: say(`evening_entry.column.${name}`),
        pair: sheet.striche.map((/** @type {any} */ row) => row[name]),
      });
  }
  if (rules.matches && sheet.matches && sheet.way !== "striche")
    found.push({ key: "matches", label: say("evening_entry.column.match"), pair: sheet.matches });
  found.push({ key: "total", label: say("evening_entry.total"), pair: score(sheet) });
  return found;
}

/** What the first column counts. @param {any[]} sheets */
const corner = (sheets) =>
  sheets.some((one) => one.way === "deals") ? h("th", { scope: "col" }, say("evening_entry.deal")) : h("td", null);

/** A sheet to read. @param {any} sheet @param {Rules} rules */
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
        LETTERS.map((one) => h("th", { key: one, scope: "col" }, one)),
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
          line.pair.map((one, side) => h("td", { key: side }, one)),
        ),
      ),
    ),
  );
}

/** Two sheets side by side, what differs marked. @param {any[]} sheets @param {string[]} heads @param {Rules} rules */
export function beside(sheets, heads, rules) {
  const both = sheets.map((sheet) => new Map(lines(sheet, rules).map((line) => [line.key, line])));
  const keys = [...new Set([...both[0].keys(), ...both[1].keys()])].filter((key) => key !== "total").concat("total");
  const shown = (/** @type {any} */ line) => (line ? line.pair.join(" : ") : "–");
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
        heads.map((one) => h("th", { key: one, scope: "col" }, one)),
      ),
    ),
    h(
      "tbody",
      null,
      keys.map((key) => {
        const [one, two] = both.map((lines_) => lines_.get(key));
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
