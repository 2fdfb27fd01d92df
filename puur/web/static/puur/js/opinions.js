/** What a strong bot thinks of the cards of a deal: asked for on demand, worked out by the server, shown step by step. */

import { cardImage, cardName } from "./cards.js";
import { h } from "./dom.js";
import { say } from "./texts.js";

/** @import { Opinion, Replay, ReplayStep } from "types/protocol" */

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
    /** @type {Record<string, Opinion>} by the number of the step */
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
   * @param {Replay} replay @param {ReplayStep} step @param {string} faces @param {(at: number) => void} go
   */
  panel(replay, step, faces, go) {
    return h(
      "section",
      { class: "panel opinion", "data-state": this.state, "aria-labelledby": "opinion-title" },
      h("h2", { id: "opinion-title" }, say("bots.opinion.title")),
      this.body(replay, step, faces, go),
    );
  }

  /** @param {Replay} replay @param {ReplayStep} step @param {string} faces @param {(at: number) => void} go */
  body(replay, step, faces, go) {
    if (this.state === "ready") return [this.card(step, faces), this.dearest(replay, faces, go)];
    if (SOON.includes(this.state))
      return h("p", { role: "status" }, say(`bots.opinion.${this.state}`, { done: this.done, of: this.of }));
    return [
      h("p", { class: "hint" }, say(this.state === "error" ? "bots.opinion.error" : "bots.opinion.text")),
      h("button", { class: "secondary", onclick: () => this.ask(), "data-act": "opinions" }, say("bots.opinion.ask")),
    ];
  }

  /** @param {ReplayStep} step @param {string} faces */
  card(step, faces) {
    const opinion = this.cards[step.n];
    if (!opinion) return h("p", { class: "hint" }, say("bots.opinion.none"));
    const facts = {
      card: cardName(opinion.card, faces),
      best: cardName(opinion.best, faces),
      pot: opinion.pot,
      loss: opinion.loss,
      gain: opinion.gain,
    };
    const said = [say(`bots.reason.${opinion.reason}`, facts)];
    if (opinion.loss >= 1 && opinion.reason !== "behind") said.push(say("bots.reason.behind", facts));
    if (opinion.gain >= 1) said.push(say("bots.gain", facts));
    const [top, low] = [opinion.cards[0]?.[1] ?? 0, opinion.cards[opinion.cards.length - 1]?.[1] ?? 0];
    return [
      h("p", null, said.join(" ")),
      h(
        "ul",
        { class: "opinion-cards" },
        opinion.cards.map(([card, points]) =>
          h(
            "li",
            { key: card, class: card === opinion.card ? "now" : "" },
            cardImage(card, faces),
            h("meter", { min: Math.min(low, top - 20) - 5, max: top, value: points, "aria-hidden": "true" }),
            h(
              "span",
              null,
              say("bots.expected", { card: cardName(card, faces), points }),
              card === opinion.card ? ` (${say("bots.opinion.played")})` : "",
            ),
          ),
        ),
      ),
    ];
  }

  /** @param {Replay} replay @param {string} faces @param {(at: number) => void} go */
  dearest(replay, faces, go) {
    const dear = replay.steps
      .map((step, at) => ({ at, step, opinion: this.cards[step.n] }))
      .filter(({ opinion }) => opinion && opinion.loss >= DEAR)
      .sort((a, b) => b.opinion.loss - a.opinion.loss)
      .slice(0, MOST);
    if (!dear.length) return h("p", { class: "hint" }, say("bots.opinion.clean", { points: DEAR }));
    return [
      h("h3", null, say("bots.opinion.dear")),
      h(
        "ul",
        { class: "opinion-dear" },
        dear.map(({ at, step, opinion }) =>
          h(
            "li",
            { key: at },
            h(
              "button",
              { class: "secondary", onclick: () => go(at) },
              say("bots.opinion.cost", {
                name: replay.names[step.event.seat ?? 0],
                card: cardName(opinion.card, faces),
                best: cardName(opinion.best, faces),
                loss: opinion.loss,
              }),
            ),
          ),
        ),
      ),
    ];
  }
}
