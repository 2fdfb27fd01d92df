/**
 * <puur-slate>: the Jasstafel for a game with real cards. Everything is kept in this browser first and works without a connection;
 * when there is one, the operations go to the server, which counts by the rule book and has the last word.
 */

import { counted, entered, sideNames } from "./count.js";
import { h, patch, valueOf } from "./dom.js";
import { handIn } from "./hand-in.js";
import { makeId } from "./ids.js";
import { dealForm, dealOf } from "./physical-deals.js";
import { blank, entryForm, resultOf } from "./physical-entry.js";
import { prefs } from "./prefs.js";
import { dealsSheet, ledger, rowsSheet, toLedger } from "./score.js";
import { striche, tafel } from "./slate.js";
import { Slates } from "./slates.js";
import { loadTexts, say } from "./texts.js";

/** @import { BookFacts, Seat, Team } from "types/protocol" */
/** @import { OwnBook, Slate } from "./count.js" */

class PuurSlate extends HTMLElement {
  async connectedCallback() {
    await loadTexts();
    const books = JSON.parse(document.getElementById("slate-books")?.textContent || "[]");
    const slates = new Slates({ sync: "", book: "", csrf: "", ...this.dataset }, () => page.draw());
    const page = new SlatePage(this, books, slates);
    page.draw();
    slates.sync();
  }
}

/** What is drawn, and what the person does. */
class SlatePage {
  /** @param {HTMLElement} element @param {BookFacts[]} books @param {Slates} slates */
  constructor(element, books, slates) {
    this.element = element;
    this.books = books;
    this.slates = slates;
    this.typed = blank();
    this.chosen = { key: books[0].key, players: 0, problems: /** @type {string[]} */ ([]) };
    /** @type {OwnBook|undefined} */
    this.own = undefined;
  }

  /** @param {Slate} slate @returns {BookFacts} */
  bookOf(slate) {
    if (slate.own) return slate.own.facts;
    return this.books.find((book) => book.key === slate.book) ?? { ...this.books[0], key: slate.book, title: slate.book };
  }

  // ---- what the person does -------------------------------------------------------------------------------------------------------

  /** @param {HTMLFormElement} form */
  begin(form) {
    const names = this.seating.map((_, seat) => valueOf(form, `name${seat}`) || say("web.seat.n", { n: seat + 1 }));
    const target = Number(valueOf(form, "target")) || null;
    const { own } = this;
    this.slates.begin({ id: makeId(), book: this.book.key, own, names, target, ops: [], sent: [], view: null, when: Date.now() });
    this.own = undefined;
    this.draw();
  }

  /** The book that is chosen. @returns {BookFacts} */
  get book() {
    return this.own?.facts ?? this.books.find(({ key }) => key === this.chosen.key) ?? this.books[0];
  }

  /** The side of each seat, for as many as play. @returns {Team[]} */
  get seating() {
    return this.book.seatings.find((sides) => sides.length === this.chosen.players) ?? this.book.seatings[0];
  }

  /** @param {{key?: string, players?: number}} changes */
  choose(changes) {
    if (changes.key) this.own = undefined;
    this.chosen = { ...this.chosen, ...changes, problems: [] };
    this.draw();
  }

  /** @param {{files: FileList | null}} input with a book of one's own */
  async upload({ files }) {
    const file = files?.[0];
    if (!file) return;
    const text = await file.text();
    const { facts, problems } = await this.slates.readBook(text);
    this.own = facts && { text, facts };
    this.chosen = { ...this.chosen, problems };
    this.draw();
  }

  /** @param {Slate|null} slate */
  show(slate) {
    this.slates.open = slate;
    this.draw();
    if (slate) this.slates.sync();
  }

  /** @param {Slate} slate */
  write(slate) {
    const book = this.bookOf(slate);
    const byDeals = book.sheet === "deals";
    const event = byDeals ? dealOf(this.typed, book, sideNames(slate, book).length) : resultOf(this.typed, book);
    if (!event) {
      this.slates.refused = say("web.slate.incomplete");
      this.draw();
      return;
    }
    slate.ops.push({ id: makeId(), op: "enter", event });
    this.slates.refused = "";
    this.typed = blank();
    this.changed();
  }

  /** @param {Slate} slate */
  undo(slate) {
    const last = entered(slate).at(-1);
    if (!last) return;
    if (slate.sent.includes(last.id)) slate.ops.push({ id: makeId(), op: "undo", of: last.id });
    else slate.ops = slate.ops.filter((op) => op.id !== last.id);
    this.changed();
  }

  /** Something was written or undone. */
  changed() {
    this.slates.keep();
    this.draw();
    this.slates.sync();
  }

  // ---- drawing --------------------------------------------------------------------------------------------------------------------

  draw() {
    patch(this.element, this.slates.open ? this.game(this.slates.open) : this.start());
  }

  start() {
    return h(
      "form",
      {
        key: "start",
        class: "panel",
        onsubmit: (event) => {
          event.preventDefault();
          this.begin(event.currentTarget);
        },
      },
      h("p", null, say("web.slate.lead")),
      h(
        "div",
        { class: "field" },
        h("label", { for: "s-book" }, say("web.new.book")),
        h(
          "select",
          { id: "s-book", name: "book", onchange: (event) => this.choose({ key: event.target.value }) },
          this.books.map(({ key, label }) => h("option", { key, value: key, selected: key === this.chosen.key }, label)),
        ),
      ),
      this.ownBook(),
      this.book.seatings.length > 1 ? this.players() : null,
      h("fieldset", { class: "names" }, h("legend", null, say("web.slate.names")), nameFields(this.seating)),
      h(
        "div",
        { class: "field" },
        h("label", { for: "s-target" }, say("web.new.target")),
        h("input", { id: "s-target", name: "target", type: "number", inputmode: "numeric", min: 100, max: 100000 }),
        h("p", { class: "help" }, say("web.new.target.help")),
      ),
      h("button", { class: "primary big" }, say("web.slate.begin")),
      this.slates.all.length ? this.older() : null,
    );
  }

