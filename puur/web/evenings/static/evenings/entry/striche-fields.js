/** The fields of a sheet that is ranked by Striche: Matches, Bergpreis, victory, Schneider. */

import { h } from "../../puur/js/dom.js";
import { lettersOf } from "./paper.js";
import { say } from "./words.js";

/** @import { Count, Fields, Rules } from "types/entry" */

const MOST = 20; // Matches that a counter goes up to

/** A choice of few as pills. @param {string} name @param {string} legend @param {Array<[string, string]>} options @param {string} chosen @param {(value: string) => void} choose */
export function pills(name, legend, options, chosen, choose) {
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

/** @param {Fields} fields @param {Rules} rules @param {Count} counted @param {() => void} changed */
export function stricheRows(fields, rules, counted, changed) {
  const letters = lettersOf(rules);
  /** @param {"bergpreis"|"victory"} name @param {boolean} none whether nobody may have it */
  const pick = (name, none) =>
    pills(
      name,
      say(`evening_entry.${name}`, { n: rules.units[name] }),
      [
        .../** @type {Array<[string, string]>} */ (letters.map((side, place) => [String(place), side])),
        .../** @type {Array<[string, string]>} */ (none ? [["-1", say("evening_entry.nobody")]] : []),
      ],
      String(fields[name]),
      (value) => {
        fields[name] = Number(value);
        if (name === "victory" && Number(value) < 0) fields.schneider = false;
        changed();
      },
    );
  /** @param {number} team @param {number} by */
  const bump = (team, by) => {
    fields.match[team] = Math.min(MOST, Math.max(0, fields.match[team] + by));
    changed();
  };
  return h(
    "div",
    { key: "striche", class: "striche" },
    h(
      "fieldset",
      { class: "counters" },
      h("legend", null, say("evening_entry.match", { n: rules.units.match })),
      letters.map((own, team) =>
        h(
          "div",
          { key: team, class: "counter", role: "group", "aria-label": say("evening_entry.match.of", { side: own }) },
          h("span", null, own),
          h(
            "button",
            {
              type: "button",
              class: "secondary",
              "aria-label": say("evening_entry.match.less", { side: own }),
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
              "aria-label": say("evening_entry.match.more", { side: own }),
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
              onchange: (event) => {
                fields.schneider = event.target.checked;
                changed();
              },
            }),
            h("span", null, say("evening_entry.schneider", { n: rules.units.schneider })),
          ),
        )
      : null,
    h("p", { class: "whole-line" }, say("evening_entry.striche.total"), " ", h("b", null, counted.points?.join(" : ") || "–")),
  );
}
