/**
 * <puur-table>: the live table. Holds the state that the server sends, shows it step by step, and sends what the person does.
 * The rules live on the server: the page knows only which cards are legal, because it is told so.
 */

import { bidPanel } from "./bid.js";
import { dialogs, slateContent } from "./dialogs.js";
import { h, patch } from "./dom.js";
import { DoneTable } from "./done.js";
import { lobby } from "./lobby.js";
import { banners, cutPanel, offers, prompt } from "./offers.js";
import { hand, place, topBar, trick } from "./parts.js";
import { effects } from "./rulings.js";
import { Link } from "./socket.js";
import { loadTexts, say } from "./texts.js";

export class PuurTable extends DoneTable {
  async connectedCallback() {
    this.code = this.dataset.code || "";
    this.facts = {
      code: this.code,
      url: this.dataset.url || location.href,
      qr: this.dataset.qr || "",
      record: this.dataset.record || `/t/${this.code}/record.jass`,
      name: this.dataset.name || "",
      guest: this.dataset.guest !== "false",
      levels: (this.dataset.levels || "simple").split(" "),
    };
    await loadTexts();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const path = this.dataset.ws || `/ws/t/${this.code}/`;
    const address = path.startsWith("ws") ? path : `${scheme}//${location.host}${path}`;
    this.line = new Link(address, {
      message: (message) => this.take(message),
      state: (state, code, at) => {
        this.link = state;
        this.closed = code;
        this.retry = at;
        this.draw();
      },
      late: () => this.draw(),
    });
    document.addEventListener("keydown", (event) => this.key(event));
    setInterval(() => {
      if (this.link === "waiting" || (this.table && this.table.deadline)) this.draw();
    }, 1000);
  }

  // ---- keys --------------------------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event @param {string[]} cards */
  handKey(event, cards) {
    const at = cards.indexOf(this.focus);
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (move) {
      event.preventDefault();
      this.focusOn(cards[(at + move + cards.length) % cards.length], true);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      this.focusOn(event.key === "Home" ? cards[0] : cards[cards.length - 1], true);
    }
  }

  /** @param {string} card @param {boolean} [move] */
  focusOn(card, move = false) {
    if (this.focus !== card) {
      this.focus = card;
      this.draw();
    }
    if (move) /** @type {HTMLElement|null} */ (this.querySelector(`[data-card="${card}"]`))?.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || !this.view) return;
    const open = { "?": "help", s: "slate", l: "trick", t: "talk", m: "menu" }[event.key];
    if (open && !this.querySelector("dialog[open]")) {
      event.preventDefault();
      this.open(open);
    } else if (/^[1-9]$/.test(event.key) && !this.querySelector("dialog[open]")) {
      const cards = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".hand-card"));
      cards[Number(event.key) - 1]?.focus();
    }
  }

  // ---- drawing -----------------------------------------------------------------------------------------------------------------

  draw() {
    if (!this.isConnected) return;
    const focused = /** @type {HTMLElement|null} */ (this.contains(document.activeElement) ? document.activeElement : null);
    patch(
      this,
      this.table ? (this.table.state === "lobby" || !this.view ? this.lobby() : this.board()) : this.loading(),
      h("p", { key: "live", class: "hidden", "aria-live": "polite", id: "live" }, this.live),
    );
    // Whoever plays by keyboard goes on from the hand when the card or the question is gone.
    if (focused && !focused.isConnected && !this.querySelector("dialog[open]"))
      /** @type {HTMLElement|null} */ (this.querySelector(".hand-card[tabindex='0']"))?.focus({ preventScroll: true });
  }

  loading() {
    return h(
      "div",
      { key: "loading", class: "loading" },
      this.link === "closed" ? null : h("p", null, say("web.loading")),
      banners(/** @type {any} */ (this)),
    );
  }

  lobby() {
    return h(
      "div",
      { key: "lobby", class: "lobby-wrap" },
      banners(/** @type {any} */ (this)),
      h("a", { class: "back", href: "/" }, "‹ Puur"),
      lobby(this.table, this.you, /** @type {any} */ (this.facts), {
        send: (message) => this.line?.send(message),
        copy: () => this.copy(),
        copied: this.copied,
      }),
      h(
        "div",
        { class: "chat-side" },
        this.chat.slice(-4).map((one, n) => h("p", { key: n }, h("b", null, one.name), " ", one.text)),
      ),
      dialogs(/** @type {any} */ (this)),
    );
  }

  board() {
    const view = this.view;
    const t = /** @type {any} */ (this);
    const bids = this.asked ? [] : view.options.filter((/** @type {any} */ one) => one.label === "announced");
    const cutting =
      view.cut && this.myTurn && !this.asked ? view.options.find((/** @type {any} */ one) => one.label === "cut") : null;
    let middle;
    if (cutting) middle = cutPanel(t, { ...cutting, commitment: view.cut.commitment });
    else if (bids.length) {
      const push = view.options.find((/** @type {any} */ one) => one.label === "pushed");
      middle = bidPanel(bids, this.path, this.faces, {
        choose: (option) => this.bid(option),
        go: (path) => {
          this.path = path;
          this.draw();
        },
        push: push ? () => this.bid(push) : null,
        sheet: view.sheet,
        team: this.team,
      });
    } else middle = trick(t);
    return h(
      "div",
      { key: "board", class: `board-wrap ${this.myTurn ? "my-turn" : ""} ${view.trump ? `trump-${view.trump}` : ""}` },
      h(
        "main",
        { class: "board", id: "main" },
        topBar(t),
        banners(t),
        h(
          "div",
          { class: "felt", "aria-label": say("web.table.label"), role: "region" },
          [0, 1, 2, 3].map((step) => place(t, (this.base + step) % 4)),
          h("div", { key: "middle", class: `middle ${bids.length || cutting ? "panel-in" : ""}` }, middle),
          h(
            "div",
            { key: "side-acts", class: "felt-acts" },
            view.last_trick && !view.trick_open
              ? h("button", { class: "chip", onclick: () => this.open("trick"), "data-act": "last-trick" }, say("web.trick.last"))
              : null,
            this.mayObject
              ? h("button", { class: "chip", onclick: () => this.open("object"), "data-act": "objection" }, say("web.object.title"))
              : null,
            h(
              "button",
              { class: "chip icon-chip", "aria-label": say("web.talk.title"), onclick: () => this.open("talk") },
              h(
                "svg:svg",
                { viewBox: "0 0 24 24", "aria-hidden": "true" },
                h("svg:path", { d: "M4 5H20V16H11L6 20V16H4Z" }),
                h("svg:path", { d: "M8 9H16M8 12H13" }),
              ),
            ),
          ),
        ),
        h("div", { class: "below" }, prompt(t), effects(t), h("div", { class: "offers" }, offers(t))),
        this.you === null ? h("p", { class: "watching hint" }, say("web.watching")) : hand(t),
      ),
      h("aside", { class: "side", "aria-label": say("web.slate.title") }, slateContent(t)),
      dialogs(t),
    );
  }
}

customElements.define("puur-table", PuurTable);
