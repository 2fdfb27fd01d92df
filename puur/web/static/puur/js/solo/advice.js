/** What the bots of this page would do in the person's place, and why: a twin of `puur/bots/hints.py` and of the reasons in `explain.py`. */

import { decision } from "./round.js";
import { PLAYERS, modeOf, power, sideOf, winner } from "./rules.js";
import { known, laid } from "./sight.js";

/** @import { Card, Mode, Seat } from "types/protocol" */
/** @import { Deal } from "types/solo" */
/** @import { SoloGame } from "./game.js" */
/** @import { Bot } from "./round.js" */
/** @typedef {Record<string, string|number>} Facts */

const DEAR = 10; // from so many points on a card is dear
const SUITS = "ERSL";
const NELL = "9";
/** @type {Record<string, string>} */
const SAID = { pushed: "push", "weis-announced": "weis", "weis-added": "weis", "stoeck-shown": "stoeck", thanked: "thanks" };

/** What to do now, and the key and the facts of the sentence that says why. @param {SoloGame} game @param {Seat} seat @param {Bot} bot */
export function advice(game, seat, bot) {
  const event = { ...decision(game, seat, bot) };
  delete event.seat; // as the person would say it
  const deal = /** @type {Deal} */ (game.deal);
  if (event.event === "card-played") {
    const card = String(event.card);
    const lying = deal.open ? [] : deal.cards;
    const values = game.book.alone.values[modeOf(deal)];
    const pot = [...lying, card].reduce((sum, each) => sum + values[each], 0);
    return { event, key: `bots.reason.${reasonOf(game, deal, seat, card)}`, facts: { card, pot } };
  }
  if (event.event === "announced") return { event, ...whyMode(game, deal.hands[seat], String(event.mode)) };
  return { event, key: `bots.hint.${SAID[event.event] ?? "best"}`, facts: {} };
}

/** The trumps with Puur and Näll, and the Böcke beside them. @param {SoloGame} game @param {Card[]} hand @param {Mode} mode @returns {{key: string, facts: Facts}} */
function whyMode(game, hand, mode) {
  const { book } = game;
  const { trump, blocks } = book.modes[mode];
  const ranks = [...(blocks[0] === "u" ? book.orders.u : book.orders.o)].reverse();
  /** Cards from the best one on without a gap: they win one after the other. @param {string} suit */
  const run = (suit) => [...ranks, ""].findIndex((rank) => !hand.includes(suit + rank));
  const boecke = [...SUITS].filter((suit) => suit !== trump).reduce((sum, suit) => sum + run(suit), 0);
  if (!trump) return { key: "bots.hint.plain", facts: { boecke } };
  const [puur, nell] = [book.alone.puur, NELL].map((rank) => hand.includes(trump + rank));
  const name = puur && nell ? "both" : puur ? "puur" : nell ? "nell" : "none";
  return { key: `bots.hint.trump.${name}`, facts: { trumps: hand.filter((card) => card[0] === trump).length, boecke } };
}

/** What one sees at the table of a card. @param {SoloGame} game @param {Deal} deal @param {Seat} seat @param {Card} card @returns {string} */
export function reasonOf(game, deal, seat, card) {
  if (game.legal(seat).length === 1) return "only";
  return deal.open || !deal.cards.length ? leading(game, deal, seat, card) : following(game, deal, seat, card);
}

/** What a seat sees of the pack. @param {SoloGame} game @param {Deal} deal @param {Seat} seat */
function seen(game, deal, seat) {
  const { book } = game;
  const mode = modeOf(deal);
  const values = book.alone.values[mode];
  const pack = Object.keys(values);
  const { barred, played } = known(game, deal, pack, seat);
  const unseen = pack.filter((card) => !played.has(card) && !deal.hands[seat].includes(card));
  const { trump } = book.modes[mode];
  /** The higher cards of the same suit. @param {Card} card @param {number} [trick] */
  const above = (card, trick = deal.tricks.length) =>
    pack.filter((each) => each[0] === card[0] && power(book, mode, trick, card[0], each) > power(book, mode, trick, card[0], card));
  return { values, barred, unseen, trump, above };
}

/** @param {SoloGame} game @param {Deal} deal @param {Seat} seat @param {Card} card */
function leading(game, deal, seat, card) {
  const { values, barred, unseen, trump, above } = seen(game, deal, seat);
  const mate = (seat + 2) % PLAYERS;
  const foes = [(seat + 1) % PLAYERS, (seat + 3) % PLAYERS];
  const trumps = unseen.filter((each) => each[0] === trump);
  if (card[0] === trump) return trumps.some((each) => foes.some((foe) => !barred[foe].has(each))) ? "draws" : "holds";
  const higher = above(card).filter((each) => unseen.includes(each));
  if (!higher.length) return "bock";
  if (askedFor(deal, mate, values, trump, above).has(card[0])) return "partner_suit";
  const gone = unseen.filter((each) => each[0] === card[0]).every((each) => barred[mate].has(each));
  if (gone && trumps.some((each) => !barred[mate].has(each))) return "ruff";
  const strong = deal.hands[seat].some(
    (each) => each !== card && each[0] === card[0] && !above(each).some((other) => other !== card && unseen.includes(other)),
  );
  return strong && values[card] < DEAR ? "shows" : "best";
}

/**
 * The suits that a seat has led low (Anziehen).
 * @param {Deal} deal @param {Seat} seat @param {Record<Card, number>} values @param {string|null} trump
 * @param {(card: Card, trick: number) => Card[]} above
 */
function askedFor(deal, seat, values, trump, above) {
  const gone = new Set();
  const asked = new Set();
  laid(deal).forEach(({ leader, cards }, trick) => {
    const [led] = cards;
    const low = led[0] !== trump && values[led] < DEAR;
    if (leader === seat && low && above(led, trick).some((each) => !gone.has(each))) asked.add(led[0]);
    for (const card of cards) gone.add(card);
  });
  return asked;
}

/** @param {SoloGame} game @param {Deal} deal @param {Seat} seat @param {Card} card */
function following(game, deal, seat, card) {
  const { values, unseen, trump, above } = seen(game, deal, seat);
  const { cards, leader } = deal;
  const [led] = cards;
  const best = winner(game.book, modeOf(deal), deal.tricks.length, cards);
  const wins = winner(game.book, modeOf(deal), deal.tricks.length, [...cards, card]) === cards.length;
  if (wins) {
    if (card[0] === trump && led[0] !== trump) return "cuts";
    if (cards.length === PLAYERS - 1) return "takes_last";
    return above(card).some((each) => unseen.includes(each)) ? "best" : "takes";
  }
  if (sideOf((leader + best) % PLAYERS) === sideOf(seat)) return values[card] >= DEAR ? "smears" : "holds";
  if (values[card] < DEAR) return card[0] === led[0] ? "ducks" : "throws";
  return "best";
}
