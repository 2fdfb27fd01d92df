/**
 * A witness of the dealing, in the browser: keeps what the server has bound itself to and what this browser has added to the shuffle,
 * and computes every deal again when it is over. It believes nothing that it can compute. How: docs/protocol.md, "Fair dealing".
 */

import { makeNonce } from "./ids.js";
import { sha256 } from "./sha256.js";

/** @import { Card, ClientMessage, FairDeal, Seat, ServerMessage, View } from "types/protocol" */
/**
 * What is kept of a promise: whether the own number was sent and taken, for which game and deal it stands, whose seats were bots.
 * @typedef {{nonce: string, sent: boolean, taken: boolean, hand: Card[], shown: boolean, game: number, deal: number, bots: Seat[],
 *   given: boolean, played?: [Seat, Card][], late?: boolean}} Kept `late`: this browser itself came to it too late
 */
/** @typedef {"other-seed"|"promise-twice"|"other-nonce"|"nonce-twice"|"not-a-person"|"left-out"|"other-cards"|"lost"|"changed"} Hard */
/** @typedef {Hard|"unheard"|"other-device"|"given"} Alarm */
/** @typedef {{why: Alarm, n: number, closed?: boolean}} Raised */

const MOST = 80; // deals that are kept for one table
const MOST_SEEN = 4 * MOST; // numbers of others that are remembered, each by its beginning
const SEEN = 16; // digits of it
/** What may have a harmless reason that only the person knows (a bad line, a second device): it can be closed, until the next time. */
export const SOFT = new Set(["unheard", "other-device", "given"]);
const SEATS = "ABCD";
const LATE = 2500; // milliseconds: a page that did nothing for longer may have kept the server waiting

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The shuffled pack before the cut. @param {string} seed @param {string} added @param {string} way @returns {Card[]} */
function packOf(seed, added, way) {
  const text = new TextEncoder();
  const key = sha256(Uint8Array.from([...text.encode(`puur-deal-${way}\0`), ...unhex(seed), 0, ...text.encode(added)]));
  /** @type {number[]} */
  let numbers = [];
  let counter = 0;
  const next = () => {
    if (!numbers.length) {
      const block = new DataView(new ArrayBuffer(40));
      key.forEach((byte, place) => block.setUint8(place, byte));
      block.setUint32(36, counter++);
      const words = new DataView(sha256(new Uint8Array(block.buffer)).buffer);
      numbers = Array.from({ length: 8 }, (_, place) => words.getUint32(place * 4));
    }
    return /** @type {number} */ (numbers.shift());
  };
  const cards = [..."ERSL"].flatMap((suit) => [..."6789BUOKA"].map((rank) => suit + rank));
  for (let i = cards.length - 1; i > 0; i--) {
    const limit = Math.floor(2 ** 32 / (i + 1)) * (i + 1);
    let number = next();
    while (number >= limit) number = next();
    [cards[i], cards[number % (i + 1)]] = [cards[number % (i + 1)], cards[i]];
  }
  return cards;
}

/** The hand of a seat. @param {Card[]} pack @param {FairDeal} deal @param {Seat} seat @param {number} players */
export function handOf(pack, deal, seat, players) {
  const { packets, between, aside, dealer_out: out } = deal;
  const cards = [...pack.slice(deal.lifted), ...pack.slice(0, deal.lifted)].filter((card) => !aside.includes(card));
  const place = (seat - deal.dealer - 1 + players) % players;
  const receivers = players - (out ? 1 : 0);
  return packets.flatMap((size, turn) => {
    const start = packets.slice(0, turn).reduce((sum, other) => sum + other, 0) * receivers + place * size + (turn ? between : 0);
    return place < receivers ? cards.slice(start, start + size) : [];
  });
}

/** The number of the last deal whose seed is shown. @param {View|null} view */
const shown = (view) => view?.fair?.deals.at(-1)?.deal ?? 0;

export class Witness {
  /** @param {string} code of the table @param {(message: ClientMessage) => void} send @param {() => number} [lag] for how long this page did nothing, in milliseconds */
  constructor(code, send, lag = () => 0) {
    this.lag = lag;
    this.name = `puur.fair.${code}`;
    this.send = send;
    /** @type {{kept: Record<string, Kept>, alarms: Raised[], seen: string[], game: number, last: {n: number, head: string}}} */
    this.known = { kept: {}, alarms: [], seen: [], game: 0, last: { n: 0, head: "" } }; // `last`: how the log stood when it was told last
    this.known = { ...this.known, ...this.stored() };
    this.current = ""; // the commitment of the deal that is asked for, or that runs
    this.game = 0;
    this.heard = 0; // the last deal whose seed has come
    this.met = false; // the state of the table has come once
    /** @type {Set<string>} seeds that are done with */
    this.done = new Set();
  }

