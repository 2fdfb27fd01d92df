/** <puur-replay>: a deal that is over, step by step, with all four hands. */

import { cardImage, cardName, inOrder, modeName, modeSign } from "./cards.js";
import { h, patch } from "./dom.js";
import { Opinions } from "./opinions.js";
import { prefs } from "./prefs.js";
import { dealTable } from "./score.js";
import { loadTexts, say } from "./texts.js";

class PuurReplay extends HTMLElement {
  async connectedCallback() {
    await loadTexts();
    this.at = 0;
    this.timer = 0;
    const answer = await fetch(this.dataset.src || "");
    if (!answer.ok) {
      patch(this, h("p", { class: "message error" }, say("web.error")));
      return;
    }
    /** @type {any} */
    this.data = await answer.json();
    /** @type {Opinions | null} */
    this.opinions = this.data.opinions ? new Opinions(this.data.opinions, () => this.draw()) : null;
    this.at = Math.max(
      0,
      this.data.steps.findIndex((/** @type {any} */ step) => step.hands.some((/** @type {string[]} */ hand) => hand.length)),
    );
    document.addEventListener("keydown", (event) => {
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(/** @type {HTMLElement} */ (event.target).tagName)) return;
      if (event.key === "ArrowRight") this.go(this.at + 1);
      if (event.key === "ArrowLeft") this.go(this.at - 1);
    });
    this.draw();
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(this.data.steps.length - 1, at));
    if (this.at === this.data.steps.length - 1) this.stop();
    this.draw();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  play() {
    if (this.timer) this.stop();
    else {
      if (this.at >= this.data.steps.length - 1) this.at = 0;
      this.timer = setInterval(() => this.go(this.at + 1), 900);
    }
    this.draw();
  }

  draw() {
    const data = this.data;
    const faces = prefs.faces || data.faces || "german";
    const step = data.steps[this.at] || { hands: data.hands, trick: [], event: {}, points: [0, 0] };
    const names = data.names;
    const sides = ["bottom", "right", "top", "left"];
    const event = step.event || {};
    patch(
      this,
      h(
        "p",
        { class: "replay-head" },
        data.mode
          ? [
              modeSign(data.variant || data.mode, faces),
              " ",
              h("strong", null, modeName(data.mode, faces)),
              data.factor > 1 ? ` ×${data.factor}` : "",
              ` · ${names[data.announcer] || ""}`,
            ]
          : "",
      ),
      h(
        "div",
        { class: "replay-table" },
        [0, 1, 2, 3].map((seat) =>
          h(
            "section",
            { key: seat, class: `replay-seat ${sides[seat]} ${step.to_act === seat ? "acts" : ""}`, "aria-label": names[seat] },
            h("h2", null, names[seat], data.dealer === seat ? h("span", { class: "tag" }, say("web.mark.dealer")) : null),
            h(
              "div",
              { class: "replay-hand" },
              inOrder(step.hands[seat], data.mode, 1).map((card) =>
                h("span", { key: card, class: event.card === card ? "now" : "" }, cardImage(card, faces)),
              ),
            ),
          ),
        ),
        h(
          "div",
          { class: "replay-trick", role: "list", "aria-label": say("web.trick.label") },
          step.trick.map((/** @type {[number, string]} */ [seat, card]) =>
            h(
              "span",
              { key: card, role: "listitem", class: `lying ${sides[seat]}` },
              h("span", { class: "hidden" }, `${names[seat]}: `),
              cardImage(card, faces),
            ),
          ),
        ),
      ),
      h("p", { class: "replay-said", "aria-live": "polite" }, this.words(event, faces)),
      h(
        "div",
        { class: "replay-bar" },
        h("button", { class: "secondary", onclick: () => this.go(0), "aria-label": say("web.replay.first") }, "«"),
        h(
          "button",
          {
            class: "secondary",
            onclick: () => this.go((this.at || 0) - 1),
            "aria-label": say("web.replay.back"),
            "data-act": "back",
          },
          "‹",
        ),
        h(
          "button",
          { class: "primary", onclick: () => this.play(), "aria-label": say(this.timer ? "web.replay.stop" : "web.replay.play") },
          this.timer ? "❚❚" : "▶",
        ),
        h(
          "button",
          {
            class: "secondary",
            onclick: () => this.go((this.at || 0) + 1),
            "aria-label": say("web.replay.next"),
            "data-act": "forward",
          },
          "›",
        ),
        h("button", { class: "secondary", onclick: () => this.go(data.steps.length), "aria-label": say("web.replay.last") }, "»"),
        h("label", { class: "hidden", for: "replay-at" }, say("web.replay.step")),
        h("input", {
          id: "replay-at",
          type: "range",
          min: 0,
          max: data.steps.length - 1,
          value: String(this.at),
          oninput: (/** @type {any} */ one) => this.go(Number(one.target.value)),
        }),
      ),
      h("p", { class: "hint" }, `${names[0]} + ${names[2]}: ${step.points[0]} · ${names[1]} + ${names[3]}: ${step.points[1]}`),
      h(
        "section",
        { class: "panel" },
        h("h2", null, say("web.slate.deals")),
        dealTable(
          { entries: data.entries, form: data.form || "schieber" },
          data.deal,
          [`${names[0]} + ${names[2]}`, `${names[1]} + ${names[3]}`],
          0,
        ),
      ),
      this.opinions ? this.opinions.panel(data, step, faces, (at) => this.go(at)) : null,
    );
  }

  /** @param {any} event @param {string} faces @returns {string} */
  words(event, faces) {
    const name = event.seat === undefined ? "" : this.data.names[event.seat];
    switch (event.event) {
      case "card-played":
        return say("web.said.card", { name, card: cardName(event.card, faces) });
      case "announced":
        return say("web.said.announced", { name, mode: modeName(event.mode, faces), factor: this.data.factor });
      case "pushed":
        return say("web.said.pushed", { name });
      case "weis-announced":
        return say("web.said.weis", { name, points: event.points });
      case "weis-added":
        return say("web.said.more", { name, points: "" });
      case "stoeck-shown":
        return say("web.said.stoeck", { name });
      case "thanked":
        return say("web.said.thanked", { name });
      case "cut":
        return say("web.said.cut", { name, n: event.lifted });
      case "dealt":
        return say("web.said.dealt", { name });
      default:
        return "";
    }
  }
}

customElements.define("puur-replay", PuurReplay);
