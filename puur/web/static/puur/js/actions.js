/** What the person does: cards, announcements, offers, dialogues. Everything goes to the server; nothing is decided here. */

import { ownFaces } from "./cards.js";
import { bidPrompt } from "./offers.js";
import { confirming, prefer, prefs } from "./prefs.js";
import { has, say } from "./texts.js";

/** @import { Announcement, Answer, Card, ClientEvent, Option, PlainOption, Seat } from "types/protocol" */
/** @import { LiveTable } from "./live-table.js" */

export class Actions {
  /** @param {LiveTable} table */
  constructor(table) {
    this.t = table;
  }

  // ---- cards ----------------------------------------------------------------------------------------------------------------------

  /** @param {Card} card @param {HTMLElement|null} element */
  tap(card, element) {
    const { state, desk, voice } = this.t;
    desk.focus = card;
    if (!state.playing || desk.sent) return;
    const { view, table } = state;
    const said = view.phase === "bidding" ? view.options.find((option) => option.event.card === card) : null;
    if (said) {
      if (desk.asked) return; // the card before it is on its way
      if (confirming() && desk.raised !== card) {
        desk.raised = card;
        this.t.draw();
        return;
      }
      desk.raised = "";
      this.answer(said.event);
      return;
    }
    if (view.phase === "bidding" && state.myTurn && view.legal.includes(card)) {
      this.play(card); // led without a word, which says what is trump
      return;
    }
    if (view.phase === "bidding" || view.phase === "preparing" || !view.mode) {
      voice.say(state.myTurn ? bidPrompt(view) : say("web.tap.notyet"));
      return;
    }
    const free = table.playing === "free";
    if (!state.myTurn && (!free || this.hasPlayed)) {
      voice.say(say("web.tap.turn", { name: state.nameOf(view.to_act) }));
      return;
    }
    const legal = view.legal.includes(card) || free;
    // At a free table a card out of turn is possible, but never by a slip of the finger.
    if (legal && (confirming() || !state.myTurn) && desk.raised !== card) {
      desk.raised = card;
      this.t.draw();
      return;
    }
    desk.from = element ? element.getBoundingClientRect() : null;
    if (legal && this.offers().some((option) => option.label === "weis-announced")) {
      desk.wanted = card;
      this.open("weis");
      return;
    }
    this.play(card);
  }

  /** Whether an own card lies in the trick, or beside it before its turn: even at a free table nobody plays twice. */
  get hasPlayed() {
    const { view, you } = this.t.state;
    return (view.trick.some(([seat]) => seat === you) && !view.trick_open) || view.faults.some((fault) => fault.seat === you);
  }

  /** @param {Card} card */
  play(card) {
    const { desk, line } = this.t;
    this.t.skip();
    desk.from ||= this.t.element.querySelector(`[data-card="${card}"]`)?.getBoundingClientRect() ?? null;
    desk.sent = card;
    this.t.draw();
    // The second card of the Stöck shows them in the same step, for the next player may cover it at once.
    line.act({ event: "card-played", card }, { stoeck: true }).then((answer) => {
      if (answer.t !== "ok" && desk.sent === card) desk.sent = "";
      this.t.draw();
    });
  }

  /** Play the card that waited for an answer about the Weis. @param {boolean} weis */
  async playWith(weis) {
    const { desk, state } = this.t;
    const card = desk.wanted;
    if (!card) return; // a second touch of the same button
    desk.wanted = "";
    desk.sent = card; // with the Weis: meanwhile nothing else is played, and this one not twice
    this.close("weis");
    const option = state.view.options.find((each) => each.label === "weis-announced");
    if (option && weis) await this.accept(option);
    else if (option) this.withhold(option);
    this.play(card);
  }

  // ---- questions in the middle ----------------------------------------------------------------------------------------------------

  /** @param {number} lifted */
  lift(lifted) {
    this.t.desk.lifted = lifted;
    this.t.draw();
  }

  /** @param {number} lifted */
  cut(lifted) {
    this.answer({ event: "cut", lifted });
  }

  /** @param {number|null} amount a number that is not said yet */
  amount(amount) {
    this.t.desk.amount = amount;
    this.t.draw();
  }

  /** @param {string[]} path what was chosen of an announcement so far */
  go(path) {
    this.t.desk.path = path;
    this.t.draw();
  }

  /** @param {Announcement|PlainOption} option an announcement, or pushing */
  bid(option) {
    this.t.desk.path = [];
    this.answer(option.event);
  }

