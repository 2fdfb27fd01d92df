/** The form for a deal with real cards: what was played, who made how many points, and what else counts by the book. */

import { modeName, modeSign } from "./cards.js";
import { entered } from "./count.js";
import { h } from "./dom.js";
import { say } from "./texts.js";

/** @import { BookFacts, EnteredEvent, Pair, Team } from "types/protocol" */
/** @import { Slate } from "./count.js" */
/**
 * @typedef {{
 *   mode: string, points: string, side: Team, weis: Pair<number>, stoeck: Team|null, match: Team|null,
 *   announcer: Team, numbers: Record<string, string>
 * }} Typed what is typed so far
 */
/** @typedef {{set: (changes: Partial<Typed>) => void, write: () => void}} Answers */

/** @returns {Typed} */
export const blank = () => ({ mode: "", points: "", side: 0, weis: [0, 0], stoeck: null, match: null, announcer: 0, numbers: {} });

/** The result that was typed; null while something is missing. @param {Typed} typed @param {BookFacts} book @returns {EnteredEvent|null} */
export function resultOf(typed, book) {
  const whole = typed.match !== null;
  const points = whole ? book.total : Number(typed.points);
  if (!typed.mode || (!whole && typed.points === "") || !Number.isInteger(points) || points < 0 || points > book.total) return null;
  const side = typed.match ?? typed.side;
  const event = "result-entered";
  const both = pair(side, points, book.total - points);
  if (book.sheet === "rows")
    return { event, points: both, mode: book.played_as[typed.mode], variant: typed.mode, announcer: typed.announcer };
  const stoeck = book.stoeck.modes.includes(typed.mode) ? typed.stoeck : null;
  return {
    event,
    points: both,
    mode: typed.mode,
    ...(typed.weis.some(Boolean) ? { weis: typed.weis } : {}),
    ...(stoeck === null ? {} : { stoeck: pair(stoeck, book.stoeck.points, 0) }),
    ...(points === book.total ? { match: side } : {}),
  };
}

/** @param {Team} side @param {number} own @param {number} other @returns {Pair<number>} */
const pair = (side, own, other) => (side === 0 ? [own, other] : [other, own]);

/** @param {Slate} slate @param {BookFacts} book @param {Typed} typed @param {string} faces @param {Answers} on */
export function entryForm(slate, book, typed, faces, on) {
  const teams = [say("play.us"), say("play.them")];
  const byRows = book.sheet === "rows";
  /** @param {Team} team */
  const chosen = (team) => ({ announcer: team, mode: "" });
  return h(
    "form",
    {
      class: "panel entry",
      onsubmit: (event) => {
        event.preventDefault();
        on.write();
      },
    },
    h("h2", null, say("web.deal.n", { n: entered(slate).length + 1 })),
    byRows ? eitherTeam(say("web.slate.chooser"), teams, typed.announcer, (team) => on.set(chosen(team))) : null,
    modes(slate, book, typed, faces, on),
    h(
      "div",
      { class: "pair", role: "group", "aria-label": say("web.slate.whose") },
      teams.map((name, team) => teamButton(name, team, typed.side, () => on.set({ side: team, points: "" }))),
    ),
    pointsField(book, typed, teams, on),
    byRows ? null : bonuses(book, typed, teams, on),
    h("button", { class: "primary big", "data-act": "write" }, say("web.slate.write")),
  );
}

/** @param {Slate} slate @param {BookFacts} book @param {Typed} typed @param {string} faces @param {Answers} on */
function modes(slate, book, typed, faces, on) {
  const own = entered(slate).filter(({ event }) => (event.announcer ?? 0) % 2 === typed.announcer % 2);
  const used = new Set(book.sheet === "rows" ? own.map(({ event }) => event.variant) : []);
  return h(
    "div",
    { class: "modes", role: "group", "aria-label": say("web.bid.title") },
    Object.entries(book.factors).map(([mode, factor]) =>
      h(
        "button",
        {
          key: mode,
          type: "button",
          "data-mode": mode,
          class: `mode ${typed.mode === mode ? "chosen" : ""}`,
          disabled: used.has(mode),
          "aria-pressed": String(typed.mode === mode),
          onclick: () => on.set({ mode }),
        },
        modeSign(mode, faces),
        h("span", null, modeName(mode, faces)),
        factor > 1 ? h("small", null, `×${factor}`) : null,
      ),
    ),
  );
}

