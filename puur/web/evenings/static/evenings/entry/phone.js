/**
 * One phone at one table: what it keeps, which screen it is on, and its line to the server. The server's page carries the state; from then
 * on everything is written down in this browser first (`keep.js`), and the connection may come and go.
 */

import { makeId } from "../../puur/js/ids.js";
import { look, read, send, waiting, write } from "./keep.js";
import { keysOf } from "./paper.js";
import { blank, fieldsOf } from "./sums.js";

/** @import { EntryState, Kept, Said, Sheet } from "types/entry" */

const QUICK = 4_000; // milliseconds between two looks while the other side is awaited
const SLOW = 20_000;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;

export class Phone {
  /** @param {string} secret @param {string} base the address before the secret @param {EntryState} fresh as the page brought it @param {() => void} draw */
  constructor(secret, base, fresh, draw) {
    this.secret = secret;
    this.base = base;
    this.draw = draw;
    /** @type {Kept} */
    this.kept = read(secret) || {
      secret,
      where: { round: fresh.round, table: fresh.table, title: fresh.evening.title },
      side: "",
      fields: null,
      outbox: null,
      refused: "",
      state: fresh,
      when: 0,
    };
    // The page may come from the cache of this phone and be older than what the phone knows.
    if (!this.kept.state || fresh.at >= this.kept.state.at) this.kept.state = fresh;
    this.tag = "";
    this.cut = !navigator.onLine; // no connection at the moment
    this.editing = false; // a sheet that was sent is corrected
    this.handing = false; // the phone was handed to the other side
    this.full = false; // the browser keeps nothing more
    this.busy = false;
    this.once = false; // somebody wants news while an older look is on its way
    this.wait = FIRST_WAIT;
    this.timer = 0;
    this.keep();
    addEventListener("online", () => this.again());
    addEventListener("offline", () => {
      this.cut = true;
      draw();
    });
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.again());
    addEventListener("storage", () => {
      this.recall();
      draw();
    });
  }

  get state() {
    return this.kept.state;
  }

  get rules() {
    return this.state.rules;
  }

  /** What is typed so far. */
  get fields() {
    this.kept.fields ??= blank(this.rules);
    return this.kept.fields;
  }

  /** The own side, from 0; -1 while nobody has said which one it is. */
  get own() {
    return keysOf(this.rules).indexOf(this.kept.side);
  }

  keep() {
    this.full = !write(this.kept);
  }

  /** Another page of this browser may know more. */
  recall() {
    this.kept = read(this.secret) || this.kept;
  }

  // ---- the connection -------------------------------------------------------------------------------------------------------------

  /** Look and send at once, then from time to time. */
  again() {
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.turn();
  }

  async turn() {
    if (this.busy) {
      this.once = true;
      return;
    }
    this.busy = true;
    const later = await this.deliver();
    const seen = await look(`${this.base}${this.secret}/state.json`, this.tag);
    this.busy = false;
    if (seen) {
      this.recall();
      this.kept.state = seen.state;
      this.tag = seen.tag;
      this.keep();
    }
    this.cut = seen === null;
    this.draw();
    if (this.once) {
      this.once = false;
      this.turn();
      return;
    }
    const failing = later || this.cut;
    if (failing) this.wait = Math.min(LONGEST_WAIT, this.wait * 1.6);
    clearTimeout(this.timer);
    if (document.visibilityState !== "visible" && !this.kept.outbox) return;
    this.timer = setTimeout(() => this.turn(), failing ? this.wait : this.expecting ? QUICK : SLOW);
  }

  /** Send what waits, of this table and of earlier ones; whether something still waits. */
  async deliver() {
    let later = false;
    for (const { secret } of waiting()) {
      const done = await send(secret, this.base);
      if (done === "later") later = true;
      if (secret !== this.secret) continue;
      this.recall();
      if (done === "sent") this.tag = "";
    }
    return later;
  }

  /** Whether something of the other side is awaited. */
  get expecting() {
    const { phase, drafts } = this.state;
    return ["waiting", "disputed"].includes(phase) || (phase === "open" && drafts.some(Boolean));
  }

  // ---- what the person does -------------------------------------------------------------------------------------------------------

  /** Write a message down, and send it. @param {Said} said */
  post(said) {
    const { state, kept } = this;
    kept.seq = Math.max(Date.now(), (kept.seq || 0) + 1); // grows also if the clock of the phone is set back
    const { round, table } = state;
    const where = { side: kept.side, evening: state.evening.code, round, table };
    kept.outbox = { id: makeId(), seq: kept.seq, kind: "enter", ...where, ...said };
    kept.refused = "";
    this.show({});
    this.keep();
    this.again();
  }

  /** @param {string} side */
  sit(side) {
    this.kept.side = side;
    this.keep();
    this.show({});
  }

  /** Correct a sheet that was sent. @param {Sheet|null} [sheet] */
  edit(sheet) {
    if (sheet) this.kept.fields = fieldsOf(sheet, this.rules);
    this.keep();
    this.show({ editing: true });
  }

  /** Which screen is open. @param {{editing?: boolean, handing?: boolean}} screen */
  show({ editing = false, handing = false }) {
    this.editing = editing;
    this.handing = handing;
    this.draw();
  }

  /** Something was typed. */
  typed() {
    this.keep();
    this.draw();
  }
}