  /** What is told is answered when it comes, not when its turn to be shown has come. @param {ServerMessage} message @param {Seat|null} you */
  hear(message, you) {
    if (message.t !== "event" && message.t !== "sync") return;
    this.heard = message.t === "sync" ? shown(message.view) : (message.view?.fair?.deals?.at(-1)?.deal ?? this.heard);
    if (message.t === "event" && message.event.event === "deal-committed") {
      this.committed(message.event.commitment, this.heard + 1, message.event, you, true);
    }
  }

  /** Whatever the server says. @param {ServerMessage} message @param {View|null} view after it @param {Seat|null} you @param {number} game */
  take(message, view, you, game = 0) {
    this.stood(message);
    if (game !== this.known.game) this.known.seen = []; // in another game the server begins anew with what it has to refuse
    this.known.game = this.game = game;
    if (message.t === "contributed" && this.known.kept[message.commitment]) {
      this.known.kept[message.commitment].taken = true;
      this.save();
    }
    if ((message.t !== "sync" && message.t !== "event") || !view) return;
    const asked = view.cut?.commitment;
    if (asked && (asked !== this.current || message.t === "sync")) this.committed(asked, shown(view) + 1, view.cut ?? {}, you);
    if (!asked && view.fair?.commitment) this.runs(view.fair.commitment, shown(view) + 1);
    const own = this.known.kept[this.current];
    if (own && !view.cut && view.phase === "bidding" && !own.hand.length && you !== null) {
      own.hand = [...view.hand].sort();
      this.save();
    }
    if (own && !view.cut && message.t === "event" && message.event.event === "card-played") {
      (own.played ??= []).push([message.event.seat, message.event.card]);
      this.save();
    }
    for (const deal of view.fair?.deals ?? []) {
      // What was over before this browser came it has not witnessed; what it was promised it has, however the line broke meanwhile.
      const seen = (this.met && message.t === "event") || this.promised(deal.deal);
      if (!this.done.has(deal.seed)) this.revealed(deal, view, you, seen);
    }
    this.met = true;
  }

  /** The deal that is played; its promise was told before, except to whoever came in the middle. @param {string} commitment @param {number} number */
  runs(commitment, number) {
    if (this.known.kept[commitment]) this.current = commitment;
    else if (this.promised(number)) this.alarm("other-seed", number);
    else this.committed(commitment, number, {}, null);
  }

  /** Whether this browser was promised a seed for a deal of this game and has not seen it. @param {number} number */
  promised(number) {
    return Object.values(this.known.kept).some((kept) => kept.game === this.game && kept.deal === number && !kept.shown);
  }

  /** The log only grows: what was told once is there later, and the same. @param {ServerMessage} message */
  stood(message) {
    const { last } = this.known;
    if (message.t === "sync" && message.n < last.n) this.alarm("lost", last.n);
    if (message.t === "past" && message.n === last.n && message.n >= message.begins && message.head !== last.head) {
      this.alarm("changed", last.n);
    }
    if ((message.t === "ok" || message.t === "sync") && message.head && (message.n > last.n || !last.head)) {
      this.known.last = { n: message.n, head: message.head };
      this.save();
    }
  }

  /**
   * The server has bound itself; whoever has a seat adds to the shuffle, each time that the line is new until it was taken.
   * @param {string} commitment @param {number} number of the deal
   * @param {{bots?: Seat[], given?: boolean}} said with it @param {Seat|null} you @param {boolean} [told] just now, to somebody who sits there already
   */
  committed(commitment, number, { bots = [], given = false }, you, told = false) {
    if (!this.known.kept[commitment] && this.promised(number)) this.alarm("promise-twice", number);
    this.current = commitment;
    const kept = this.stored().kept?.[commitment]; // another tab of this browser may have been quicker: then both send the same
    this.known.kept[commitment] ??= {
      nonce: kept?.nonce ?? "",
      sent: false,
      taken: false,
      hand: [],
      shown: false,
      game: this.game,
      deal: number,
      bots,
      given,
    };
    const own = this.known.kept[commitment];
    if (given) {
      this.alarm("given", 0); // once for a table: the person knows whether it is such a one
      this.save();
    } else if (you !== null && bots.includes(you)) {
      own.sent ||= told; // who sits here is no bot
      this.save();
    } else if (you !== null && !own.taken) {
      own.nonce ||= makeNonce();
      own.sent = true;
      own.late ||= this.lag() > LATE;
      this.save();
      this.send({ t: "contribute", id: "fair", commitment, nonce: own.nonce });
    } else this.save();
  }

