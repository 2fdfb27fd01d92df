/** The table as it is seen: seats around, the trick in the middle, the hand below. Draws a state, decides nothing. */

import { h } from "./dom.js";
import { BACK, blockOf, cardImage, cardName, inOrder, modeName, modeSign, unsteady } from "./cards.js";
import { arrive, dealt, leave } from "./motion.js";
import { early } from "./rulings.js";
import { levelName, say } from "./texts.js";

/** @typedef {import("./table.js").PuurTable} Table */
/** @typedef {import("./motion.js").Side} Side */

const CCW = /** @type {Side[]} */ (["bottom", "right", "top", "left"]);
const CW = /** @type {Side[]} */ (["bottom", "left", "top", "right"]);

/** Where a seat lies on the screen. @param {Table} t @param {number} seat @returns {Side} */
export function sideOf(t, seat) {
  const order = t.table.direction === "clockwise" ? CW : CCW;
  return order[(seat - t.base + 4) % 4];
}

/** The line on top: what is played, and the score. @param {Table} t */
export function topBar(t) {
  const view = t.view;
  const own = t.team;
  return h(
    "header",
    { class: "bar" },
    h("button", { class: "icon", "aria-label": say("web.menu"), onclick: () => t.open("menu"), "data-act": "menu" }, "☰"),
    view && view.mode ? modeBadge(t) : h("span", { class: "badge quiet" }, t.table.title),
    view
      ? h(
          "button",
          {
            class: "score",
            onclick: () => t.open("slate"),
            "data-act": "slate",
            "aria-label": say("web.score.label", { us: view.totals[own], them: view.totals[1 - own] }),
          },
          h("span", null, h("small", null, t.teamName(own, true)), h("b", null, view.totals[own])),
          h("i", { "aria-hidden": "true" }, ":"),
          h("span", null, h("b", null, view.totals[1 - own]), h("small", null, t.teamName(1 - own, true))),
        )
      : null,
  );
}

/** @param {Table} t */
function modeBadge(t) {
  const view = t.view;
  const name = modeName(view.mode, t.faces);
  const joker = view.variant === "joker" ? `${say("play.mode.joker")}: ` : "";
  const number = Math.min(9, (view.tricks_won[0] + view.tricks_won[1] || 0) + (view.trick_open ? 0 : 1));
  const block = unsteady(view.mode) ? blockOf(view.mode, number) : "";
  const way = block ? say({ t: "play.block.trump", o: "play.block.oben", u: "play.block.unten" }[block] || "play.block.oben") : "";
  const factor = view.factor > 1 ? ` ×${view.factor}` : "";
  const label = say("web.mode.label", { mode: joker + name, factor: view.factor, name: t.nameOf(view.announcer) });
  return h(
    "span",
    { class: "badge", role: "img", "aria-label": way ? `${label} ${way}` : label, title: label },
    modeSign(view.mode, t.faces),
    h("span", { class: "badge-name" }, joker, unsteady(view.mode) ? say(`play.mode.${view.mode.split("-")[0]}`) : name, factor),
    way ? h("em", { class: `block block-${block}` }, way) : null,
  );
}

/** One player's place. @param {Table} t @param {number} seat */
export function place(t, seat) {
  const view = t.view;
  const one = t.table.seats[seat];
  const side = sideOf(t, seat);
  const acts = view && view.to_act === seat && !view.over;
  const name = t.nameOf(seat);
  const left = view ? view.cards_left[seat] : 0;
  const marks = [];
  if (view && view.dealer === seat)
    marks.push(h("span", { key: "d", class: "mark", title: say("web.mark.dealer") }, say("web.mark.dealer.short")));
  if (view && view.mode && view.announcer === seat)
    marks.push(
      h("span", { key: "a", class: "mark gold", title: say("web.mark.announcer") }, modeSign(view.variant || view.mode, t.faces)),
    );
  const bot = one.bot || one.stand_in ? botName(t, one) : "";
  if (bot)
    marks.push(
      h("span", { key: "b", class: "mark plain", title: bot }, say("web.bot")),
      h("span", { key: "l", class: "mark level", title: bot }, levelName(one.plays || one.bot || t.table.level)),
    );
  if (!one.bot && one.name && !one.here) marks.push(h("span", { key: "w", class: "mark warn" }, say("web.seat.away")));
  const bubble = t.bubbles.get(seat);
  const said = [];
  if (acts) said.push(say("web.place.acts"));
  if (view && view.dealer === seat) said.push(say("web.mark.dealer"));
  if (bot) said.push(bot);
  else if (one.name && !one.here) said.push(say("web.seat.away"));
  const label = say("web.place.label", { name, cards: left, more: said.join(", ") });
  return h(
    "div",
    {
      key: seat,
      class: `place ${side} ${acts ? "acts" : ""} team-${seat % 2 === t.team ? "us" : "them"}`,
      role: "group",
      "aria-label": label,
      "data-seat": seat,
    },
    h(
      "div",
      { class: "plate" },
      h("span", { class: "avatar", "aria-hidden": "true" }, initial(name)),
      h("span", { class: "who" }, h("span", { class: "name" }, name), marks.length ? h("span", { class: "marks" }, marks) : null),
      clock(t, seat, acts),
    ),
    side === "bottom" || !left
      ? null
      : h(
          "div",
          { class: "backs", "aria-hidden": "true" },
          Array.from({ length: left }, (_, n) => h("img", { key: n, src: BACK, alt: "", vars: { i: n, n: left } })),
        ),
    bubble ? h("div", { key: "bubble", class: `bubble ${bubble.kind}` }, bubble.sign || null, bubble.text) : null,
  );
}