  /** Answer a question in the middle; it goes away at once, so that nobody answers twice. @param {ClientEvent} event */
  answer(event) {
    const { desk } = this.t;
    desk.amount = null;
    desk.asked = Infinity;
    this.t.draw();
    this.act(event).then((answer) => {
      desk.asked = answer.t === "ok" && answer.n > this.t.state.facts.shown ? answer.n : 0;
      this.t.draw();
    });
  }

  // ---- offers ---------------------------------------------------------------------------------------------------------------------

  /** @param {ClientEvent} event @returns {Promise<Answer>} */
  act(event) {
    return this.t.line.act(event);
  }

  /** @param {Option} option */
  accept(option) {
    if (this.t.desk.dialog === "claim") this.t.desk.dialog = "";
    this.withhold(option);
    return this.act(option.event);
  }

  /** @param {Option} option */
  withhold(option) {
    this.t.desk.settled.add(this.keyOf(option));
    this.t.draw();
  }

  /** @param {Option} option @returns {string} what it is offered for: a deal, or a trick of it */
  keyOf(option) {
    const { view, tricksDone } = this.t.state;
    return `${view.number}-${option.label}${option.label === "thanked" ? `-${tricksDone}` : ""}`;
  }

  /** What is offered beside the cards and not yet declined. @returns {Option[]} */
  offers() {
    const { state, desk } = this.t;
    if (!state.playing || state.you === null || state.result) return [];
    return state.view.options.filter((option) => {
      if (desk.settled.has(this.keyOf(option))) return false;
      if (option.label === "weis-announced") return state.myTurn; // with the card; once it lies there the next player may be quicker
      if (option.label === "stoeck-shown") return this.stoeckSuffice; // early only where it is enough
      const own = state.view.phase === "playing" && has(`play.option.${option.label}`); // a word of this game
      return option.label === "weis-added" || option.label === "thanked" || own;
    });
  }

  /** Whether the own side reaches its target with Stöck, and not without. */
  get stoeckSuffice() {
    const { view, team } = this.t.state;
    const { stoeck, times_factor } = this.t.book;
    const worth = stoeck.points * (times_factor ? view.factor : 1);
    return view.target > 0 && view.totals[team] < view.target && view.totals[team] + worth >= view.target;
  }

  // ---- at the table ---------------------------------------------------------------------------------------------------------------

  /** Object at a free table. @param {string} offence @param {Seat} seat @param {number} trick */
  object(offence, seat, trick) {
    this.close("object");
    this.act({ event: "incident-reported", offence, seat, trick });
  }

  get mayObject() {
    const { state } = this.t;
    return state.you !== null && state.playing && state.view.objections.length > 0;
  }

  /** @param {string} phrase */
  phrase(phrase) {
    this.t.line.send({ t: "say", phrase });
    this.close("talk");
  }

  /** Whether somebody would be missing. */
  get isNeeded() {
    const { state } = this.t;
    return state.you !== null && state.table.state === "playing" && Boolean(this.t.page.code);
  }

  leave() {
    if (this.isNeeded) this.t.line.send({ t: "leave" });
    location.href = "/";
  }

  /** What a word means. @param {string} term */
  explain(term) {
    this.t.desk.term = term;
    this.open("glossary");
  }

  /** @param {string} dialog */
  open(dialog) {
    this.t.desk.dialog = dialog;
    this.t.draw();
  }

  /** @param {string} dialog */
  close(dialog) {
    const { state, desk } = this.t;
    if (dialog === "result") {
      const over = state.result?.over;
      this.t.state = state.with({ result: null });
      if (!over && state.you !== null) {
        desk.ready = true;
        this.sayReady();
      }
    }
    desk.dialog = "";
    this.t.draw();
    this.t.focusHand();
  }

  /** The next deal may begin. */
  sayReady() {
    this.t.line.send({ t: "ready" });
  }

  /** @param {string} key @param {string} value */
  prefer(key, value) {
    prefer({ [key]: key === "large" ? value === "true" : value });
    if (key === "pace" || key === "faces") this.t.line.send({ t: "prefer", pace: prefs.pace, faces: ownFaces() });
    if (key === "alert" && value === "on" && "Notification" in window && Notification.permission === "default")
      Notification.requestPermission().then(
        (answer) => answer === "denied" && this.t.voice.say(say("web.pref.alert.denied"), "warn"),
      );
    this.t.draw();
  }

  /** Copy the link to the table. */
  async copy() {
    const { desk, element, page } = this.t;
    try {
      await navigator.clipboard.writeText(page.url);
    } catch {
      const input = element.querySelector(".lobby-link input");
      if (input instanceof HTMLInputElement) input.select();
      document.execCommand("copy");
    }
    desk.copied = true;
    this.t.draw();
    setTimeout(() => {
      desk.copied = false;
      this.t.draw();
    }, 2500);
  }
}
