/**
 * <puur-entry>: the Jasszettel on a phone. The server's page carries the state; from then on everything is written down in this browser
 * first (`keep.js`), and the connection may come and go. Counting is `sums.js`, drawing the fields `sheet.js`.
 */

import { h, patch } from "../../puur/js/dom.js";
import { makeId } from "../../puur/js/socket.js";
import { look, read, send, waiting, write } from "./keep.js";
import { LETTERS, SIDES, beside, fieldset, paper, score, ways } from "./sheet.js";
import { blank, count, fieldsOf } from "./sums.js";
import { say } from "./words.js";

const QUICK = 4_000; // milliseconds between two looks while the other side is awaited
const SLOW = 20_000;

class PuurEntry extends HTMLElement {
  connectedCallback() {
    this.secret = this.dataset.secret || "";
    this.base = this.dataset.base || "";
    const fresh = JSON.parse(document.getElementById("entry-state")?.textContent || "null");
    /** @type {import("./keep.js").Kept} */
    this.kept = read(this.secret) || {
      secret: this.secret,
      where: { round: fresh.round, table: fresh.table, title: fresh.evening.title },
      side: "",
      fields: null,
      outbox: null,
      refused: "",
      state: fresh,
      when: 0,
    };
    // The page may come from the cache of this phone and be older than what the phone knows.
    if (!this.kept.state || fresh.at >= this.kept.state.at) this.kept.state = fresh;
    this.tag = "";
    this.cut = !navigator.onLine;
    this.editing = false;
    this.handing = false;
    this.full = false;
    this.busy = false;
    this.once = false;
    this.wait = 1_000;
    this.keep();
    addEventListener("online", () => this.again());
    addEventListener("offline", () => {
      this.cut = true;
      this.draw();
    });
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.again());
    addEventListener("storage", () => {
      const found = read(this.secret || "");
      if (found) this.kept = found;
      this.draw();
    });
    this.draw();
    this.again();
  }

  get state() {
    return this.kept?.state;
  }

  /** @returns {import("./sums.js").Rules} */
  get rules() {
    return this.state.rules;
  }

  get fields() {
    const kept = /** @type {import("./keep.js").Kept} */ (this.kept);
    if (!kept.fields) kept.fields = blank(this.rules);
    return kept.fields;
  }

  get own() {
    return SIDES.indexOf(this.kept?.side || "");
  }

  keep() {
    this.full = !write(/** @type {import("./keep.js").Kept} */ (this.kept));
  }

  // ---- the connection ---------------------------------------------------------------------------------------------------------------

  /** Look and send at once, then from time to time. */
  again() {
    clearTimeout(this.timer);
    this.wait = 1_000;
    this.turn();
  }

  async turn() {
    if (this.busy) {
      this.once = true; // somebody wants news while an older look is on its way
      return;
    }
    this.busy = true;
    const later = await this.deliver();
    const seen = await look(`${this.base}${this.secret}/state.json`, this.tag || "");
    this.busy = false;
    if (seen) {
      const kept = read(this.secret || "") || this.kept;
      kept.state = seen.state;
      this.kept = kept;
      this.tag = seen.tag;
      this.keep();
    }
    this.cut = seen === null;
    this.draw();
    if (this.once) {
      this.once = false;
      this.turn();
      return;
    }
    if (later || this.cut) this.wait = Math.min(15_000, (this.wait || 1_000) * 1.6);
    const next = later || this.cut ? this.wait : this.expecting() ? QUICK : SLOW;
    clearTimeout(this.timer);
    if (document.visibilityState === "visible" || this.kept?.outbox) this.timer = setTimeout(() => this.turn(), next);
  }

  /** Send what waits, of this table and of earlier ones; whether something still waits. */
  async deliver() {
    let later = false;
    for (const one of waiting()) {
      const done = await send(one.secret, this.base || "");
      if (done === "later") later = true;
      if (one.secret === this.secret) {
        const found = read(this.secret);
        if (found) this.kept = found;
        if (done === "sent") this.tag = "";
      }
    }
    return later;
  }

  expecting() {
    return this.state.phase === "waiting" || (this.state.phase === "open" && this.state.drafts.some(Boolean));
  }

  /** @param {Record<string, any>} message */
  post(message) {
    const state = this.state;
    const kept = /** @type {import("./keep.js").Kept} */ (this.kept);
    kept.seq = Math.max(Date.now(), (kept.seq || 0) + 1); // grows also if the clock of the phone is set back
    kept.outbox = {
      id: makeId(),
      seq: kept.seq,
      kind: "enter",
      side: kept.side,
      evening: state.evening.code,
      round: state.round,
      table: state.table,
      ...message,
    };
    kept.refused = "";
    this.editing = false;
    this.handing = false;
    this.keep();
    this.draw();
    this.again();
  }

  // ---- drawing ----------------------------------------------------------------------------------------------------------------------

  draw() {
    const state = this.state;
    const kept = /** @type {import("./keep.js").Kept} */ (this.kept);
    const others = waiting().filter((one) => one.secret !== this.secret);
    patch(
      this,
      h(
        "header",
        { key: "head", class: "where" },
        h("p", { class: "hint" }, state.evening.title, state.evening.date ? ` · ${state.evening.date}` : ""),
        h(
          "h1",
          null,
          h("span", null, say("evening_entry.round", { round: state.round })),
          " ",
          h("span", null, say("evening_entry.table", { table: state.table })),
        ),
      ),
      this.seats(),
      h("div", { key: "status", role: "status", class: "status" }, this.status()),
      this.full ? h("p", { key: "full", class: "message error" }, say("evening_entry.full")) : null,
      state.late && state.phase === "open"
        ? h("p", { key: "late", class: "message warning" }, say("evening_entry.late", { round: state.round, now: state.now }))
        : null,
      kept.refused ? h("p", { key: "refused", class: "message error", role: "alert" }, kept.refused) : null,
      others.map((one) =>
        h(
          "p",
          { key: one.secret, class: "message warning" },
          say("evening_entry.others", { round: one.where.round, table: one.where.table }),
        ),
      ),
      h("div", { key: "main", class: "main" }, this.main()),
    );
  }

  seats() {
    const { seats } = this.state;
    const mine = this.own;
    return h(
      "div",
      { key: "seats", class: "seats" },
      [0, 1].map((side) =>
        h(
          "section",
          { key: side, class: `side${mine === side ? " own" : ""}`, "aria-label": LETTERS[side] },
          h("h2", null, LETTERS[side], mine === side ? h("span", { class: "tag" }, say("evening_entry.you")) : null),
          h(
            "ul",
            null,
            [side, side + 2].map((place) =>
              h(
                "li",
                { key: place },
                h("b", null, seats[place].name),
                seats[place].writes ? h("small", null, ` ✎ ${say("evening_entry.writes")}`) : null,
              ),
            ),
          ),
        ),
      ),
    );
  }

  status() {
    const kept = /** @type {import("./keep.js").Kept} */ (this.kept);
    if (kept.outbox)
      return h(
        "p",
        { key: "unsent", class: "message warning unsent" },
        h(
          "span",
          null,
          h("strong", null, say("evening_entry.unsent")),
          " ",
          say(this.cut ? "evening_entry.unsent.cut" : "evening_entry.unsent.going"),
        ),
        h("button", { class: "secondary", "data-act": "resend", onclick: () => this.again() }, say("evening_entry.resend")),
      );
    if (this.cut)
      return h(
        "p",
        { key: "cut", class: "message" },
        say(this.dataset.cold === "yes" ? "evening_entry.cut" : "evening_entry.cut.open"),
      );
    return null;
  }

  main() {
    const { phase, drafts, result } = this.state;
    const kept = /** @type {import("./keep.js").Kept} */ (this.kept);
    if (phase === "confirmed") return this.confirmed(result);
    if (phase !== "open")
      return [
        h(
          "p",
          { key: phase, class: "message warning" },
          say(`evening_entry.phase.${phase}`, { round: this.state.round, now: this.state.now }),
        ),
        this.rest(),
      ];
    if (this.own < 0) return this.choose();
    if (this.handing) return this.handOver();
    if (this.editing) return this.form();
    if (kept.outbox) return this.sent(kept.outbox.sheet || (kept.outbox.of ? drafts[1 - this.own]?.sheet : null), kept.outbox.kind);
    const mine = drafts[this.own];
    const theirs = drafts[1 - this.own];
    if (mine && theirs) return this.compare(mine, theirs);
    if (theirs) return this.check(theirs);
    if (mine) return this.sent(mine.sheet, "enter", mine.call);
    return this.form();
  }

  choose() {
    const { seats } = this.state;
    return h(
      "section",
      { key: "choose", class: "panel" },
      h("h2", null, say("evening_entry.side")),
      h("p", null, say("evening_entry.side.help")),
      [0, 1].map((side) =>
        h(
          "button",
          {
            key: side,
            class: "secondary big side-choice",
            "data-act": `side-${SIDES[side]}`,
            onclick: () => this.sit(SIDES[side]),
          },
          h("b", null, LETTERS[side]),
          h("span", null, `${seats[side].name}, ${seats[side + 2].name}`),
        ),
      ),
      h("p", { class: "hint" }, say("evening_entry.wrong.names")),
    );
  }

  /** @param {string} side */
  sit(side) {
    const kept = /** @type {import("./keep.js").Kept} */ (this.kept);
    kept.side = side;
    this.editing = false;
    this.handing = false;
    this.keep();
    this.draw();
  }

  form() {
    const { fields, rules } = this;
    const found = count(fields, rules);
    const changed = () => {
      this.keep();
      this.draw();
    };
    return h(
      "form",
      {
        key: "form",
        class: "panel",
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const now = count(this.fields, rules);
          if (now.ready && now.ok) this.post({ sheet: now.sheet });
        },
      },
      h("h2", null, say(`evening_entry.form.${rules.form}`)),
      ways(fields, rules, changed),
      fieldset(fields, rules, found, changed),
      this.verdict(found),
      h("button", { class: "primary big", "data-act": "send", disabled: !found.ready || !found.ok }, say("evening_entry.send")),
      found.ready && !found.ok
        ? h(
            "button",
            {
              type: "button",
              class: "secondary",
              "data-act": "call",
              onclick: () => this.post({ sheet: found.sheet, call: true }),
            },
            say("evening_entry.call"),
          )
        : null,
      this.editing
        ? h(
            "button",
            {
              type: "button",
              class: "link",
              onclick: () => {
                this.editing = false;
                this.draw();
              },
            },
            say("evening_entry.back"),
          )
        : null,
      this.aside(),
    );
  }

  /** @param {import("./sums.js").Count} found */
  verdict(found) {
    const facts = { ...found.facts, ...(found.settled ? { one: found.settled[0], two: found.settled[1] } : {}) };
    const key = found.reason ? `evening_entry.verdict.${found.reason}` : "evening_entry.verdict.ok";
    const tone = !found.ready ? "quiet" : found.ok ? (found.reason ? "warning" : "success") : "error";
    if (this.rules.form === "striche" && !found.reason) return null;
    const some = found.reason !== "incomplete" || (found.points || []).some(Boolean);
    return some
      ? h(
          "p",
          { key: "verdict", class: `message ${tone}`, "data-verdict": found.reason || "ok", role: "status" },
          say(key, { n: 0, ...facts }),
        )
      : null;
  }

  aside() {
    return h(
      "p",
      { class: "hint aside" },
      say("evening_entry.side.own", { side: LETTERS[this.own] }),
      " ",
      h(
        "button",
        { type: "button", class: "link", "data-act": "side", onclick: () => this.sit("") },
        say("evening_entry.side.change"),
      ),
    );
  }

  /** What was sent, and that the other side has to look at it. @param {any} sheet @param {string} kind @param {boolean} [call] */
  sent(sheet, kind, call = false) {
    const kept = /** @type {import("./keep.js").Kept} */ (this.kept);
    const alone = kind === "enter";
    return h(
      "section",
      { key: "sent", class: "panel" },
      h(
        "h2",
        null,
        say(call || kept.outbox?.call ? "evening_entry.sent.call" : alone ? "evening_entry.sent" : "evening_entry.sent.both"),
      ),
      alone
        ? h(
            "p",
            null,
            say(call || kept.outbox?.call ? "evening_entry.sent.call.help" : "evening_entry.sent.help", {
              side: LETTERS[1 - this.own],
            }),
          )
        : null,
      sheet ? paper({ ...sheet, points: sheet.points || count(fieldsOf(sheet, this.rules), this.rules).points }, this.rules) : null,
      alone && !(call || kept.outbox?.call)
        ? h(
            "button",
            {
              class: "primary big",
              "data-act": "hand",
              onclick: () => {
                this.handing = true;
                this.draw();
              },
            },
            say("evening_entry.hand", { side: LETTERS[1 - this.own] }),
          )
        : null,
      h("button", { class: "secondary", "data-act": "edit", onclick: () => this.edit(sheet) }, say("evening_entry.edit")),
      this.aside(),
    );
  }

  /** @param {any} sheet */
  edit(sheet) {
    const kept = /** @type {import("./keep.js").Kept} */ (this.kept);
    if (sheet) kept.fields = fieldsOf(sheet, this.rules);
    this.editing = true;
    this.keep();
    this.draw();
  }

  /** The other side looks at this phone and says yes. */
  handOver() {
    const { seats } = this.state;
    const other = 1 - this.own;
    const sheet = this.kept?.outbox?.sheet || this.state.drafts[this.own]?.sheet;
    const names = `${seats[other].name}, ${seats[other + 2].name}`;
    if (!sheet) return this.form();
    return h(
      "section",
      { key: "hand", class: "panel handed" },
      h("h2", null, say("evening_entry.handed", { names })),
      h("p", null, say("evening_entry.handed.help")),
      paper({ ...sheet, points: sheet.points || count(fieldsOf(sheet, this.rules), this.rules).points }, this.rules),
      h(
        "button",
        { class: "primary big", "data-act": "agree", onclick: () => this.post({ kind: "both", sheet }) },
        say("evening_entry.agree"),
      ),
      h(
        "button",
        {
          class: "secondary",
          "data-act": "disagree",
          onclick: () => {
            this.handing = false;
            this.sit(SIDES[other]);
            this.edit(sheet);
          },
        },
        say("evening_entry.disagree"),
      ),
      h(
        "button",
        {
          class: "link",
          onclick: () => {
            this.handing = false;
            this.draw();
          },
        },
        say("evening_entry.back"),
      ),
    );
  }

  /** What the other side has sent. @param {any} theirs */
  check(theirs) {
    return h(
      "section",
      { key: "check", class: "panel" },
      h("h2", null, say("evening_entry.check", { side: LETTERS[1 - this.own] })),
      paper(theirs.sheet, this.rules),
      theirs.settled
        ? h(
            "p",
            { class: "message warning" },
            say("evening_entry.verdict.split", {
              n: Math.abs(theirs.expected - theirs.found),
              found: theirs.found,
              expected: theirs.expected,
              one: theirs.settled[0],
              two: theirs.settled[1],
            }),
          )
        : null,
      theirs.call
        ? h("p", { class: "message warning" }, say("evening_entry.called"))
        : h(
            "button",
            {
              class: "primary big",
              "data-act": "agree",
              onclick: () => this.post({ kind: "confirm", of: theirs.id, sheet: theirs.sheet }),
            },
            say("evening_entry.agree"),
          ),
      h(
        "button",
        { class: "secondary", "data-act": "disagree", onclick: () => this.edit(theirs.sheet) },
        say("evening_entry.disagree"),
      ),
      this.aside(),
    );
  }

  /** Both have sent something, and it is not the same. @param {any} mine @param {any} theirs */
  compare(mine, theirs) {
    return h(
      "section",
      { key: "compare", class: "panel" },
      h("h2", null, say("evening_entry.compare")),
      h("p", null, say("evening_entry.compare.help")),
      beside(
        [mine.sheet, theirs.sheet],
        [say("evening_entry.ours", { side: LETTERS[this.own] }), LETTERS[1 - this.own]],
        this.rules,
      ),
      theirs.call
        ? null
        : h(
            "button",
            {
              class: "primary",
              "data-act": "accept",
              onclick: () => this.post({ kind: "confirm", of: theirs.id, sheet: theirs.sheet }),
            },
            say("evening_entry.accept", { side: LETTERS[1 - this.own] }),
          ),
      h("button", { class: "secondary", "data-act": "edit", onclick: () => this.edit(mine.sheet) }, say("evening_entry.edit.ours")),
      this.aside(),
    );
  }

  /** @param {any} result */
  confirmed(result) {
    const told = result.settled || score(result.sheet);
    return [
      h(
        "section",
        { key: "done", class: "panel done" },
        h("p", { class: "message success" }, say("evening_entry.done")),
        h(
          "p",
          { class: "score", "data-score": told.join(":") },
          h("span", null, h("small", null, LETTERS[0]), told[0]),
          h("span", { "aria-hidden": "true" }, ":"),
          h("span", null, h("small", null, LETTERS[1]), told[1]),
        ),
        result.settled
          ? h(
              "p",
              { class: "hint" },
              say("evening_entry.done.split", { one: result.sheet.points[0], two: result.sheet.points[1] }),
              result.rule ? h("span", { class: "rule" }, ` ${result.rule}`) : null,
            )
          : null,
        result.locked ? h("p", null, say("evening_entry.done.visa")) : null,
        h("p", { class: "hint" }, say("evening_entry.done.wrong")),
      ),
      this.rest(),
    ];
  }

  /** What this phone still holds that did not become the result: never thrown away in silence. */
  rest() {
    const kept = /** @type {import("./keep.js").Kept} */ (this.kept);
    const sheet = kept.outbox?.sheet || (kept.fields ? count(kept.fields, this.rules).sheet : null);
    const result = this.state.result;
    if (!sheet) return null;
    const full = { ...sheet, points: sheet.points || count(fieldsOf(sheet, this.rules), this.rules).points };
    if (result && String(score(full)) === String(score(result.sheet))) return null;
    return h(
      "details",
      { key: "rest", class: "panel", open: Boolean(kept.refused) },
      h("summary", null, say("evening_entry.kept")),
      h("p", null, say("evening_entry.kept.help")),
      paper(full, this.rules),
    );
  }
}

customElements.define("puur-entry", PuurEntry);

// Keep the page for a cold start without a network. Browsers allow that on https and on this machine alone.
const entry = /** @type {HTMLElement|null} */ (document.querySelector("puur-entry"));
if (entry && "serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker
    .register(`${entry.dataset.base}sw.js`, { scope: entry.dataset.base })
    .then(async () => {
      if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
      const cache = await caches.open("puur-entry-1");
      // Whatever this page has loaded, the modules that modules import included.
      const loaded = performance
        .getEntriesByType("resource")
        .map((one) => one.name)
        .filter((one) => one.startsWith(`${location.origin}/static/`));
      await cache.addAll([...new Set([location.href, ...loaded])]);
      await navigator.serviceWorker.ready;
      entry.dataset.cold = "yes";
    })
    .catch(() => {});
}
