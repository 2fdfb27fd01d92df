/** What a seat sees, as the numbers that the network reads: its own cards and what lay open, never another hand. A twin of `puur/bots/sight.py`. */

import { PLAYERS, modeOf, power, sideOf, winner } from "./rules.js";
import { pair } from "./bonus.js";

/** @import { Card, Seat } from "types/protocol" */
/** @import { Deal, MindParts } from "types/solo" */
/** @import { SoloGame } from "./game.js" */

const SUITS = "ERSL";

/** Trump changes places with the first suit. @param {SoloGame} game @param {Deal} deal */
function placing(game, deal) {
  const { trump } = game.book.modes[modeOf(deal)];
  const front = trump ? SUITS.indexOf(trump) : 0;
  const ranks = game.book.orders.o;
  return (/** @type {Card} */ card) => {
    const suit = SUITS.indexOf(card[0]);
    return ranks.length * (suit === front ? 0 : suit === 0 ? front : suit) + ranks.indexOf(card[1]);
  };
}

/** The tricks so far with the running one, and who led each. @param {Deal} deal @returns {{leader: Seat, cards: Card[]}[]} */
export const laid = (deal) => [
  ...deal.tricks,
  ...(deal.open || !deal.cards.length ? [] : [{ leader: deal.leader, cards: deal.cards }]),
];

/** How strong a card is in its own suit, from 1. @param {SoloGame} game @param {Deal} deal @param {Card} card */
const strengthOf = (game, deal, card) => {
  const most = game.book.orders.o.length;
  return 1 + ((power(game.book, modeOf(deal), deal.tricks.length, card[0], card) - 1) % most);
};

/** Cards that each seat cannot hold, and those that it is known to hold. @param {SoloGame} game @param {Deal} deal @param {Card[]} pack @param {Seat} viewer */
export function known(game, deal, pack, viewer) {
  const { book } = game;
  const { trump } = book.modes[modeOf(deal)];
  const barred = Array.from({ length: PLAYERS }, () => /** @type {Set<Card>} */ (new Set()));
  const sure = Array.from({ length: PLAYERS }, () => /** @type {Set<Card>} */ (new Set()));
  const played = new Set(laid(deal).flatMap((trick) => trick.cards));
  /** @param {Seat} seat @param {(card: Card) => boolean} which */
  const bar = (seat, which) => pack.filter(which).forEach((card) => barred[seat].add(card));
  laid(deal).forEach(({ leader, cards }, trick) => {
    const led = cards[0][0];
    cards.forEach((card, place) => {
      const seat = (leader + place) % PLAYERS;
      if (card[0] !== led && card[0] !== trump) bar(seat, (each) => each[0] === led && each !== trump + book.alone.puur);
      const best = place ? cards[winner(book, modeOf(deal), trick, cards.slice(0, place))] : card;
      const under = place > 0 && card[0] === trump && led !== trump && best[0] === trump;
      if (under && power(book, modeOf(deal), trick, led, card) < power(book, modeOf(deal), trick, led, best))
        bar(seat, (each) => each[0] !== trump);
    });
  });
  for (const seat of deal.revealed) if (seat !== viewer) deal.announced[seat]?.cards.forEach((card) => sure[seat].add(card));
  const shown = deal.stoeck;
  if (shown !== null && shown !== viewer) pair(game, deal).forEach((card) => sure[shown].add(card));
  sure.forEach((cards, seat) => {
    for (const card of cards)
      if (played.has(card)) cards.delete(card);
      else barred.forEach((others, other) => other !== seat && others.add(card));
  });
  return { barred, sure, played };
}

/**
 * The numbers of the suits, the other facts, and where each card stands.
 * @param {SoloGame} game @param {Deal} deal @param {Seat} seat @param {MindParts} mind
 */
