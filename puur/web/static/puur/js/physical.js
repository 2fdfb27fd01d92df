/**
 * <puur-slate>: the Jasstafel for a game with real cards. Everything is kept in this browser first and works without a connection;
 * when there is one, the operations go to the server, which counts by the rule book and has the last word.
 */

import { SUITS, modeName, modeSign } from "./cards.js";
import { counted, entered } from "./count.js";
import { h, patch } from "./dom.js";
import { prefs } from "./prefs.js";
import { coiffeurSheet, ledger, striche, toLedger } from "./score.js";
import { tafel } from "./slate.js";
import { makeId } from "./socket.js";
import { loadTexts, say } from "./texts.js";

/** @typedef {import("./count.js").Slate} Slate */

const STORE = "puur.slates";
const FULL = 157;
const PLAIN = ["E", "R", "S", "L", "obenabe", "undeufe"];

/** @param {string} id @returns {any} */
const given = (id) => JSON.parse(document.getElementById(id)?.textContent || "[]");

class PuurSlate extends HTMLElement {
  async connectedCallback() {
    await loadTexts();
    /** @type {any[]} */
    this.books = given("slate-books");
    /** @type {Slate[]} */
    this.slates = this.read();
    /** @type {Slate|null} */
    this.slate = this.slates[0] || null;
    this.state = navigator.onLine ? "" : "offline";
    this.refused = "";
    this.busy = false;
    this.again = false;
    this.clear();
    addEventListener("online", () => this.sync());
    addEventListener("offline", () => {
      this.state = "offline";
      this.draw();
    });
    this.draw();
    this.sync();
  }

  // ---- keeping -------------------------------------------------------------------------------------------------------------------

  /** @returns {Slate[]} */
  read() {
    try {
      return JSON.parse(localStorage.getItem(STORE) || "[]");
    } catch {
      return [];
    }
  }

  keep() {
    try {
      localStorage.setItem(STORE, JSON.stringify((this.slates || []).slice(0, 30)));
    } catch {
      this.refused = say("web.slate.full");
    }
  }

  /** One upload at a time: the first one of a guest also makes the session that owns the slate. */
  async sync() {
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    do {
      this.again = false;
      await this.upload();
    } while (this.again);
    this.busy = false;
  }

