/** The slates that this browser keeps, and how they get to the server: written down first, sent after, nothing is lost without a network. */

import { askAgain, sendWaiting, slateFor } from "./hand-in.js";
import { makeId } from "./ids.js";
import { say } from "./texts.js";

/** @import { BookFacts, SlateAnswer } from "types/protocol" */
/** @import { Slate } from "./count.js" */

const STORE = "puur.slates";
const MOST = 30;
const ASK_EVERY = 10_000; // ms, whether what was handed in counts by now

export class Slates {
  /** @param {{sync: string, book: string, csrf: string}} page @param {() => void} changed */
  constructor(page, changed) {
    this.page = page;
    this.changed = changed;
    /** @type {Slate[]} the newest first */
    this.all = read();
    /** @type {Slate|null} the one on the table */
    this.open = slateFor(this.all) ?? this.all[0] ?? null;
    if (this.open && !this.all.includes(this.open)) this.begin(this.open);
    this.state = /** @type {""|"offline"|"syncing"} */ (navigator.onLine ? "" : "offline");
    this.refused = "";
    this.busy = false;
    this.again = false;
    addEventListener("online", () => this.sync());
    addEventListener("offline", () => this.turn("offline"));
    setInterval(() => askAgain(this), ASK_EVERY);
    addEventListener("focus", () => askAgain(this));
  }

  /** @param {Slate} slate */
  begin(slate) {
    this.open = slate;
    this.all = [slate, ...this.all];
    this.keep();
  }

  /** Write everything down in this browser. */
  keep() {
    try {
      localStorage.setItem(STORE, JSON.stringify(this.all.slice(0, MOST)));
    } catch {
      this.refused = say("web.slate.full");
    }
  }

  /** @param {""|"offline"|"syncing"} state */
  turn(state) {
    this.state = state;
    this.changed();
  }

  /** One upload at a time: the first one of a guest also makes the session that owns the slate. */
  async sync() {
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    do {
      this.again = false;
      await this.upload();
      await sendWaiting(this);
    } while (this.again);
    this.busy = false;
  }

  async upload() {
    const slate = this.open;
    if (!slate || !slate.ops.length) return;
    if (!navigator.onLine) {
      this.turn("offline");
      return;
    }
    this.turn("syncing");
    const { id, book, own, names, target, ops } = slate;
    try {
      const answer = await fetch(this.page.sync, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token },
        body: JSON.stringify({ id, book, book_text: own?.text, names, target, ops }),
      });
      if (answer.status === 403) this.own(slate);
      if (!answer.ok) throw new Error(String(answer.status));
      this.take(slate, await answer.json());
      this.turn("");
    } catch {
      this.turn("offline");
    }
  }

  /** What a page has to know of a book of one's own, or what is wrong with it. @param {string} text @returns {Promise<{facts?: BookFacts, problems: string[]}>} */
  async readBook(text) {
    try {
      const answer = await fetch(this.page.book, { method: "POST", headers: { "X-CSRFToken": this.token }, body: text });
      const told = await answer.json();
      return answer.ok ? { facts: told, problems: [] } : { problems: told.problems ?? [told.text] };
    } catch {
      return { problems: [say("web.slate.offline")] };
    }
  }

  /** The session that owned it is gone (cookies cleared, another browser): what is here goes on as a slate of its own. @param {Slate} slate */
  own(slate) {
    slate.id = makeId();
    slate.sent = [];
    slate.view = null;
    this.keep();
  }

  /** @param {Slate} slate @param {SlateAnswer} answer */
  take(slate, answer) {
    slate.sent = answer.ops;
    slate.view = answer.view;
    this.refused = "";
    for (const refusal of answer.refused) {
      this.refused = refusal.text || refusal.reason;
      slate.ops = slate.ops.filter((op) => op.id !== refusal.id);
    }
    this.keep();
  }

  get token() {
    const cookie = document.cookie.split("; ").find((pair) => pair.startsWith("csrftoken="));
    return cookie ? cookie.slice("csrftoken=".length) : this.page.csrf;
  }
}

/** @returns {Slate[]} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(STORE) || "[]");
  } catch {
    return [];
  }
}
