/** <puur-solo>: a Schieber against three bots without any connection: choosing a game, the table itself, and what was played before. */

import { h, patch, valueOf } from "./dom.js";
import { makeId } from "./ids.js";
import { tableKey } from "./keys.js";
import { LiveTable } from "./live-table.js";
import { lang, loadTexts, say } from "./texts.js";
import { Prinz } from "./solo/bot.js";
import { House } from "./solo/house.js";
import { Keep } from "./solo/keep.js";
import { Mind } from "./solo/mind.js";
import { chance } from "./solo/round.js";

/** @import { Kept, MindParts, SoloBook } from "types/solo" */

const SHOWN = 12; // games that are listed

class PuurSolo extends HTMLElement {
  async connectedCallback() {
    await loadTexts();
    const { sync = "", csrf = "", name = "", bots = "" } = this.dataset;
    const { books, mind } = JSON.parse(document.getElementById("solo-facts")?.textContent || "{}");
    const keep = new Keep({ sync, csrf }, () => page.changed());
    const page = new SoloPage(this, books, mind, keep, [name || say("web.solo.you"), ...bots.split(" ")]);
    const { running } = keep;
    if (running && !new URLSearchParams(location.search).has("new")) await page.sit(running);
    else page.draw();
    keep.join();
    document.addEventListener("keydown", (event) => page.live && tableKey(page.live, event));
    this.page = page;
  }

  /** What the table was told last. */
  get view() {
    return this.page?.live?.state.facts.view ?? null;
  }
}

/** What is drawn before there is a table, and how one sits down. */
class SoloPage {
  /** @param {HTMLElement} element @param {SoloBook[]} books @param {MindParts} mind @param {Keep} keep @param {string[]} names */
  constructor(element, books, mind, keep, names) {
    this.element = element;
    this.books = books;
    this.mind = mind;
    this.keep = keep;
    this.names = names;
    /** @type {LiveTable|null} */
    this.live = null;
    this.chosen = books[0];
    this.missing = false;
    this.busy = false;
  }

  changed() {
    if (this.live) this.live.draw();
    else this.draw();
  }

  /** A game that begins. @param {SoloBook} book @param {number} target @returns {Kept} */
  begin(book, target) {
    const faces = lang === "fr" || lang === "it" ? "french" : "";
    return {
      id: makeId(),
      book: book.key,
      target,
      names: this.names,
      faces,
      when: Date.now(),
      events: [],
      sent: 0,
      joined: 0,
      code: "",
      refused: "",
      over: false,
      totals: [0, 0],
      won: null,
      deals: 0,
    };
  }

  /** Sit down to a game; the mind of the bots is fetched first. @param {Kept} kept */
  async sit(kept) {
    const book = this.books.find(({ key }) => key === kept.book) ?? this.books[0];
    if (this.busy) return;
    this.busy = true;
    this.missing = false;
    this.draw();
    try {
      const answer = await fetch(this.mind.address);
      if (!answer.ok) throw new Error(String(answer.status));
      const bot = new Prinz(new Mind(this.mind, await answer.arrayBuffer()), chance);
      this.open(book, bot, kept);
    } catch {
      this.missing = true;
      this.draw();
    }
    this.busy = false;
  }

  /** @param {SoloBook} book @param {Prinz} bot @param {Kept} kept */
  open(book, bot, kept) {
    /** @type {House|null} */
    let house = null;
    const page = {
      code: "",
      url: location.href,
      ws: "",
      qr: "",
      record: "",
      name: this.names[0],
      guest: true,
      levels: [],
      /** @param {number} deal */
      replay: (deal) => {
        const { code = "", joined = 0 } = this.keep.stored(house?.kept.id ?? "") ?? {};
        return code && deal <= joined ? replayOf(code, deal) : "";
      },
    };
    patch(this.element);
    const live = new LiveTable(this.element, page, book, (handlers) => {
      house = new House(book, bot, kept, this.keep, handlers, () => this.begin(book, kept.target));
      return house;
    });
    this.live = live;
    history.replaceState(null, "", location.pathname);
    live.line.connect();
  }

  // ---- drawing --------------------------------------------------------------------------------------------------------------------

