/** The tricks that are won: a pile at the place of whoever gathers them. It can be counted, and looked at as far as the book allows. */

import { BACK } from "./cards.js";
import { h } from "./dom.js";
import { say } from "./texts.js";

/** @import { Seat, Team } from "types/protocol" */
/** @import { LiveTable } from "./live-table.js" */

const MOST_BACKS = 9;

/** Who gathers the tricks of a side: of the own one the seat below, of another its first seat in playing order. @param {LiveTable} t @param {Team} side @returns {Seat} */
function gatherer(t, side) {
  const { base, view } = t.state;
  const seats = view.sides.map((_, step) => (base + step) % view.sides.length);
  return seats.find((seat) => view.sides[seat] === side) ?? base;
}

/** Where the tricks of a seat go. @param {LiveTable} t @param {Seat} seat @returns {Element|null} */
export const pileOf = (t, seat) => t.element.querySelector(`[data-pile="${t.state.view.sides[seat]}"]`);

/** The pile that lies at a place, if one does. @param {LiveTable} t @param {Seat} seat */
export function pile(t, seat) {
  const { view } = t.state;
  const side = view.sides[seat];
  if (view.phase !== "playing" || gatherer(t, side) !== seat) return null;
  const won =
    view.tricks_won[side] - (view.trick_open && view.trick_winner !== null && view.sides[view.trick_winner] === side ? 1 : 0);
  const label = say("web.pile.label", { team: t.state.teamName(side), n: won });
  return h(
    "button",
    {
      key: "pile",
      class: `pile ${won ? "" : "none"}`,
      "data-pile": side,
      "aria-label": label,
      title: label,
      disabled: !won,
      onclick: () => t.actions.open("trick"),
    },
    Array.from({ length: Math.min(won, MOST_BACKS) }, (_, n) => h("img", { key: n, src: BACK, alt: "", vars: { i: n } })),
    won ? h("b", { key: "count" }, won) : null,
  );
}

/** How many tricks each side has. @param {LiveTable} t @returns {string} */
export const counted = (t) =>
  t.state.teams
    .map((side) => say("web.pile.count", { team: t.state.teamName(side), n: t.state.view.tricks_won[side] }))
    .join(" · ");
