/**
 * What one hears, feels and notices of a table: sounds, spoken announcements, vibration, the title of the tab and its picture, a
 * notification. Each has its switch. The page fetches this only once a card was played on this device, so a first visit is silent;
 * being fetched alone it imports nothing that the page has already (`Given`).
 */

import { play } from "./sounds.js";

/** @import { GameEvent } from "types/protocol" */
/** @import { Moment } from "./moments.js" */
/** @import { LiveTable } from "./live-table.js" */

/** What the page hands over. @typedef {{prefs: import("./prefs.js").Prefs, calm: MediaQueryList, lang: string, say: (key: string) => string}} Given */

/** What each event sounds like. @type {Record<string, import("./sounds.js").Sound>} */
const SOUNDS = {
  "card-played": "card",
  dealt: "deal",
  pushed: "knock",
  announced: "knock",
  "stoeck-shown": "stoeck",
  thanked: "chalk",
};
/** @type {Record<Moment["kind"], import("./sounds.js").Sound>} */
const FANFARES = { match: "match", bergpreis: "chalk", won: "won", lost: "lost", schneider: "chalk" };
const VOICES = { de: "de-CH", fr: "fr-CH", it: "it-CH", en: "en-GB" };
const TURN = [30]; // milliseconds

export class Senses {
  /** @param {LiveTable} table @param {Given} given */
  constructor(table, given) {
    this.t = table;
    this.given = given;
    this.title = document.title;
    this.icon = /** @type {HTMLLinkElement|null} */ (document.querySelector("link[rel=icon]"));
    this.plain = this.icon?.href ?? "";
    this.mine = false;
    /** @type {Notification|null} */
    this.note = null;
    document.addEventListener("visibilitychange", () => this.show());
    this.turn(table.state.myTurn);
  }

  /** Something has happened. @param {GameEvent} event @param {string} aloud what was said with it */
  happened(event, aloud) {
    const sound = SOUNDS[event.event];
    if (sound && this.given.prefs.sound === "on") play(sound);
    if (aloud) this.speak(aloud);
    this.turn(this.t.state.myTurn);
  }

  /** A trick goes to its pile. */
  gathered() {
    if (this.given.prefs.sound === "on") play("trick");
  }

  /** A result is written down. */
  written() {
    if (this.given.prefs.sound === "on") play("chalk");
  }

  /** @param {Moment} moment */
  moment(moment) {
    if (this.given.prefs.sound === "on") play(FANFARES[moment.kind]);
    this.speak(moment.title);
  }

  /** @param {string} text */
  speak(text) {
    if (this.given.prefs.speak !== "on" || !("speechSynthesis" in window)) return;
    const said = new SpeechSynthesisUtterance(text);
    said.lang = VOICES[/** @type {"de"} */ (this.given.lang)] ?? this.given.lang;
    said.rate = 1.1;
    if (speechSynthesis.pending) speechSynthesis.cancel(); // nobody wants to hear what is long past
    speechSynthesis.speak(said);
  }

  /** Whether it is the own turn now. @param {boolean} mine */
  turn(mine) {
    const comes = mine && !this.mine;
    this.mine = mine;
    if (comes) {
      const touched = navigator.userActivation?.hasBeenActive ?? true; // before, browsers refuse and complain
      if (touched && this.given.prefs.vibrate === "on" && !this.given.calm.matches) navigator.vibrate?.(TURN);
      if (this.given.prefs.sound === "on" && document.hidden) play("turn");
      if (this.given.prefs.alert === "on" && document.hidden) this.notify();
    }
    this.show();
  }

  /** The tab says it to those who look elsewhere. */
  show() {
    const calls = this.mine && document.hidden && this.given.prefs.title === "on";
    document.title = calls ? `● ${this.given.say("web.prompt.you")} · ${this.title}` : this.title;
    if (this.icon) this.icon.href = calls ? this.plain.replace("puur.svg", "puur-turn.svg") : this.plain;
    if (!document.hidden || !this.mine) this.note?.close();
  }

  async notify() {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    const facts = { body: this.title, tag: `puur-${this.t.page.code}`, icon: this.plain };
    try {
      this.note = new Notification(this.given.say("web.prompt.you"), facts);
      this.note.onclick = () => window.focus();
    } catch {
      // A phone shows notifications only through its service worker.
      const registration = await navigator.serviceWorker?.getRegistration();
      registration?.showNotification(this.given.say("web.prompt.you"), facts).catch(() => {});
    }
  }
}
