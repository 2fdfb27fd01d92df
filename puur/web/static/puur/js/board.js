/** The whole screen of a table: while it loads, before the game, and in it. */

import { amountPanel, askedNumbers, choicePanel, notes, openCards, plainChoices, plainOptions } from "./amount.js";
import { banners } from "./banners.js";
import { bidPanel } from "./bid.js";
import { BACK } from "./cards.js";
import { dialogs } from "./dialogs.js";
import { h, patch } from "./dom.js";
import { hintChip } from "./hints.js";
import { lobby } from "./lobby.js";
import { momentOn } from "./moments.js";
import { takeOff } from "./motion.js";
import { cutPanel, offers, prompt } from "./offers.js";
import { hand, place, topBar, trick } from "./parts.js";
import { effects } from "./rulings.js";
import { slateContent } from "./table-slate.js";
import { say } from "./texts.js";

/** @import { LiveTable } from "./live-table.js" */

/** Draw the table as it stands now. @param {LiveTable} t */
export function draw(t) {
  const { element, state } = t;
  if (!element.isConnected) return;
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const before = state.loaded && (state.table.state === "lobby" || !state.playing);
  const screen = !state.loaded ? loading(t) : before ? waitingRoom(t) : board(t);
  patch(element, screen, h("p", { key: "live", class: "hidden", "aria-live": "polite", id: "live" }, t.voice.live));
  takeOff();
  // Whoever plays by keyboard goes on from the hand when the card or the question is gone.
  if (focused && !focused.isConnected && !element.querySelector("dialog[open]")) t.focusHand();
}

/** @param {LiveTable} t */
function loading(t) {
  const text = t.line.state === "closed" ? null : h("p", null, say("web.loading"));
  return h("div", { key: "loading", class: "loading" }, text, banners(t));
}

/** @param {LiveTable} t */
function waitingRoom(t) {
  return h(
    "main",
    { key: "lobby", class: "lobby-wrap", id: "main" },
    banners(t),
    h("a", { class: "back", href: "/" }, "‹ Puur"),
    lobby(t),
    h(
      "div",
      { class: "chat-side" },
      t.state.facts.chat.slice(-4).map((spoken, n) => h("p", { key: n }, h("b", null, spoken.name), " ", spoken.text)),
    ),
    dialogs(t),
  );
}

/** @param {LiveTable} t */
function board(t) {
  const { state } = t;
  const { view } = state;
  const question = middleQuestion(t);
  return h(
    "div",
    { key: "board", class: `board-wrap ${state.myTurn ? "my-turn" : ""} ${view.trump ? `trump-${view.trump}` : ""}` },
    h(
      "main",
      { class: "board", id: "main" },
      h("h1", { class: "hidden" }, state.table.title),
      topBar(t),
      banners(t),
      h(
        "div",
        { class: "felt", "aria-label": say("web.table.label"), role: "region", onclick: () => t.skip() },
        state.table.seats.map((_, step) => place(t, (state.base + step) % state.table.seats.length)),
        h(
          "div",
          { key: "middle", class: `middle ${question ? "panel-in" : ""}` },
          question || trick(t),
          question ? null : openCards(t),
          view.cut && !state.myTurn ? pack() : null,
        ),
        h("div", { key: "side-acts", class: "felt-acts" }, chips(t)),
        momentOn(t),
      ),
      h("div", { class: "below" }, prompt(t), question ? null : notes(t), effects(t), h("div", { class: "offers" }, offers(t))),
      state.you === null ? h("p", { class: "watching hint" }, say("web.watching")) : hand(t),
    ),
    h("aside", { class: "side", "aria-label": say("web.slate.title") }, slateContent(t)),
    dialogs(t),
  );
}

/** What is asked in the middle of the felt: cutting, announcing, a number, or nothing. @param {LiveTable} t */
function middleQuestion(t) {
  const { state, desk, actions } = t;
  const { view } = state;
  if (desk.asked || t.dealing) return null;
  const cutting = view.cut && state.myTurn ? view.options.find((option) => option.label === "cut") : null;
  if (cutting && view.cut) return cutPanel(t, { min: cutting.min, max: cutting.max, commitment: view.cut.commitment });
  const numbers = askedNumbers(view.options);
  if (numbers.length) return amountPanel(t, numbers);
  const bids = view.options.filter((option) => option.label === "announced");
  if (!bids.length) return view.phase === "bidding" && plainOptions(view.options).length ? choicePanel(t) : null;
  const push = view.options.find((option) => option.label === "pushed");
  return bidPanel(bids, desk.path, t.book, t.faces, {
    choose: (option) => actions.bid(option),
    go: (path) => actions.go(path),
    push: push ? () => actions.bid(push) : null,
    others: plainChoices(t, view.options),
    pushed: view.pushes > 0,
    sheet: view.sheet,
    team: state.team,
  });
}

/** The pack that somebody else cuts. */
const pack = () =>
  h(
    "div",
    { key: "pack", class: "pack", "aria-hidden": "true" },
    [0, 1, 2].map((n) => h("img", { key: n, src: BACK, alt: "" })),
  );

/** @param {LiveTable} t */
function chips(t) {
  const { view } = t.state;
  const bubble = h(
    "svg:svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("svg:path", { d: "M4 5H20V16H11L6 20V16H4Z" }),
    h("svg:path", { d: "M8 9H16M8 12H13" }),
  );
  return [
    hintChip(t),
    view.last_trick && !view.trick_open ? chip(t, "trick", "last-trick", say("web.trick.last")) : null,
    t.actions.mayObject ? chip(t, "object", "objection", say("web.object.title")) : null,
    t.page.code
      ? h("button", { class: "chip icon-chip", "aria-label": say("web.talk.title"), onclick: () => t.actions.open("talk") }, bubble)
      : null,
  ];
}

/** A button on the felt. @param {LiveTable} t @param {string} dialog @param {string} act @param {string} text */
const chip = (t, dialog, act, text) => h("button", { class: "chip", onclick: () => t.actions.open(dialog), "data-act": act }, text);
