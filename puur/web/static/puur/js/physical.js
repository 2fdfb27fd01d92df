/**
 * <puur-slate>: the Jasstafel for a game with real cards. Everything is kept in this browser first and works without a connection;
 * when there is one, the operations go to the server, which counts by the rule book and has the last word.
 */

import { counted, entered } from "./count.js";
import { h, patch, valueOf } from "./dom.js";
import { makeId } from "./ids.js";
import { blank, entryForm, resultOf } from "./physical-entry.js";
import { prefs } from "./prefs.js";
import { ledger, rowsSheet, striche, toLedger } from "./score.js";
import { tafel } from "./slate.js";
import { Slates } from "./slates.js";
import { loadTexts, say } from "./texts.js";

/** @import { BookFacts } from "types/protocol" */
/** @import { Slate } from "./count.js" */

const SEATS = [0, 1, 2, 3];

class PuurSlate extends HTMLElement {
  async connectedCallback() {
    await loadTexts();
    const books = JSON.parse(document.getElementById("slate-books")?.textContent || "[]");
    const slates = new Slates({ sync: this.dataset.sync || "", csrf: this.dataset.csrf || "" }, () => page.draw());
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
  }

  /** @param {Slate} slate @returns {BookFacts} */
  bookOf(slate) {
    return this.books.find((book) => book.key === slate.book) ?? { ...this.books[0], key: slate.book, title: slate.book };
  }

  // ---- what the person does -------------------------------------------------------------------------------------------------------

  /** @param {HTMLFormElement} form */
  begin(form) {
    const names = SEATS.map((seat) => valueOf(form, `name${seat}`) || say("web.seat.n", { n: seat + 1 }));
    const target = Number(valueOf(form, "target")) || null;
    const book = valueOf(form, "book");
    this.slates.begin({ id: makeId(), book, names, target, ops: [], sent: [], view: null, when: Date.now() });
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
    const event = resultOf(this.typed, this.bookOf(slate));
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
          { id: "s-book", name: "book" },
          this.books.map(({ key, label }) => h("option", { key, value: key }, label)),
        ),
      ),
      h("fieldset", { class: "names" }, h("legend", null, say("web.slate.names")), [0, 2, 1, 3].map(nameField)),
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
    const names = [`${slate.names[0]} + ${slate.names[2]}`, `${slate.names[1]} + ${slate.names[3]}`];
    const { refused } = this.slates;
    return h(
      "div",
      { key: "game" },
      h("p", { class: "hint", role: "status" }, [book.title, ...this.status(slate, view.local)].join(" · ")),
      view.sheet ? rowsSheet(view, view.sheet, names, 0, faces) : tafel(view.slate, view.totals, names, 0, toLedger),
      view.over && view.winner !== null
        ? h("p", { class: "message success", role: "status" }, say("web.end.won", { team: names[view.winner] }))
        : null,
      view.bergpreis === null ? null : h("p", { class: "hint" }, say("web.bergpreis", { team: names[view.bergpreis] })),
      refused ? h("p", { class: "message error", role: "alert" }, refused) : null,
      view.over ? null : this.entry(slate, book, faces),
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
    return entryForm(slate, book, this.typed, faces, {
      set: (changes) => {
        this.typed = { ...this.typed, ...changes };
        this.draw();
      },
      write: () => this.write(slate),
    });
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

/** @param {number} seat */
function nameField(seat) {
  const team = say(seat % 2 === 0 ? "play.us" : "play.them");
  const n = seat < 2 ? 1 : 2;
  return h("input", {
    key: seat,
    name: `name${seat}`,
    maxlength: 24,
    "aria-label": say("web.slate.player", { team, n }),
    placeholder: `${team} ${n}`,
  });
}

customElements.define("puur-slate", PuurSlate);
