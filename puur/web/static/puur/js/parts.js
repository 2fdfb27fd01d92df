/** The table as it is seen: seats around, the trick in the middle, the hand below. Draws a state, decides nothing. */

import { h } from "./dom.js";
import { BACK, blockOf, cardImage, cardName, inOrder, modeName, modeSign, unsteady } from "./cards.js";
import { shownMarks, shownWords } from "./amount.js";
import { advised } from "./hints.js";
import { focusOn, handKey } from "./keys.js";
import { SIDES, arrive, dealt, leave, placeOf } from "./motion.js";
import { pile, pileOf } from "./piles.js";
import { early } from "./rulings.js";
import { levelName, say } from "./texts.js";
import { weisTag, weisVerdict } from "./weis.js";

/** @import { LiveTable } from "./live-table.js" */
/** @import { Mode, Seat, SeatFacts } from "types/protocol" */
/** @import { Side } from "./motion.js" */

const BLOCKS = { t: "play.block.trump", o: "play.block.oben", u: "play.block.unten" };

/** Where a seat lies on the screen. @param {LiveTable} t @param {Seat} seat @returns {Side} */
export function sideOf(t, seat) {
  const seats = t.state.table.seats.length;
  return SIDES[seats][(seat - t.state.base + seats) % seats];
}

/** The line on top: what is played, and the score as it is written on the slate. @param {LiveTable} t */
export function topBar(t) {
  const { view, team: own, teams } = t.state;
  const standing = t.state.standing(view.written);
  return h(
    "header",
    { class: "bar" },
    h("button", { class: "icon", "aria-label": say("web.menu"), onclick: () => t.actions.open("menu"), "data-act": "menu" }, "☰"),
    view.mode ? modeBadge(t, view.mode) : h("span", { class: "badge quiet" }, t.state.table.title),
    h(
      "button",
      {
        class: standing ? "score many" : "score",
        onclick: () => t.actions.open("slate"),
        "data-act": "slate",
        "aria-label": standing
          ? say("web.score.many", { totals: standing })
          : say("web.score.label", { us: view.written[own], them: view.written[1 - own] }),
      },
      standing
        ? teams.map((team) =>
            h("span", { key: team }, h("small", null, t.state.teamName(team, true)), h("b", null, view.written[team])),
          )
        : [
            h("span", null, h("small", null, t.state.teamName(own, true)), h("b", null, view.written[own])),
            h("i", { "aria-hidden": "true" }, ":"),
            h("span", null, h("b", null, view.written[1 - own]), h("small", null, t.state.teamName(1 - own, true))),
          ],
    ),
  );
}

/** @param {LiveTable} t @param {Mode} mode */
function modeBadge(t, mode) {
  const { view } = t.state;
  const name = modeName(mode, t.faces);
  const kind = mode.split("-")[0];
  const row = view.variant && view.variant !== kind ? `${modeName(view.variant, t.faces)}: ` : ""; // a row that may be played in any way
  const changes = unsteady(t.book, mode);
  const block = changes ? blockOf(t.book, mode, t.state.tricksDone + (view.trick_open ? 0 : 1)) : null;
  const way = block ? say(BLOCKS[block]) : "";
  const factor = view.factor > 1 ? ` ×${view.factor}` : "";
  const facts = { mode: row + name, factor: view.factor, name: t.state.nameOf(view.announcer) };
  const label = view.announcer === null ? facts.mode : say("web.mode.label", facts); // trump that nobody has announced
  return h(
    "span",
    { class: "badge", role: "img", "aria-label": way ? `${label} ${way}` : label, title: label },
    modeSign(mode, t.faces),
    h("span", { class: "badge-name" }, row, changes ? modeName(kind, t.faces) : name, factor),
    way ? h("em", { class: `block block-${block}` }, way) : null,
  );
}

