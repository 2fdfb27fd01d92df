/** What the table says to the person: bubbles at the seats, one notice over the table, and the live region. All of it goes by itself. */

import { pause } from "./prefs.js";

/** @import { Seat } from "types/protocol" */
/** @import { Bubble, Notice, Words } from "./words.js" */

const INFO = 4500; // milliseconds
const SERIOUS = 30000; // what was refused or ruled can be read in peace

export class Voice {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Map<Seat, Bubble>} */
    this.bubbles = new Map();
    /** @type {Notice|null} */
    this.notice = null;
    this.live = "";
    this.speaking = false;
    this.timer = 0;
  }

  /** What an event has to say. @param {Words} words @param {string} [more] for the live region alone */
  tell(words, more = "") {
    if (words.bubble) this.bubble(words.bubble);
    if (words.notice?.kind === "info") this.notice = words.notice;
    else if (words.notice) this.say(words.notice.text, words.notice.kind, words.notice.rule);
    this.announce(`${words.text}${more ? ` ${more}` : ""}`.trim());
  }

  /** @param {Bubble} bubble @param {number} [time] */
  bubble(bubble, time = 2600) {
    this.bubbles.set(bubble.seat, bubble);
    setTimeout(
      () => {
        if (this.bubbles.get(bubble.seat) !== bubble) return;
        this.bubbles.delete(bubble.seat);
        this.redraw();
      },
      Math.max(1200, pause(time)),
    );
  }

  /** @param {string} text @param {Notice["kind"]} [kind] @param {string} [rule] */
  say(text, kind = "info", rule = "") {
    clearTimeout(this.timer);
    this.notice = { text, kind, rule };
    this.announce(rule ? `${text} ${rule}` : text);
    this.timer = setTimeout(() => this.dismiss(), kind === "info" ? INFO : SERIOUS);
    this.redraw();
  }

  /** Take the notice away. */
  dismiss() {
    clearTimeout(this.timer);
    this.notice = null;
    this.redraw();
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
}
