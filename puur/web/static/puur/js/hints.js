/** What the strongest player would do now, and why: asked for with one tap, shown over the felt, the card marked in the hand. */

import { cardName, modeName } from "./cards.js";
import { h } from "./dom.js";
import { withTerms } from "./glossary.js";
import { prefs } from "./prefs.js";
import { say } from "./texts.js";

/** @import { HintMessage } from "types/protocol" */
/** @import { LiveTable } from "./live-table.js" */

/** Whether a hint may be asked for now. @param {LiveTable} t */
const mayAsk = (t) => t.state.table.hints && t.state.myTurn && !t.state.view.cut && !t.state.view.over && !t.staging;

/** The coach says something before every own decision, once. @param {LiveTable} t */
export function coach(t) {
  if (prefs.coach !== "on" || !mayAsk(t) || t.coached === t.state.facts.shown) return;
  t.coached = t.state.facts.shown;
  t.line.send({ t: "hint" });
}

/** The button on the felt. @param {LiveTable} t */
export const hintChip = (t) =>
  mayAsk(t)
    ? h(
        "button",
        { key: "hint", class: "chip", "data-act": "hint", onclick: () => t.line.send({ t: "hint" }) },
        say("web.hint.ask"),
      )
    : null;

/** The card that is advised, or "". @param {LiveTable} t @returns {string} */
export const advised = (t) => (t.hint && mayAsk(t) ? (t.hint.event.card ?? "") : "");

/** What is advised, in words. @param {LiveTable} t @param {HintMessage} hint */
export function hintText(t, hint) {
  const { event, key, facts } = hint;
  const shown = { ...facts, ...(event.card ? { card: cardName(event.card, t.faces, t.state.view.trump) } : {}) };
  const what = typeof event.mode === "string" ? `${modeName(event.mode, t.faces)}: ` : "";
  const [, area, ...name] = key.split(".");
  const why = name.join(".");
  return what + (area === "hint" ? say(`bots.hint.${why}`, shown) : say(`bots.reason.${why}`, shown));
}

/** The hint over the felt. @param {LiveTable} t */
export function hintLine(t) {
  if (!t.hint || !mayAsk(t)) return null;
  const close = () => {
    t.hint = null;
    t.draw();
  };
  return h(
    "div",
    { key: "hint", class: "hint-line", role: "status", "data-hint": t.hint.key },
    h("span", null, withTerms(t, hintText(t, t.hint))),
    h("button", { class: "icon", "aria-label": say("web.close"), onclick: close }, "×"),
  );
}