/** The small signs beside a name. @param {LiveTable} t @param {Seat} seat @param {SeatFacts} person @param {string} bot */
function marksOf(t, seat, person, bot) {
  const { view, table } = t.state;
  const marks = shownMarks(t, seat);
  if (view.dealer === seat)
    marks.push(h("span", { key: "d", class: "mark", title: say("web.mark.dealer") }, say("web.mark.dealer.short")));
  if (view.idle.includes(seat)) marks.push(h("span", { key: "i", class: "mark" }, say("web.mark.idle")));
  if (view.mode && view.announcer === seat)
    marks.push(
      h("span", { key: "a", class: "mark gold", title: say("web.mark.announcer") }, modeSign(view.variant || view.mode, t.faces)),
    );
  if (bot)
    marks.push(
      h("span", { key: "b", class: "mark plain", title: bot }, say("web.bot")),
      h("span", { key: "l", class: "mark level", title: bot }, levelName(person.plays || person.bot || table.level)),
    );
  if (!person.bot && person.name && !person.here) marks.push(h("span", { key: "w", class: "mark warn" }, say("web.seat.away")));
  return marks.length ? h("span", { class: "marks" }, marks) : null;
}

/** One player's place. @param {LiveTable} t @param {Seat} seat */
export function place(t, seat) {
  const { view, table } = t.state;
  const person = table.seats[seat];
  const side = sideOf(t, seat);
  const acts = view.awaited.includes(seat) && !view.over;
  const name = t.state.nameOf(seat);
  const left = view.cards_left[seat];
  const bot = person.bot || person.stand_in ? botName(t, person) : "";
  const bubble = t.voice.bubbles.get(seat);
  const said = shownWords(t, seat);
  if (acts) said.push(say("web.place.acts"));
  if (view.dealer === seat) said.push(say("web.mark.dealer"));
  if (view.idle.includes(seat)) said.push(say("web.mark.idle"));
  if (bot) said.push(bot);
  else if (person.name && !person.here) said.push(say("web.seat.away"));
  const label = say("web.place.label", { name, cards: left, more: said.join(", ") });
  return h(
    "div",
    {
      key: seat,
      class: `place ${side} ${acts ? "acts" : ""} team-${view.sides[seat] === t.state.team ? "us" : "them"}`,
      role: "group",
      "aria-label": label,
      "data-seat": seat,
    },
    h(
      "div",
      { class: "plate" },
      h("span", { class: "avatar", "aria-hidden": "true" }, initial(name)),
      h("span", { class: "who" }, h("span", { class: "name" }, name), marksOf(t, seat, person, bot)),
      acts ? clock(t) : null,
    ),
    side === "bottom" || !left
      ? null
      : h(
          "div",
          { class: "backs", "aria-hidden": "true" },
          Array.from({ length: left }, (_, n) => h("img", { key: n, src: BACK, alt: "", vars: { i: n, n: left } })),
        ),
    pile(t, seat),
    weisTag(t, seat),
    bubble ? h("div", { key: "bubble", class: `bubble ${bubble.kind}` }, bubble.sign || null, bubble.text) : null,
  );
}

/** What kind of bot sits or stands in here; another level may have to play for it for a while. @param {LiveTable} t @param {SeatFacts} person */
function botName(t, person) {
  const level = person.bot || t.state.table.level;
  const other = person.plays && person.plays !== level ? `, ${say("web.bot.now", { level: levelName(person.plays) })}` : "";
  return say("web.bot.level", { level: levelName(level) }) + other;
}

/** How long the one who acts still has. @param {LiveTable} t */
function clock(t) {
  const { deadline } = t.state.table;
  if (!deadline) return null;
  const left = Math.max(0, Math.ceil((deadline - (Date.now() + t.state.facts.skew)) / 1000));
  return h("span", { class: `clock ${left <= 5 ? "late" : ""}`, role: "img", "aria-label": say("web.clock", { n: left }) }, left);
}

/** @param {string} name */
const initial = (name) => (name ? [...name][0].toLocaleUpperCase() : "·");

/** Where a seat held the card that it plays. @param {LiveTable} t @param {Seat} seat */
function heldBy(t, seat) {
  const plate = t.element.querySelector(`[data-seat="${seat}"] .plate`);
  return (seat === t.state.you && t.desk.from) || (plate && placeOf(plate));
}

