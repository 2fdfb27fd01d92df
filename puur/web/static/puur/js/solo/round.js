/** What a table does by itself: dealing, what follows from a card without anybody's choice, and what the bots do. */

import { addable, offered, stoeckDue, stoeckEarly } from "./bonus.js";
import { byOrder, orderOpen } from "./ending.js";
import { PLAYERS, dealt, sideOf } from "./rules.js";

/** @import { Card, Seat } from "types/protocol" */
/** @import { SoloEvent } from "types/solo" */
/** @import { SoloGame } from "./game.js" */
/** @typedef {{bid: (game: SoloGame, seat: Seat) => SoloEvent, card: (game: SoloGame, seat: Seat) => Card}} Bot */
/** @typedef {(below: number) => number} Chance a whole number from 0 to below this one */

export const YOU = 0;
const BOTS = [1, 2, 3];
const LETTERS = "ABCD"; // of the seats, as in a record

/** Chance for cards and bots, from the browser's own source; no number is likelier than another. @param {number} below */
export function chance(below) {
  const limit = Math.floor(2 ** 32 / below) * below;
  const number = new Uint32Array(1);
  do crypto.getRandomValues(number);
  while (number[0] >= limit);
  return number[0] % below;
}

/** The events that open the next deal. @param {SoloGame} game @param {Chance} random @returns {SoloEvent[]} */
export function opening(game, random) {
  const { book, deal } = game;
  const dealer = deal ? (deal.dealer + 1) % PLAYERS : random(PLAYERS);
  const pack = Object.keys(Object.values(book.alone.values)[0]);
  for (let place = pack.length - 1; place > 0; place -= 1) {
    const other = random(place + 1);
    [pack[place], pack[other]] = [pack[other], pack[place]];
  }
  /** @type {SoloEvent[]} */
  const writers = deal
    ? []
    : Array.from({ length: book.alone.writers }, (_, n) => ({ event: "schreiber-named", seat: (dealer + n) % PLAYERS }));
  const hands = dealt(book, pack, dealer).map((hand, seat) => [LETTERS[seat], hand]);
  return [...writers, { event: "hands-recorded", dealer, hands: Object.fromEntries(hands) }];
}

/** What follows from the last event by itself: Stöck with their second card, further Weise of the bots, thanks. @param {SoloGame} game @returns {SoloEvent|null} */
export function consequence(game) {
  const { deal, target } = game;
  const last = game.events[game.events.length - 1];
  if (!deal || !last) return null;
  if (last.event === "card-played" && last.seat !== undefined && stoeckDue(game, last.seat))
    return { event: "stoeck-shown", seat: last.seat };
  if (game.now.over) return null;
  if (orderOpen(game)) return { event: "ausmach-invoked", seat: botOf(byOrder(game, deal)) };
  for (const seat of deal.open ? BOTS : []) {
    const weise = addable(game, deal, seat);
    if (weise.length) return { event: "weis-added", seat, weise: weise.map((weis) => weis.cards.join("-")) };
  }
  const out = game.book.alone.finish === "thanks" ? game.totals.findIndex((points) => points >= target) : -1;
  return out < 0 ? null : { event: "thanked", seat: botOf(out) };
}

/** A bot of a side. @param {number} side */
const botOf = (side) => BOTS.find((seat) => sideOf(seat) === side) ?? 1;

/** What a bot does now: a Weis or Stöck first, then an announcement or a card. @param {SoloGame} game @param {Seat} seat @param {Bot} bot @returns {SoloEvent} */
export function decision(game, seat, bot) {
  if (game.deal?.phase === "bidding") return bot.bid(game, seat);
  const weis = offered(game, seat);
  if (weis) return { event: "weis-announced", seat, points: weis.points };
  if (stoeckEarly(game, seat)) return { event: "stoeck-shown", seat };
  return { event: "card-played", seat, card: bot.card(game, seat) };
}