/** @param {BookFacts} book @param {Typed} typed @param {string[]} teams @param {Answers} on */
function pointsField(book, typed, teams, on) {
  const open = typed.points === "" || !Number.isFinite(Number(typed.points));
  const other = { team: teams[1 - typed.side], points: book.total - Number(typed.points) };
  return h(
    "div",
    { class: "field" },
    h("label", { for: "e-points" }, say("web.slate.points", { team: teams[typed.side] })),
    h("input", {
      id: "e-points",
      type: "number",
      inputmode: "numeric",
      min: 0,
      max: book.total,
      value: typed.match === null ? typed.points : "",
      oninput: (event) => on.set({ points: event.target.value, match: null }),
    }),
    h("p", { class: "help" }, open ? say("web.slate.half") : say("web.slate.other", other)),
  );
}

/** Match, Stöck and Weis, as far as the book has them. @param {BookFacts} book @param {Typed} typed @param {string[]} teams @param {Answers} on */
function bonuses(book, typed, teams, on) {
  const { stoeck } = book;
  /** A second tap takes it back. @param {Team|null} before @param {Team} team */
  const flipped = (before, team) => (before === team ? null : team);
  return [
    eitherTeam(say("score.source.match"), teams, typed.match, (team) => on.set({ match: flipped(typed.match, team), points: "" })),
    stoeck.points
      ? eitherTeam(
          say("score.source.stoeck"),
          teams,
          typed.stoeck,
          (team) => on.set({ stoeck: flipped(typed.stoeck, team) }),
          !stoeck.modes.includes(typed.mode),
        )
      : null,
    book.weise.length ? [0, 1].map((team) => weisButtons(book, typed, team, teams[team], on)) : null,
  ];
}

/** @param {BookFacts} book @param {Typed} typed @param {Team} team @param {string} name @param {Answers} on */
function weisButtons(book, typed, team, name, on) {
  /** @param {number} points */
  const setTo = (points) => () => on.set({ weis: pair(team, points, typed.weis[1 - team]) });
  return h(
    "div",
    { key: `weis${team}`, class: "pair", role: "group", "aria-label": `${say("score.source.weis")} ${name}` },
    h("span", null, say("score.source.weis"), " ", name, ": ", h("b", null, typed.weis[team])),
    book.weise.map((points) =>
      h("button", { key: points, type: "button", class: "secondary", onclick: setTo(typed.weis[team] + points) }, `+${points}`),
    ),
    h(
      "button",
      {
        key: "no",
        type: "button",
        class: "secondary",
        "aria-label": say("web.slate.noweis", { team: name }),
        onclick: setTo(0),
      },
      "×",
    ),
  );
}

/**
 * A question with one side or the other as its answer.
 * @param {string} text
 * @param {string[]} teams
 * @param {Team|null} chosen
 * @param {(team: Team) => void} choose
 * @param {boolean} [disabled]
 */
const eitherTeam = (text, teams, chosen, choose, disabled = false) =>
  h(
    "div",
    { key: text, class: "pair", role: "group", "aria-label": text },
    h("span", null, text),
    teams.map((name, team) => teamButton(name, team, chosen, () => choose(team), disabled)),
  );

/** @param {string} name @param {Team} team @param {Team|null} chosen @param {() => void} choose @param {boolean} [disabled] */
const teamButton = (name, team, chosen, choose, disabled = false) =>
  h(
    "button",
    {
      key: team,
      type: "button",
      class: chosen === team ? "primary" : "secondary",
      "aria-pressed": String(chosen === team),
      disabled,
      onclick: choose,
    },
    name,
  );
