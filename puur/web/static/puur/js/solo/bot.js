/** The bots of the page without a connection: cards by the small network, announcements by the table of bids (`puur/bots/bidding.py`). */

import { sight } from "./sight.js";
import { weiseIn } from "./weise.js";

/** @import { Card, Mode, Seat } from "types/protocol" */
/** @import { Deal, SoloEvent } from "types/solo" */
/** @import { SoloGame } from "./game.js" */
/** @import { Mind } from "./mind.js" */
/** @import { Chance } from "./round.js" */

const SUITS = "ERSL";
const SAMPLES = 60; // partners that are tried before pushing
const WEIS_WINS = 0.6; // how often the own Weis is the highest one

export class Prinz {
  /** @param {Mind} mind @param {Chance} random */
  constructor(mind, random) {
    this.mind = mind;
    this.random = random;
  }

  /** The best-looking legal card. @param {SoloGame} game @param {Seat} seat @returns {Card} */
  card(game, seat) {
    const cards = game.legal(seat);
    if (cards.length < 2) return cards[0];
    const { suits, facts, place } = sight(game, /** @type {Deal} */ (game.deal), seat, this.mind.facts);
    const looks = this.mind.looks(suits, facts);
    return cards.reduce((best, card) => (looks[place(card)] > looks[place(best)] ? card : best));
  }

  /** The announcement that promises most, or a push that promises more. @param {SoloGame} game @param {Seat} seat @returns {SoloEvent} */
  bid(game, seat) {
    const deal = /** @type {Deal} */ (game.deal);
    const hand = deal.hands[seat];
    const worths = this.worths(game, hand, deal.pushes ? "pushed.announcer" : "leads.announcer");
    const modes = /** @type {Mode[]} */ (Object.keys(worths));
    const best = modes.reduce((one, other) => (worths[other] > worths[one] ? other : one));
    if (!deal.pushes && this.pushing(game, hand) > worths[best]) return { event: "pushed", seat };
    return { event: "announced", seat, mode: best };
  }

  /** The points of a hand in each mode, by one part of the table. @param {SoloGame} game @param {Card[]} hand @param {string} part @returns {Record<Mode, number>} */
  points(game, hand, part) {
    const { book } = game;
    const ranks = book.orders.o;
    const rows = this.mind.part(part);
    const size = rows.length / 4;
    const held = [...SUITS].map((suit) =>
      hand.reduce((bits, card) => bits | (card[0] === suit ? 1 << ranks.indexOf(card[1]) : 0), 0),
    );
    const [asTrump, beside, oben, unten] = [0, 1, 2, 3].map((row) => held.map((bits) => rows[row * size + bits]));
    /** @param {number[]} suits */
    const sum = (suits) => suits.reduce((whole, points) => whole + points, 0);
    return Object.fromEntries(
      Object.entries(book.modes).map(([mode, { trump, blocks }]) => {
        const at = trump ? SUITS.indexOf(trump) : -1;
        const points = blocks[0] === "o" ? sum(oben) : blocks[0] === "u" ? sum(unten) : sum(beside) - beside[at] + asTrump[at];
        return [mode, points];
      }),
    );
  }

  /** What announcing each mode is worth, in written points. @param {SoloGame} game @param {Card[]} hand @param {string} part @returns {Record<Mode, number>} */
  worths(game, hand, part) {
    const { book } = game;
    const weise = book.alone.weis.enabled ? weiseIn(book, hand).reduce((sum, weis) => sum + weis.points, 0) : 0;
    const points = this.points(game, hand, part);
    return Object.fromEntries(
      Object.entries(points).map(([mode, made]) => {
        const { trump } = book.modes[mode];
        const stoeck = trump && [...book.alone.stoeck.ranks].every((rank) => hand.includes(trump + rank));
        const extra = (stoeck ? book.stoeck.points : 0) + WEIS_WINS * weise;
        return [mode, this.written(game, mode, made) + extra * (book.times_factor ? book.factors[mode] : 1)];
      }),
    );
  }

  /** What so many card points bring over the other side. @param {SoloGame} game @param {Mode} mode @param {number} made */
  written(game, mode, made) {
    const { total, factors } = game.book;
    return factors[mode] * (2 * Math.min(total, made) - total);
  }

  /** What it is worth to leave the choice to the partner: the mean over hands that the partner may hold. @param {SoloGame} game @param {Card[]} hand */
  pushing(game, hand) {
    const unseen = Object.keys(Object.values(game.book.alone.values)[0]).filter((card) => !hand.includes(card));
    const support = this.points(game, hand, "pushed.partner");
    const modes = Object.keys(support);
    let whole = 0;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      for (let n = 0; n < hand.length; n += 1) {
        const other = n + this.random(unseen.length - n);
        [unseen[n], unseen[other]] = [unseen[other], unseen[n]];
      }
      const points = this.points(game, unseen.slice(0, hand.length), "pushed.announcer");
      /** @param {Mode} mode */
      const worth = (mode) => this.written(game, mode, points[mode]);
      const best = modes.reduce((one, other) => (worth(other) > worth(one) ? other : one));
      whole += this.written(game, best, points[best] + support[best]);
    }
    return whole / SAMPLES;
  }
}