  /** The server shows its seed. @param {FairDeal} deal @param {View} view @param {Seat|null} you @param {boolean} seen */
  revealed(deal, view, you, seen) {
    this.done.add(deal.seed);
    const own = this.known.kept[hex(sha256(unhex(deal.seed)))];
    if (!own) {
      if (seen) this.alarm("other-seed", deal.deal);
      return;
    }
    if (own.shown) return;
    own.shown = true;
    const parts = deal.way === "2" ? deal.nonce.split(",").filter(Boolean) : [];
    const added = new Map(parts.map((part) => /** @type {[string, string]} */ (part.split("="))));
    this.everybody(deal, own, added);
    if (you !== null) this.own(deal, own, added.get(SEATS[you]) ?? "");
    this.cards(deal, own, view.names.length, you);
    this.save();
  }

  /**
   * The own hand, and every card that somebody else was seen to play, are those that follow. What nobody was dealt may come out of the stock.
   * @param {FairDeal} deal @param {Kept} own @param {number} players @param {Seat|null} you
   */
  cards(deal, own, players, you) {
    const pack = packOf(deal.seed, deal.nonce, deal.way);
    const hands = Array.from({ length: players }, (_, seat) => handOf(pack, deal, seat, players));
    const other = you !== null && own.hand.length > 0 && hands[you].length > 0 && [...hands[you]].sort().join() !== own.hand.join();
    const foreign = (own.played ?? []).some(([seat, card]) => hands.some((hand, owner) => owner !== seat && hand.includes(card)));
    if (other || foreign) this.alarm("other-cards", deal.deal);
    delete own.played;
  }

  /** Nobody adds for a bot, and no number serves twice. @param {FairDeal} deal @param {Kept} own @param {Map<string, string>} added */
  everybody(deal, own, added) {
    const numbers = [...added.values()].map((number) => number.slice(0, SEEN));
    const seen = new Set(this.known.seen);
    if (new Set(numbers).size < numbers.length || numbers.some((number) => seen.has(number))) this.alarm("nonce-twice", deal.deal);
    if ((own.bots ?? []).some((seat) => added.has(SEATS[seat]))) this.alarm("not-a-person", deal.deal);
    this.known.seen = [...this.known.seen, ...numbers].slice(-MOST_SEEN);
  }

  /** What the server has put down as this seat's number. @param {FairDeal} deal @param {Kept} own @param {string} mine */
  own(deal, own, mine) {
    if (mine && mine === own.nonce) return;
    const others = Object.values(this.known.kept).filter((other) => other !== own && mine && other.nonce === mine);
    if (others.some((other) => other.game === own.game && other.deal === own.deal)) {
      this.alarm("promise-twice", deal.deal); // the number was given to the first promise of this very deal
    } else if (!mine) {
      if (own.taken) this.alarm("left-out", deal.deal);
      else if (own.sent && !own.late) this.alarm("unheard", deal.deal); // whoever was slow cannot blame the server
    } else if (others.length) this.alarm("nonce-twice", deal.deal);
    else if (own.taken) this.alarm("other-nonce", deal.deal);
    else if (own.sent) this.alarm("other-device", deal.deal);
  }

  /** The alarm that stands: the worst, then the newest. @returns {Raised|undefined} */
  get standing() {
    const alarms = [...this.known.alarms].reverse();
    return alarms.find(({ why }) => !SOFT.has(why)) ?? alarms.find(({ closed }) => !closed);
  }

  /** The person knows the reason of what may be harmless. */
  close() {
    for (const alarm of this.known.alarms) if (SOFT.has(alarm.why)) alarm.closed = true;
    this.save();
  }

  /** @param {Alarm} why @param {number} n of the deal, or of the event */
  alarm(why, n) {
    if (this.known.alarms.some((alarm) => alarm.why === why && alarm.n === n)) return;
    this.known.alarms.push({ why, n });
    this.save();
  }

  /** What this browser has kept of the table. @returns {Partial<Witness["known"]>} */
  stored() {
    try {
      return JSON.parse(localStorage.getItem(this.name) || "{}");
    } catch {
      return {}; // Private windows may refuse: then it holds for this page only.
    }
  }

  save() {
    const names = Object.keys(this.known.kept);
    for (const old of names.slice(0, Math.max(0, names.length - MOST))) delete this.known.kept[old];
    const text = JSON.stringify(this.known);
    try {
      localStorage.setItem(this.name, text);
    } catch {
      makeRoom(this.name);
      try {
        localStorage.setItem(this.name, text);
      } catch {
        // As above.
      }
    }
  }
}

/** Where there is no room left, other tables without an alarm give theirs. @param {string} name that stays */
function makeRoom(name) {
  try {
    for (const other of Object.keys(localStorage)) {
      if (!other.startsWith("puur.fair.") || other === name) continue;
      if (!JSON.parse(localStorage.getItem(other) || "{}").alarms?.length) localStorage.removeItem(other);
    }
  } catch {
    // Then there is none.
  }
}
