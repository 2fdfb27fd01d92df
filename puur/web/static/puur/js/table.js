/**
 * <puur-table>: the live table. Holds the state that the server sends, shows it step by step, and sends what the person does.
 * The rules live on the server: the page knows only which cards are legal, because it is told so.
 */

import { bidPanel } from "./bid.js";
import { cardName, modeName, modeSign, trumpOf } from "./cards.js";
import { dialogs, plain, slateContent } from "./dialogs.js";
import { h, patch } from "./dom.js";
import { lobby } from "./lobby.js";
import { banners, cutPanel, offers, prompt } from "./offers.js";
import { hand, place, topBar, trick } from "./parts.js";
import { confirming, pause, prefer, prefs } from "./prefs.js";
import { Link, makeNonce } from "./socket.js";
import { loadTexts, say } from "./texts.js";

/** How long the table shows a step before the next one, in milliseconds. */
const SHOWN = { "card-played": 480, announced: 1100, pushed: 800, "weis-announced": 900, "weis-added": 900, "stoeck-shown": 900, thanked: 1000, dealt: 300 };
const COMPLETE = 1300;
const BACKLOG = 14; // more than this waiting: somebody comes back, and has seen enough

export class PuurTable extends HTMLElement {
  constructor() {
    super();
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
    this.stoeckAuto = true;
    this.live = "";
    this.wanted = "";
    this.toastTimer = 0;
    this.asked = 0; // a question in the middle was answered and waits for this event; 0: none
    this.shown = 0; // the number of the last event that is shown
  }

  async connectedCallback() {
    this.code = this.dataset.code || "";
    this.facts = {
      code: this.code,
      url: this.dataset.url || location.href,
      qr: this.dataset.qr || "",
      record: this.dataset.record || `/t/${this.code}/record.jass`,
      name: this.dataset.name || "",
      guest: this.dataset.guest !== "false",
      levels: (this.dataset.levels || "simple").split(" "),
    };
    await loadTexts();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const path = this.dataset.ws || `/ws/t/${this.code}/`;
    const address = path.startsWith("ws") ? path : `${scheme}//${location.host}${path}`;
    this.line = new Link(address, {
      message: (message) => this.take(message),
      state: (state, code, at) => {
        this.link = state;
        this.closed = code;
        this.retry = at;
        this.draw();
      },
    });
    document.addEventListener("keydown", (event) => this.key(event));
    setInterval(() => {
      if (this.link === "waiting" || (this.table && this.table.deadline)) this.draw();
    }, 1000);
  }

  // ---- what the server says ----------------------------------------------------------------------------------------------------

  /** @param {any} message */
  take(message) {
    if (message.t === "sync") {
      this.queue = [];
      this.sync(message);
    } else if (message.t === "event") {
      this.queue.push(message);
      this.run();
    } else if (message.t === "table") {
      this.seated(message.table, message.you);
      this.draw();
    } else if (message.t === "refused") {
      this.sent = "";
      this.raised = "";
      this.say(message.text, "warn", message.rule);
    } else if (message.t === "error") {
      this.sent = "";
      this.say(message.text || say("web.error"), "bad");
    } else if (message.t === "said") {
      this.heard(message.seat, message.name, say(`web.phrase.${message.phrase}`));
    } else if (message.t === "chat") {
      this.heard(message.seat, message.name, message.text);
    }
  }

  /** @param {number|null} seat @param {string} name @param {string} text */
  heard(seat, name, text) {
    this.chat.push({ name, text });
    if (seat !== null && seat !== undefined) this.bubble(seat, text, "talk", null, 4500);
    this.announce(`${name}: ${text}`);
    this.draw();
  }

  /** @param {any} message */
  sync(message) {
    this.you = message.you;
    this.seated(message.table, message.you);
    this.view = message.view;
    this.shown = message.n;
    if (this.shown >= this.asked || !this.line?.pending.size) this.asked = 0;
    this.sent = "";
    this.raised = "";
    this.lastWinner = null;
    if (this.view && this.view.phase === "over" && (this.view.result || this.view.over)) this.showResult();
    else if (!this.result || !this.view || this.result.over) this.result = null; // what was not acknowledged yet stays
    this.draw();
    this.follow();
  }

