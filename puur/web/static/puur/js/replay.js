/** <puur-replay>: a deal that is over, step by step, with all hands. */

import { cardImage, inOrder, modeName, modeSign, ownFaces } from "./cards.js";
import { h, patch } from "./dom.js";
import { SIDES } from "./motion.js";
import { Opinions } from "./opinions.js";
import { dealTable } from "./score.js";
import { loadTexts, say } from "./texts.js";
import { wordsFor } from "./words.js";

/** @import { BookFacts, Replay, ReplayStep } from "types/protocol" */

const PACE = 900; // milliseconds for a step

class PuurReplay extends HTMLElement {
  async connectedCallback() {
    await loadTexts();
    const answer = await fetch(this.dataset.src || "");
    if (!answer.ok) {
      patch(this, h("p", { class: "message error" }, say("web.error")));
      return;
    }
    const book = JSON.parse(document.getElementById("replay-book")?.textContent || "null");
    const player = new Player(this, await answer.json(), book);
    this.player = player;
    document.addEventListener("keydown", (event) => {
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(/** @type {HTMLElement} */ (event.target).tagName)) return;
      if (event.key === "ArrowRight") player.go(player.at + 1);
      if (event.key === "ArrowLeft") player.go(player.at - 1);
    });
    player.draw();
  }
}

/** Goes through the steps of a deal and draws each. */
class Player {
  /** @param {HTMLElement} element @param {Replay} replay @param {BookFacts} book */
  constructor(element, replay, book) {
    this.element = element;
    this.replay = replay;
    this.book = book;
    this.opinions = replay.opinions ? new Opinions(replay.opinions, () => this.draw()) : null;
    this.timer = 0;
    this.copied = false;
    this.at = Math.max(
      0,
      replay.steps.findIndex((step) => step.hands.some((hand) => hand.length)),
    );
  }

  get last() {
    return this.replay.steps.length - 1;
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(this.last, at));
    if (this.at === this.last) this.stop();
    this.draw();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  play() {
    if (this.timer) this.stop();
    else {
      if (this.at >= this.last) this.at = 0;
      this.timer = setInterval(() => this.go(this.at + 1), PACE);
    }
    this.draw();
  }

  draw() {
    const { replay } = this;
    const faces = ownFaces() || replay.faces;
    const step = replay.steps[this.at];
    const { names } = replay;
    /** @param {number[]} groups of the seats */
    const named = (groups) =>
      [...new Set(groups)].sort().map((group) => names.filter((_name, seat) => groups[seat] === group).join(" + "));
    const teams = named(replay.sides);
    const parties = step.points.length === teams.length ? teams : named(replay.parties);
    const around = {
      nameOf: (/** @type {number|undefined|null} */ seat) => names[seat ?? -1] ?? "",
      factor: replay.factor,
      winner: null,
      trump: null,
      weise: [],
      rival: 0,
    };
    patch(
      this.element,
      h("p", { class: "replay-head" }, this.head(faces)),
      this.felt(step, faces),
      h("p", { class: "replay-said", "aria-live": "polite" }, wordsFor(step.event, around, faces).text),
      this.bar(),
      h("p", { class: "hint" }, parties.map((party, at) => `${party}: ${step.points[at]}`).join(" · ")),
      h("section", { class: "panel" }, h("h2", null, say("web.slate.deals")), dealTable(replay, replay.deal, teams, 0)),
      this.opinions?.panel(replay, step, faces, (at) => this.go(at)),
      replay.unjudged
        ? h(
            "section",
            { class: "panel opinion" },
            h("h2", null, say("bots.opinion.title")),
            h("p", null, say("bots.opinion.unjudged")),
          )
        : null,
      this.share(),
    );
  }

  /** What was played. @param {string} faces */
  head(faces) {
    const { mode, variant, factor, announcer, names } = this.replay;
    if (!mode) return null;
    const name = h("strong", null, modeName(mode, faces));
    return [
      modeSign(variant || mode, faces),
      " ",
      name,
      factor > 1 ? ` ×${factor}` : "",
      names[announcer] ? ` · ${names[announcer]}` : "",
    ];
  }

  /** @param {ReplayStep} step @param {string} faces */
  felt(step, faces) {
    const { names, dealer, mode } = this.replay;
    const sides = SIDES[names.length];
    const now = "card" in step.event ? step.event.card : "";
    return h(
      "div",
      { class: `replay-table ${step.hands.length === 3 ? "three" : ""}` },
      step.hands.map((cards, seat) =>
        h(
          "section",
          { key: seat, class: `replay-seat ${sides[seat]} ${step.to_act === seat ? "acts" : ""}`, "aria-label": names[seat] },
          h("h2", null, names[seat], dealer === seat ? h("span", { class: "tag" }, say("web.mark.dealer")) : null),
          h(
            "div",
            { class: "replay-hand" },
            inOrder(cards, this.book, mode, 1).map((card) =>
              h("span", { key: card, class: now === card ? "now" : "" }, cardImage(card, faces)),
            ),
          ),
        ),
      ),
      h(
        "div",
        { class: "replay-trick", role: "list", "aria-label": say("web.trick.label") },
        step.trick.map(([seat, card]) =>
          h(
            "span",
            { key: card, role: "listitem", class: `lying ${sides[seat]}` },
            h("span", { class: "hidden" }, `${names[seat]}: `),
            cardImage(card, faces),
          ),
        ),
      ),
    );
  }

  /** The way to here for others, and who may go it. */
  share() {
    const shared = this.element.dataset.shared === "yes";
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(location.href);
        this.copied = true;
      } catch {
        prompt(say("web.replay.share"), location.href); // where the browser lets no page near the clipboard
      }
      this.draw();
    };
    return h(
      "p",
      { class: "replay-share" },
      h("button", { class: "secondary", onclick: copy, "data-act": "share" }, say(this.copied ? "web.copied" : "web.replay.share")),
      " ",
      h("small", { class: "hint" }, say(shared ? "web.replay.shared.yes" : "web.replay.shared.no")),
    );
  }

  /** The buttons to go back and forth. */
  bar() {
    /** @param {string} key @param {string} sign @param {() => void} go @param {string} [act] */
    const button = (key, sign, go, act) =>
      h("button", { class: "secondary", onclick: go, "aria-label": say(key), "data-act": act }, sign);
    const playing = this.timer > 0;
    return h(
      "div",
      { class: "replay-bar" },
      button("web.replay.first", "«", () => this.go(0)),
      button("web.replay.back", "‹", () => this.go(this.at - 1), "back"),
      h(
        "button",
        { class: "primary", onclick: () => this.play(), "aria-label": say(playing ? "web.replay.stop" : "web.replay.play") },
        playing ? "❚❚" : "▶",
      ),
      button("web.replay.next", "›", () => this.go(this.at + 1), "forward"),
      button("web.replay.last", "»", () => this.go(this.last)),
      h("label", { class: "hidden", for: "replay-at" }, say("web.replay.step")),
      h("input", {
        id: "replay-at",
        type: "range",
        min: 0,
        max: this.last,
        value: String(this.at),
        oninput: (event) => this.go(Number(event.target.value)),
      }),
    );
  }
}

customElements.define("puur-replay", PuurReplay);
