/** The fields of a sheet in points: deal by deal, row by row, or the totals alone. They call back with what was typed and keep nothing. */

import { h } from "../../puur/js/dom.js";
import { LETTERS } from "./paper.js";
import { pills, stricheRows } from "./striche-fields.js";
import { follow, restOfDeal, whole } from "./sums.js";
import { say } from "./words.js";

/** @import { Props } from "types/dom" */
/** @import { Count, Fields, Rules, Way } from "types/entry" */

/** Enter goes to the next field, as the key of a phone promises. @param {KeyboardEvent} event */
function next(event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const form = /** @type {HTMLElement} */ (event.target).closest("form");
  const all = /** @type {HTMLInputElement[]} */ ([...(form?.querySelectorAll("input.points") || [])]);
  const empty = all.slice(all.indexOf(/** @type {HTMLInputElement} */ (event.target)) + 1).find((input) => !input.value);
  const to = /** @type {HTMLElement|null|undefined} */ (empty || form?.querySelector("button.primary"));
  to?.focus();
}

/** @param {string} value @param {string} label @param {(text: string) => void} typed @param {Props} [more] */
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
    oninput: (event) => typed(event.target.value),
    ...more,
  });
}

/** How the sheet is typed: deal by deal, or its totals alone. @param {Fields} fields @param {Rules} rules @param {() => void} changed */
export function ways(fields, rules, changed) {
  if (rules.ways.length < 2) return null;
  return pills(
    "way",
    say("evening_entry.way"),
    rules.ways.map((way) => [way, say(`evening_entry.way.${way}`)]),
    fields.way,
    (value) => {
      fields.way = /** @type {Way} */ (value);
      changed();
    },
  );
}

/** @param {Fields} fields @param {Rules} rules @param {Count} found @param {() => void} changed */
export function fieldset(fields, rules, found, changed) {
  if (fields.way === "deals") return dealRows(fields, rules, found, changed);
  if (fields.way === "rows") return rowFields(fields, rules, found, changed);
  if (fields.way === "striche") return stricheRows(fields, rules, found, changed);
  return totals(fields, rules, changed);
}

/** @param {Fields} fields @param {Rules} rules @param {Count} found @param {() => void} changed */
function dealRows(fields, rules, found, changed) {
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
          LETTERS.map((letters) => h("th", { key: letters, scope: "col" }, letters)),
          h("th", { scope: "col", class: "control" }, say("evening_entry.control")),
          rules.estimate ? h("th", { scope: "col", class: "guess" }, say("evening_entry.estimated")) : null,
        ),
      ),
      h(
        "tbody",
        null,
        fields.deals.map((_, place) => dealRow(fields, place, rules, found.wrong.includes(place + 1), changed)),
      ),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "row" }, say("evening_entry.total")),
          (found.points || [0, 0]).map((points, side) => h("td", { key: side, class: "whole" }, points)),
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
function rowFields(fields, rules, found, changed) {
  return h(
    "div",
    { key: "rows" },
    h(
      "table",
      { class: "zettel rows" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, say("evening_entry.variant")),
          LETTERS.map((side) => h("th", { key: side, scope: "col" }, say("evening_entry.chosen", { side }))),
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
              const wrong = tens !== null && tens > rules.tens;
              const written = tens === null ? [] : [tens * factor, (rules.tens - tens) * factor];
              const both = wrong ? "" : (side === 0 ? written : written.reverse()).join(" : ");
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

/** One deal. @param {Fields} fields @param {number} place @param {Rules} rules @param {boolean} wrong @param {() => void} changed */
function dealRow(fields, place, rules, wrong, changed) {
  const pair = fields.deals[place];
  const rest = restOfDeal(rules);
  const full = pair.every((text) => whole(text) !== null);
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
            onchange: (event) => {
              fields.estimated = event.target.checked
                ? [...fields.estimated, place + 1].sort((a, b) => a - b)
                : fields.estimated.filter((deal) => deal !== place + 1);
              changed();
            },
          }),
        )
      : null,
  );
}