export function sight(game, deal, seat, mind) {
  const { book } = game;
  const mode = modeOf(deal);
  const { trump } = book.modes[mode];
  const values = book.alone.values[mode];
  const pack = Object.keys(values);
  const place = placing(game, deal);
  const ranks = book.orders.o.length;
  const perSuit = mind.planes * ranks + 3;
  const suits = new Float32Array(SUITS.length * perSuit);
  /** @param {number} plane @param {Card} card @param {number} [value] */
  const put = (plane, card, value = 1) => {
    const at = place(card);
    suits[Math.floor(at / ranks) * perSuit + plane * ranks + (at % ranks)] = value;
  };
  const { barred, sure, played } = known(game, deal, pack, seat);
  const hand = deal.hands[seat];
  const running = deal.open ? [] : deal.cards;
  const number = deal.tricks.length;
  const best = running.length ? running[winner(book, mode, number, running)] : "";
  const allowed = game.legal(seat);
  hand.forEach((card) => put(0, card));
  laid(deal).forEach(({ leader, cards }, trick) => {
    put(10, cards[0]);
    cards.forEach((card, n) => {
      const step = (leader + n - seat + PLAYERS) % PLAYERS;
      put(9, card, (trick + 1) / ranks);
      put(1 + step, card);
      if (cards.length < PLAYERS && step) put(4 + step, card);
    });
    if (cards.length === PLAYERS) put(11, cards[winner(book, mode, trick, cards)]);
  });
  const unseen = pack.filter((card) => !played.has(card) && !hand.includes(card));
  for (const step of [1, 2, 3]) {
    const other = (seat + step) % PLAYERS;
    unseen.filter((card) => !barred[other].has(card)).forEach((card) => put(11 + step, card));
    sure[other].forEach((card) => put(14 + step, card));
  }
  for (const card of allowed) {
    put(8, card);
    const led = running.length ? running[0][0] : card[0];
    if (!best || power(book, mode, number, led, card) > power(book, mode, number, led, best)) put(18, card);
  }
  for (const suit of SUITS) {
    const left = pack.filter((card) => card[0] === suit && !played.has(card));
    if (left.length)
      put(
        19,
        left.reduce((one, other) => (strengthOf(game, deal, other) > strengthOf(game, deal, one) ? other : one)),
      );
  }
  for (const card of pack) {
    put(20, card, values[card] / mind.scales.value);
    put(21, card, strengthOf(game, deal, card) / ranks);
    put(22, card, strengthOf(game, deal, card) / ranks);
  }
  suits[perSuit - 3] = suits[perSuit - 2] = Number(trump !== null);
  if (running.length) suits[Math.floor(place(running[0]) / ranks) * perSuit + perSuit - 1] = 1;
  return { suits, facts: factsOf(game, deal, seat, mind, running, best), place };
}

/** @param {SoloGame} game @param {Deal} deal @param {Seat} seat @param {MindParts} mind @param {Card[]} running @param {Card|""} best */
function factsOf(game, deal, seat, mind, running, best) {
  const { at, scales, wide } = mind;
  const { book } = game;
  const facts = new Float32Array(wide);
  const block = "tou".indexOf(book.modes[modeOf(deal)].blocks[0]);
  const trick = deal.tricks.length;
  for (let ahead = 0; ahead < book.orders.o.length - trick; ahead += 1) facts[at.blocks + 3 * ahead + block] = 1;
  facts[at.values + block] = 1;
  facts[at.announcer + (((deal.announcer ?? seat) - seat + PLAYERS) % PLAYERS)] = 1;
  facts[at.pushed] = Number(deal.pushes > 0);
  facts[at.trick + trick] = facts[at.place + running.length] = 1;
  facts[at.pot] = running.reduce((sum, card) => sum + book.alone.values[modeOf(deal)][card], 0) / scales.deal;
  if (best) facts[at.winning + ((deal.leader + running.indexOf(best) - seat + PLAYERS) % PLAYERS)] = 1;
  facts[at.match] = book.match_bonus / scales.deal;
  const own = sideOf(seat);
  const needs = [own, 1 - own].map((team) => (game.target - game.totals[team]) / deal.factor);
  const close = game.target > 0 && Math.min(...needs) <= scales.near;
  const ends = close && needs[0] < scales.far;
  [own, 1 - own].forEach((team, whose) => {
    facts[at.points + whose] = deal.points[team] / scales.deal;
    facts[at["match possible"] + whose] = Number(book.match_bonus > 0 && !deal.won[1 - team]);
    facts[at.need + whose] = ends ? Math.min(Math.max(1, needs[whose]), scales.near) / scales.deal : 0;
  });
  facts[at["no target"]] = Number(!ends);
  facts[at.prize] = close ? scales.game / scales.deal / deal.factor : 0;
  facts[at.weis] = Number(book.alone.weis.enabled);
  for (const [teller, weis] of Object.entries(deal.announced))
    if (Number(teller) !== seat)
      facts[at.stated + ((Number(teller) - seat + PLAYERS) % PLAYERS) - 1] = (weis?.points ?? 0) / scales.stated;
  return facts;
}
