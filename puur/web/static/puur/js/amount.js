/** A number that is asked for in the middle of the table, and what the game shows of each seat: who has spoken, and what was said. */

import { RANKS, SUITS, cardImage, modeName, modeSign } from "./cards.js";
import { h } from "./dom.js";
import { say } from "./texts.js";

/** @import { VNode } from "types/dom" */
/** @import { AmountOption, Option, Seat } from "types/protocol" */
/** @import { LiveTable } from "./live-table.js" */

const STEPS = [-10, -1, 1, 10];

/** The question that wants a number, or nothing. @param {Option[]} options @returns {AmountOption|undefined} */
export const askedNumber = (options) => options.find((option) => "amount" in option);

/** @param {LiveTable} t @param {AmountOption} asked */
export function amountPanel(t, asked) {
  const { desk, actions, state } = t;
  const { view } = state;
  const { field, min, max } = asked.amount;
  const number = desk.amount;
  const fits = number !== null && Number.isInteger(number) && number >= min && number <= max;
  const without = view.options.find((option) => option.label === asked.label && option !== asked);
  const title = say("web.amount.title");
  return h(
    "form",
    {
      key: "amount",
      class: "bid amount",
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        if (fits) actions.answer({ ...asked.event, [field]: number });
      },
    },
    h("h2", { id: "amount-title" }, title),
    h(
      "div",
      { class: "amount-facts" },
      view.mode ? h("p", { class: "hint" }, modeSign(view.mode, t.faces), " ", modeName(view.mode, t.faces)) : null,
      openCards(t),
      saidSoFar(t),
    ),
    h(
      "div",
      { class: "amount-row", role: "group", "aria-labelledby": "amount-title" },
      STEPS.map((step) => [
        step === 1
          ? h("input", {
              key: "number",
              type: "number",
              inputmode: "numeric",
              min,
              max,
              step: 1,
              value: number === null ? "" : String(number),
              "aria-labelledby": "amount-title",
              "data-act": "amount",
              oninput: (event) => actions.amount(event.target.value === "" ? null : Number(event.target.value)),
            })
          : null,
        h(
          "button",
          {
            key: step,
            type: "button",
            class: "secondary",
            "aria-label": say(step < 0 ? "web.amount.less" : "web.amount.more", { n: Math.abs(step) }),
            onclick: () => actions.amount(Math.min(max, Math.max(min, (number ?? min) + step))),
          },
          step < 0 ? `−${-step}` : `+${step}`,
        ),
      ]),
    ),
    h(
      "button",
      { class: "primary big", disabled: !fits, "data-act": "amount-say" },
      fits ? say("web.amount.say", { n: number }) : say("web.amount.range", { min, max }),
    ),
    without
      ? h(
          "button",
          { type: "button", class: "bid-push secondary", onclick: () => actions.answer(without.event), "data-act": "amount-none" },
          say("web.amount.none"),
        )
      : null,
  );
}

/** Who has spoken, and what, as far as it may be known; the panel covers their places on a phone. @param {LiveTable} t */
function saidSoFar(t) {
  const said = t.state.table.seats.flatMap((_, seat) => shownWords(t, seat).map((words) => `${t.state.nameOf(seat)} ${words}`));
  return said.length
    ? h(
        "ul",
        { class: "hint said-so-far" },
        said.map((words, n) => h("li", { key: n }, words)),
      )
    : null;
}

/** Cards that the game shows to all, such as the one that makes trump. @param {LiveTable} t */
export function openCards(t) {
  const cards = Object.entries(t.state.view.own).filter(([, value]) => isCard(value));
  return cards.map(([name, card]) =>
    h(
      "figure",
      { key: name, class: "shown-card" },
      cardImage(String(card), t.faces, "mini"),
      h("figcaption", null, say(`web.own.${name}`)),
    ),
  );
}

/** @param {unknown} value */
const isCard = (value) => typeof value === "string" && value.length === 2 && SUITS.includes(value[0]) && RANKS.includes(value[1]);

/** What the game shows of a seat, by name: a number that was said, or that something was done. @param {LiveTable} t @param {Seat} seat @returns {[string, unknown][]} */
function shownOf(t, seat) {
  const { view, table } = t.state;
  /** @type {[string, unknown][]} */
  const lists = Object.entries(view.own).flatMap(([name, value]) =>
    Array.isArray(value) && value.length === table.seats.length ? [[name, value[seat]]] : [],
  );
  const numbers = lists.filter(([, value]) => typeof value === "number");
  return numbers.length ? numbers : lists.filter(([, value]) => value === true);
}

/** As a sentence. @param {LiveTable} t @param {Seat} seat @returns {string[]} */
export const shownWords = (t, seat) =>
  shownOf(t, seat).map(([name, value]) => (value === true ? say(`web.own.${name}`) : `${say(`web.own.${name}`)} ${value}`));

/** As small signs beside the name; in play with what the seat has made so far. @param {LiveTable} t @param {Seat} seat @returns {VNode[]} */
export function shownMarks(t, seat) {
  const { view } = t.state;
  const alone = view.sides.filter((side) => side === view.sides[seat]).length === 1;
  const made = alone && view.phase === "playing" ? [view.points[view.sides[seat]]] : [];
  return shownOf(t, seat).map(([name, value]) => {
    const signs = value === true ? (made.length ? made : ["✓"]) : [...made, value];
    return h("span", { key: name, class: "mark said", title: say(`web.own.${name}`), "data-own": name }, signs.join("/"));
  });
}
