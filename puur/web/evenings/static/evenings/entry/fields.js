/** The fields of a sheet in points: deal by deal, row by row, or the totals alone. They call back with what was typed and keep nothing. */

import { h } from "../../puur/js/dom.js";
import { lettersOf } from "./paper.js";
import { pills, stricheRows } from "./striche-fields.js";
import { askedOf, bySide, follow, lineOf, restOfDeal, whole } from "./sums.js";
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

/** @param {Fields} fields @param {Rules} rules @param {Count} counted @param {() => void} changed */
export function fieldset(fields, rules, counted, changed) {
  if (fields.way === "deals") return dealRows(fields, rules, counted, changed);
  if (fields.way === "rows") return rowFields(fields, rules, counted, changed);
  if (fields.way === "striche") return stricheRows(fields, rules, counted, changed);
  return totals(fields, rules, changed);
}

/** @param {Fields} fields @param {Rules} rules @param {Count} counted @param {() => void} changed */
function dealRows(fields, rules, counted, changed) {
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
          lettersOf(rules).map((letters) => h("th", { key: letters, scope: "col" }, letters)),
          h("th", { scope: "col", class: "control" }, say("evening_entry.control")),
          rules.estimate ? h("th", { scope: "col", class: "guess" }, say("evening_entry.estimated")) : null,
        ),
      ),
      h(
        "tbody",
        null,
        fields.deals.map((_, place) => dealRow(fields, place, rules, counted.wrong.includes(place + 1), changed)),
      ),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "row" }, say("evening_entry.total")),
          (counted.points || bySide(rules, () => 0)).map((points, side) => h("td", { key: side, class: "whole" }, points)),
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

/** @param {Fields} fields @param {Rules} rules @param {Count} counted @param {() => void} changed */
function rowFields(fields, rules, counted, changed) {
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
          lettersOf(rules).map((side) => h("th", { key: side, scope: "col" }, say("evening_entry.chosen", { side }))),
        ),
      ),
      h(
        "tbody",
        null,
        rules.lines.map(([variant, factor, name]) =>
          h(
            "tr",
            { key: variant },
            h("th", { scope: "row" }, name, h("small", null, ` ×${factor}`)),
            lettersOf(rules).map((_, chooser, letters) => {
              const { made, over } = lineOf(fields, rules, variant, chooser);
              const asked = askedOf(rules, chooser);
              const chosen = asked.length > 1 ? ` (${say("evening_entry.chosen", { side: letters[chooser] })})` : "";
              return h(
                "td",
                { key: chooser },
                asked.map((side, place) =>
                  number(
                    fields.rows[variant][chooser * asked.length + place],
                    say("evening_entry.tens.of", { variant: name, side: letters[side] }) + chosen,
                    (text) => {
                      fields.rows[variant][chooser * asked.length + place] = text;
                      changed();
                    },
                    {
                      key: side,
                      placeholder: chosen && letters[side],
                      "data-variant": variant,
                      "data-side": chooser,
                      "aria-invalid": over ? "true" : null,
                    },
                  ),
                ),
                h(
                  "small",
                  { class: over ? "bad" : "both" },
                  over ? say("evening_entry.tens.most", { most: rules.line_sum }) : made?.map((side) => side * factor).join(" : "),
                ),
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
          h("td", { colspan: lettersOf(rules).length, class: "whole" }, counted.points?.join(" : ") || "–"),
        ),
      ),
    ),
    h("p", { class: "hint" }, say("evening_entry.tens.help", { sum: rules.sum, most: rules.line_sum })),
  );
}

/** @param {Fields} fields @param {Rules} rules @param {() => void} changed */
function totals(fields, rules, changed) {
  const letters = lettersOf(rules);
  const rest = (/** @type {number} */ known) => (rules.sum && known <= rules.sum ? rules.sum - known : null);
  return h(
    "div",
    { key: "total" },
    h(
      "div",
      { class: "two" },
      letters.map((own, side) =>
        h(
          "label",
          { key: side },
          h("span", null, own),
          number(
            fields.points[side],
            say("evening_entry.total.of", { side: own }),
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
          letters.map((own, side) =>
            h(
              "label",
              { key: side },
              h("span", null, say("evening_entry.matches.of", { side: own })),
              number(
                fields.matches[side],
                say("evening_entry.matches.of", { side: own }),
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
  const texts = fields.deals[place];
  const rest = restOfDeal(rules);
  const full = texts.every((text) => whole(text) !== null);
  const sum = full ? texts.reduce((all, text) => all + Number(text), 0) : null;
  return h(
    "tr",
    { key: place, class: wrong ? "wrong" : full ? "right" : "" },
    h("th", { scope: "row" }, place + 1),
    lettersOf(rules).map((own, side) =>
      h(
        "td",
        { key: side },
        number(
          texts[side],
          say("evening_entry.deal.of", { deal: place + 1, side: own }),
          (text) => {
            follow(texts, fields.hand[place], side, text, rest);
            changed();
          },
          {
            "data-deal": place + 1,
            "data-side": side,
            class: `points${texts[side] && !fields.hand[place][side] ? " followed" : ""}`,
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
