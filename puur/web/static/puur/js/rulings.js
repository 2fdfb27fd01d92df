/** 'Wie am Tisch': objecting, the referee's ruling with its choices, and what rulings have left behind on the table. */

import { cardImage, cardName } from "./cards.js";
import { dialog, showModal } from "./dialog.js";
import { h, valueOf } from "./dom.js";
import { ruleLink } from "./score.js";
import { say } from "./texts.js";
import { optionName, plain } from "./words.js";

/** @import { Effects, Pending, Seat } from "types/protocol" */
/** @import { LiveTable } from "./live-table.js" */

/** An objection at a free table: who, what, in which trick. @param {LiveTable} t */
export function objection(t) {
  const { state } = t;
  const seats = state.table.seats.length;
  const others = Array.from({ length: seats - 1 }, (_, step) => (state.base + step + 1) % seats);
  return dialog(t, "object", say("web.object.title"), [
    h(
      "form",
      {
        class: "objection",
        onsubmit: (event) => {
          event.preventDefault();
          const form = event.currentTarget;
          t.actions.object(valueOf(form, "offence"), Number(valueOf(form, "seat")), Number(valueOf(form, "trick")));
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
            h("span", null, state.nameOf(seat)),
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
          state.view.objections.map((key) => h("option", { key, value: key }, say(`referee.offence.${key}`))),
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
          Array.from({ length: state.tricksDone }, (_, n) =>
            h("option", { key: n, value: String(n + 1) }, say("web.trick.n", { n: n + 1 })),
          ),
        ),
      ),
      h("p", { class: "hint" }, say("web.object.hint")),
      h("button", { class: "primary big", "data-act": "object" }, say("web.object.send")),
    ),
  ]);
}

/** A ruling that waits for somebody's choice. @param {LiveTable} t @param {Pending} ruling */
export function pending(t, ruling) {
  const { state } = t;
  const title = say("web.object.said", { name: state.nameOf(ruling.seat), offence: say(`referee.offence.${ruling.offence}`) });
  return h(
    "dialog",
    {
      key: "pending",
      class: "sheet-dialog",
      "data-dialog": "pending",
      "aria-label": title,
      created: showModal,
      oncancel: (event) => event.preventDefault(),
    },
    h(
      "div",
      { class: "dialog-body" },
      h("h2", null, say("web.referee.ruling")),
      h("p", null, title),
      h("p", { class: "shout" }, plain(ruling.text)),
      ruling.follows ? h("p", null, say("web.object.follows", { text: plain(ruling.follows) })) : null,
      h(
        "p",
        null,
        ruling.rules.map((rule) => [ruleLink(rule), " "]),
      ),
      ruling.choices.map((choice) => {
        if (state.you !== null && choice.by.includes(state.you)) return ownChoice(t, choice);
        const names = choice.by.map((seat) => state.nameOf(seat)).join(", ");
        return h("p", { key: choice.choice, class: "hint" }, say("web.object.wait", { names }));
      }),
    ),
  );
}

/** @param {LiveTable} t @param {Pending["choices"][number]} choice */
function ownChoice(t, { choice, options }) {
  return h(
    "div",
    { key: choice },
    h("p", null, say("web.object.choose")),
    h(
      "div",
      { class: "dialog-acts" },
      options.map((option) =>
        h(
          "button",
          {
            key: option,
            class: "primary",
            "data-act": `choose-${option}`,
            onclick: () => t.actions.act({ event: "choice-made", choice, option }),
          },
          optionName(option, t.faces),
        ),
      ),
    ),
  );
}

/** What holds in this deal because of a ruling, one sentence each. @param {LiveTable} t @returns {string[]} */
function effectTexts(t) {
  const { view } = t.state;
  const texts = [];
  if (view.must.length)
    texts.push(say("web.effect.must.you", { cards: view.must.map((card) => cardName(card, t.faces)).join(", ") }));
  if (view.effects) texts.push(...leftBehind(t, view.effects));
  for (const card of view.dead) texts.push(say("web.effect.dead", { card: cardName(card, t.faces) }));
  return texts;
}

/** @param {LiveTable} t @param {Effects} effects @returns {string[]} */
function leftBehind(t, { must, bans, barred, trick_to: taker, leads_next: leader }) {
  const { state, faces } = t;
  const texts = [];
  for (const seat of must) if (seat !== state.you) texts.push(say("web.effect.must", { name: state.nameOf(seat) }));
  for (const ban of bans) {
    const team = state.teamName(ban.team);
    if (ban.suit) texts.push(say("web.effect.ban.suit", { team, suit: say(`play.suit.${faces}.${ban.suit}`) }));
    else if (ban.card) texts.push(say("web.effect.ban.card", { team, card: cardName(ban.card, faces) }));
    else texts.push(say("web.effect.ban", { team }));
  }
  for (const seat of barred) texts.push(say("web.effect.barred", { name: state.nameOf(seat) }));
  if (taker !== null) texts.push(say("web.effect.trick", { team: state.teamName(taker) }));
  if (leader !== null) texts.push(say("web.effect.leads", { name: state.nameOf(leader) }));
  return texts;
}

/** The same as a list under the felt. @param {LiveTable} t */
export function effects(t) {
  const texts = effectTexts(t);
  if (!texts.length) return null;
  return h(
    "ul",
    { class: "effects", "aria-label": say("web.effect.title") },
    texts.map((text) => h("li", { key: text }, text)),
  );
}

/** Cards that lie there before their turn. @param {LiveTable} t @param {(seat: Seat) => string} sideOf */
export function early(t, sideOf) {
  return t.state.view.faults.map(({ seat, card }) =>
    h(
      "div",
      { key: `early-${card}`, class: `lying early ${sideOf(seat)}`, role: "listitem" },
      h("span", { class: "hidden" }, say("web.early", { name: t.state.nameOf(seat) }), ": "),
      cardImage(card, t.faces),
      h("em", { "aria-hidden": "true" }, say("web.early.short")),
    ),
  );
}