  /** @param {any} table @param {number|null|undefined} you */
  seated(table, you) {
    const before = this.table;
    this.table = table;
    if (you !== undefined) this.you = you;
    else {
      const mine = table.seats.findIndex((/** @type {any} */ one) => one.you);
      if (table.seats.some((/** @type {any} */ one) => "you" in one)) this.you = mine >= 0 ? mine : null;
    }
    if (table.now) this.skew = table.now - Date.now();
    if (before && before.game !== table.game) {
      this.result = null;
      this.withheld.clear();
    }
  }

  async run() {
    if (this.busy) return;
    this.busy = true;
    while (this.queue.length) {
      const message = this.queue.shift();
      this.step(message);
      const wait = this.queue.length > BACKLOG ? 0 : pause(this.length(message));
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    }
    this.busy = false;
    this.follow();
  }

  /** @param {any} message */
  length(message) {
    const kind = message.event.event;
    if (kind === "card-played" && this.view.trick_open) return COMPLETE;
    if (kind === "card-played" && message.event.seat === this.you) return 160;
    return SHOWN[/** @type {keyof typeof SHOWN} */ (kind)] || 0;
  }

  /** Show one event. @param {any} message */
  step(message) {
    const event = message.event;
    const before = this.view;
    if (before && before.trick_open) this.lastWinner = before.trick_winner;
    this.view = { ...before, ...message.view };
    this.shown = message.n;
    if (this.shown >= this.asked) this.asked = 0;
    if (event.event === "card-played" && event.seat === this.you) {
      this.sent = "";
      this.raised = "";
    }
    if (!before || before.number !== this.view.number) {
      this.path = [];
      this.lifted = null;
      this.stoeckAuto = true;
      this.ready = false;
    }
    this.tell(event);
    if (this.view.phase === "over" && (!before || before.phase !== "over" || (this.view.over && !before.over))) this.showResult();
    if (this.view.over && before && !before.over) this.showResult();
    this.draw();
  }

  showResult() {
    this.result = this.view;
  }

  /** What happens by itself once everything is shown. */
  follow() {
    const view = this.view;
    if (!view || this.you === null || this.queue.length) return;
    const stoeck = view.options.find((/** @type {any} */ one) => one.label === "stoeck-shown");
    const trump = trumpOf(view.mode);
    if (stoeck && this.stoeckAuto && trump && !view.hand.includes(`${trump}K`) && !view.hand.includes(`${trump}O`) && !this.withheld.has(this.key_of(stoeck))) {
      this.accept(stoeck);
      return;
    }
    if (this.myTurn && view.phase === "playing" && view.hand.length === 1 && view.legal.length === 1 && !this.sent && !this.offers().length) {
      setTimeout(() => {
        if (this.view.hand.length === 1 && this.myTurn && !this.sent) this.play(this.view.hand[0]);
      }, pause(700));
    }
  }

  /** Words for an event: a bubble at the seat, and a sentence for the live region. @param {any} event */
  tell(event) {
    const view = this.view;
    const seat = event.seat;
    const name = seat === undefined ? "" : this.nameOf(seat);
    const faces = this.faces;
    const stand = event.by === "timeout" || event.by === "bot" ? ` (${say("web.said.standin")})` : "";
    let text = "";
    switch (event.event) {
      case "card-played":
        text = say("web.said.card", { name, card: cardName(event.card, faces) }) + stand;
        if (view.trick_open && view.trick_winner !== null) text += ` ${say("web.trick.won", { name: this.nameOf(view.trick_winner) })}`;
        break;
      case "pushed":
        text = say("web.said.pushed", { name });
        this.bubble(seat, say("web.bubble.pushed"), "says");
        break;
      case "announced":
        text = say("web.said.announced", { name, mode: modeName(event.mode, faces), factor: view.factor });
        this.bubble(seat, modeName(event.mode, faces) + (view.factor > 1 ? ` ×${view.factor}` : ""), "says", modeSign(event.mode, faces));
        break;
      case "weis-announced":
        text = say("web.said.weis", { name, points: event.points });
        this.bubble(seat, say("web.bubble.weis", { points: event.points }), "weis");
        break;
      case "weis-added": {
        const points = Array.isArray(event.points) ? event.points.reduce((/** @type {number} */ all, /** @type {number} */ one) => all + one, 0) : "";
        text = say("web.said.more", { name, points });
        this.bubble(seat, say("web.bubble.weis", { points }), "weis");
        break;
      }
      case "stoeck-shown":
        text = say("web.said.stoeck", { name });
        this.bubble(seat, say("web.bubble.stoeck"), "weis");
        break;
      case "thanked":
        text = say("web.said.thanked", { name });
        this.bubble(seat, say("web.bubble.thanked"), "weis");
        break;
      case "claimed":
        text = say("web.said.claimed", { name });
        this.bubble(seat, say("web.bubble.claimed"), "says");
        break;
      case "incident-reported":
        text = say("web.object.said", { name, offence: say(`referee.offence.${event.offence}`) });
        this.toast = { text, kind: "info", rule: "" };
        break;
      case "ruling-made":
        text = plain(`referee.text.${event.text}`);
        this.say(text, "warn", event.rule);
        break;
      case "cut":
        text = say("web.said.cut", { name, n: event.lifted });
        break;
      case "dealt":
        text = say("web.said.dealt", { name });
        break;
      default:
    }
    if (this.myTurn) text += ` ${say("web.prompt.you")}`;
    this.announce(text.trim());
  }

