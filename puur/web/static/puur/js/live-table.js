/**
 * A table that is played at, put together: what the server says (`state`), what the person is about (`desk`) and does (`actions`), what
 * is told to them (`voice`), and the line to the server. Events are shown one after the other, each long enough to be seen; `board.js` draws them.
 * The rules live on the server: the page knows only which cards are legal, because it is told so.
 */

import { Actions } from "./actions.js";
import { draw } from "./board.js";
import { fetchPictures, ownFaces } from "./cards.js";
import { Connection } from "./connection.js";
import { Desk } from "./desk.js";
import { Witness } from "./fairness.js";
import { coach, hintText } from "./hints.js";
import { momentsOf, MOMENT } from "./moments.js";
import { calm, muted, pause, prefs } from "./prefs.js";
import { goRound, holdTime } from "./stage.js";
import { TableState } from "./state.js";
import { lang, say } from "./texts.js";
import { beaten, rivalOf, weisVerdict } from "./weis.js";
import { HOLD, Voice, lengthOf } from "./words.js";

/** @import { BookFacts, EventMessage, Seat, ServerMessage, SyncMessage, View, HintMessage } from "types/protocol" */
/** @import { Moment } from "./moments.js" */
/** @import { Senses } from "./senses.js" */
/**
 * @typedef {{
 *   code: string, url: string, ws: string, qr: string, record: string, name: string, guest: boolean,
 *   levels: string[], replay?: (deal: number) => string, then?: string
 * }} PageFacts what the page was told by its address; without a code nobody else can come, `replay` where it is not under that code,
 *   `then` where a set of given deals is compared
 */
/** @typedef {Pick<Connection, "state"|"code"|"retry"|"pending"|"late"|"card"|"connect"|"now"|"send"|"act">} Line to a server, or to a house in this browser */
/** @typedef {ConstructorParameters<typeof Connection>[1]} Handlers */

const PLAYED = "puur.played"; // a card was played on this device: from now on the table may be heard
const BEAT = 400; // milliseconds between two signs of life
const BACKLOG = 14; // more events than this waiting: somebody comes back, and has seen enough

export class LiveTable {
  /** @param {HTMLElement} element @param {PageFacts} page @param {BookFacts} book @param {(handlers: Handlers) => Line} [lineTo] the server, unless it is said otherwise */
  constructor(element, page, book, lineTo = (handlers) => new Connection(page.ws, handlers)) {
    this.element = element;
    this.page = page;
    this.book = book;
    this.draw = () => draw(this);
    this.state = new TableState();
    this.desk = new Desk();
    this.voice = new Voice(this.draw);
    document.addEventListener("puur-texts", this.draw);
    this.actions = new Actions(this);
    /** @type {EventMessage[]} */
    this.waiting = []; // events that were not shown yet
    this.showing = false;
    this.dealing = false; // cards are on their way round: nothing is asked yet
    this.staging = false; // the end of a deal is being shown: its result waits
    /** @type {Moment|null} */
    this.moment = null;
    /** @type {number[]} */
    this.delays = []; // of the own cards that are being dealt, in milliseconds
    /** @type {HintMessage|null} */
    this.hint = null;
    this.coached = 0; // the event after which the coach was asked
    this.skip = () => {}; // ends what is being shown now
    /** @type {Senses|null} */
    this.senses = null;
    const alive = { at: Date.now() - performance.now() }; // when this page last did something; at first, when it was asked for
    setInterval(() => (alive.at = Date.now()), BEAT);
    this.witness = new Witness(
      page.code,
      (message) => this.line.send(message),
      () => Date.now() - alive.at,
    );
    this.line = lineTo({
      message: (message) => this.take(message),
      changed: this.draw,
      hello: () => ({ kept: this.witness.known.last.n, pace: prefs.pace, faces: ownFaces() }),
    });
  }

  /** @returns {string} */
  get faces() {
    return ownFaces() || this.state.facts.table?.faces || "german";
  }

