/** What a strong bot thinks of the cards of a deal: asked for on demand, worked out by the server, shown step by step. */

import { cardImage, cardName } from "./cards.js";
import { h } from "./dom.js";
import { say } from "./texts.js";

const DEAR = 5; // points on average: less is a matter of taste
const MOST = 5;
const SOON = ["working", "busy", "nobody"]; // the page asks again by itself

export class Opinions {
  /** @param {string} address @param {() => void} redraw */
  constructor(address, redraw) {
    this.address = address;
    this.redraw = redraw;
    this.state = "";
    this.done = 0;
    this.of = 0;
    /** @type {Record<string, any>} */
    this.cards = {};
  }

  async ask() {
    try {
      const answer = await fetch(this.address);
      if (!answer.ok) throw new Error(String(answer.status));
      Object.assign(this, await answer.json());
    } catch {
      this.state = "error";
    }
    this.redraw();
    if (SOON.includes(this.state)) setTimeout(() => this.ask(), this.state === "working" ? 600 : 3000);
  }

  /**
   * The panel below the replay.
   * @param {any} data @param {any} step @param {string} faces @param {(at: number) => void} go
   */
  panel(data, step, faces, go) {
    return h(
      "section",
      { class: "panel opinion", "data-state": this.state, "aria-labelledby": "opinion-title" },
      h("h2", { id: "opinion-title" }, say("bots.opinion.title")),
      this.body(data, step, faces, go),
    );
  }

  /** @param {any} data @param {any} step @param {string} faces @param {(at: number) => void} go */
  body(data, step, faces, go) {
    if (this.state === "ready") return [this.card(step, faces), this.dearest(data, faces, go)];
    if (SOON.includes(this.state))
      return h("p", { role: "status" }, say(`bots.opinion.${this.state}`, { done: this.done, of: this.of }));
    return [
      h("p", { class: "hint" }, say(this.state === "error" ? "bots.opinion.error" : "bots.opinion.text")),
      h("button", { class: "secondary", onclick: () => this.ask(), "data-act": "opinions" }, say("bots.opinion.ask")),
    ];
  }

  /** @param {any} step @param {string} faces */
  card(step, faces) {
    const one = this.cards[step.n];
    if (!one) return h("p", { class: "hint" }, say("bots.opinion.none"));
    const facts = {
      card: cardName(one.card, faces),
      best: cardName(one.best, faces),
      pot: one.pot,
      loss: one.loss,
      gain: one.gain,
    };
    const said = [say(`bots.reason.${one.reason}`, facts)];
    if (one.loss >= 1 && one.reason !== "behind") said.push(say("bots.reason.behind", facts));
    if (one.gain >= 1) said.push(say("bots.gain", facts));
    const [top, low] = [one.cards[0]?.[1] ?? 0, one.cards[one.cards.length - 1]?.[1] ?? 0];
    return [
      h("p", null, said.join(" ")),
      h(
        "ul",
        { class: "opinion-cards" },
        one.cards.map((/** @type {[string, number]} */ [card, points]) =>
          h(
            "li",
            { key: card, class: card === one.card ? "now" : "" },
            cardImage(card, faces),
            h("meter", { min: Math.min(low, top - 20) - 5, max: top, value: points, "aria-hidden": "true" }),
            h(
              "span",
              null,
              say("bots.expected", { card: cardName(card, faces), points }),
              card === one.card ? ` (${say("bots.opinion.played")})` : "",
            ),
          ),
        ),
      ),
    ];
  }

  /** @param {any} data @param {string} faces @param {(at: number) => void} go */
  dearest(data, faces, go) {
    const found = data.steps
      .map((/** @type {any} */ step, /** @type {number} */ at) => ({ at, step, one: this.cards[step.n] }))
      .filter((/** @type {any} */ row) => row.one && row.one.loss >= DEAR)
      .sort((/** @type {any} */ a, /** @type {any} */ b) => b.one.loss - a.one.loss)
      .slice(0, MOST);
    if (!found.length) return h("p", { class: "hint" }, say("bots.opinion.clean", { points: DEAR }));
    return [
      h("h3", null, say("bots.opinion.dear")),
      h(
        "ul",
        { class: "opinion-dear" },
        found.map((/** @type {any} */ { at, step, one }) =>
          h(
            "li",
            { key: at },
            h(
              "button",
              { class: "secondary", onclick: () => go(at) },
              say("bots.opinion.cost", {
                name: data.names[step.event.seat],
                card: cardName(one.card, faces),
                best: cardName(one.best, faces),
                loss: one.loss,
              }),
            ),
          ),
        ),
      ),
    ];
  }
}
