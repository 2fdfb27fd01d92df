/**
 * What a table knows: the state that the server sent, what is open, what was said, and the names for it. It shows nothing and sends
 * nothing; `told.js` takes what the server says, `done.js` what the person does, `table.js` draws.
 */

import { pause, prefs } from "./prefs.js";
import { say } from "./texts.js";

export class TableState extends HTMLElement {
  constructor() {
    super();
    /** @type {import("./socket.js").Link|undefined} */ this.line = undefined;
    this.code = "";
    /** @type {any} */ this.facts = null;
    /** @type {any} */ this.table = null;
    /** @type {any} */ this.view = null;
    /** @type {number|null} */ this.you = null;
    /** @type {any[]} */ this.queue = [];
    this.busy = false;
    this.link = /** @type {import("./socket.js").LinkState} */ ("connecting");
    this.closed = 0;
    this.retry = 0;
    this.skew = 0;
    /** @type {string} */ this.dialog = "";
    /** @type {any} */ this.result = null;
    this.ready = false;
    /** @type {Map<number, {text: string, kind: string, sign: any}>} */ this.bubbles = new Map();
    /** @type {Set<string>} */ this.withheld = new Set();
    /** @type {{text: string, kind: string, rule: string}|null} */ this.toast = null;
    /** @type {any[]} */ this.chat = [];
    this.raised = "";
    this.sent = "";
    this.focus = "";
    /** @type {string[]} */ this.path = [];
    /** @type {number|null} */ this.lifted = null;
    /** @type {DOMRect|null} */ this.lastRect = null;
    /** @type {number|null} */ this.lastWinner = null;
    this.copied = false;
    this.live = "";
    this.speaking = false;
    this.wanted = "";
    this.toastTimer = 0;
    this.asked = 0; // a question in the middle was answered and waits for this event; 0: none
    this.shown = 0; // the number of the last event that is shown
    this.unstored = false; // the server has said that it can not store at the moment
  }

  /** Draws the table; the element itself knows how. */
  draw() {}

  /** What happens by itself once everything is shown. */
  follow() {}

  /** @param {number|null} seat @param {string} text @param {string} kind @param {any} [sign] @param {number} [time] */
  bubble(seat, text, kind, sign = null, time = 2600) {
    if (seat === null || seat === undefined) return;
    const one = { text, kind, sign };
    this.bubbles.set(seat, one);
    setTimeout(
      () => {
        if (this.bubbles.get(seat) === one) {
          this.bubbles.delete(seat);
          this.draw();
        }
      },
      Math.max(1200, pause(time)),
    );
  }

  /** @param {string|null} text @param {string} [kind] @param {string} [rule] */
  say(text, kind = "info", rule = "") {
    clearTimeout(this.toastTimer);
    this.toast = text ? { text, kind, rule } : null;
    if (text) {
      this.announce(rule ? `${text} ${rule}` : text);
      this.toastTimer = setTimeout(() => this.say(null), kind === "info" ? 4500 : 30000); // what was refused or ruled can be read in peace
    }
    this.draw();
  }

  /** Something for the live region; what comes at the same time is said one after the other, so that nothing is lost. @param {string} text */
  announce(text) {
    if (!text) return;
    this.live = this.speaking ? `${this.live} ${text}` : text;
    if (!this.speaking)
      setTimeout(() => {
        this.speaking = false;
      }, 120);
    this.speaking = true;
  }

  /** @param {number|null|undefined} seat @returns {string} */
  nameOf(seat) {
    if (seat === null || seat === undefined || seat < 0) return "";
    const one = this.table.seats[seat];
    return one.name || (this.view && this.view.names && this.view.names[seat]) || say("web.seat.n", { n: seat + 1 });
  }

  /** @param {number} team @param {boolean} [short] @returns {string} */
  teamName(team, short = false) {
    if (this.you === null) return short ? say("web.team.n", { n: team + 1 }) : `${this.nameOf(team)} + ${this.nameOf(team + 2)}`;
    return say(team === this.team ? "play.us" : "play.them");
  }

  get team() {
    return this.base % 2;
  }

  /** The seat that lies at the bottom of the screen. */
  get base() {
    return this.you ?? 0;
  }

  get myTurn() {
    return this.you !== null && this.view && this.view.to_act === this.you && !this.view.over;
  }

  /** @returns {string} */
  get faces() {
    return prefs.faces || (this.table && this.table.faces) || "german";
  }
}
