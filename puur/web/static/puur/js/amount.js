/** A number that is asked for in the middle of the table, and what the game shows of each seat: who has spoken, and what was said. */

import { RANKS, SUITS, cardImage, modeName, modeSign } from "./cards.js";
import { h } from "./dom.js";
import { has, say } from "./texts.js";

/** @import { VNode } from "types/dom" */
/** @import { AmountOption, Option, Seat, View } from "types/protocol" */
/** @import { LiveTable } from "./live-table.js" */

const STEPS = [-10, -1, 1, 10];

/** The questions that want a number, one for each thing that it may be said with. @param {Option[]} options @returns {AmountOption[]} */
export const askedNumbers = (options) => options.filter((option) => "amount" in option);

/** A text for this kind of question, or the one for all. @param {string} own @param {string} usual @param {Record<string, unknown>} [facts] */
const ownText = (own, usual, facts) => say(has(own) ? own : usual, facts);

/** What a number is said with. @param {AmountOption|null} asked */
const modeOf = (asked) => String(asked?.event.mode ?? "");

/** @param {LiveTable} t @param {AmountOption[]} several */
export function amountPanel(t, several) {
  const { desk, actions, state } = t;
  const { view } = state;
  const asked = several.find((each) => modeOf(each) === desk.path[0]) ?? (several.length === 1 ? several[0] : null);
  const { field, min, max, step: unit } = (asked ?? several[0]).amount;
  const { label } = several[0];
  const number = desk.amount ?? (unit > 1 ? min : null);
  const inside = number !== null && Number.isInteger(number) && number >= min && number <= max && (number - min) % unit === 0;
  const fits = asked !== null && inside;
  const without = view.options.find((option) => option.label === label && !("amount" in option) && !("mode" in option.event));
  // A number of its own beside the steps, such as all points.
  const fixed = view.options.find(
    (option) => option.label === label && !("amount" in option) && option.event.mode === modeOf(asked),
  );
  const title = ownText(`web.amount.title.${label}`, "web.amount.title");
  const words = plainChoices(t, view.options);
  const steps = unit > 1 ? [-5 * unit, -unit, unit, 5 * unit] : STEPS;
  return h(
    "form",
    {
      key: "amount",
      class: "bid amount",
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        if (fits && asked) actions.answer({ ...asked.event, [field]: number });
      },
    },
    h("h2", { id: "amount-title" }, title),
    h(
      "div",
      { class: "amount-facts" },
      view.mode ? h("p", { class: "hint" }, modeSign(view.mode, t.faces), " ", modeName(view.mode, t.faces)) : null,
      openCards(t),
      notes(t),
    ),
    several.length > 1
      ? h(
          "div",
          { class: "bid-grid amount-modes", role: "group", "aria-label": say("web.bid.title") },
          several.map(modeOf).map((mode) =>
            h(
              "button",
              {
                key: mode,
                type: "button",
                class: `bid-one ${modeOf(asked) === mode ? "chosen" : ""}`,
                "aria-pressed": String(modeOf(asked) === mode),
                "aria-label": modeName(mode, t.faces),
                "data-mode": mode,
                onclick: () => actions.go([mode]),
              },
              modeSign(mode, t.faces),
            ),
          ),
        )
      : null,
    h(
      "div",
      { class: "amount-row", role: "group", "aria-labelledby": "amount-title" },
      steps.map((step) => [
        step === unit
          ? h("input", {
              key: "number",
              type: "number",
              inputmode: "numeric",
              min,
              max,
              step: unit,
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
      fits
        ? ownText(`web.amount.say.${label}`, "web.amount.say", { n: number })
        : inside
          ? say("web.amount.mode")
          : say(unit > 1 ? "web.amount.range.step" : "web.amount.range", { min, max, step: unit }),
    ),
    without
      ? h(
          "button",
          { type: "button", class: "bid-push secondary", onclick: () => actions.answer(without.event), "data-act": "amount-none" },
          say("web.amount.none"),
        )
      : null,
    fixed
      ? h(
          "button",
          { type: "button", class: "bid-push secondary", onclick: () => actions.answer(fixed.event), "data-act": "amount-all" },
          say("web.amount.all", { n: String(fixed.event[field]) }),
        )
      : null,
    words.length > 2 ? h("div", { class: "bid-words" }, words) : words,
  );
}

/** What may be said that is neither a mode nor a number nor a card. @param {Option[]} options @returns {Option[]} */
export const plainOptions = (options) =>
  options.filter((option) => !("amount" in option) && !("card" in option.event) && has(`play.option.${option.label}`));

/** Buttons for what is said in a word: passing, doubling. @param {LiveTable} t @param {Option[]} options */
export function plainChoices(t, options) {
  return plainOptions(options).map((option) =>
    h(
      "button",
      {
        key: wordOf(option),
        type: "button",
        class: "bid-push secondary",
        onclick: () => t.actions.answer(option.event),
        "data-act": option.label,
      },
      wordOf(option),
    ),
  );
}

/** A word as it is said, with what it is said of. @param {Option} option */
const wordOf = ({ label, event }) =>
  say(`play.option.${label}`, { contract: event.contract ? say(`play.contract.${event.contract}`) : "" });

/**
 * The text that asks for an answer, or null; where no number is asked for, what a game asks itself goes before bidding or passing.
 * @param {Option[]} options @returns {string|null}
 */
export function questionOf(options) {
  const asking = options.filter((option) => has(`play.ask.${option.label}`));
  const own = askedNumbers(options).length ? undefined : asking.find((option) => String(option.label) !== "passed");
  const first = own ?? asking[0];
  return first ? `play.ask.${first.label}` : null;
}

/** A question that is answered with a word. @param {LiveTable} t */
export function choicePanel(t) {
  const { options } = t.state.view;
  return h(
    "div",
    { key: "bid", class: "bid amount" },
    h("h2", null, say(questionOf(options) ?? "play.ask")),
    h("div", { class: "amount-facts" }, openCards(t), notes(t)),
    plainChoices(t, options),
  );
}

/** What the game says of itself, such as the highest bid. @param {LiveTable} t @param {View} [view] */
export function notes(t, view = t.state.view) {
  const told = /** @type {[string, Record<string, string|number>][]} */ (view.own.notes ?? []);
  return told.map(([key, facts]) => h("p", { key, class: "hint note" }, say(`play.note.${key}`, localFacts(t, facts))));
}

/** Facts as this person reads them. @param {LiveTable} t @param {Record<string, unknown>} facts */
const localFacts = (t, facts) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      if (name === "seat") return [name, t.state.nameOf(Number(value))];
      if (name === "mode") return [name, modeName(String(value), t.faces)];
      return [name, name === "contract" ? say(`play.contract.${value}`) : value];
    }),
  );

/** Cards that the game shows to all, such as the one that makes trump. @param {LiveTable} t */
export function openCards(t) {
  const piles = Object.entries(t.state.view.own).flatMap(([name, value]) => {
    const cards = (Array.isArray(value) ? value : [value]).filter(isCard);
    return cards.length ? [{ name, cards }] : [];
  });
  return piles.map(({ name, cards }) =>
    h(
      "figure",
      { key: name, class: "shown-card" },
      h(
        "div",
        null,
        cards.map((card) => h("span", { key: String(card) }, cardImage(String(card), t.faces, "mini"))),
      ),
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
  const alone = view.parties.filter((party) => party === view.parties[seat]).length === 1;
  const made = alone && view.phase === "playing" ? [view.points[view.parties[seat]]] : [];
  return shownOf(t, seat).map(([name, value]) => {
    const signs = value === true ? (made.length ? made : ["✓"]) : [...made, value];
    return h("span", { key: name, class: "mark said", title: say(`web.own.${name}`), "data-own": name }, signs.join("/"));
  });
}