  async upload() {
    const slate = this.slate;
    if (!slate || !slate.ops.length) return;
    if (!navigator.onLine) {
      this.state = "offline";
      this.draw();
      return;
    }
    this.state = "syncing";
    this.draw();
    try {
      const answer = await fetch(this.dataset.sync || "", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token() },
        body: JSON.stringify({ id: slate.id, book: slate.book, names: slate.names, target: slate.target, ops: slate.ops }),
      });
      if (answer.status === 403) {
        // The session that owned it is gone (cookies cleared, another browser): what is here goes on as a slate of its own.
        slate.id = makeId();
        slate.sent = [];
        slate.view = null;
        this.keep();
      }
      if (!answer.ok) throw new Error(String(answer.status));
      const data = await answer.json();
      slate.sent = data.ops;
      slate.view = data.view;
      this.refused = "";
      for (const one of data.refused || []) {
        this.refused = one.text || one.reason;
        slate.ops = slate.ops.filter((op) => op.id !== one.id);
      }
      this.state = "";
      this.keep();
    } catch {
      this.state = "offline";
    }
    this.draw();
  }

  token() {
    const cookie = document.cookie.split("; ").find((one) => one.startsWith("csrftoken="));
    return cookie ? cookie.slice(10) : this.dataset.csrf || "";
  }

  /** @param {Slate} slate */
  book(slate) {
    return (
      (this.books || []).find((one) => one.key === slate.book) || {
        key: slate.book,
        title: slate.book,
        form: "schieber",
        target: 0,
        factors: {},
        faces: "german",
      }
    );
  }

  // ---- what the person does --------------------------------------------------------------------------------------------------------

  clear() {
    this.entry = { mode: "", points: "", side: 0, weis: [0, 0], stoeck: -1, match: -1, announcer: 0 };
  }

  /** @param {any} event */
  begin(event) {
    event.preventDefault();
    const form = event.target.elements;
    const names = [0, 1, 2, 3].map((seat) => form[`name${seat}`].value.trim() || say("web.seat.n", { n: seat + 1 }));
    this.slate = {
      id: makeId(),
      book: form.book.value,
      names,
      target: Number(form.target.value) || null,
      ops: [],
      sent: [],
      view: null,
      when: Date.now(),
    };
    this.slates = [this.slate, ...(this.slates || [])];
    this.keep();
    this.draw();
  }

  /** @param {Event} event */
  write(event) {
    event.preventDefault();
    const slate = this.slate;
    const entry = this.entry;
    if (!slate || !entry) return;
    const points = entry.match >= 0 ? FULL : Number(entry.points);
    const book = this.book(slate);
    if (!entry.mode || !Number.isInteger(points) || points < 0 || points > FULL || (entry.points === "" && entry.match < 0)) {
      this.refused = say("web.slate.incomplete");
      this.draw();
      return;
    }
    const side = entry.match >= 0 ? entry.match : entry.side;
    const both = side === 0 ? [points, FULL - points] : [FULL - points, points];
    /** @type {any} */
    const result = { event: "result-entered", points: both };
    if (book.form === "coiffeur")
      Object.assign(result, { mode: defaultMode(entry.mode), variant: entry.mode, announcer: entry.announcer });
    else {
      Object.assign(result, { mode: entry.mode });
      if (entry.weis.some(Boolean)) result.weis = entry.weis;
      if (entry.stoeck >= 0) result.stoeck = entry.stoeck === 0 ? [20, 0] : [0, 20];
      if (points === FULL) result.match = side;
      else if (points === 0) result.match = entry.match >= 0 ? entry.match : undefined;
    }
    slate.ops.push({ id: makeId(), op: "enter", event: result });
    this.refused = "";
    this.clear();
    this.keep();
    this.draw();
    this.sync();
  }

  undo() {
    const slate = this.slate;
    if (!slate) return;
    const last = entered(slate).at(-1);
    if (!last) return;
    if (slate.sent.includes(last.id)) slate.ops.push({ id: makeId(), op: "undo", of: last.id });
    else slate.ops = slate.ops.filter((op) => op.id !== last.id);
    this.keep();
    this.draw();
    this.sync();
  }

  /** @param {Record<string, any>} changes */
  set(changes) {
    Object.assign(this.entry || {}, changes);
    this.draw();
  }

  // ---- drawing -----------------------------------------------------------------------------------------------------------------------

  draw() {
    patch(this, this.slate ? this.game(this.slate) : this.start());
  }

  start() {
    const books = this.books || [];
    return h(
      "form",
      { key: "start", class: "panel", onsubmit: (/** @type {any} */ event) => this.begin(event) },
      h("p", null, say("web.slate.lead")),
      h(
        "div",
        { class: "field" },
        h("label", { for: "s-book" }, say("web.new.book")),
        h(
          "select",
          { id: "s-book", name: "book" },
          books.map((one) =>
            h("option", { key: one.key, value: one.key }, one.title, one.form === "coiffeur" ? " (Coiffeur)" : ""),
          ),
        ),
      ),
      h(
        "fieldset",
        { class: "names" },
        h("legend", null, say("web.slate.names")),
        [0, 2, 1, 3].map((seat) =>
          h("input", {
            key: seat,
            name: `name${seat}`,
            maxlength: 24,
            "aria-label": say("web.slate.player", { team: say(seat % 2 === 0 ? "play.us" : "play.them"), n: seat < 2 ? 1 : 2 }),
            placeholder: `${say(seat % 2 === 0 ? "play.us" : "play.them")} ${seat < 2 ? 1 : 2}`,
          }),
        ),
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "s-target" }, say("web.new.target")),
        h("input", { id: "s-target", name: "target", type: "number", inputmode: "numeric", min: 100, max: 100000 }),
        h("p", { class: "help" }, say("web.new.target.help")),
      ),
      h("button", { class: "primary big" }, say("web.slate.begin")),
      (this.slates || []).length
        ? h(
            "div",
            { class: "older" },
            h("h2", null, say("web.slate.older")),
            h(
              "ul",
              { class: "tables" },
              (this.slates || []).map((one) =>
                h(
                  "li",
                  { key: one.id },
                  h("span", null, one.names.join(", "), h("small", null, new Date(one.when).toLocaleDateString())),
                  h(
                    "button",
                    {
                      class: "secondary",
                      type: "button",
                      onclick: () => {
                        this.slate = one;
                        this.draw();
                        this.sync();
                      },
                    },
                    say("web.home.resume"),
                  ),
                ),
              ),
            ),
          )
        : null,
    );
  }

  /** @param {Slate} slate */
  game(slate) {
    const view = counted(slate, this.book(slate));
    const book = this.book(slate);
    const faces = prefs.faces || book.faces || "german";
    const names = [`${slate.names[0]} + ${slate.names[2]}`, `${slate.names[1]} + ${slate.names[3]}`];
    const state =
      this.state === "offline"
        ? say("web.slate.offline")
        : this.state === "syncing"
          ? say("web.slate.syncing")
          : view.local
            ? ""
            : say("web.slate.synced");
    const waiting = slate.ops.filter((op) => !slate.sent.includes(op.id)).length;
    return h(
      "div",
      { key: "game" },
      h(
        "p",
        { class: "hint", role: "status" },
        book.title,
        state ? ` · ${state}` : "",
        waiting && this.state === "offline" ? ` · ${say("web.slate.waiting", { n: waiting })}` : "",
      ),
      view.form === "coiffeur" && view.sheet
        ? coiffeurSheet(view, names, 0, faces)
        : tafel(view.slate, view.totals, names, 0, toLedger),
      view.over && view.winner !== null
        ? h("p", { class: "message success", role: "status" }, say("web.end.won", { team: names[view.winner] }))
        : null,
      view.bergpreis !== null && view.bergpreis !== undefined
        ? h("p", { class: "hint" }, say("web.bergpreis", { team: names[view.bergpreis] }))
        : null,
      this.refused ? h("p", { class: "message error", role: "alert" }, this.refused) : null,
      view.over ? null : this.entryForm(slate, book, faces),
      striche(view, slate.names),
      h("h2", null, say("web.slate.deals")),
      ledger({ ...view, form: view.form }, names, 0),
      h(
        "div",
        { class: "dialog-acts" },
        h(
          "button",
          { class: "secondary", onclick: () => this.undo(), disabled: !entered(slate).length, "data-act": "undo" },
          say("web.slate.undo"),
        ),
        h(
          "button",
          {
            class: "secondary",
            onclick: () => {
              this.slate = null;
              this.draw();
            },
          },
          say("web.slate.new"),
        ),
      ),
    );
  }

  /** @param {Slate} slate @param {any} book @param {string} faces */
  entryForm(slate, book, faces) {
    const entry = /** @type {any} */ (this.entry);
    const teams = [say("play.us"), say("play.them")];
    const coiffeur = book.form === "coiffeur";
    const done = coiffeur
      ? new Set(
          entered(slate)
            .filter((op) => op.event.announcer % 2 === entry.announcer % 2)
            .map((op) => op.event.variant),
        )
      : new Set();
    const modes = Object.keys(book.factors || {}).length ? Object.keys(book.factors) : PLAIN;
    const other = entry.points === "" || !Number.isFinite(Number(entry.points)) ? "" : FULL - Number(entry.points);
    return h(
      "form",
      { class: "panel entry", onsubmit: (/** @type {any} */ event) => this.write(event) },
      h("h2", null, say("web.deal.n", { n: entered(slate).length + 1 })),
      coiffeur
        ? h(
            "div",
            { class: "pair", role: "group", "aria-label": say("web.slate.chooser") },
            h("span", null, say("web.slate.chooser")),
            teams.map((name, team) =>
              h(
                "button",
                {
                  key: team,
                  type: "button",
                  class: entry.announcer % 2 === team ? "primary" : "secondary",
                  "aria-pressed": String(entry.announcer % 2 === team),
                  onclick: () => this.set({ announcer: team, mode: "" }),
                },
                name,
              ),
            ),
          )
        : null,
      h(
        "div",
        { class: "modes", role: "group", "aria-label": say("web.bid.title") },
        modes.map((mode) =>
          h(
            "button",
            {
              key: mode,
              type: "button",
              "data-mode": mode,
              class: `mode ${entry.mode === mode ? "chosen" : ""}`,
              disabled: done.has(mode),
              "aria-pressed": String(entry.mode === mode),
              onclick: () => this.set({ mode }),
            },
            modeSign(mode, faces),
            h("span", null, modeName(mode, faces)),
            (book.factors || {})[mode] > 1 ? h("small", null, `×${book.factors[mode]}`) : null,
          ),
        ),
      ),
      h(
        "div",
        { class: "pair", role: "group", "aria-label": say("web.slate.whose") },
        teams.map((name, team) =>
          h(
            "button",
            {
              key: team,
              type: "button",
              class: entry.side === team ? "primary" : "secondary",
              "aria-pressed": String(entry.side === team),
              onclick: () => this.set({ side: team, points: "" }),
            },
            name,
          ),
        ),
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "e-points" }, say("web.slate.points", { team: teams[entry.side] })),
        h("input", {
          id: "e-points",
          type: "number",
          inputmode: "numeric",
          min: 0,
          max: FULL,
          value: entry.match >= 0 ? "" : entry.points,
          oninput: (/** @type {any} */ event) => this.set({ points: event.target.value, match: -1 }),
        }),
        h(
          "p",
          { class: "help" },
          other === "" ? say("web.slate.half") : say("web.slate.other", { team: teams[1 - entry.side], points: other }),
        ),
      ),
      coiffeur
        ? null
        : [
            h(
              "div",
              { key: "match", class: "pair", role: "group", "aria-label": say("score.source.match") },
              h("span", null, say("score.source.match")),
              teams.map((name, team) =>
                h(
                  "button",
                  {
                    key: team,
                    type: "button",
                    class: entry.match === team ? "primary" : "secondary",
                    "aria-pressed": String(entry.match === team),
                    onclick: () => this.set({ match: entry.match === team ? -1 : team, points: "" }),
                  },
                  name,
                ),
              ),
            ),
            h(
              "div",
              { key: "stoeck", class: "pair", role: "group", "aria-label": say("score.source.stoeck") },
              h("span", null, say("score.source.stoeck")),
              teams.map((name, team) =>
                h(
                  "button",
                  {
                    key: team,
                    type: "button",
                    class: entry.stoeck === team ? "primary" : "secondary",
                    "aria-pressed": String(entry.stoeck === team),
                    disabled: !SUITS.includes(entry.mode),
                    onclick: () => this.set({ stoeck: entry.stoeck === team ? -1 : team }),
                  },
                  name,
                ),
              ),
            ),
            [0, 1].map((team) =>
              h(
                "div",
                { key: `weis${team}`, class: "pair", role: "group", "aria-label": `${say("score.source.weis")} ${teams[team]}` },
                h("span", null, say("score.source.weis"), " ", teams[team], ": ", h("b", null, entry.weis[team])),
                [20, 50, 100, 150, 200].map((points) =>
                  h(
                    "button",
                    {
                      key: points,
                      type: "button",
                      class: "secondary",
                      onclick: () =>
                        this.set({
                          weis: entry.weis.map((/** @type {number} */ one, /** @type {number} */ n) =>
                            n === team ? one + points : one,
                          ),
                        }),
                    },
                    `+${points}`,
                  ),
                ),
                h(
                  "button",
                  {
                    key: "no",
                    type: "button",
                    class: "secondary",
                    "aria-label": say("web.slate.noweis", { team: teams[team] }),
                    onclick: () =>
                      this.set({
                        weis: entry.weis.map((/** @type {number} */ one, /** @type {number} */ n) => (n === team ? 0 : one)),
                      }),
                  },
                  "×",
                ),
              ),
            ),
          ],
      h("button", { class: "primary big", "data-act": "write" }, say("web.slate.write")),
    );
  }
}

/** A mode that fits a variant, where the way it was played does not matter for the sheet. @param {string} variant */
function defaultMode(variant) {
  return { slalom: "slalom-oben", gusti: "gusti-oben", trio: "trio-E-tuo", joker: "E" }[variant] || variant;
}

customElements.define("puur-slate", PuurSlate);
