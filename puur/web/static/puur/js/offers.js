/** What is asked and offered beside the cards: cutting, Weis, Stöck, thanks, and whose turn it is. */

import { h } from "./dom.js";
import { hintLine } from "./hints.js";
import { BACK, cardImage, cardName } from "./cards.js";
import { questionOf } from "./amount.js";
import { say } from "./texts.js";

/** @import { Card, Option, View } from "types/protocol" */
/** @import { Child } from "types/dom" */
/** @import { LiveTable } from "./live-table.js" */

/** Cutting the pack. @param {LiveTable} t @param {{min: number, max: number, commitment?: string}} cut */
export function cutPanel(t, cut) {
  const lifted = t.desk.lifted ?? Math.floor((cut.min + cut.max) / 2);
  return h(
    "form",
    {
      key: "cut",
      class: "bid cut",
      onsubmit: (event) => {
        event.preventDefault();
        t.actions.cut(lifted);
      },
    },
    h("h2", null, say("web.cut.title")),
    h(
      "div",
      { class: "cut-pack", "aria-hidden": "true", vars: { lifted, rest: t.book.pack - lifted } },
      h("div", { class: "cut-rest" }, h("img", { src: BACK, alt: "" })),
      h("div", { class: "cut-lifted" }, h("img", { src: BACK, alt: "" })),
    ),
    h("label", { for: "cut-range" }, say("web.cut.count", { n: lifted })),
    h("input", {
      id: "cut-range",
      type: "range",
      min: cut.min,
      max: cut.max,
      value: String(lifted),
      oninput: (event) => t.actions.lift(Number(event.target.value)),
    }),
    h("button", { class: "primary big", "data-act": "cut" }, say("web.cut.do")),
    cut.commitment
      ? h(
          "p",
          { class: "hint seal" },
          say("web.cut.seal"),
          " ",
          h("code", { title: cut.commitment }, cut.commitment.slice(0, 12), "…"),
        )
      : null,
  );
}

/** What is asked above the hand, with the hint: in the first question where there is one, so that neither lies over the other. @param {LiveTable} t */
export function offers(t) {
  const options = t.actions.offers();
  const line = hintLine(t);
  if (!options.length) return line ? [line] : [];
  return options.map((option, n) => offer(t, option, ...wordsOf(t, option), n ? null : line));
}

/** The question, the cards it is about, and both answers. @param {LiveTable} t @param {Option} option @returns {[string, Card[][], string, string]} */
function wordsOf(t, option) {
  const { view, team } = t.state;
  switch (option.label) {
    case "weis-announced":
      return [say("web.weis.offer", { points: option.points }), [option.cards], say("web.weis.yes"), say("web.weis.no")];
    case "weis-added":
      return [say("web.weis.more", { points: option.points }), option.cards, say("web.weis.yes"), say("web.weis.no")];
    case "stoeck-shown":
      return [say("web.stoeck.offer"), [], say("web.stoeck.show"), say("web.stoeck.later")];
    case "thanked":
      return [say("web.thanks.offer", { points: view.totals[team] }), [], say("web.thanks.do"), say("web.thanks.later")];
    default:
      return [say(`play.ask.${option.label}`), [], say(`play.option.${option.label}`), say("web.thanks.later")];
  }
}

/** @param {LiveTable} t @param {Option} option @param {string} text @param {Card[][]} weise @param {string} yes @param {string} no @param {Child} line */
function offer(t, option, text, weise, yes, no, line) {
  return h(
    "section",
    { key: option.label, class: "offer", "aria-label": text },
    h("p", null, text),
    weise.length
      ? h(
          "div",
          { class: "weise" },
          weise.map((cards, n) =>
            h(
              "span",
              { key: n, class: "weis", role: "img", "aria-label": cards.map((card) => cardName(card, t.faces)).join(", ") },
              cards.map((card) => cardImage(card, t.faces, "mini")),
            ),
          ),
        )
      : null,
    line,
    h(
      "div",
      { class: "offer-acts" },
      h("button", { class: "primary", "data-act": option.label, onclick: () => t.actions.accept(option) }, yes),
      h("button", { class: "secondary", "data-act": `no-${option.label}`, onclick: () => t.actions.withhold(option) }, no),
    ),
  );
}

/** Whether one may push, or has to announce. @param {View} view */
export function bidPrompt(view) {
  const question = questionOf(view.options);
  if (question) return say(question);
  return say(view.options.some((option) => option.label === "pushed") ? "web.prompt.bid.you" : "web.prompt.bid.must");
}

/** A line that says whose turn it is. @param {LiveTable} t */
export function prompt(t) {
  const { view, myTurn: mine } = t.state;
  const name = view.awaited.map((seat) => t.state.nameOf(seat)).join(", ");
  let text = "";
  if (view.over || t.staging || t.dealing) text = "";
  else if (t.desk.raised) text = say("web.hand.again", { card: cardName(t.desk.raised, t.faces, view.trump) });
  else if (view.cut) text = mine ? say("web.prompt.cut.you") : say("web.prompt.cut", { name });
  else if (view.phase === "bidding" && view.mode && "spoken" in view.own)
    text = say(mine ? "web.prompt.amount.you" : "web.prompt.amount", { name });
  else if (view.phase === "bidding")
    text = mine ? bidPrompt(view) : view.pushes ? say("web.prompt.pushed", { name }) : say("web.prompt.bid", { name });
  else if (view.phase === "playing")
    text = mine
      ? say(view.trick.length && !view.trick_open ? "web.prompt.play.you" : "web.prompt.lead.you")
      : say("web.prompt.play", { name });
  else if (view.phase === "over") text = t.desk.ready ? say("web.prompt.ready") : "";
  return h("p", { class: `prompt ${mine ? "you" : ""}` }, text);
}
