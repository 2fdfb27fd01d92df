/** How long what is shown stays there, and the pack that goes round. */

import { BACK } from "./cards.js";
import { dealRound, dealingTime } from "./motion.js";
import { pause, prefs } from "./prefs.js";
import { HOLD } from "./words.js";

/** @import { View } from "types/protocol" */
/** @import { LiveTable } from "./live-table.js" */
/** @import { TableState } from "./state.js" */

const OWN = 160; // milliseconds: whoever leads next takes the time they want
const SHORTEST = 280; // milliseconds: less and nobody has seen the trick

/** How long a complete trick lies there before the next card, in milliseconds. @param {TableState} state */
export function holdTime({ view, myTurn }) {
  if (prefs.hold === "none" || (myTurn && view.phase === "playing")) return pause(OWN);
  return prefs.hold === "tap" ? Infinity : Math.max(SHORTEST, pause(HOLD));
}

/** All cards that are held. @param {View|null} view */
const held = (view) => (view ? view.cards_left.reduce((sum, cards) => sum + cards, 0) : 0);

/** Where cards were dealt they go round; for how long, in milliseconds. @param {LiveTable} t @param {View|null} before */
export function goRound(t, before) {
  const { view, base, table, you } = t.state;
  if (held(before) || !held(view) || document.hidden) return 0;
  const seats = table.seats.map((_, step) => (view.dealer + 1 + step) % table.seats.length);
  const places = seats.map((seat) => t.element.querySelector(seat === you ? ".hand" : `[data-seat="${seat}"] .plate`));
  const packets = view.fair?.packets?.length ? view.fair.packets : [view.cards_left[base]];
  const dealer = t.element.querySelector(`[data-seat="${view.dealer}"]`);
  t.delays = dealRound(places, dealer, packets, seats.indexOf(base), BACK);
  setTimeout(() => {
    t.delays = [];
  });
  return t.delays.length ? pause(dealingTime(packets.length * seats.length)) : 0;
}