  /** Be heard and noticed from now on. */
  async wake() {
    if (this.senses) return;
    try {
      localStorage.setItem(PLAYED, "1");
    } catch {
      // Private windows may refuse: then the next page begins silently again.
    }
    const module = await import("./senses.js").catch(() => null); // the line is dead: the next card wakes them
    if (module) this.senses ??= new module.Senses(this, { prefs, calm, lang, say });
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
    this.witness.hear(message, state.you);
    if (message.t === "sync") {
      this.waiting = []; // the whole state has come
      this.skip();
      this.sync(message);
    } else if (message.t === "event") {
      this.state = state.with({ unstored: false });
      this.waiting.push(message);
      this.show();
    } else if (message.t === "said" || message.t === "chat") {
      if (message.seat === state.you || !muted(this.page.code, message.name)) this.hear(message);
    } else if (message.t === "hint") {
      this.hint = message.n === state.facts.shown ? message : null; // the table has moved on meanwhile
      if (this.hint) voice.announce(hintText(this, this.hint));
      this.draw();
    } else if (message.t !== "pong") {
      this.learn(message);
      if (message.t === "refused") {
        desk.played();
        voice.say(message.text, "warn", message.rule);
      } else if (message.t === "error" && message.id === "fair") {
        this.draw(); // the witness knows what to think of it when the deal is over
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
    this.witness.take(message, this.state.facts.view, this.state.you, this.state.facts.table?.game);
    if (!before.loaded && this.state.loaded) {
      fetchPictures(this.faces);
      if (localStorage.getItem(PLAYED)) this.wake();
    }
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
    this.senses?.turn(this.state.myTurn);
    this.draw();
    this.follow();
  }

  /** Show what waits, one event after the other. */
  async show() {
    if (this.showing) return;
    this.showing = true;
    for (let message = this.waiting.shift(); message; message = this.waiting.shift()) {
      const before = this.state.facts.view;
      const time = this.step(message);
      if (this.waiting.length <= BACKLOG) await this.pass(time);
      if (this.dealing) {
        this.dealing = false;
        this.draw();
      }
      await this.stage(before);
    }
    this.showing = false;
    this.follow();
  }

  /** Let time pass, until it is over or somebody wants to go on. @param {number} time in milliseconds; Infinity waits for a tap */
  pass(time) {
    if (time <= 0) return Promise.resolve();
    return new Promise((/** @type {(value?: undefined) => void} */ done) => {
      const timer = time === Infinity ? 0 : setTimeout(done, time);
      this.skip = () => {
        clearTimeout(timer);
        this.skip = () => {};
        done();
      };
    });
  }

  /** What has come about with an event gets its moment; then the result of the deal. @param {View|null} before */
  async stage(before) {
    for (const moment of momentsOf(before, this.state)) {
      this.senses?.moment(moment);
      if (!pause(MOMENT)) continue;
      this.moment = moment;
      this.draw();
      await this.pass(pause(MOMENT));
      this.moment = null;
    }
    if (!this.staging) return;
    this.staging = false;
    if (this.state.result) this.senses?.written();
    this.draw();
  }

  /** Show one event; for how long. @param {EventMessage} message @returns {number} */
  step(message) {
    const { event } = message;
    const { result } = this.state;
    const before = this.state.facts.view;
    this.hint = null;
    const winner = before?.weis_winner ?? null;
    this.learn(message);
    const dealing = goRound(this, before);
    this.dealing = dealing > 0;
    const { state, desk, voice } = this;
    desk.reached(message.n);
    if (event.event === "card-played" && event.seat === state.you) {
      desk.played();
      if (voice.notice && voice.notice.kind !== "info") voice.dismiss(); // it is settled
      this.wake();
    }
    const { bubble } = voice.tell(event, this.around(event.seat), this.faces, state.myTurn ? say("web.prompt.you") : "");
    this.senses?.happened(event, bubble ? (bubble.aloud ?? bubble.text) : "");
    if (before?.trick_open && !state.view.trick_open) this.senses?.gathered();
    if (winner === null && state.view.weis_winner !== null) this.tellWeis();
    if (state.result !== result) {
      this.staging = true;
      this.tellResult();
    }
    this.draw();
    const length = lengthOf(event, state);
    return dealing || (length === HOLD ? holdTime(this.state) : pause(length));
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
    coach(this);
    const { view } = state;
    const last = view.phase === "playing" && view.hand.length === 1 && view.legal.length === 1;
    if (!state.myTurn || !last || desk.sent || actions.offers().length) return;
    setTimeout(() => {
      const { hand } = this.state.view;
      if (hand.length === 1 && this.state.myTurn && !desk.sent) actions.play(hand[0]);
    }, pause(700));
  }
}