  draw() {
    const { running } = this.keep;
    patch(
      this.element,
      h(
        "main",
        { key: "start", class: "lobby-wrap", id: "main" },
        h("a", { class: "back", href: "/" }, "‹ Puur"),
        h(
          "div",
          { class: "lobby solo-start" },
          h("h1", null, say("web.solo.title")),
          h("p", null, say("web.solo.lead")),
          this.missing ? h("p", { class: "message error", role: "alert" }, say("web.solo.missing")) : null,
          this.keep.full ? h("p", { class: "message error", role: "alert" }, say("web.slate.full")) : null,
          running
            ? h(
                "button",
                { class: "primary big", "data-act": "resume", disabled: this.busy, onclick: () => this.sit(running) },
                say("web.solo.resume", { us: running.totals[0], them: running.totals[1] }),
              )
            : null,
          this.form(Boolean(running)),
          this.games(),
        ),
      ),
    );
  }

  /** @param {boolean} other a game is being played */
  form(other) {
    const targets = Object.keys(this.chosen.alone.halves).map(Number);
    return h(
      "form",
      {
        class: "panel",
        onsubmit: (event) => {
          event.preventDefault();
          this.sit(this.begin(this.chosen, Number(valueOf(event.currentTarget, "target")) || this.chosen.target));
        },
      },
      h(
        "div",
        { class: "field" },
        h("label", { for: "solo-book" }, say("web.new.book")),
        h(
          "select",
          { id: "solo-book", name: "book", onchange: ({ target }) => this.choose(target.value) },
          this.books.map(({ key, label }) => h("option", { key, value: key, selected: key === this.chosen.key }, label)),
        ),
      ),
      targets.length
        ? h(
            "div",
            { class: "field" },
            h("label", { for: "solo-target" }, say("web.new.target")),
            h(
              "select",
              { id: "solo-target", name: "target" },
              targets.map((points) =>
                h(
                  "option",
                  { key: `${this.chosen.key} ${points}`, value: points, selected: points === this.chosen.target },
                  points,
                ),
              ),
            ),
          )
        : null,
      h(
        "button",
        { class: other ? "secondary" : "primary big", "data-act": "begin", disabled: this.busy },
        say(other ? "web.solo.other" : "web.home.play"),
      ),
    );
  }

  /** @param {string} key */
  choose(key) {
    this.chosen = this.books.find((book) => book.key === key) ?? this.chosen;
    this.draw();
  }

  /** A game that was left for another one goes on where it stood. @param {Kept} kept */
  goOn(kept) {
    return h(
      "button",
      { class: "secondary", "data-act": "go-on", disabled: this.busy, onclick: () => this.sit(kept) },
      say("web.solo.resume", { us: kept.totals[0], them: kept.totals[1] }),
    );
  }

  /** What was played here, and whether it has joined the others. */
  games() {
    const { open, running } = this.keep;
    const others = open.filter((kept) => kept.id !== running?.id);
    const waits = new Set(others.map(({ id }) => id));
    const played = [...others, ...this.keep.all.filter((kept) => kept.deals && !waits.has(kept.id))].slice(0, SHOWN);
    if (!played.length) return null;
    return h(
      "section",
      { class: "older", "aria-label": say("web.solo.games") },
      h("h2", null, say("web.solo.games")),
      h(
        "ul",
        { class: "tables" },
        played.map((kept) =>
          h(
            "li",
            { key: kept.id, "data-game": kept.code },
            lineOf(kept),
            waits.has(kept.id) ? this.goOn(kept) : null,
            linkOf(kept),
          ),
        ),
      ),
    );
  }
}

/** @param {Kept} kept */
function lineOf(kept) {
  const waits = kept.refused ? kept.refused : kept.joined < kept.deals ? say("web.solo.waits") : "";
  const facts = [new Date(kept.when).toLocaleDateString(lang), say("web.solo.deals", { n: kept.deals }), waits].filter(Boolean);
  return h("span", null, h("strong", null, kept.totals.join(" : ")), " ", h("small", null, facts.join(" · ")));
}

/** @param {Kept} kept */
const linkOf = (kept) =>
  kept.joined ? h("a", { class: "button secondary", href: replayOf(kept.code, 1) }, say("web.replay.judge")) : null;

/** @param {string} code @param {number} deal */
const replayOf = (code, deal) => `/t/${code}/deal/${deal}/`;

customElements.define("puur-solo", PuurSolo);
