/** The games that this browser keeps, and how they join the person's others: written down first, sent when there is a connection, nothing sent twice. */

import { makeId } from "../ids.js";

/** @import { Kept } from "types/solo" */
/** @import { SoloGame } from "./game.js" */

const STORE = "puur.solo";
const MOST = 60; // games of which something is remembered
const AGAIN = 30000; // milliseconds until it is tried again

export class Keep {
  /** @param {{sync: string, csrf: string}} page @param {() => void} changed */
  constructor(page, changed) {
    this.page = page;
    this.changed = changed;
    /** @type {Map<string, Kept>} what a browser that keeps nothing would forget */
    this.own = new Map();
    this.busy = false;
    this.again = false;
    this.full = false;
    addEventListener("online", () => this.join());
    setInterval(() => this.waiting.length && this.join(), AGAIN);
  }

  /** All games, the newest first. @returns {Kept[]} */
  get all() {
    /** @type {Kept[]} */
    let games = [...this.own.values()];
    try {
      const names = Object.keys(localStorage).filter((name) => name.startsWith(`${STORE}.`));
      games = [...games.filter(({ id }) => !names.includes(`${STORE}.${id}`)), ...names.flatMap((name) => read(name) ?? [])];
    } catch {
      // Private windows may refuse: then there is what this page knows.
    }
    return games.sort((one, other) => other.when - one.when);
  }

  /** The games that are not over, the one that was played last first. @returns {Kept[]} */
  get open() {
    const games = this.all.filter((kept) => !kept.over && kept.events.length);
    return games.sort((one, other) => (other.played ?? other.when) - (one.played ?? one.when));
  }

  /** The game that is being played, if any: none where the last one is over. @returns {Kept|null} */
  get running() {
    const [latest] = this.open;
    const since = latest?.played ?? latest?.when ?? 0;
    return latest && !this.all.some((kept) => kept.over && (kept.played ?? kept.when) > since) ? latest : null;
  }

  /** What the server does not have yet: deals that are over. @returns {Kept[]} */
  get waiting() {
    return this.all.filter((kept) => !kept.refused && wanted(kept) > kept.sent);
  }

  /** A game as it is kept now. @param {string} id @returns {Kept|null} */
  stored(id) {
    return read(`${STORE}.${id}`) ?? this.own.get(id) ?? null;
  }

  /** Write down how far a game has come. @param {Kept} kept @param {SoloGame} game */
  save(kept, game) {
    const { now } = game;
    const { sent, code, refused, joined } = this.stored(kept.id) ?? kept; // the server may have answered meanwhile
    const deals = now.deals.filter((deal) => deal.phase === "over").length;
    const won = now.over ? (now.winner === null ? null : now.winner === 0) : null;
    this.put(
      Object.assign(kept, {
        ...{ events: game.events, sent, code, refused, joined, over: now.over, totals: game.written, won, deals },
        played: Date.now(),
      }),
    );
  }

  /** @param {Kept} kept */
  put(kept) {
    this.own.set(kept.id, Object.assign(this.own.get(kept.id) ?? kept, kept)); // the same value as long as the page is open
    try {
      localStorage.setItem(`${STORE}.${kept.id}`, JSON.stringify(kept));
      for (const old of this.all.slice(MOST))
        if (old.over && old.sent >= old.events.length) localStorage.removeItem(`${STORE}.${old.id}`);
      this.full = false;
    } catch {
      this.full = true;
    }
  }

  /** Send what waits, one game after the other. */
  async join() {
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    do {
      this.again = false;
      for (const kept of navigator.onLine ? this.waiting : []) await this.send(kept);
    } while (this.again);
    this.busy = false;
    this.changed();
  }

  /** @param {Kept} kept */
  async send(kept) {
    const { id, book, target, names, faces } = kept;
    const events = kept.events.slice(0, wanted(kept));
    try {
      const answer = await fetch(this.page.sync, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token },
        body: JSON.stringify({ id, book, target, names, faces, events }),
      });
      const told = await answer.json();
      const stored = this.stored(id) ?? kept; // it may have gone on meanwhile
      if (answer.ok) this.put(Object.assign(stored, { sent: events.length, code: told.code, joined: told.deals }));
      else if (answer.status === 403) this.rename(stored);
      else if (answer.status === 400 || answer.status === 409)
        this.put(Object.assign(stored, { refused: told.text || told.error }));
    } catch {
      // No connection after all: the next one will do.
    }
  }

  /** It is somebody else's on the server (cookies cleared, another account): what is here goes on as a game of its own. @param {Kept} kept */
  rename(kept) {
    const own = this.own.get(kept.id) ?? kept; // the table may hold it
    this.own.delete(kept.id);
    try {
      localStorage.removeItem(`${STORE}.${kept.id}`);
    } catch {
      // Then it was never there.
    }
    this.put(Object.assign(own, kept, { id: makeId(), sent: 0, joined: 0, code: "" }));
    this.again = true;
  }

  get token() {
    const cookie = document.cookie.split("; ").find((pair) => pair.startsWith("csrftoken="));
    return cookie ? cookie.slice("csrftoken=".length) : this.page.csrf;
  }
}

/** How many events are to be sent: up to the end of the last deal that is over, all of a game that is. @param {Kept} kept */
function wanted({ events, over, deals }) {
  if (over) return events.length;
  const openings = events.flatMap(({ event }, place) => (event === "hands-recorded" ? [place] : []));
  return openings.length > deals ? (deals ? openings[deals] : 0) : events.length;
}

/** @param {string} name @returns {Kept|null} */
function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) || "null");
  } catch {
    return null;
  }
}