  // ---- what the person does ----------------------------------------------------------------------------------------------------

  /** @param {string} card @param {HTMLElement|null} element */
  tap(card, element) {
    const view = this.view;
    this.focus = card;
    if (!view || this.sent) return;
    if (view.phase === "bidding" || view.phase === "preparing" || !view.mode) {
      this.say(say(this.myTurn ? "web.prompt.bid.you" : "web.tap.notyet"), "info");
      return;
    }
    if (!this.myTurn && this.table.playing !== "free") {
      this.say(say("web.tap.turn", { name: this.nameOf(view.to_act) }), "info");
      return;
    }
    const legal = view.legal.includes(card) || this.table.playing === "free";
    // At a free table a card out of turn is possible, but never by a slip of the finger.
    if (legal && (confirming() || !this.myTurn) && this.raised !== card) {
      this.raised = card;
      this.draw();
      return;
    }
    this.lastRect = element ? element.getBoundingClientRect() : null;
    if (legal && this.offers().some((one) => one.label === "weis-announced")) {
      this.wanted = card;
      this.open("weis");
      return;
    }
    this.play(card);
  }

  /** @param {string} card */
  play(card) {
    if (!this.lastRect) {
      const element = this.querySelector(`[data-card="${card}"]`);
      this.lastRect = element ? element.getBoundingClientRect() : null;
    }
    this.sent = card;
    this.draw();
    this.line?.act({ event: "card-played", card }).then((answer) => {
      if (answer.t !== "ok" && this.sent === card) this.sent = "";
      this.draw();
    });
  }

  /** @param {boolean} weis */
  async playWith(weis) {
    const card = this.wanted;
    this.close("weis");
    const option = this.view.options.find((/** @type {any} */ one) => one.label === "weis-announced");
    if (option) {
      if (weis) await this.accept(option);
      else this.withhold(option);
    }
    if (card) this.play(card);
    this.wanted = "";
  }

  /** @param {number} lifted */
  lift(lifted) {
    this.lifted = lifted;
    this.draw();
  }

  /** @param {number} lifted */
  cut(lifted) {
    this.answer({ event: "cut", lifted, nonce: makeNonce() });
  }

  /** @param {any} event */
  act(event) {
    return this.line ? this.line.act(event) : Promise.resolve({});
  }

  /** @param {any} option */
  accept(option) {
    if (this.dialog === "claim") this.dialog = "";
    this.withheld.add(this.key_of(option));
    this.draw();
    return this.act(option.event);
  }

  /** @param {any} option */
  withhold(option) {
    if (option.label === "stoeck-shown") this.stoeckAuto = false;
    this.withheld.add(this.key_of(option));
    this.draw();
  }

  /** @param {any} option @returns {string} */
  key_of(option) {
    const trick = option.label === "thanked" ? `-${this.view.tricks_won[0] + this.view.tricks_won[1]}` : "";
    return `${this.view.number}-${option.label}${trick}`;
  }

