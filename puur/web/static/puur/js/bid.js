/**
 * Announcing: what may be announced with its factor, and one further question after the other where there are several ways to play it.
 * Which questions there are follows from the options alone.
 */

import { modeName, modeSign, suitImage } from "./cards.js";
import { h } from "./dom.js";
import { say } from "./texts.js";

/** @import { Child } from "types/dom" */
/** @import { Announcement, BookFacts, SheetRow, Team } from "types/protocol" */
/**
 * @typedef {{
 *   choose: (option: Announcement) => void, go: (path: string[]) => void, push: (() => void)|null, others: Child[],
 *   pushed: boolean, sheet: SheetRow[]|null, team: Team
 * }} Answers
 */

/** @type {Record<string, string>} */
const WAY = { t: "play.block.trump", o: "play.block.oben", u: "play.block.unten" };

/** The family that a mode belongs to: a suit, or its first word. @param {Announcement} option */
const kindOf = (option) => option.event.mode.split("-")[0];

/** The row of the sheet that it fills, or its kind. @param {Announcement} option */
const rowOf = (option) => option.event.variant || kindOf(option);

/**
 * @param {Announcement[]} options all announcements that may be made
 * @param {string[]} path what was chosen so far: the row, then what else was asked
 * @param {BookFacts} book @param {string} faces @param {Answers} on
 */
export function bidPanel(options, path, book, faces, on) {
  const [row, ...chosen] = path;
  if (!row) return firstQuestion(options, book, faces, on);
  /** @type {Array<(option: Announcement) => string>} what may have to be asked, in this order */
  const questions = [kindOf, (option) => book.modes[option.event.mode].trump ?? "", (option) => option.event.mode];
  let left = options.filter((option) => rowOf(option) === row);
  for (const question of questions) {
    const answers = [...new Set(left.map(question))];
    if (answers.length === 1) continue;
    const given = chosen.shift();
    if (given === undefined) {
      const ask = { question, left, path, book, faces, on };
      return question === questions[2] ? wayQuestion(ask) : furtherQuestion(ask, question === questions[0]);
    }
    left = left.filter((option) => question(option) === given);
  }
  return null;
}

/** Everything that may be announced, and what is used up. @param {Announcement[]} options @param {BookFacts} book @param {string} faces @param {Answers} on */
function firstQuestion(options, book, faces, on) {
  const plain = options.every((option) => (option.factor ?? 1) === 1);
  const known = Object.keys(book.factors).filter((name) => on.sheet || options.some((option) => rowOf(option) === name));
  const rows = [...new Set([...known, ...options.map(rowOf)])];
  const title = say("web.bid.title");
  return h(
    "div",
    { key: "bid", class: `bid bid-first ${on.sheet ? "bid-rows" : ""} ${rows.length > 10 ? "bid-many" : ""}` },
    h("h2", null, title),
    h(
      "div",
      { class: `bid-grid ${rows.length === 4 ? "bid-four" : ""}`, role: "group", "aria-label": title },
      rows.map((name) => {
        const ways = options.filter((option) => rowOf(option) === name);
        if (!ways.length) return usedUp(name, faces, on);
        const factor = ways[0].factor ?? 1;
        return h(
          "button",
          {
            key: name,
            class: "bid-one",
            onclick: () => (ways.length === 1 ? on.choose(ways[0]) : on.go([name])),
            "aria-label": say("web.bid.one", { mode: modeName(name, faces), factor }),
            "data-mode": name,
          },
          modeSign(name, faces),
          h("span", null, modeName(name, faces)),
          plain ? null : h("small", null, `×${factor}`),
        );
      }),
    ),
    on.others.length
      ? on.others
      : on.push
        ? h("button", { class: "bid-push secondary", onclick: on.push, "data-act": "pushed" }, say("play.bid.push"))
        : on.pushed
          ? h("p", { class: "hint" }, say("web.bid.forced"))
          : null,
  );
}

/** A row that the own side has filled already. @param {string} name @param {string} faces @param {Answers} on */
function usedUp(name, faces, on) {
  const mode = modeName(name, faces);
  const cell = on.sheet?.find((row) => row.variant === name)?.cells[on.team];
  return h(
    "button",
    { key: name, class: "bid-one used", disabled: true, "aria-label": say("web.bid.used", { mode }) },
    modeSign(name, faces),
    h("span", null, mode),
    h("small", null, cell ? cell.points[on.team] : "–"),
  );
}

/** @typedef {{question: (option: Announcement) => string, left: Announcement[], path: string[], book: BookFacts, faces: string, on: Answers}} Asked */

/** As what a row is played, or in which suit. @param {Asked} asked @param {boolean} kinds */
function furtherQuestion({ question, left, path, faces, on }, kinds) {
  const choices = [...new Set(left.map(question))].map((name) => {
    const ways = left.filter((option) => question(option) === name);
    const sign = kinds ? modeSign(name, faces) : suitImage(name, faces);
    return choice(name, sign, modeName(name, faces), () => (ways.length === 1 ? on.choose(ways[0]) : on.go([...path, name])));
  });
  return step(say(kinds ? "web.bid.joker" : "web.bid.trio.suit"), true, choices, () => on.go(path.slice(0, -1)));
}

/** In which way: where it begins, or the order of its parts. @param {Asked} asked */
function wayQuestion({ left, path, book, faces, on }) {
  /** @param {Announcement} option */
  const parts = (option) => [...new Set(book.modes[option.event.mode].blocks)];
  const ordered = parts(left[0]).length > 2;
  const title = ordered ? say("web.bid.trio.order") : say("web.bid.way", { mode: modeName(kindOf(left[0]), faces) });
  const choices = left.map((option) => {
    const order = parts(option);
    const first = order[0] === "o" ? "web.bid.way.oben" : "web.bid.way.unten";
    const text = ordered ? order.map((part) => say(WAY[part])).join(" → ") : say(first);
    return choice(option.event.mode, null, text, () => on.choose(option));
  });
  return step(title, false, choices, () => on.go(path.slice(0, -1)));
}

/** @param {string} key @param {Child} sign @param {string} text @param {() => void} go */
const choice = (key, sign, text, go) =>
  h("button", { key, class: "bid-one", onclick: go, "data-mode": key }, sign, h("span", null, text));

/** @param {string} title @param {boolean} signs each choice has a sign of its own @param {Child[]} choices @param {() => void} back */
const step = (title, signs, choices, back) =>
  h(
    "div",
    { key: "bid", class: "bid bid-step" },
    h(
      "div",
      { class: "bid-head" },
      h("h2", null, title),
      h("button", { class: "secondary", type: "button", onclick: back }, say("web.back")),
    ),
    h("div", { class: `bid-grid ${signs ? "" : "bid-ways"}`, role: "group", "aria-label": title }, choices),
  );
