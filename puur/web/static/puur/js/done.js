/** What the person does: cards, announcements, offers, dialogues. Everything goes to the server; nothing is decided here. */

import { confirming, pause, prefer } from "./prefs.js";
import { makeNonce } from "./socket.js";
import { say } from "./texts.js";
import { ToldTable } from "./told.js";

export class DoneTable extends ToldTable {
  /** @param {string} card @param {HTMLElement|null} element */
  tap(card, element) {
    const view = this.view;
    this.focus = card;
    if (!view || this.sent) return;
    if (view.phase === "bidding" || view.phase === "preparing" || !view.mode) {
      this.say(say(this.myTurn ? "web.prompt.bid.you" : "web.tap.notyet"), "info");
      return;
    }
    // Even at a free table nobody plays twice to a trick.
    const lies =
      (view.trick.some((/** @type {any} */ [seat]) => seat === this.you) && !view.trick_open) ||
      (view.faults || []).some((/** @type {any} */ one) => one.seat === this.you);
    if (!this.myTurn && (this.table.playing !== "free" || lies)) {
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
    // The second card of the Stöck shows them in the same step, for the next player may cover it at once.
    this.line?.act({ event: "card-played", card }, { stoeck: true }).then((answer) => {
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
    return view.options.filter((/** @type {any} */ one) => {
      if (this.withheld.has(this.key_of(one))) return false;
      if (one.label === "weis-announced") return this.myTurn; // with the card; once it lies there the next player may be quicker
      if (one.label === "stoeck-shown")
        return view.target && view.totals[this.team] < view.target && view.totals[this.team] + 20 * view.factor >= view.target; // early only where it is enough
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

  /** What happens by itself once everything is shown. */
  follow() {
    const view = this.view;
    if (!view || this.you === null || this.queue.length) return;
    if (
      this.myTurn &&
      view.phase === "playing" &&
      view.hand.length === 1 &&
      view.legal.length === 1 &&
      !this.sent &&
      !this.offers().length
    ) {
      setTimeout(() => {
        if (this.view.hand.length === 1 && this.myTurn && !this.sent) this.play(this.view.hand[0]);
      }, pause(700));
    }
  }
}