  /** What is offered beside the cards and not yet declined. @returns {any[]} */
  offers() {
    const view = this.view;
    if (!view || this.you === null || this.result) return [];
    const trump = trumpOf(view.mode);
    return view.options.filter((/** @type {any} */ one) => {
      if (this.withheld.has(this.key_of(one))) return false;
      if (one.label === "weis-announced") return this.myTurn || view.trick.some((/** @type {any} */ [seat]) => seat === this.you);
      if (one.label === "stoeck-shown") return trump && !view.hand.includes(`${trump}K`) && !view.hand.includes(`${trump}O`) && !this.stoeckAuto;
      return one.label === "weis-added" || one.label === "thanked";
    });
  }

  /** @param {any} option */
  bid(option) {
    this.path = [];
    this.answer(option.event);
  }

  /** Answer a question in the middle; it goes away at once, so that nobody answers twice. @param {any} event */
  answer(event) {
    this.asked = Infinity;
    this.draw();
    this.act(event).then((answer) => {
      this.asked = answer.t === "ok" && answer.n > this.shown ? answer.n : 0;
      this.draw();
    });
  }

  /** Object at a free table. @param {string} offence @param {number} seat @param {number} trick */
  object(offence, seat, trick) {
    this.close("object");
    this.act({ event: "incident-reported", offence, seat, trick });
  }

  get mayObject() {
    return this.you !== null && this.view && (this.view.objections || []).length > 0;
  }

  /** @param {string} phrase */
  phrase(phrase) {
    this.line?.send({ t: "say", phrase });
    this.close("talk");
  }

  leave() {
    if (this.you !== null && this.table.state === "playing") this.line?.send({ t: "leave" });
    location.href = "/";
  }

  /** @param {string} name */
  open(name) {
    this.dialog = name;
    this.draw();
  }

  /** @param {string} name */
  close(name) {
    if (name === "result") {
      const over = this.result && this.result.over;
      this.result = null;
      if (!over && this.you !== null) {
        this.ready = true;
        this.line?.send({ t: "ready", nonce: makeNonce() });
      }
    }
    this.dialog = "";
    this.draw();
    /** @type {HTMLElement|null} */ (this.querySelector(".hand-card[tabindex='0']"))?.focus({ preventScroll: true });
  }

