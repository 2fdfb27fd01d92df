/** Which table it is, and who sits there. */

import { h } from "../../puur/js/dom.js";
import { lettersOf, placesOf } from "./paper.js";
import { say } from "./words.js";

/** @import { Phone } from "./phone.js" */

/** @param {Phone} phone */
export function heading({ state }) {
  const { title, date } = state.evening;
  return h(
    "header",
    { key: "head", class: "where" },
    h("p", { class: "hint" }, title, date ? ` · ${date}` : ""),
    h(
      "h1",
      null,
      h("span", null, say("evening_entry.round", { round: state.round })),
      " ",
      h("span", null, say("evening_entry.table", { table: state.table })),
    ),
  );
}

/** @param {Phone} phone */
export function seats(phone) {
  const people = phone.state.seats;
  /** @param {number} place */
  const person = (place) =>
    h(
      "li",
      { key: place },
      h("b", null, people[place].name),
      people[place].writes ? h("small", null, ` ✎ ${say("evening_entry.writes")}`) : null,
    );
  return h(
    "div",
    { key: "seats", class: "seats" },
    lettersOf(phone.rules).map((letters, side) => {
      const own = phone.own === side;
      return h(
        "section",
        { key: side, class: `side${own ? " own" : ""}`, "aria-label": letters },
        h("h2", null, letters, own ? h("span", { class: "tag" }, say("evening_entry.you")) : null),
        h("ul", null, placesOf(phone.rules, side).map(person)),
      );
    }),
  );
}
