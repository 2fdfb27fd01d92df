/** 'Wie am Tisch': objecting, the referee's ruling with its choices, and what rulings have left behind on the table. */

import { cardImage, cardName } from "./cards.js";
import { dialog } from "./dialogs.js";
import { h } from "./dom.js";
import { ruleLink } from "./score.js";
import { say } from "./texts.js";

/** @typedef {import("./table.js").PuurTable} Table */

/** An objection at a free table: who, what, in which trick. @param {Table} t */
export function objection(t) {
  const others = [1, 2, 3].map((step) => (t.base + step) % 4);
  const done = t.view.tricks_won[0] + t.view.tricks_won[1];
  return dialog(t, "object", say("web.object.title"), [
    h(
      "form",
      {
        class: "objection",
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          const form = event.target.elements;
          t.object(form.offence.value, Number(form.seat.value), Number(form.trick.value));
        },
      },
      h(
        "fieldset",
        { class: "choice" },
        h("legend", null, say("web.object.who")),
        others.map((seat, n) =>
          h(
            "label",
            { key: seat },
            h("input", {
              type: "radio",
              name: "seat",
              value: String(seat),
              required: true,
              created: (/** @type {HTMLInputElement} */ element) => {
                element.checked = n === 0;
              },
            }),
            h("span", null, t.nameOf(seat)),
          ),
        ),
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "object-what" }, say("web.object.what")),
        h(
          "select",
          { id: "object-what", name: "offence" },
          t.view.objections.map((/** @type {string} */ key) => h("option", { key, value: key }, say(`referee.offence.${key}`))),
        ),
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "object-trick" }, say("web.object.trick")),
        h(
          "select",
          { id: "object-trick", name: "trick" },
          h("option", { value: "0" }, say("web.object.current")),
          Array.from({ length: done }, (_, n) => h("option", { key: n, value: String(n + 1) }, say("web.trick.n", { n: n + 1 }))),
        ),
      ),
      h("p", { class: "hint" }, say("web.object.hint")),
      h("button", { class: "primary big", "data-act": "object" }, say("web.object.send")),
    ),
  ]);
}

/** A ruling that waits for somebody's choice. @param {Table} t */
export function pending(t) {
  const one = t.view.pending;
  const title = say("web.object.said", { name: t.nameOf(one.seat), offence: say(`referee.offence.${one.offence}`) });
  return h(
    "dialog",
    {
      key: "pending",
      class: "sheet-dialog",
      "data-dialog": "pending",
      "aria-label": title,
      created: (/** @type {HTMLDialogElement} */ element) => element.open || element.showModal(),
      oncancel: (/** @type {Event} */ event) => event.preventDefault(),
    },
    h(
      "div",
      { class: "dialog-body" },
      h("h2", null, say("web.referee.ruling")),
      h("p", null, title),
      h("p", { class: "shout" }, plain(one.text)),
      h(
        "p",
        null,
        one.rules.map((/** @type {string} */ rule) => [ruleLink(rule), " "]),
      ),
      one.choices.map((/** @type {any} */ choice) =>
        t.you !== null && choice.by.includes(t.you)
          ? h(
              "div",
              { key: choice.choice },
              h("p", null, say("web.object.choose")),
              h(
                "div",
                { class: "dialog-acts" },
                choice.options.map((/** @type {string} */ option) =>
                  h(
                    "button",
                    {
                      key: option,
                      class: "primary",
                      "data-act": `choose-${option}`,
                      onclick: () => t.act({ event: "choice-made", choice: choice.choice, option }),
                    },
                    say(`referee.option.${option}`),
                  ),
                ),
              ),
            )
          : h(
              "p",
              { key: choice.choice, class: "hint" },
              say("web.object.wait", { names: choice.by.map((/** @type {number} */ seat) => t.nameOf(seat)).join(", ") }),
            ),
      ),
    ),
  );
}

/** A sentence of the referee; facts that are not told stay open. @param {string} key */
export const plain = (key) => say(key).replace(/\{\w+\}/g, "–");

/** What holds in this deal because of a ruling, one sentence each. @param {Table} t @returns {string[]} */
export function effectTexts(t) {
  const view = t.view;
  const left = view.effects || {};
  const found = [];
  if ((view.must || []).length)
    found.push(
      say("web.effect.must.you", { cards: view.must.map((/** @type {string} */ card) => cardName(card, t.faces)).join(", ") }),
    );
  for (const seat of left.must || []) if (seat !== t.you) found.push(say("web.effect.must", { name: t.nameOf(seat) }));
  for (const ban of left.bans || []) {
    const team = t.teamName(ban.team);
    if (ban.suit) found.push(say("web.effect.ban.suit", { team, suit: say(`play.suit.${t.faces}.${ban.suit}`) }));
    else
      found.push(
        ban.card ? say("web.effect.ban.card", { team, card: cardName(ban.card, t.faces) }) : say("web.effect.ban", { team }),
      );
  }
  for (const seat of left.barred || []) found.push(say("web.effect.barred", { name: t.nameOf(seat) }));
  if (left.trick_to !== null && left.trick_to !== undefined)
    found.push(say("web.effect.trick", { team: t.teamName(left.trick_to) }));
  if (left.leads_next !== null && left.leads_next !== undefined)
    found.push(say("web.effect.leads", { name: t.nameOf(left.leads_next) }));
  for (const card of view.dead || []) found.push(say("web.effect.dead", { card: cardName(card, t.faces) }));
  return found;
}

/** The same as a list under the felt. @param {Table} t */
export function effects(t) {
  const found = effectTexts(t);
  return found.length
    ? h(
        "ul",
        { class: "effects", "aria-label": say("web.effect.title") },
        found.map((text) => h("li", { key: text }, text)),
      )
    : null;
}

/** Cards that lie there before their turn. @param {Table} t @param {(seat: number) => string} sideOf */
export function early(t, sideOf) {
  return (t.view.faults || []).map((/** @type {any} */ one) =>
    h(
      "div",
      { key: `early-${one.card}`, class: `lying early ${sideOf(one.seat)}`, role: "listitem" },
      h("span", { class: "hidden" }, say("web.early", { name: t.nameOf(one.seat) }), ": "),
      cardImage(one.card, t.faces),
      h("em", { "aria-hidden": "true" }, say("web.early.short")),
    ),
  );
}
