/** <puur-learn>: one idea of Jass after the other, each with practice hands. How far somebody has come stays on this device. */

import { cardImage, cardName, inOrder, modeName, modeSign, ownFaces, SUITS } from "./cards.js";
import { h, patch } from "./dom.js";
import { prefer } from "./prefs.js";
import { loadTexts, say } from "./texts.js";

/** @import { BookFacts } from "types/protocol" */
/**
 * @typedef {{
 *   idea: string, ask: string, hand: string[], trick: string[], trump: string, choices: string[], right: string[], why: string,
 *   facts: Record<string, string|number>
 * }} Task
 */

const KEPT = "puur.learn";
const ENOUGH = 3; // right answers, and the next idea comes
const MOST_SEED = 999999;

class PuurLearn extends HTMLElement {
  async connectedCallback() {
    await loadTexts();
    const book = JSON.parse(document.getElementById("learn-book")?.textContent || "null");
    const course = new Course(this, (this.dataset.ideas || "").split(" "), this.dataset.task || "", book);
    this.course = course;
    document.getElementById("learn-play")?.addEventListener("submit", () => prefer({ coach: "on" }));
    await course.next();
  }
}

/** What is learned, and how far. */
class Course {
  /** @param {HTMLElement} element @param {string[]} ideas @param {string} address @param {BookFacts} book */
  constructor(element, ideas, address, book) {
    this.element = element;
    this.ideas = ideas;
    this.address = address;
    this.book = book;
    /** @type {Record<string, number>} */
    this.right = read();
    this.idea = ideas.find((idea) => (this.right[idea] || 0) < ENOUGH) || ideas[0];
    /** @type {Task|null} */
    this.task = null;
    this.answer = "";
    this.failed = false;
  }

  get faces() {
    return ownFaces() || "german";
  }

  /** Another task of an idea. @param {string} [idea] */
  async next(idea = this.idea) {
    this.idea = idea;
    this.answer = "";
    this.failed = false;
    try {
      const answer = await fetch(`${this.address}?idea=${idea}&seed=${Math.floor(Math.random() * MOST_SEED)}`);
      if (!answer.ok) throw new Error(String(answer.status));
      this.task = await answer.json();
    } catch {
      this.failed = true;
    }
    this.draw();
  }

  /** @param {string} answer */
  take(answer) {
    if (this.answer || !this.task) return;
    this.answer = answer;
    if (this.task.right.includes(answer)) this.right[this.idea] = (this.right[this.idea] || 0) + 1;
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.right));
    } catch {
      // Private windows may refuse: then it holds for this page only.
    }
    this.draw();
  }

  draw() {
    const { task, idea } = this;
    patch(
      this.element,
      this.path(),
      h(
        "section",
        { class: "panel lesson", "data-idea": idea, "aria-labelledby": "lesson-title" },
        h("h2", { id: "lesson-title" }, say(`learn.idea.${idea}`)),
        h("p", null, say(`learn.text.${idea}`)),
        this.failed ? h("p", { class: "message error" }, say("web.error")) : task ? this.question(task) : null,
      ),
    );
  }

  /** All ideas with what is done of each. */
  path() {
    return h(
      "ol",
      { class: "lesson-path" },
      this.ideas.map((idea) => {
        const done = Math.min(ENOUGH, this.right[idea] || 0);
        return h(
          "li",
          { key: idea },
          h(
            "button",
            {
              class: done >= ENOUGH ? "done" : "",
              "aria-current": idea === this.idea ? "step" : undefined,
              "data-step": idea,
              onclick: () => this.next(idea),
            },
            say(`learn.idea.${idea}`),
            h("small", null, done >= ENOUGH ? "✓" : `${done}/${ENOUGH}`),
          ),
        );
      }),
    );
  }

  /** @param {Task} task */
  question(task) {
    const { answer, faces } = this;
    const fromHand = !task.choices.length && task.ask !== "winner";
    const hand = task.ask === "highest" ? task.hand : inOrder(task.hand, this.book, task.trump || null, 1);
    return [
      task.trump
        ? h(
            "p",
            { class: "lesson-trump" },
            modeSign(task.trump, faces),
            " ",
            say("learn.trump", { suit: modeName(task.trump, faces) }),
          )
        : null,
      task.trick.length ? this.row(task, task.trick, task.ask === "winner", "lesson-trick") : null,
      h("p", { class: "lesson-ask" }, h("strong", null, say(`learn.ask.${task.ask}`))),
      hand.length ? this.row(task, hand, fromHand, "lesson-hand") : null,
      task.choices.length
        ? h(
            "div",
            { class: "lesson-choices" },
            task.choices.map((choice) => this.choice(task, choice)),
          )
        : null,
      answer ? this.verdict(task) : null,
    ];
  }

  /** @param {Task} task @param {string[]} cards @param {boolean} asked @param {string} kind */
  row(task, cards, asked, kind) {
    const { faces } = this;
    return h(
      "div",
      { class: kind },
      cards.map((card) => {
        const picture = cardImage(card, faces, "", task.trump || null);
        return asked
          ? h("button", { key: card, class: this.mark(task, card), "data-answer": card, onclick: () => this.take(card) }, picture)
          : h("span", { key: card }, picture);
      }),
    );
  }

  /** @param {Task} task @param {string} choice */
  choice(task, choice) {
    const isMode = SUITS.includes(choice) || choice in this.book.modes;
    return h(
      "button",
      { key: choice, class: `secondary ${this.mark(task, choice)}`, "data-answer": choice, onclick: () => this.take(choice) },
      isMode
        ? [modeSign(choice, this.faces), " ", modeName(choice, this.faces)]
        : choice === "push"
          ? say("play.bid.push")
          : choice,
    );
  }

  /** How an answer is marked once one was given. @param {Task} task @param {string} answer */
  mark(task, answer) {
    if (!this.answer) return "";
    if (task.right.includes(answer)) return "right";
    return answer === this.answer ? "wrong" : "other";
  }

  /** @param {Task} task */
  verdict(task) {
    const right = task.right.includes(this.answer);
    const more = this.ideas.find((idea) => (this.right[idea] || 0) < ENOUGH);
    const done = (this.right[this.idea] || 0) >= ENOUGH;
    return h(
      "div",
      { class: "lesson-verdict", role: "status", "data-right": String(right) },
      h("p", null, h("strong", null, say(right ? "learn.right" : "learn.wrong")), " ", this.reason(task)),
      done && more
        ? h(
            "button",
            { class: "primary", "data-act": "next", onclick: () => this.next(more) },
            say("learn.next", { idea: say(`learn.idea.${more}`) }),
          )
        : h("button", { class: "primary", "data-act": "next", onclick: () => this.next() }, say("learn.more")),
      done && !more ? h("p", { class: "hint" }, say("learn.done")) : null,
    );
  }

  /** @param {Task} task */
  reason(task) {
    const { faces } = this;
    const { card, cards, suit } = task.facts;
    /** @type {Record<string, unknown>} */
    const facts = { ...task.facts };
    if (typeof card === "string") facts.card = cardName(card, faces, task.trump || null);
    if (typeof suit === "string") facts.suit = modeName(suit, faces);
    if (typeof cards === "string" && cards)
      facts.cards = cards
        .split("-")
        .map((each) => cardName(each, faces))
        .join(", ");
    return say(task.why.startsWith("bots.") ? task.why : `learn.why.${task.why}`, facts);
  }
}

/** @returns {Record<string, number>} right answers by idea */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) || "{}");
  } catch {
    return {};
  }
}

customElements.define("puur-learn", PuurLearn);
