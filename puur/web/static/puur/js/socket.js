/**
 * The line to the server: connects, asks for what was missed, connects again, and repeats what was not confirmed.
 * An action carries an id, so a repeat is harmless; nothing that a person did is lost by a bad connection. One action is on its way at
 * a time: a Weis that has to be sent again never arrives after the card that followed it.
 */

/** @typedef {"connecting"|"open"|"waiting"|"closed"} LinkState */

const AGAIN = [500, 1000, 2000, 4000, 8000, 15000];
const FINAL = new Set([4401, 4403, 4404]);
const LONG = 3000; // milliseconds after which whoever waits for an answer is told so

export class Link {
  /**
   * @param {string} address
   * @param {{message: (message: any) => void, state: (state: LinkState, code: number, at: number) => void, late: () => void}} handlers
   */
  constructor(address, handlers) {
    this.address = address;
    this.handlers = handlers;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.seen = 0;
    this.tries = 0;
    /** @type {Map<string, {message: any, since: number, done: (answer: any) => void}>} */
    this.pending = new Map();
    /** @type {number} */
    this.timer = 0;
    this.heard = 0;
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.check();
    });
    setInterval(() => this.check(), 20000);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.handlers.state("connecting", 0, 0);
    const joint = this.address.includes("?") ? "&" : "?";
    const socket = new WebSocket(`${this.address}${this.seen ? `${joint}since=${this.seen}` : ""}`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.heard = Date.now();
      this.send({ t: "hello", since: this.seen, lang: document.documentElement.lang });
      this.handlers.state("open", 0, 0);
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
        this.handlers.state("closed", event.code, 0);
        return;
      }
      const wait = AGAIN[Math.min(this.tries, AGAIN.length - 1)] * (0.8 + Math.random() * 0.4);
      this.tries += 1;
      this.handlers.state("waiting", event.code, Date.now() + wait);
      this.timer = setTimeout(() => this.connect(), wait);
    };
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

  /** @param {any} message */
  take(message) {
    if (typeof message.n === "number" && (message.t === "sync" || message.t === "event"))
      this.seen = Math.max(message.t === "sync" ? message.n : this.seen, message.n);
    const waiting = message.id && this.pending.get(message.id);
    if (waiting && message.t === "error" && message.code === "busy") {
      setTimeout(() => this.pending.has(message.id) && this.next(), 700);
      this.handlers.message(message);
      return;
    }
    if (waiting && (message.t === "ok" || message.t === "refused" || message.t === "error")) {
      this.pending.delete(message.id);
      this.next();
      waiting.done(message);
    }
    this.handlers.message(message);
  }

  /** Whether an action has waited for its answer for long. */
  get late() {
    const oldest = this.pending.values().next().value;
    return Boolean(oldest) && Date.now() - oldest.since >= LONG;
  }

  /** The card that is on its way, or "". @returns {string} */
  get card() {
    for (const { message } of this.pending.values()) if (message.event.event === "card-played") return message.event.card;
    return "";
  }

  /** Send the oldest action that was not answered yet. */
  next() {
    const oldest = this.pending.values().next().value;
    if (oldest) this.send(oldest.message);
  }

  /** @param {any} message */
  send(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Do something in the game; the promise holds the answer, after however many tries.
   * @param {any} event @param {Record<string, any>} [more] beside the event @returns {Promise<any>}
   */
  act(event, more = {}) {
    const id = makeId();
    const message = { t: "act", id, event, ...more };
    return new Promise((done) => {
      this.pending.set(id, { message, since: Date.now(), done });
      setTimeout(() => this.pending.has(id) && this.handlers.late(), LONG);
      if (this.pending.size === 1) this.next();
    });
  }
}

/** @returns {string} a random id; `crypto.randomUUID` is missing on plain http in a home network */
export function makeId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** @returns {string} entropy of one's own for the shuffle, 64 characters of hex */
export const makeNonce = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((one) => one.toString(16).padStart(2, "0")).join("");
