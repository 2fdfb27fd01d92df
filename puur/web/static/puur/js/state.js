/**
 * What a table knows from the server, and nothing else: the table, the view of the own seat, what was said. A state never changes;
 * `after` gives the one that follows from a message. It shows nothing, sends nothing and decides nothing.
 */

import { say } from "./texts.js";

/** @import { EventMessage, ServerMessage, Seat, SyncMessage, TableFacts, Team, View } from "types/protocol" */
/** @typedef {{name: string, text: string}} Spoken */
/**
 * @typedef {{
 *   table: TableFacts|null, view: View|null, you: Seat|null, shown: number, result: View|null,
 *   lastWinner: Seat|null, chat: Spoken[], unstored: boolean, skew: number
 * }} Facts
 */

/** @type {Facts} */
const NOTHING = {
  table: null,
  view: null,
  you: null,
  shown: 0, // the number of the last event that is shown
  result: null, // the view at the end of a deal that was not acknowledged yet
  lastWinner: null, // who gets the trick that lay on the table before
  chat: [],
  unstored: false, // the server has said that it cannot store at the moment
  skew: 0, // the clock of the server before our own, in milliseconds
};

export class TableState {
  /** @param {Facts} [facts] */
  constructor(facts = NOTHING) {
    this.facts = facts;
  }

  /** The same with other facts. @param {Partial<Facts>} changes */
  with(changes) {
    return new TableState({ ...this.facts, ...changes });
  }

  /** What is known after a message. @param {ServerMessage} message @returns {TableState} */
  after(message) {
    switch (message.t) {
      case "sync":
        return this.synced(message);
      case "event":
        return this.stepped(message);
      case "table":
        return this.seated(message.table, message.you);
      case "ok":
      case "refused":
        return this.with({ unstored: false });
      case "error": // what is busy or waits is sent again by the line, or the table tries again by itself
        return message.code === "busy" || message.code === "waits" ? this.with({ unstored: true }) : this;
      case "said":
        return this.heard(message.name, say(`web.phrase.${message.phrase}`));
      case "chat":
        return this.heard(message.name, message.text);
      default:
        return this;
    }
  }

  /** @param {SyncMessage} message */
  synced(message) {
    const { view } = message;
    const there = this.seated(message.table, message.you);
    let result = there.result && view && !there.result.over ? there.result : null; // what was not acknowledged yet stays
    if (view && view.phase === "over" && (view.result || view.over)) result = view;
    return there.with({ view, shown: message.n, lastWinner: null, result });
  }

  /** @param {EventMessage} message */
  stepped(message) {
    const before = this.facts.view;
    const view = /** @type {View} */ ({ ...before, ...message.view });
    if (before && message.entries) view.entries = [...before.entries.slice(0, message.entries.from), ...message.entries.new];
    const ended = view.phase === "over" && before?.phase !== "over";
    const finished = view.over && before !== null && !before.over;
    return this.with({
      view,
      shown: message.n,
      result: ended || finished ? view : this.facts.result,
      lastWinner: before?.trick_open ? before.trick_winner : this.facts.lastWinner,
    });
  }

  /** @param {TableFacts} table @param {Seat|null} [you] where the message says so; otherwise the table does */
  seated(table, you) {
    const before = this.facts.table;
    let seat = you === undefined ? this.facts.you : you;
    if (you === undefined && table.seats.some((place) => "you" in place)) {
      const own = table.seats.findIndex((place) => place.you);
      seat = own >= 0 ? own : null;
    }
    return this.with({
      table,
      you: seat,
      skew: table.now ? table.now - Date.now() : this.facts.skew,
      result: before && before.game !== table.game ? null : this.facts.result,
    });
  }

  /** @param {string} name @param {string} text */
  heard(name, text) {
    return this.with({ chat: [...this.facts.chat, { name, text }] });
  }

  // ---- questions ------------------------------------------------------------------------------------------------------------------

  get loaded() {
    return this.facts.table !== null;
  }

  /** The table; only asked for once it is there. @returns {TableFacts} */
  get table() {
    return /** @type {TableFacts} */ (this.facts.table);
  }

  /** The view of the own seat; only asked for once a game runs. @returns {View} */
  get view() {
    return /** @type {View} */ (this.facts.view);
  }

  get playing() {
    return this.facts.view !== null;
  }

  get you() {
    return this.facts.you;
  }

  get result() {
    return this.facts.result;
  }

  /** The seat that lies at the bottom of the screen. @returns {Seat} */
  get base() {
    return this.facts.you ?? 0;
  }

  /** @returns {Team} */
  get team() {
    return this.facts.view?.sides[this.base] ?? 0;
  }

  get myTurn() {
    const { view, you } = this.facts;
    return view !== null && you !== null && view.awaited.includes(you) && !view.over;
  }

  /** How many tricks of the deal are complete. */
  get tricksDone() {
    return this.view.tricks_won.reduce((sum, won) => sum + won, 0);
  }

  /** @param {Seat|null|undefined} seat @returns {string} */
  nameOf(seat) {
    if (seat === null || seat === undefined || seat < 0) return "";
    return this.table.seats[seat].name || this.facts.view?.names[seat] || say("web.seat.n", { n: seat + 1 });
  }

  /** @param {Team} team @param {boolean} [short] @returns {string} */
  teamName(team, short = false) {
    const seats = this.view.sides.flatMap((side, seat) => (side === team ? [seat] : []));
    if (seats.length === 1) return this.nameOf(seats[0]);
    if (this.you === null) return short ? say("web.team.n", { n: team + 1 }) : seats.map((seat) => this.nameOf(seat)).join(" + ");
    return say(team === this.team ? "play.us" : "play.them");
  }

  /** A party of a deal: its side, or the people where parties are made anew for each deal. @param {number} party @param {number[]} parties of the seats */
  partyName(party, parties) {
    if (parties.every((each, seat) => each === this.view.sides[seat])) return this.teamName(party);
    const { idle } = this.view;
    return parties.flatMap((each, seat) => (each === party && !idle.includes(seat) ? [this.nameOf(seat)] : [])).join(" + ");
  }

  /** All sides, the own one first. @returns {Team[]} */
  get teams() {
    return this.view.totals.map((_, n, totals) => (this.team + n) % totals.length);
  }

  /** The names of all sides. @returns {string[]} */
  get teamNames() {
    return this.view.totals.map((_, team) => this.teamName(team));
  }

  /** How it stands, by name; nothing for who plays in one of two pairs: there it is we and they. @param {number[]} totals @returns {string} */
  standing(totals) {
    const paired = totals.length === 2 && this.view.sides.length > 2;
    return paired && this.you !== null ? "" : this.teams.map((team) => `${this.teamName(team)} ${totals[team]}`).join(", ");
  }

  /** The names of all seats. @returns {string[]} */
  get seatNames() {
    return this.table.seats.map((_, seat) => this.nameOf(seat));
  }
}
