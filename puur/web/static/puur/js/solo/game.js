/**
 * A Schieber as the fold of its events, for the page that has no server: a second reading of what `puur/core/game.py` does with the
 * books that this page offers. `submit` refuses what those rules refuse; whatever is played here is replayed by the core later, and
 * tests hold both to the same score after every event.
 */

import { addable, announceable, bookWeise, demandable, mayShow, writeStoeck } from "./bonus.js";
import { byOrder, finishWith, hear, look, orderOpen } from "./ending.js";
import { PLAYERS, legal, modeOf, sideOf, winner, worth } from "./rules.js";
import { highest } from "./weise.js";

/** @import { Card, Entry, Pair, Seat, Team } from "types/protocol" */
/** @import { Deal, SoloBook, SoloEvent, Standings, Weis } from "types/solo" */

/** What the rules refuse. */
export class Refused extends Error {}

export class SoloGame {
  /** @param {SoloBook} book @param {number} target of this game; 0 where deals are counted */
  constructor(book, target) {
    this.book = book;
    this.target = target;
    /** @type {SoloEvent[]} */
    this.events = [];
    /** @type {Standings} */
    this.now = {
      deals: [],
      entries: [],
      bergpreis: null,
      bergpreisAt: "",
      over: false,
      overBy: "",
      winner: null,
      schneider: false,
    };
    /** @type {string|null} everything before the end, which a last word may still change */
    this.beforeEnd = null;
  }

  /** The game after these events. @param {SoloBook} book @param {number} target @param {SoloEvent[]} events */
  static replay(book, target, events) {
    const game = new SoloGame(book, target);
    for (const event of events) game.submit(event);
    return game;
  }

  /** Check an event and apply it. @param {SoloEvent} event */
  submit(event) {
    const handler = HANDLERS[event.event];
    if (!handler) throw new Refused(event.event);
    handler(this, event);
    this.events.push(event);
    if (event.event !== "card-played" || this.deal?.open) look(this);
  }

  // ---- questions ------------------------------------------------------------------------------------------------------------------

  /** The deal that is announced, played or just over. @returns {Deal|undefined} */
  get deal() {
    return this.now.deals[this.now.deals.length - 1];
  }

  /** @returns {Deal} */
  get running() {
    if (!this.deal || this.now.over) throw new Refused("no-deal");
    return this.deal;
  }

  /** Who has to speak or play. @returns {Seat|null} */
  get toAct() {
    const { deal } = this;
    if (!deal || this.now.over || deal.phase === "over") return null;
    return deal.phase === "bidding" ? deal.speaker : deal.turn;
  }

  /** Limit of Bergpreis and Schneider. */
  get half() {
    return this.book.alone.halves[this.target];
  }

  /** What is written. @returns {Pair<number>} */
  get written() {
    /** @type {Pair<number>} */
    const totals = [0, 0];
    for (const entry of this.now.entries) totals[entry.team] += entry.points;
    return totals;
  }

  /** The live score: what is written, and the complete tricks of the running deal. @returns {Pair<number>} */
  get totals() {
    const [us, them] = this.written;
    const { deal } = this;
    if (deal?.phase !== "playing") return [us, them];
    return [us + deal.points[0] * deal.factor, them + deal.points[1] * deal.factor];
  }

  /** By what Weis and Stöck are multiplied. @param {Deal} deal */
  bonus(deal) {
    return this.book.times_factor ? deal.factor : 1;
  }

  /** The cards that a seat may play now. @param {Seat} seat @returns {Card[]} */
  legal(seat) {
    const { deal } = this;
    if (!deal || deal.phase !== "playing" || this.now.over || deal.turn !== seat) return [];
    return legal(this.book, modeOf(deal), deal.tricks.length, deal.hands[seat], deal.open ? [] : deal.cards);
  }

  /** Whether a seat has put its card to a trick. @param {Deal} deal @param {Seat} seat @param {number} trick from 1 */
  hasPlayed(deal, seat, trick) {
    if (deal.tricks.length >= trick) return true;
    if (deal.tricks.length < trick - 1 || deal.open) return false;
    return (seat - deal.leader + PLAYERS) % PLAYERS < deal.cards.length;
  }

  // ---- the slate ------------------------------------------------------------------------------------------------------------------

  /** @param {Deal} deal @param {Team} team @param {string} source @param {number} raw @param {number} factor @param {string} rule @param {number} trick */
  write(deal, team, source, raw, factor, rule, trick) {
    this.now.entries.push({ deal: deal.number, team, source, raw, factor, points: raw * factor, rule, trick });
  }

  /** Take out what came from a source in a deal. @param {Deal} deal @param {string} source */
  strike(deal, source) {
    this.now.entries = this.now.entries.filter(
      (/** @type {Entry} */ entry) => entry.deal !== deal.number || entry.source !== source,
    );
  }
}

/** Put a card on the table; the last one completes the trick, the last trick the deal. @param {SoloGame} game @param {Deal} deal @param {Card} card */
function lay(game, deal, card) {
  if (deal.open) Object.assign(deal, { open: false, cards: [] });
  deal.hands[deal.turn] = deal.hands[deal.turn].filter((held) => held !== card);
  deal.cards.push(card);
  if (deal.cards.length < PLAYERS) {
    deal.turn = (deal.turn + 1) % PLAYERS;
    return;
  }
  const taker = (deal.leader + winner(game.book, modeOf(deal), deal.tricks.length, deal.cards)) % PLAYERS;
  const points = worth(game.book, modeOf(deal), deal.cards);
  deal.tricks.push({ leader: deal.leader, cards: [...deal.cards], winner: taker, points });
  deal.points[sideOf(taker)] += points;
  deal.won[sideOf(taker)] += 1;
  Object.assign(deal, { leader: taker, turn: taker, open: true });
  if (deal.tricks.length === 1 && Object.keys(deal.announced).length) decide(game, deal);
  if (!deal.hands[taker].length) close(game, deal, sideOf(taker));
}