  /** A book that is not shipped, as at a table. */
  ownBook() {
    const { problems } = this.chosen;
    return h(
      "details",
      { class: "field" },
      h("summary", null, this.own ? this.own.facts.label : say("web.new.upload")),
      h("label", { for: "s-file" }, say("web.new.upload.file")),
      h("input", { id: "s-file", type: "file", accept: ".toml,text/plain", onchange: ({ target }) => this.upload(target) }),
      problems.length ? h("p", { class: "message error", role: "alert" }, say("web.new.problems"), " ", problems.join(" ")) : null,
    );
  }

  /** How many play, where the game leaves that open. */
  players() {
    return h(
      "div",
      { class: "field" },
      h("label", { for: "s-players" }, say("web.slate.players")),
      h(
        "select",
        { id: "s-players", name: "players", onchange: (event) => this.choose({ players: Number(event.target.value) }) },
        this.book.seatings.map(({ length }) => h("option", { key: length, value: length }, length)),
      ),
    );
  }

  /** Slates that were begun before. */
  older() {
    return h(
      "div",
      { class: "older" },
      h("h2", null, say("web.slate.older")),
      h(
        "ul",
        { class: "tables" },
        this.slates.all.map((slate) =>
          h(
            "li",
            { key: slate.id },
            h("span", null, slate.names.join(", "), h("small", null, new Date(slate.when).toLocaleDateString())),
            h("button", { class: "secondary", type: "button", onclick: () => this.show(slate) }, say("web.home.resume")),
          ),
        ),
      ),
    );
  }

  /** @param {Slate} slate */
  game(slate) {
    const book = this.bookOf(slate);
    const view = counted(slate, book);
    const faces = prefs.faces || book.faces;
    const names = sideNames(slate, book);
    const { refused } = this.slates;
    return h(
      "div",
      { key: "game" },
      h("p", { class: "hint", role: "status" }, [book.title, ...this.status(slate, view.local)].join(" · ")),
      view.sheet
        ? rowsSheet(view, view.sheet, names, 0, faces)
        : view.deal_rows
          ? dealsSheet(view, view.deal_rows, names, 0)
          : tafel(view.slate, view.totals, names, 0, toLedger),
      view.over && view.winner !== null
        ? h("p", { class: "message success", role: "status" }, say("web.end.won", { team: names[view.winner] }))
        : null,
      view.bergpreis === null ? null : h("p", { class: "hint" }, say("web.bergpreis", { team: names[view.bergpreis] })),
      refused ? h("p", { class: "message error", role: "alert" }, refused) : null,
      view.over ? null : this.entry(slate, book, faces),
      handIn(slate, view, this.slates),
      striche(view, slate.names),
      h("h2", null, say("web.slate.deals")),
      ledger(view, names, 0),
      h(
        "div",
        { class: "dialog-acts" },
        h(
          "button",
          { class: "secondary", onclick: () => this.undo(slate), disabled: !entered(slate).length, "data-act": "undo" },
          say("web.slate.undo"),
        ),
        h("button", { class: "secondary", onclick: () => this.show(null) }, say("web.slate.new")),
      ),
    );
  }

  /** @param {Slate} slate @param {BookFacts} book @param {string} faces */
  entry(slate, book, faces) {
    /** @type {import("./physical-entry.js").Answers} */
    const on = {
      set: (changes) => {
        this.typed = { ...this.typed, ...changes };
        this.draw();
      },
      write: () => this.write(slate),
    };
    if (book.sheet === "deals") return dealForm(slate, book, this.typed, sideNames(slate, book), on);
    return entryForm(slate, book, this.typed, faces, on);
  }

  /** Where the slate is kept, and what waits. @param {Slate} slate @param {boolean} local @returns {string[]} */
  status(slate, local) {
    const { state } = this.slates;
    if (state === "syncing") return [say("web.slate.syncing")];
    if (state === "") return local ? [] : [say("web.slate.synced")];
    const waiting = slate.ops.filter((op) => !slate.sent.includes(op.id)).length;
    return [say("web.slate.offline"), ...(waiting ? [say("web.slate.waiting", { n: waiting })] : [])];
  }
}

/** A field for each name, partners together. @param {Team[]} seating */
function nameFields(seating) {
  const pairs = new Set(seating).size < seating.length;
  const seats = seating.map((side, seat) => ({ side, seat }));
  if (pairs) seats.sort((here, there) => here.side - there.side || here.seat - there.seat);
  return seats.map(({ side, seat }, place) => {
    const team = say(side === 0 ? "play.us" : "play.them");
    const n = pairs ? (place % 2) + 1 : seat + 1;
    return nameField(seat, pairs ? `${team} ${n}` : say("web.seat.n", { n }), pairs ? say("web.slate.player", { team, n }) : "");
  });
}

/** @param {Seat} seat @param {string} placeholder @param {string} label */
const nameField = (seat, placeholder, label) =>
  h("input", { key: seat, name: `name${seat}`, maxlength: 24, "aria-label": label || placeholder, placeholder });

customElements.define("puur-slate", PuurSlate);
