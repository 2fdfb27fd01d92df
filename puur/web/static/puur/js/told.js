/** What the server says, shown one step after the other, with words for each. */

import { cardName, fetchPictures, modeName, modeSign } from "./cards.js";
import { muted, pause } from "./prefs.js";
import { plain } from "./rulings.js";
import { makeNonce } from "./socket.js";
import { TableState } from "./state.js";
import { say } from "./texts.js";

/** How long the table shows a step before the next one, in milliseconds. */
const SHOWN = {
  "card-played": 480,
  announced: 1100,
  pushed: 800,
  "weis-announced": 900,
  "weis-added": 900,
  "stoeck-shown": 900,
  thanked: 1000,
  dealt: 300,
};
const COMPLETE = 1300;
const BACKLOG = 14; // more than this waiting: somebody comes back, and has seen enough

export class ToldTable extends TableState {
  /** @param {any} message */
  take(message) {
    if (message.t === "sync") {
      this.queue = [];
      this.sync(message);
    } else if (message.t === "event") {
      this.unstored = false;
      this.queue.push(message);
      this.run();
    } else if (message.t === "table") {
      this.seated(message.table, message.you);
      this.draw();
    } else if (message.t === "ok") {
      this.unstored = false;
      this.draw();
    } else if (message.t === "refused") {
      this.unstored = false;
      this.sent = "";
      this.raised = "";
      this.say(message.text, "warn", message.rule);
    } else if (message.t === "error" && message.code === "auth" && !this.table) {
      return; // the door is closed; the banner says so
    } else if (message.t === "error" && (message.code === "busy" || message.code === "waits")) {
      this.unstored = true; // the line sends it again, or the table tries again by itself
      this.draw();
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
    if (seat !== this.you && muted(this.code, name)) return;
    this.chat.push({ name, text });
    if (seat !== null && seat !== undefined) this.bubble(seat, text, "talk", null, 4500);
    this.announce(`${name}: ${text}`);
    this.draw();
  }

  /** @param {any} message */
  sync(message) {
    this.you = message.you;
    this.seated(message.table, message.you);
    if (this.view?.number !== message.view?.number) this.afresh();
    this.view = message.view;
    this.shown = message.n;
    if (this.shown >= this.asked || !this.line?.pending.size) this.asked = 0;
    this.sent = this.view?.hand.includes(this.line?.card) ? this.line?.card || "" : ""; // still on its way: not to be played twice
    this.raised = "";
    this.lastWinner = null;
    if (this.view && this.view.phase === "over" && (this.view.result || this.view.over)) this.showResult();
    else if (!this.result || !this.view || this.result.over) this.result = null; // what was not acknowledged yet stays
    if (this.ready && this.view?.phase === "over" && !this.view.over && !this.table.ready.includes(this.you))
      this.line?.send({ t: "ready", nonce: makeNonce() }); // said into a dead line
    this.draw();
    this.follow();
  }

  /** Another deal. */
  afresh() {
    this.path = [];
    this.lifted = null;
    this.ready = false;
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
    if (!before) fetchPictures(this.faces);
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
      if (this.toast && this.toast.kind !== "info") this.say(null); // it is settled
    }
    if (!before || before.number !== this.view.number) this.afresh();
    this.tell(event);
    if (this.view.phase === "over" && (!before || before.phase !== "over" || (this.view.over && !before.over))) this.showResult();
    if (this.view.over && before && !before.over) this.showResult();
    this.draw();
  }

  showResult() {
    this.result = this.view;
    const own = this.team;
    this.announce(say("web.result.live", { us: this.view.totals[own], them: this.view.totals[1 - own] }));
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
        if (view.trick_open && view.trick_winner !== null)
          text += ` ${say("web.trick.won", { name: this.nameOf(view.trick_winner) })}`;
        break;
      case "pushed":
        text = say("web.said.pushed", { name });
        this.bubble(seat, say("web.bubble.pushed"), "says");
        break;
      case "announced":
        text = say(view.factor > 1 ? "web.said.announced" : "web.said.announced.plain", {
          name,
          mode: modeName(event.mode, faces),
          factor: view.factor,
        });
        this.bubble(
          seat,
          modeName(event.mode, faces) + (view.factor > 1 ? ` ×${view.factor}` : ""),
          "says",
          modeSign(event.mode, faces),
        );
        break;
      case "weis-announced":
        text = say("web.said.weis", { name, points: event.points });
        this.bubble(seat, say("web.bubble.weis", { points: event.points }), "weis");
        break;
      case "weis-added": {
        const points = Array.isArray(event.points)
          ? event.points.reduce((/** @type {number} */ all, /** @type {number} */ one) => all + one, 0)
          : "";
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
}
