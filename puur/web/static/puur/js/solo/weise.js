/** Weise: finding them in a hand, what they count, which is higher. A second reading of `puur/core/weis.py` and `weisen.py`. */

import { PLAYERS } from "./rules.js";

/** @import { Card, Mode, Pair, Seat } from "types/protocol" */
/** @import { Alone, SoloBook, Source, Sources, Weis } from "types/solo" */

const SUITS = "ERSL";
const LEAST = 3; // cards of a run: the first value of a book is for so many

/** The Weis made of these cards. @param {SoloBook} book @param {Card[]} cards in their order @returns {Weis} */
function weisOf(book, cards) {
  const { runs, fours } = book.alone.weis;
  const run = cards[0][0] === cards[cards.length - 1][0];
  const place = cards.length - LEAST;
  const [points, field] = run ? [runs[place], `weis.values.runs.${place}`] : fours[cards[0][1]];
  return { cards, run, points, field };
}

/** Every whole Weis of a hand: the longest runs, and fours. @param {SoloBook} book @param {Card[]} hand @returns {Weis[]} */
export function weiseIn(book, hand) {
  const ranks = book.orders.o;
  const held = new Set(hand);
  /** @type {Weis[]} */
  const weise = [];
  for (const suit of SUITS) {
    /** @type {Card[]} */
    let run = [];
    for (const rank of [...ranks, ""]) {
      if (held.has(suit + rank)) run.push(suit + rank);
      else {
        if (run.length >= LEAST) weise.push(weisOf(book, run));
        run = [];
      }
    }
  }
  for (const rank of ranks) {
    const four = [...SUITS].map((suit) => suit + rank);
    if (four.every((card) => held.has(card))) weise.push(weisOf(book, four));
  }
  return weise;
}

/** A key that is larger for the higher Weis. @param {SoloBook} book @param {Mode} mode @param {Weis} weis @param {number} place in the order of announcing */
export function strength(book, mode, weis, place = 0) {
  const { blocks, trump } = book.modes[mode];
  const low = blocks[0] === "u";
  const top = book.orders.o.indexOf(weis.cards[low ? 0 : weis.cards.length - 1][1]);
  const of = {
    points: weis.points,
    cards: weis.cards.length,
    rank: low ? -top : top,
    trump: Number(weis.run && weis.cards[0][0] === trump),
    order: -place,
  };
  return book.alone.weis.steps.map((step) => of[step]);
}

/** Whether a key is larger than another. @param {number[]} one @param {number[]} other */
export function above(one, other) {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at >= 0 && one[at] > other[at];
}

/** The highest of one player's own Weise. @param {SoloBook} book @param {Mode} mode @param {Weis[]} weise @returns {Weis|null} */
export function bestOf(book, mode, weise) {
  /** @type {Weis|null} */
  let best = null;
  for (const weis of weise) if (!best || above(strength(book, mode, weis), strength(book, mode, best))) best = weis;
  return best;
}

/** The seat with the highest announced Weis. @param {SoloBook} book @param {Mode} mode @param {Partial<Record<Seat, Weis>>} announced @param {Seat} leader @returns {Seat|null} */
export function highest(book, mode, announced, leader) {
  /** @type {Seat|null} */
  let best = null;
  /** @type {number[]} */
  let key = [];
  for (let place = 0; place < PLAYERS; place += 1) {
    const seat = (leader + place) % PLAYERS;
    const said = announced[seat];
    const own = said ? strength(book, mode, said, place) : [];
    if (said && (best === null || above(own, key))) [best, key] = [seat, own];
  }
  return best;
}

/**
 * The Weise that a seat may still add to what it said, the highest first.
 * @param {SoloBook} book @param {Mode} mode @param {Card[]} hand @param {Weis|undefined} said @returns {Weis[]}
 */
export function further(book, mode, hand, said) {
  const used = said ? said.cards.join() : "";
  const rest = weiseIn(book, hand).filter((weis) => weis.points && weis.cards.join() !== used);
  /** @param {Weis} weis */
  const key = (weis) => strength(book, mode, weis);
  rest.sort((a, b) => Number(above(key(b), key(a))) - Number(above(key(a), key(b))));
  if (book.alone.weis.kreuzweis) return rest;
  const taken = new Set(said?.cards ?? []); // otherwise a card counts in one Weis only
  return rest.filter((weis) => {
    const free = weis.cards.every((card) => !taken.has(card));
    if (free) weis.cards.forEach((card) => taken.add(card));
    return free;
  });
}

// ---- who is out first where both are with the first trick (`puur/core/ausmach.py`) ------------------------------------------------

/** Everything that a side has. @param {Sources} now @param {number} team */
export const totalOf = (now, team) => now.base[team] + now.stoeck[team] + now.weis[team] + now.stich[team];

/** The side that is out first, or null. @param {number} target @param {Sources} now @param {Source[]} order @returns {number|null} */
export function firstTo(target, now, order) {
  const reaching = [0, 1].filter((team) => totalOf(now, team) >= target);
  if (reaching.length < 2) return reaching[0] ?? null;
  const before = [0, 1].filter((team) => now.base[team] >= target);
  if (before.length === 1) return before[0];
  for (const source of order) for (const team of [0, 1]) if (now[source][team]) return team;
  return null;
}

/**
 * What the loser may still count: the sources before the last one that the winner needed.
 * @param {number} target @param {Sources} now @param {Alone["ausmach"]} order @param {number} winner
 */
export function counted(target, now, order, winner) {
  let needed = 0;
  let running = now.base[winner];
  for (const [place, source] of order.entries()) {
    if (!now[source][winner]) continue;
    if (running >= target) break;
    running += now[source][winner];
    needed = place;
  }
  return new Set(order.slice(0, needed));
}

/** Two numbers, one for each side. @param {number} team @param {number} points @returns {Pair<number>} */
export const only = (team, points) => (team === 0 ? [points, 0] : [0, points]);
