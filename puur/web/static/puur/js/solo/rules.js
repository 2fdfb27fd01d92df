/** Which cards may be played, who wins a trick, what cards count: a second reading of `puur/core/trick.py`, held to it by the corpus. No number stands here. */

/** @import { Card, Mode, Seat, Team } from "types/protocol" */
/** @import { Deal, SoloBook } from "types/solo" */

export const PLAYERS = 4;

/** The side of a seat. @param {Seat} seat @returns {Team} */
export const sideOf = (seat) => seat % 2;

/** What was announced; only asked for once something was. @param {Deal} deal @returns {Mode} */
export const modeOf = (deal) => /** @type {Mode} */ (deal.mode);

/** How a trick is decided, and its trump suit. @param {SoloBook} book @param {Mode} mode @param {number} trick from 0 */
function orderOf(book, mode, trick) {
  const { blocks, trump } = book.modes[mode];
  const block = /** @type {"t"|"o"|"u"} */ (blocks[Math.min(trick, blocks.length - 1)]);
  return { trump: block === "t" ? trump : null, ranks: block === "u" ? book.orders.u : book.orders.o };
}

/**
 * What makes a card win: 0 for one that cannot, otherwise the higher wins.
 * @param {SoloBook} book @param {Mode} mode @param {number} trick from 0 @param {string} led the suit @param {Card} card
 */
export function power(book, mode, trick, led, card) {
  const { trump, ranks } = orderOf(book, mode, trick);
  if (card[0] === trump) return ranks.length + 1 + book.orders.t.indexOf(card[1]);
  return card[0] === led ? 1 + ranks.indexOf(card[1]) : 0;
}

/**
 * The cards of a hand that may be played to a trick. (JR-PLAY-03, JR-PLAY-05, JR-BAUER-01, JR-UNDER-01)
 * @param {SoloBook} book @param {Mode} mode @param {number} trick from 0 @param {Card[]} hand @param {Card[]} cards on the table @returns {Card[]}
 */
export function legal(book, mode, trick, hand, cards) {
  if (!cards.length) return hand;
  const { trump } = orderOf(book, mode, trick);
  const led = cards[0][0];
  const following = hand.filter((card) => card[0] === led);
  if (!trump) return following.length ? following : hand;
  if (led === trump) return following.some((card) => card !== trump + book.alone.puur) ? following : hand;
  const trumps = hand.filter((card) => card[0] === trump);
  const allowed = following.length ? hand.filter((card) => card[0] === led || card[0] === trump) : hand;
  /** @param {Card} card */
  const height = (card) => (card[0] === trump ? power(book, mode, trick, led, card) : 0);
  const highest = Math.max(...cards.map(height));
  if (trumps.length === hand.length) return allowed; // with nothing but trumps one may go under
  return allowed.filter((card) => card[0] !== trump || height(card) > highest);
}

/** The place of the card that wins a trick, or wins it so far. @param {SoloBook} book @param {Mode} mode @param {number} trick from 0 @param {Card[]} cards */
export function winner(book, mode, trick, cards) {
  const powers = cards.map((card) => power(book, mode, trick, cards[0][0], card));
  return powers.indexOf(Math.max(...powers));
}

/** What cards count together. @param {SoloBook} book @param {Mode} mode @param {Card[]} cards */
export const worth = (book, mode, cards) => cards.reduce((sum, card) => sum + book.alone.values[mode][card], 0);

/** The hands of a shuffled pack, by seat. @param {SoloBook} book @param {Card[]} pack @param {Seat} dealer @returns {Card[][]} */
export function dealt(book, pack, dealer) {
  /** @type {Card[][]} */
  const hands = [[], [], [], []];
  let place = 0;
  for (const size of book.alone.packets)
    for (let step = 1; step <= PLAYERS; step += 1) {
      hands[(dealer + step) % PLAYERS].push(...pack.slice(place, place + size));
      place += size;
    }
  return hands;
}
