/** What opens over the table: one dialogue at a time. The larger ones have a file of their own. */

import { cardImage } from "./cards.js";
import { dialog } from "./dialog.js";
import { h } from "./dom.js";
import { glossary } from "./glossary.js";
import { menu } from "./menu.js";
import { result } from "./result.js";
import { objection, pending } from "./rulings.js";
import { slateContent } from "./table-slate.js";
import { talk } from "./talk.js";
import { counted } from "./piles.js";
import { say } from "./texts.js";

/** @import { VNode } from "types/dom" */
/** @import { LiveTable } from "./live-table.js" */
/** @import { Option } from "types/protocol" */

/** What fingers do; the style sheet shows it where there are no keys, and the keys elsewhere. */
const FINGERS = ["tap", "again", "dark", "pile", "score", "felt"];
const KEYS = ["arrows", "enter", "digits", "slate", "last", "talk", "menu", "help"];

/** @type {Record<string, (t: LiveTable) => VNode>} */
const BY_NAME = {
  menu,
  slate: (t) => dialog(t, "slate", say("web.slate.title"), [slateContent(t)]),
  trick: lastTrick,
  talk,
  help,
  glossary,
  weis: weisFirst,
  claim,
  leave,
  object: objection,
};

/** The dialogue that is open now, or null. @param {LiveTable} t @returns {VNode|null} */
export function dialogs(t) {
  const { state, desk } = t;
  if (desk.dialog) return BY_NAME[desk.dialog]?.(t) ?? null;
  if (state.result && !t.staging) return result(t, state.result);
  return state.facts.view?.pending ? pending(t, state.facts.view.pending) : null;
}

/** @param {LiveTable} t */
function lastTrick(t) {
  const shown = t.state.view.last_trick;
  const count = h("p", { class: "hint" }, counted(t));
  if (!shown) return dialog(t, "trick", say("web.trick.last"), [h("p", { class: "empty" }, say("web.trick.none")), count]);
  return dialog(t, "trick", say("web.trick.n", { n: shown.number }), [
    h(
      "ul",
      { class: "last-trick" },
      shown.cards.map(([seat, card]) =>
        h(
          "li",
          { key: card, class: seat === shown.winner ? "wins" : "" },
          cardImage(card, t.faces),
          h("span", null, t.state.nameOf(seat)),
        ),
      ),
    ),
    h("p", { class: "hint" }, say("web.trick.won", { name: t.state.nameOf(shown.winner) })),
    count,
  ]);
}

/** @param {LiveTable} t */
function help(t) {
  const { book, title } = t.state.table;
  return dialog(t, "help", say("web.help.title"), [
    h("p", null, say("web.help.text")),
    h(
      "ul",
      { class: "fingers" },
      FINGERS.map((way) => h("li", { key: way }, h("b", null, say(`web.finger.${way}`)), ": ", say(`web.finger.${way}.text`))),
    ),
    h(
      "dl",
      { class: "keys" },
      KEYS.map((key) =>
        h("div", { key }, h("dt", null, h("kbd", null, say(`web.key.${key}`))), h("dd", null, say(`web.key.${key}.text`))),
      ),
    ),
    h("p", null, h("a", { href: `/rules/${book}/`, target: "_blank", rel: "noopener" }, say("web.help.book", { title }))),
  ]);
}

/** A Weis that has not been decided yet, and a card is about to be played. @param {LiveTable} t */
function weisFirst(t) {
  const offered = t.state.view.weis_offer || { points: 0, cards: [] };
  /** @param {boolean} weis */
  const play = (weis) => () => t.actions.playWith(weis);
  return dialog(t, "weis", say("web.weis.offer", { points: offered.points }), [
    h(
      "div",
      { class: "weise" },
      h(
        "span",
        { class: "weis" },
        offered.cards.map((card) => cardImage(card, t.faces, "mini")),
      ),
    ),
    h("p", null, say("web.weis.before")),
    h(
      "div",
      { class: "dialog-acts" },
      h("button", { class: "primary", "data-act": "weis-and-play", onclick: play(true) }, say("web.weis.play.yes")),
      h("button", { class: "secondary", "data-act": "play-without", onclick: play(false) }, say("web.weis.play.no")),
    ),
  ]);
}

/** Nobody leaves by a slip of the finger. @param {LiveTable} t */
function leave(t) {
  return dialog(t, "leave", say("web.leave.title"), [
    h("p", null, say("web.leave.text")),
    h(
      "div",
      { class: "dialog-acts" },
      h("button", { class: "primary", "data-act": "stay", onclick: () => t.actions.close("leave") }, say("web.leave.stay")),
      h("button", { class: "secondary", "data-act": "leave-now", onclick: () => t.actions.leave() }, say("web.menu.leave")),
    ),
  ]);
}

/** Whether an option lays cards open, or gives a Match away. @param {Option} option */
const isClaim = (option) => ["claimed", "conceded", "hand-shown"].includes(option.label);

/** @param {LiveTable} t */
function claim(t) {
  const options = t.state.view.options.filter(isClaim);
  const shows = options.some((option) => option.label === "hand-shown");
  return dialog(t, "claim", say("web.claim.title"), [
    h("p", null, say(shows ? "web.claim.shown" : "web.claim.text")),
    h(
      "div",
      { class: "dialog-acts" },
      options.map((option) =>
        h(
          "button",
          { key: option.label, class: "primary", "data-act": option.label, onclick: () => t.actions.accept(option) },
          say(`web.claim.${option.label}`),
        ),
      ),
      h("button", { class: "secondary", onclick: () => t.actions.close("claim") }, say("web.cancel")),
    ),
  ]);
}
