/** The Weis as a scene: what each seat has said, what one may ask of it, the cards that were laid open, who has won and why. */

import { cardImage, cardName, rankName } from "./cards.js";
import { h } from "./dom.js";
import { has, say } from "./texts.js";

/** @import { Option, Seat, View, WeisQuestion, WeisSeen } from "types/protocol" */
/** @import { LiveTable } from "./live-table.js" */
/** @import { TableState } from "./state.js" */

/** A value as people say it. @param {number} points @returns {string} */
export const spoken = (points) => (has(`web.weis.number.${points}`) ? say(`web.weis.number.${points}`) : String(points));

/** How high a Weis is, as far as it was told: its top card, and whether it is in trumps. @param {WeisSeen} weis @param {string} faces */
export function height(weis, faces) {
  const told = weis.top ? [rankName(weis.top, faces)] : [];
  if (weis.trump !== null) told.push(say(weis.trump ? "web.weis.trump" : "web.weis.plain"));
  return told.join(", ");
}

/** The cards of a Weis in words. @param {WeisSeen} weis @param {string} faces */
export const cardsOf = (weis, faces) => (weis.cards || []).map((card) => cardName(card, faces)).join(", ");

/** The highest value that the other side has said before a seat. @param {View} view @param {Seat} seat */
export const rivalOf = (view, seat) =>
  Math.max(0, ...view.weise.filter((weis) => view.sides[weis.seat] !== view.sides[seat]).map((weis) => weis.points));

/** @param {TableState} state */
const secondTrickBegun = ({ view, tricksDone }) =>
  tricksDone > 1 || (tricksDone === 1 && !view.trick_open && view.trick.length > 0);

/** What a seat has said of its Weis, with the questions that may still be asked. @param {LiveTable} t @param {Seat} seat */
export function weisTag(t, seat) {
  const { view } = t.state;
  const weis = view.phase === "playing" ? view.weise.find((each) => each.seat === seat) : undefined;
  const questions = view.options.filter((option) => isQuestion(option) && option.event.of === seat);
  const option = questions.find((each) => each.label === "weis-demanded") || questions[0]; // seeing it says everything
  if (!weis || (secondTrickBegun(t.state) && !option)) return null;
  const told = height(weis, t.faces);
  if (seat === t.state.you && !weis.laid && !told) return null;
  return h(
    "div",
    { key: "weis", class: `weis-tag ${view.weis_winner === seat ? "wins" : ""}` },
    weis.laid && weis.cards
      ? h(
          "span",
          {
            key: "laid",
            class: "weis laid",
            role: "img",
            "aria-label": cardsOf(weis, t.faces),
            vars: { more: Math.max(1, weis.cards.length - 1) },
          },
          weis.cards.map((card) => cardImage(card, t.faces, "mini")),
        )
      : h("b", { key: "value" }, weis.points, told ? ` · ${told}` : ""),
    option ? askButton(t, option, say("web.weis.of", { name: t.state.nameOf(seat), points: weis.points })) : null,
  );
}

/** @param {LiveTable} t @param {Option} option @param {string} about */
function askButton(t, option, about) {
  const text = say(option.label === "weis-asked" ? "web.weis.asked" : "web.weis.demanded");
  const ask = { key: "ask", class: "weis-ask", "data-act": option.label, "aria-label": `${about} ${text}` };
  return h("button", { ...ask, onclick: () => t.actions.accept(option) }, text);
}

/** @param {Option} option @returns {option is WeisQuestion} */
const isQuestion = (option) => option.label === "weis-asked" || option.label === "weis-demanded";

/** Who has won the Weis and why, in one line; nothing before it is decided and after the next lead. @param {TableState} state @returns {string} */
export function weisVerdict(state) {
  const { view } = state;
  const won = view.weise.find((weis) => weis.seat === view.weis_winner);
  if (!won || view.phase !== "playing" || secondTrickBegun(state)) return "";
  const facts = { name: state.nameOf(won.seat), points: won.points };
  if (won.why) return say("web.weis.won.why", { ...facts, why: say(`web.weis.why.${won.why}`) });
  const equal = rivalOf(view, won.seat) === won.points && view.options.some(isQuestion);
  return say(equal ? "web.weis.won.equal" : "web.weis.won", facts);
}

/** Those who have lost the Weis, and say so. @param {View} view @returns {Seat[]} */
export const beaten = (view) =>
  view.weis_winner === null
    ? []
    : view.weise.map((weis) => weis.seat).filter((seat) => view.sides[seat] !== view.sides[view.weis_winner ?? seat]);