/** Which Weis is the highest, and what its side may write. @param {SoloGame} game @param {Deal} deal */
function decide(game, deal) {
  deal.best = highest(game.book, modeOf(deal), deal.announced, deal.tricks[0].leader);
  bookWeise(game, deal);
}

/** End a deal: the last trick first, then the cards, then the Match. @param {SoloGame} game @param {Deal} deal @param {Team} last who made the last trick */
function close(game, deal, last) {
  const { last_trick: extra, rules } = game.book.alone;
  const match = [0, 1].find((team) => deal.won[team] === deal.tricks.length) ?? null;
  Object.assign(deal, { last, match, phase: "over" });
  /** @param {Team} team @param {string} source @param {number} raw @param {string} field */
  const write = (team, source, raw, field) =>
    raw && game.write(deal, team, source, raw, deal.factor, rules[field], deal.tricks.length);
  write(last, "last-trick", extra, "scoring.last_trick");
  for (const team of [0, 1]) write(team, "stich", deal.points[team], "scoring.total");
  if (match !== null) write(match, "match", game.book.match_bonus, "scoring.match_bonus");
}

/** @param {boolean} holds @param {string} reason */
function demand(holds, reason) {
  if (!holds) throw new Refused(reason);
}

/** Who did it. @param {SoloEvent} event @returns {Seat} */
const seatOf = (event) => /** @type {Seat} */ (event.seat);

/** What each event checks and does. @type {Record<string, (game: SoloGame, event: SoloEvent) => void>} */
const HANDLERS = {
  "schreiber-named": (game) => demand(!game.deal, "deal-under-way"),

  "hands-recorded": (game, event) => {
    demand(!game.now.over && (!game.deal || game.deal.phase === "over"), "deal-under-way");
    const dealer = /** @type {Seat} */ (event.dealer);
    demand(!game.deal || (game.deal.dealer + 1) % PLAYERS === dealer, "wrong-dealer");
    const hands = Object.values(/** @type {Record<string, Card[]>} */ (event.hands));
    demand(new Set(hands.flat()).size === game.book.pack, "irregular-deal");
    const first = (dealer + 1) % PLAYERS;
    game.now.deals.push({
      number: game.now.deals.length + 1,
      dealer,
      phase: "bidding",
      dealt: hands.map((hand) => [...hand]),
      hands: hands.map((hand) => [...hand]),
      first,
      speaker: first,
      pushes: 0,
      announcer: null,
      mode: null,
      factor: 1,
      leader: first,
      turn: first,
      cards: [],
      open: false,
      tricks: [],
      points: [0, 0],
      won: [0, 0],
      last: null,
      match: null,
      brokenOff: false,
      announced: {},
      added: {},
      best: null,
      revealed: [],
      stoeck: null,
    });
  },

  pushed: (game, event) => {
    const deal = game.running;
    demand(deal.phase === "bidding" && deal.speaker === event.seat && deal.pushes === 0, "not-now");
    deal.pushes += 1;
    deal.speaker = (deal.speaker + 2) % PLAYERS;
  },

  announced: (game, event) => {
    const deal = game.running;
    const mode = String(event.mode);
    demand(deal.phase === "bidding" && deal.speaker === event.seat && mode in game.book.factors, "not-now");
    Object.assign(deal, { mode, announcer: event.seat, factor: game.book.factors[mode], phase: "playing" });
  },

  "weis-announced": (game, event) => {
    const deal = game.running;
    const best = announceable(game, seatOf(event));
    demand(best?.points === event.points, "no-weis");
    deal.announced[seatOf(event)] = /** @type {Weis} */ (best);
    if (deal.open) decide(game, deal); // said by the last player of the trick
  },

  "weis-added": (game, event) => {
    const deal = game.running;
    const said = /** @type {string[]} */ (event.weise);
    const weise = addable(game, deal, seatOf(event)).filter((weis) => said.includes(weis.cards.join("-")));
    demand(weise.length > 0 && weise.length === said.length, "no-weis");
    deal.added[seatOf(event)] = weise;
    bookWeise(game, deal);
  },

  "weis-demanded": (game, event) => {
    const deal = game.running;
    const of = /** @type {Seat} */ (event.of);
    demand(demandable(game, of), "weis-not-valid");
    deal.revealed.push(of);
  },

  "stoeck-shown": (game, event) => {
    const seat = seatOf(event);
    demand(mayShow(game, seat), "stoeck-not-now");
    demand(!game.now.over || (game.now.overBy === "target" && Boolean(game.deal?.open)), "game-over");
    hear(game);
    writeStoeck(game, /** @type {Deal} */ (game.deal), seat);
  },

  "card-played": (game, event) => {
    const deal = game.running;
    const card = /** @type {Card} */ (event.card);
    demand(game.legal(seatOf(event)).includes(card), "not-legal");
    lay(game, deal, card);
  },

  thanked: (game, event) => {
    demand(!game.now.over && game.book.alone.finish === "thanks", "no-thanks");
    demand(game.totals[sideOf(seatOf(event))] >= game.target, "not-enough");
    finishWith(game, sideOf(seatOf(event)), "thanks");
  },

  "ausmach-invoked": (game) => {
    demand(orderOpen(game), "no-ausmach");
    finishWith(game, byOrder(game, game.running), "ausmach");
  },
};