/** The trick in the middle. @param {LiveTable} t */
export function trick(t) {
  const view = t.state.view;
  const number = t.state.tricksDone + (view.trick_open ? 0 : 1);
  const best = view.trick_winner;
  return h(
    "div",
    { key: "trick", class: "trick", role: "list", "aria-label": say("web.trick.label") },
    view.trick.map(([seat, card], n) => {
      const side = sideOf(t, seat);
      return h(
        "div",
        {
          key: `${view.number}-${number}-${card}`,
          class: `lying ${side} ${best === seat ? "wins" : ""} ${view.dead.includes(card) ? "dead" : ""}`,
          role: "listitem",
          vars: { order: n },
          created: (/** @type {HTMLElement} */ element) => arrive(element, heldBy(t, seat)),
          removed: (/** @type {HTMLElement} */ element) => {
            const winner = t.state.facts.lastWinner;
            if (winner !== null) leave(element, pileOf(t, winner));
          },
        },
        h("span", { class: "hidden" }, t.state.nameOf(seat), ": "),
        cardImage(card, t.faces, "", view.trump),
      );
    }),
    early(t, (seat) => sideOf(t, seat)),
    view.trick_open && best !== null ? verdict(say("web.trick.won", { name: t.state.nameOf(best) }), weisVerdict(t.state)) : null,
  );
}

/** Who gets the trick, and who the Weis. @param {...string} lines */
const verdict = (...lines) =>
  h(
    "div",
    { key: "won", class: "verdict" },
    lines.filter(Boolean).map((line) => h("p", { key: line, class: "won" }, line)),
  );

/** The own cards. @param {LiveTable} t */
export function hand(t) {
  const view = t.state.view;
  if (view.hand_hidden)
    return h(
      "div",
      { class: "hand hidden-hand" },
      h("p", { class: "hint" }, say("web.hand.hidden")),
      h(
        "div",
        { class: "backs row", "aria-hidden": "true" },
        Array.from({ length: view.cards_left[t.state.base] }, (_, n) => h("img", { key: n, src: BACK, alt: "" })),
      ),
    );
  const cards = inOrder(view.hand, t.book, view.mode, t.state.tricksDone + 1);
  if (!cards.includes(t.desk.focus)) t.desk.focus = cards.find((card) => view.legal.includes(card)) || cards[0] || "";
  const rows = Math.ceil(cards.length / 2);
  return h(
    "div",
    {
      class: "hand",
      role: "group",
      "aria-label": say("web.hand.label", { n: cards.length }),
      vars: { n: cards.length, m: Math.max(1, cards.length - 1), rows: Math.max(1, Math.min(5, rows)) },
      onkeydown: (event) => handKey(t, event, cards),
    },
    cards.map((card, n) => handCard(t, card, n, rows)),
  );
}

/** One of the own cards. @param {LiveTable} t @param {string} card @param {number} n its place in the hand @param {number} rows cards in the first of two rows */
function handCard(t, card, n, rows) {
  const { view, table, myTurn } = t.state;
  const turn = myTurn && (view.phase === "playing" || (view.phase === "bidding" && view.legal.length > 0));
  const legal = view.legal.includes(card) || table.playing === "free";
  const raised = t.desk.raised === card;
  const marks = {
    no: turn && !legal,
    yes: turn && legal,
    raised,
    sent: t.desk.sent === card,
    advised: advised(t) === card,
    must: view.must.includes(card),
    dead: view.dead.includes(card),
    second: n >= rows,
  };
  const label = [cardName(card, t.faces, view.trump)];
  if (marks.advised) label.push(say("web.hint.this"));
  if (marks.must) label.push(say("web.hand.must"));
  if (marks.dead) label.push(say("web.hand.dead"));
  if (marks.no) label.push(say("web.hand.not"));
  else if (raised) label.push(say("web.hand.raised"));
  const classes = Object.entries(marks).flatMap(([name, holds]) => (holds ? [name] : []));
  return h(
    "button",
    {
      key: card,
      class: ["hand-card", ...classes].join(" "),
      vars: { i: n, j: n >= rows ? n - rows : n },
      tabindex: card === t.desk.focus ? 0 : -1,
      "aria-label": label.join(", "),
      "aria-disabled": marks.no ? "true" : undefined,
      "data-card": card,
      onclick: (event) => t.actions.tap(card, event.currentTarget),
      onfocus: () => focusOn(t, card),
      created: (/** @type {HTMLElement} */ element) => dealt(element, t.delays[n] ?? n * 35),
    },
    cardImage(card, t.faces),
  );
}
