/** Playing by keyboard: the arrows walk through the hand, digits pick a card, letters open what lies around the table. */

/** @import { Card } from "types/protocol" */
/** @import { LiveTable } from "./live-table.js" */

/** @type {Record<string, string>} */
const OPENS = { "?": "help", s: "slate", l: "trick", t: "talk", m: "menu" };
/** @type {Record<string, number>} */
const MOVES = { ArrowRight: 1, ArrowLeft: -1 };

/** A key anywhere on the page. @param {LiveTable} t @param {KeyboardEvent} event */
export function tableKey(t, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
  if (!t.state.playing || t.element.querySelector("dialog[open]")) return;
  const dialog = OPENS[event.key];
  if (event.key === "Enter" || event.key === " ") t.skip();
  if (dialog) {
    event.preventDefault();
    t.actions.open(dialog);
  } else if (/^[1-9]$/.test(event.key)) {
    const card = t.element.querySelectorAll(".hand-card")[Number(event.key) - 1];
    if (card instanceof HTMLElement) card.focus();
  }
}

/** A key in the hand. @param {LiveTable} t @param {KeyboardEvent} event @param {Card[]} cards as they are held */
export function handKey(t, event, cards) {
  const at = cards.indexOf(t.desk.focus);
  const move = MOVES[event.key];
  if (move) {
    event.preventDefault();
    focusOn(t, cards[(at + move + cards.length) % cards.length], true);
  } else if (event.key === "Home" || event.key === "End") {
    event.preventDefault();
    focusOn(t, event.key === "Home" ? cards[0] : cards[cards.length - 1], true);
  }
}

/** Make a card the one that the keyboard is on. @param {LiveTable} t @param {Card} card @param {boolean} [move] */
export function focusOn(t, card, move = false) {
  if (t.desk.focus !== card) {
    t.desk.focus = card;
    t.draw();
  }
  const element = move && t.element.querySelector(`[data-card="${card}"]`);
  if (element instanceof HTMLElement) element.focus();
}
