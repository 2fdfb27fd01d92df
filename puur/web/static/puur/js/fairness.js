/**
 * A witness of the dealing, in the browser: keeps what the server has bound itself to and what this browser has added to the shuffle,
 * and computes every deal again when it is over. It believes nothing that it can compute. How: docs/protocol.md, "Fair dealing".
 */

import { makeNonce } from "./ids.js";
import { sha256 } from "./sha256.js";

/** @import { Card, ClientMessage, FairDeal, Seat, ServerMessage, View } from "types/protocol" */
/** @typedef {{nonce: string, taken: boolean, hand: Card[], shown: boolean}} Kept */
/** @typedef {"other-seed"|"other-nonce"|"nonce-twice"|"left-out"|"other-cards"|"lost"|"changed"} Alarm */

const MOST = 80; // deals that are kept for one table
const SEATS = "ABCD";

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The shuffled pack before the cut. @param {string} seed @param {string} added @param {string} way @returns {Card[]} */
export function packOf(seed, added, way) {
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

/** The hand of a seat. @param {Card[]} pack @param {FairDeal} deal @param {Seat} seat @param {number} players @param {number[]} packets */
export function handOf(pack, deal, seat, players, packets) {
  const cards = [...pack.slice(deal.lifted), ...pack.slice(0, deal.lifted)];
  const place = (seat - deal.dealer - 1 + players) % players;
  return packets.flatMap((size, turn) => {
    const start = packets.slice(0, turn).reduce((sum, other) => sum + other, 0) * players + place * size;
    return cards.slice(start, start + size);
  });
}

export class Witness {
  /** @param {string} code of the table @param {(message: ClientMessage) => void} send */
  constructor(code, send) {
    this.name = `puur.fair.${code}`;
    this.send = send;
    /** @type {{kept: Record<string, Kept>, alarms: {why: Alarm, n: number}[], last: {n: number, head: string}}} */
    this.known = { kept: {}, alarms: [], last: { n: 0, head: "" } }; // `last`: how the log stood when it was told last
    try {
      this.known = { ...this.known, ...JSON.parse(localStorage.getItem(this.name) || "{}") };
    } catch {
      // Private windows may refuse: then it holds for this page only.
    }
    this.current = ""; // the commitment of the deal that is asked for, or that runs
    this.met = false; // the state of the table has come once
    /** @type {Set<string>} seeds that are done with */
    this.done = new Set();
  }

  /** Whatever the server says. @param {ServerMessage} message @param {View|null} view after it @param {Seat|null} you */
  take(message, view, you) {
    this.stood(message);
    if (message.t === "contributed" && this.known.kept[message.commitment]) {
      this.known.kept[message.commitment].taken = true;
      this.save();
    }
    if (message.t === "event" && message.event.event === "deal-committed") this.committed(message.event.commitment, you);
    if ((message.t !== "sync" && message.t !== "event") || !view) return;
    const now = view.cut?.commitment ?? view.fair?.commitment;
    if (now && (now !== this.current || message.t === "sync")) this.committed(now, view.cut ? you : null);
    const own = this.known.kept[this.current];
    if (own && !view.cut && view.phase === "bidding" && !own.hand.length && you !== null) {
      own.hand = [...view.hand].sort();
      this.save();
    }
    for (const deal of view.fair?.deals ?? []) {
      // What was over before this browser came, or while it was away, it has not witnessed.
      const seen = this.met && message.t === "event";
      if (!this.done.has(deal.seed)) this.revealed(deal, view, you, seen);
    }
    this.met = true;
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

  /** The server has bound itself; whoever has a seat adds to the shuffle. @param {string} commitment @param {Seat|null} you */
  committed(commitment, you) {
    this.current = commitment;
    this.known.kept[commitment] ??= { nonce: "", taken: false, hand: [], shown: false };
    const own = this.known.kept[commitment];
    if (you !== null && !own.taken) {
      own.nonce ||= makeNonce();
      this.send({ t: "contribute", commitment, nonce: own.nonce });
    }
    this.save();
  }

  /** The server shows its seed. @param {FairDeal} deal @param {View} view @param {Seat|null} you @param {boolean} seen */
  revealed(deal, view, you, seen) {
    this.done.add(deal.seed);
    const own = this.known.kept[hex(sha256(unhex(deal.seed)))];
    if (!own) {
      if (seen) this.alarm("other-seed", deal.deal);
      return;
    }
    if (own.shown || deal.way !== "2") return;
    own.shown = true;
    const added = Object.fromEntries(deal.nonce.split(",").map((part) => part.split("=")));
    const mine = you === null ? "" : (added[SEATS[you]] ?? "");
    if (mine && mine !== own.nonce) {
      this.alarm(Object.values(this.known.kept).some((other) => other.nonce === mine) ? "nonce-twice" : "other-nonce", deal.deal);
    } else if (!mine && own.taken) this.alarm("left-out", deal.deal);
    if (you !== null && own.hand.length) {
      const hand = handOf(packOf(deal.seed, deal.nonce, deal.way), deal, you, view.names.length, view.fair?.packets ?? []);
      if (hand.sort().join() !== own.hand.join()) this.alarm("other-cards", deal.deal);
    }
    this.save();
  }

  /** @param {Alarm} why @param {number} n of the deal, or of the event */
  alarm(why, n) {
    if (this.known.alarms.some((alarm) => alarm.why === why && alarm.n === n)) return;
    this.known.alarms.push({ why, n });
    this.save();
  }

  save() {
    const names = Object.keys(this.known.kept);
    for (const old of names.slice(0, Math.max(0, names.length - MOST))) delete this.known.kept[old];
    try {
      localStorage.setItem(this.name, JSON.stringify(this.known));
    } catch {
      // As above.
    }
  }
}