  /** @param {string} key @param {string} value */
  prefer(key, value) {
    prefer({ [key]: key === "large" ? value === "true" : value });
    this.draw();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.facts?.url || "");
    } catch {
      /** @type {HTMLInputElement|null} */ (this.querySelector(".lobby-link input"))?.select();
      document.execCommand("copy");
    }
    this.copied = true;
    this.draw();
    setTimeout(() => {
      this.copied = false;
      this.draw();
    }, 2500);
  }

  /** @param {KeyboardEvent} event @param {string[]} cards */
  handKey(event, cards) {
    const at = cards.indexOf(this.focus);
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (move) {
      event.preventDefault();
      this.focusOn(cards[(at + move + cards.length) % cards.length], true);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      this.focusOn(event.key === "Home" ? cards[0] : cards[cards.length - 1], true);
    }
  }

  /** @param {string} card @param {boolean} [move] */
  focusOn(card, move = false) {
    if (this.focus !== card) {
      this.focus = card;
      this.draw();
    }
    if (move) /** @type {HTMLElement|null} */ (this.querySelector(`[data-card="${card}"]`))?.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || !this.view) return;
    const open = { "?": "help", s: "slate", l: "trick", t: "talk", m: "menu" }[event.key];
    if (open && !this.querySelector("dialog[open]")) {
      event.preventDefault();
      this.open(open);
    } else if (/^[1-9]$/.test(event.key) && !this.querySelector("dialog[open]")) {
      const cards = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".hand-card"));
      cards[Number(event.key) - 1]?.focus();
    }
  }

  // ---- words -------------------------------------------------------------------------------------------------------------------

  /** @param {number|null} seat @param {string} text @param {string} kind @param {any} [sign] @param {number} [time] */
  bubble(seat, text, kind, sign = null, time = 2600) {
    if (seat === null || seat === undefined) return;
    const one = { text, kind, sign };
    this.bubbles.set(seat, one);
    setTimeout(() => {
      if (this.bubbles.get(seat) === one) {
        this.bubbles.delete(seat);
        this.draw();
      }
    }, Math.max(1200, pause(time)));
  }

  /** @param {string|null} text @param {string} [kind] @param {string} [rule] */
  say(text, kind = "info", rule = "") {
    clearTimeout(this.toastTimer);
    this.toast = text ? { text, kind, rule } : null;
    if (text) {
      this.announce(rule ? `${text} ${rule}` : text);
      this.toastTimer = setTimeout(() => this.say(null), kind === "info" ? 3500 : 8000);
    }
    this.draw();
  }

  /** @param {string} text */
  announce(text) {
    if (text) this.live = text;
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

  // ---- drawing -----------------------------------------------------------------------------------------------------------------

  draw() {
    if (!this.isConnected) return;
    patch(this, this.table ? (this.table.state === "lobby" || !this.view ? this.lobby() : this.board()) : this.loading(), h("p", { key: "live", class: "hidden", "aria-live": "polite", id: "live" }, this.live));
  }

  loading() {
    return h("div", { key: "loading", class: "loading" }, this.link === "closed" ? null : h("p", null, say("web.loading")), banners(/** @type {any} */ (this)));
  }

  lobby() {
    return h(
      "div",
      { key: "lobby", class: "lobby-wrap" },
      banners(/** @type {any} */ (this)),
      h("a", { class: "back", href: "/" }, "‹ Puur"),
      lobby(this.table, this.you, /** @type {any} */ (this.facts), { send: (message) => this.line?.send(message), copy: () => this.copy(), copied: this.copied }),
      h("div", { class: "chat-side" }, this.chat.slice(-4).map((one, n) => h("p", { key: n }, h("b", null, one.name), " ", one.text))),
      dialogs(/** @type {any} */ (this)),
    );
  }

  board() {
    const view = this.view;
    const t = /** @type {any} */ (this);
    const bids = this.asked ? [] : view.options.filter((/** @type {any} */ one) => one.label === "announced");
    const cutting = view.cut && this.myTurn && !this.asked ? view.options.find((/** @type {any} */ one) => one.label === "cut") : null;
    let middle = null;
    if (cutting) middle = cutPanel(t, { ...cutting, commitment: view.cut.commitment });
    else if (bids.length) {
      const push = view.options.find((/** @type {any} */ one) => one.label === "pushed");
      middle = bidPanel(bids, this.path, this.faces, {
        choose: (option) => this.bid(option),
        go: (path) => {
          this.path = path;
          this.draw();
        },
        push: push ? () => this.bid(push) : null,
        sheet: view.sheet,
        team: this.team,
      });
    } else middle = trick(t);
    return h(
      "div",
      { key: "board", class: `board-wrap ${this.myTurn ? "my-turn" : ""} ${view.trump ? `trump-${view.trump}` : ""}` },
      h(
        "main",
        { class: "board", id: "main" },
        topBar(t),
        banners(t),
        h(
          "div",
          { class: "felt", "aria-label": say("web.table.label"), role: "region" },
          [0, 1, 2, 3].map((step) => place(t, (this.base + step) % 4)),
          h("div", { key: "middle", class: `middle ${bids.length || cutting ? "panel-in" : ""}` }, middle),
          h("div", { key: "side-acts", class: "felt-acts" }, view.last_trick && !view.trick_open ? h("button", { class: "chip", onclick: () => this.open("trick"), "data-act": "last-trick" }, say("web.trick.last")) : null, this.mayObject ? h("button", { class: "chip", onclick: () => this.open("object"), "data-act": "objection" }, say("web.object.title")) : null, h("button", { class: "chip icon-chip", "aria-label": say("web.talk.title"), onclick: () => this.open("talk") }, h("svg:svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("svg:path", { d: "M4 5H20V16H11L6 20V16H4Z" }), h("svg:path", { d: "M8 9H16M8 12H13" })))),
        ),
        h("div", { class: "below" }, prompt(t), h("div", { class: "offers" }, offers(t))),
        this.you === null ? h("p", { class: "watching hint" }, say("web.watching")) : hand(t),
      ),
      h("aside", { class: "side", "aria-label": say("web.slate.title") }, slateContent(t)),
      dialogs(t),
    );
  }
}

customElements.define("puur-table", PuurTable);
