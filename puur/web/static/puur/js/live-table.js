/**
 * A table that is played at, put together: what the server says (`state`), what the person is about (`desk`) and does (`actions`), what
 * is told to them (`voice`), and the line to the server. Events are shown one after the other, each long enough to be seen; `board.js` draws them.
 * The rules live on the server: the page knows only which cards are legal, because it is told so.
 */

import { Actions } from "./actions.js";
import { draw } from "./board.js";
import { fetchPictures } from "./cards.js";
import { Connection } from "./connection.js";
import { Desk } from "./desk.js";
import { Witness } from "./fairness.js";
import { muted, pause, prefs } from "./prefs.js";
import { TableState } from "./state.js";
import { say } from "./texts.js";
import { beaten, rivalOf, weisVerdict } from "./weis.js";
import { Voice, lengthOf } from "./words.js";

/** @import { BookFacts, EventMessage, Seat, ServerMessage, SyncMessage } from "types/protocol" */
/**
 * @typedef {{
 *   code: string, url: string, ws: string, qr: string, record: string, name: string, guest: boolean,
 *   levels: string[]
 * }} PageFacts what the page was told by its address
 */

const BACKLOG = 14; // more events than this waiting: somebody comes back, and has seen enough

export class LiveTable {
  /** @param {HTMLElement} element @param {PageFacts} page @param {BookFacts} book */
  constructor(element, page, book) {
    this.element = element;
    this.page = page;
    this.book = book;
    this.draw = () => draw(this);
    this.state = new TableState();
    this.desk = new Desk();
    this.voice = new Voice(this.draw);
    this.actions = new Actions(this);
    /** @type {EventMessage[]} */
    this.waiting = []; // events that were not shown yet
    this.showing = false;
    this.witness = new Witness(page.code, (message) => this.line.send(message));
    this.line = new Connection(page.ws, {
      message: (message) => this.take(message),
      changed: this.draw,
      kept: () => this.witness.known.last.n,
    });
  }

  /** @returns {string} */
  get faces() {
    return prefs.faces || this.state.facts.table?.faces || "german";
  }

  /** Whoever plays by keyboard goes on from the hand. */
  focusHand() {
    const card = this.element.querySelector(".hand-card[tabindex='0']");
    if (card instanceof HTMLElement) card.focus({ preventScroll: true });
  }

  // ---- what the server says -------------------------------------------------------------------------------------------------------

  /** @param {ServerMessage} message */
  take(message) {
    const { state, desk, voice } = this;
    if (message.t === "sync") {
      this.waiting = []; // the whole state has come
      this.sync(message);
    } else if (message.t === "event") {
      this.state = state.with({ unstored: false });
      this.waiting.push(message);
      this.show();
    } else if (message.t === "said" || message.t === "chat") {
      if (message.seat === state.you || !muted(this.page.code, message.name)) this.hear(message);
    } else if (message.t !== "pong") {
      this.learn(message);
      if (message.t === "refused") {
        desk.played();
        voice.say(message.text, "warn", message.rule);
      } else if (message.t === "error" && message.code !== "busy" && message.code !== "waits") {
        if (message.code === "auth" && !state.loaded) return; // the door is closed; the banner says so
        desk.sent = "";
        voice.say(message.text || say("web.error"), "bad");
      } else this.draw();
    }
  }

  /** The state after a message, and what has to follow from it at once. @param {ServerMessage} message */
  learn(message) {
    const before = this.state;
    this.state = before.after(message);
    this.witness.take(message, this.state.facts.view, this.state.you);
    if (!before.loaded && this.state.loaded) fetchPictures(this.faces);
    if (before.loaded && before.table.game !== this.state.table.game) this.desk.settled.clear();
    if (before.facts.view?.number !== this.state.facts.view?.number) this.desk.afresh();
  }

  /** @param {SyncMessage} message */
  sync(message) {
    const { desk, line } = this;
    const result = this.state.result;
    this.learn(message);
    if (this.state.result !== result) this.tellResult();
    desk.reached(line.pending.size ? message.n : Infinity);
    desk.raised = "";
    desk.sent = message.view?.hand.includes(line.card) ? line.card : ""; // still on its way: not to be played twice
    const { view, table, you } = message;
    if (desk.ready && you !== null && view?.phase === "over" && !view.over && !table.ready.includes(you)) {
      this.actions.sayReady(); // it was said into a dead line
    }
    this.draw();
    this.follow();
  }

  /** Show what waits, one event after the other. */
  async show() {
    if (this.showing) return;
    this.showing = true;
    for (let message = this.waiting.shift(); message; message = this.waiting.shift()) {
      const length = this.step(message);
      const wait = this.waiting.length > BACKLOG ? 0 : pause(length);
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    }
    this.showing = false;
    this.follow();
  }

  /** Show one event; for how long. @param {EventMessage} message @returns {number} */
  step(message) {
    const { event } = message;
    const { result } = this.state;
    const winner = this.state.facts.view?.weis_winner ?? null;
    this.learn(message);
    const { state, desk, voice } = this;
    desk.reached(message.n);
    if (event.event === "card-played" && event.seat === state.you) {
      desk.played();
      if (voice.notice && voice.notice.kind !== "info") voice.dismiss(); // it is settled
    }
    voice.tell(event, this.around(event.seat), this.faces, state.myTurn ? say("web.prompt.you") : "");
    if (winner === null && state.view.weis_winner !== null) this.tellWeis();
    if (state.result !== result) this.tellResult();
    this.draw();
    return lengthOf(event, state);
  }

  /** What stands around an event of a seat, after it. @param {Seat|undefined} seat @returns {import("./words.js").Around} */
  around(seat) {
    const { view } = this.state;
    return {
      nameOf: (other) => this.state.nameOf(other),
      factor: view.factor,
      winner: view.trick_open ? view.trick_winner : null,
      trump: view.trump,
      weise: view.weise,
      rival: seat === undefined ? 0 : rivalOf(view, seat),
    };
  }

  /** Who has the highest Weis; the others admit it. */
  tellWeis() {
    for (const seat of beaten(this.state.view)) this.voice.bubble({ seat, text: say("web.bubble.weis.good"), kind: "says" });
    this.voice.announce(weisVerdict(this.state));
  }

  /** A deal is over, and it is to be acknowledged. */
  tellResult() {
    const { result, team } = this.state;
    if (!result) return;
    const totals = this.state.standing(result.totals);
    const facts = { us: result.totals[team], them: result.totals[1 - team] };
    this.voice.announce(totals ? say("web.score.many", { totals }) : say("web.result.live", facts));
  }

  /** @param {Extract<ServerMessage, {t: "said"|"chat"}>} message */
  hear(message) {
    this.learn(message);
    const text = this.state.facts.chat[this.state.facts.chat.length - 1].text;
    if (message.seat !== null) this.voice.bubble({ seat: message.seat, text, kind: "talk" }, 4500);
    this.voice.announce(`${message.name}: ${text}`);
    this.draw();
  }

  /** What happens by itself once everything is shown: the last card. */
  follow() {
    const { state, desk, actions } = this;
    if (!state.playing || state.you === null || this.waiting.length) return;
    const { view } = state;
    const last = view.phase === "playing" && view.hand.length === 1 && view.legal.length === 1;
    if (!state.myTurn || !last || desk.sent || actions.offers().length) return;
    setTimeout(() => {
      const { hand } = this.state.view;
      if (hand.length === 1 && this.state.myTurn && !desk.sent) actions.play(hand[0]);
    }, pause(700));
  }
}
