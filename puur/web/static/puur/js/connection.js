/**
 * The line to the server: connects, asks for what was missed, connects again, and repeats what was not confirmed.
 * An action carries an id, so a repeat is harmless; nothing that a person did is lost by a bad connection. One action is on its way at
 * a time: a Weis that has to be sent again never arrives after the card that followed it.
 */

import { makeId } from "./ids.js";

/** @import { ActMessage, Answer, ClientEvent, ClientMessage, ServerMessage } from "types/protocol" */
/** @typedef {"connecting"|"open"|"waiting"|"closed"} LinkState */
/** @typedef {{message: ActMessage, since: number, done: (answer: Answer) => void}} Waiting */

const AGAIN = [500, 1000, 2000, 4000, 8000, 15000];
const FINAL = new Set([4401, 4403, 4404]);
const LONG = 3000; // milliseconds after which whoever waits for an answer is told so

/** The socket that `early.js` has opened while the scripts were on their way, with what came over it; once, and only while it lives. */
function takeEarly() {
  const early = window.puurEarly;
  window.puurEarly = undefined;
  return early && early.socket.readyState <= WebSocket.OPEN ? early : undefined;
}

export class Connection {
  /**
   * @param {string} address
   * @param {{message: (message: ServerMessage) => void, changed: () => void, hello: () => {kept: number, pace: string, faces: string}}} handlers
   *   `changed`: the state, or somebody waits for long; `hello`: what it says of itself when it comes
   */
  constructor(address, handlers) {
    this.address = address;
    this.handlers = handlers;
    this.state = /** @type {LinkState} */ ("connecting");
    this.code = 0; // with which it was closed
    this.retry = 0; // when it is tried again, in milliseconds
    /** @type {WebSocket|null} */
    this.socket = null;
    this.seen = 0;
    this.tries = 0;
    /** @type {Map<string, Waiting>} */
    this.pending = new Map();
    /** @type {number} */
    this.timer = 0;
    this.heard = 0;
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.check();
    });
    setInterval(() => this.check(), 20000);
  }

  connect() {
    clearTimeout(this.timer);
    this.turn("connecting");
    const joint = this.address.includes("?") ? "&" : "?";
    const early = takeEarly();
    const socket = early?.socket ?? new WebSocket(`${this.address}${this.seen ? `${joint}since=${this.seen}` : ""}`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.heard = Date.now();
      this.send({ t: "hello", since: this.seen, lang: document.documentElement.lang, ...this.handlers.hello() });
      this.turn("open");
      this.next();
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.take(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (FINAL.has(event.code)) {
        this.turn("closed", event.code);
        return;
      }
      const wait = AGAIN[Math.min(this.tries, AGAIN.length - 1)] * (0.8 + Math.random() * 0.4);
      this.tries += 1;
      this.turn("waiting", event.code, Date.now() + wait);
      this.timer = setTimeout(() => this.connect(), wait);
    };
    if (socket.readyState === WebSocket.OPEN) socket.onopen(new Event("open"));
    for (const text of early?.heard ?? []) this.take(JSON.parse(text));
  }

  /** @param {LinkState} state @param {number} [code] @param {number} [retry] */
  turn(state, code = 0, retry = 0) {
    this.state = state;
    this.code = code;
    this.retry = retry;
    this.handlers.changed();
  }

  /** Connect at once, where the line is down. */
  now() {
    if (!this.socket) this.connect();
  }

  /** A line that was silent for long is asked; one that does not answer is given up. */
  check() {
    if (!this.socket) {
      this.now();
    } else if (this.socket.readyState === WebSocket.OPEN) {
      if (Date.now() - this.heard > 50000) this.socket.close();
      else this.send({ t: "ping" });
    }
  }

  /** @param {ServerMessage} message */
  take(message) {
    if (message.t === "sync") this.seen = message.n;
    else if (message.t === "event") this.seen = Math.max(this.seen, message.n);
    else if (message.t === "ok" || message.t === "refused" || message.t === "error") this.answered(message);
    this.handlers.message(message);
  }

  /** @param {Answer} answer */
  answered(answer) {
    const { id } = answer;
    const waiting = id && this.pending.get(id);
    if (!waiting) return;
    if (answer.t === "error" && answer.code === "busy") {
      setTimeout(() => this.pending.has(id) && this.next(), 700);
      return;
    }
    this.pending.delete(id);
    this.next();
    waiting.done(answer);
  }

  /** Whether an action has waited for its answer for long. */
  get late() {
    const oldest = this.pending.values().next().value;
    return oldest !== undefined && Date.now() - oldest.since >= LONG;
  }

  /** The card that is on its way, or "". @returns {string} */
  get card() {
    for (const { message } of this.pending.values()) if (message.event.card) return message.event.card;
    return "";
  }

  /** Send the oldest action that was not answered yet. */
  next() {
    const oldest = this.pending.values().next().value;
    if (oldest) this.send(oldest.message);
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Do something in the game; the promise holds the answer, after however many tries.
   * @param {ClientEvent} event @param {{stoeck?: boolean}} [more] beside the event @returns {Promise<Answer>}
   */
  act(event, more = {}) {
    const id = makeId();
    const message = /** @type {ActMessage} */ ({ t: "act", id, event, ...more });
    return new Promise((done) => {
      this.pending.set(id, { message, since: Date.now(), done });
      setTimeout(() => this.pending.has(id) && this.handlers.changed(), LONG);
      if (this.pending.size === 1) this.next();
    });
  }
}