/** What kind of bot sits or stands in here; another level may have to play for it for a while. @param {Table} t @param {any} one */
function botName(t, one) {
  const level = one.bot || t.table.level;
  const other = one.plays && one.plays !== level ? `, ${say("web.bot.now", { level: levelName(one.plays) })}` : "";
  return say("web.bot.level", { level: levelName(level) }) + other;
}

/** @param {Table} t @param {number} seat @param {boolean} acts */
function clock(t, seat, acts) {
  if (!acts || !t.table.deadline) return null;
  const left = Math.max(0, Math.ceil((t.table.deadline - (Date.now() + t.skew)) / 1000));
  return h("span", { class: `clock ${left <= 5 ? "late" : ""}`, role: "img", "aria-label": say("web.clock", { n: left }) }, left);
}

/** @param {string} name */
const initial = (name) => (name ? [...name][0].toLocaleUpperCase() : "·");

/** The trick in the middle. @param {Table} t */
export function trick(t) {
  const view = t.view;
  const number = view.tricks_won[0] + view.tricks_won[1] + (view.trick_open ? 0 : 1);
  const winner = view.trick_winner;
  return h(
    "div",
    { key: "trick", class: "trick", role: "list", "aria-label": say("web.trick.label") },
    view.trick.map((/** @type {[number, string]} */ [seat, card], /** @type {number} */ n) => {
      const side = sideOf(t, seat);
      return h(
        "div",
        {
          key: `${view.number}-${number}-${card}`,
          class: `lying ${side} ${winner === seat ? "wins" : ""} ${(view.dead || []).includes(card) ? "dead" : ""}`,
          role: "listitem",
          vars: { order: n },
          created: (/** @type {HTMLElement} */ element) => arrive(element, side, seat === t.you ? t.lastRect : null),
          removed: (/** @type {Element} */ element) => t.lastWinner !== null && leave(element, sideOf(t, t.lastWinner)),
        },
        h("span", { class: "hidden" }, t.nameOf(seat), ": "),
        cardImage(card, t.faces),
      );
    }),
    early(t, (seat) => sideOf(t, seat)),
    view.trick_open && winner !== null
      ? h("p", { key: "won", class: "won" }, say("web.trick.won", { name: t.nameOf(winner) }))
      : null,
  );
}

/** The own cards. @param {Table} t */
export function hand(t) {
  const view = t.view;
  if (view.hand_hidden)
    return h(
      "div",
      { class: "hand hidden-hand" },
      h("p", { class: "hint" }, say("web.hand.hidden")),
      h(
        "div",
        { class: "backs row", "aria-hidden": "true" },
        Array.from({ length: view.cards_left[t.base] }, (_, n) => h("img", { key: n, src: BACK, alt: "" })),
      ),
    );
  const cards = inOrder(view.hand, view.mode, view.tricks_won[0] + view.tricks_won[1] + 1);
  const turn = t.myTurn && view.phase === "playing";
  if (!cards.includes(t.focus)) t.focus = cards.find((card) => view.legal.includes(card)) || cards[0] || "";
  const rows = Math.ceil(cards.length / 2);
  return h(
    "div",
    {
      class: "hand",
      role: "group",
      "aria-label": say("web.hand.label", { n: cards.length }),
      vars: { n: cards.length, m: Math.max(1, cards.length - 1), rows: Math.max(1, Math.min(5, rows)) },
      onkeydown: (/** @type {KeyboardEvent} */ event) => t.handKey(event, cards),
    },
    cards.map((card, n) => {
      const legal = view.legal.includes(card) || t.table.playing === "free";
      const refused = turn && !legal;
      const must = (view.must || []).includes(card);
      const dead = (view.dead || []).includes(card);
      const label =
        cardName(card, t.faces) +
        (must ? `, ${say("web.hand.must")}` : "") +
        (dead ? `, ${say("web.hand.dead")}` : "") +
        (refused ? `, ${say("web.hand.not")}` : t.raised === card ? `, ${say("web.hand.raised")}` : "");
      return h(
        "button",
        {
          key: card,
          class: `hand-card ${refused ? "no" : ""} ${turn && legal ? "yes" : ""} ${t.raised === card ? "raised" : ""} ${t.sent === card ? "sent" : ""} ${must ? "must" : ""} ${dead ? "dead" : ""} ${n >= rows ? "second" : ""}`,
          vars: { i: n, j: n >= rows ? n - rows : n },
          tabindex: card === t.focus ? 0 : -1,
          "aria-label": label,
          "aria-disabled": refused ? "true" : undefined,
          "data-card": card,
          onclick: (/** @type {any} */ event) => t.tap(card, event.currentTarget),
          onfocus: () => t.focusOn(card),
          created: (/** @type {HTMLElement} */ element) => dealt(element, n),
        },
        cardImage(card, t.faces),
      );
    }),
    t.view.hand.length && t.raised
      ? h(
          "p",
          { key: "raised", class: "raised-hint", "aria-hidden": "true" },
          say("web.hand.again", { card: cardName(t.raised, t.faces) }),
        )
      : null,
  );
}
