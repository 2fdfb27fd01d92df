/**
 * Handing a slate in: to the table of an evening, or to a series of a club. One tap; without a connection it waits in this browser and
 * is sent when there is one. What the server says stays on the slate; until it counts it is asked again, and a slate that was
 * corrected since can be handed in anew.
 */

import { h } from "./dom.js";
import { makeId } from "./ids.js";
import { say } from "./texts.js";

/** @import { BookFacts, Score, SlateOp } from "types/protocol" */
/** @import { Slate } from "./count.js" */
/** @import { Slates } from "./slates.js" */
/** @typedef {{url: string, title: string, sides: {side: string, label: string}[], people: string[]}} Door */
/** @typedef {{side: string, state: "waiting"|"done"|"refused", text: string, open?: boolean, differs?: boolean, of?: string}} Handed */
/** @typedef {{ok: boolean, text: string, open?: boolean, differs?: boolean}} Told */
/** @typedef {{book: string, text: string, facts: BookFacts, names: string[], ops: SlateOp[], door: Door}} Begin */

/** The slate for the door of this page: the one that was begun, or a new one. @param {Slate[]} all @returns {Slate|null} */
export function slateFor(all) {
  const text = document.getElementById("slate-begin")?.textContent;
  const begin = /** @type {Begin|null} */ (text ? JSON.parse(text) : null);
  if (!begin) return null;
  const known = all.find((slate) => slate.door?.url === begin.door.url && (slate.handed?.state !== "done" || slate.handed.open));
  if (known) return known;
  const { book, names, ops, door } = begin;
  const own = begin.text ? { text: begin.text, facts: begin.facts } : undefined;
  return { id: makeId(), book, own, names, target: null, ops, sent: [], view: null, when: Date.now(), door };
}

/** What is shown under a slate that belongs somewhere. @param {Slate} slate @param {Score & {local: boolean}} view @param {Slates} slates */
export function handIn(slate, view, slates) {
  const { door, handed } = slate;
  if (!door) return null;
  const changed = handed?.state === "done" && handed.open && handed.of !== mark(slate);
  const open = (view.over || (view.local && slate.ops.length > 0)) && (handed?.state !== "done" || changed);
  return h(
    "section",
    { class: "panel", "data-door": "" },
    h("p", null, door.title),
    handed
      ? h("p", { class: `message${toneOf(handed)}`, role: "status" }, changed ? say("doors.slate.changed") : wordOf(handed))
      : null,
    open && handed?.state !== "waiting"
      ? door.sides.map(({ side, label }) =>
          h(
            "button",
            { key: side, class: "primary", "data-act": `hand-in-${side}`, onclick: () => hand(slate, side, slates) },
            say(side ? "doors.slate.side" : "doors.slate.hand", { names: label }),
          ),
        )
      : null,
  );
}

/** What is written on a slate, in short. @param {Slate} slate */
const mark = (slate) => slate.ops.map((op) => op.id).join();

/** @param {Handed} handed */
const toneOf = (handed) => (handed.state === "refused" ? " error" : handed.differs ? " warning" : "");

/** @param {Handed} handed */
const wordOf = (handed) => (handed.state === "waiting" ? say("doors.slate.waiting") : handed.text);

/** @param {Slate} slate @param {string} side @param {Slates} slates */
function hand(slate, side, slates) {
  slate.handed = { side, state: "waiting", text: "" };
  slates.keep();
  slates.changed();
  slates.sync();
}

/** Send what waits and is on the server already. @param {Slates} slates */
export async function sendWaiting(slates) {
  for (const slate of slates.all) {
    const { door, handed } = slate;
    if (!door || handed?.state !== "waiting" || !slate.ops.every((op) => slate.sent.includes(op.id))) continue;
    try {
      const answer = await fetch(door.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": slates.token },
        body: JSON.stringify({ slate: slate.id, side: handed.side, people: door.people }),
      });
      if (answer.status !== 200 && answer.status !== 409) continue; // later
      take(slate, handed.side, await answer.json(), mark(slate), slates);
    } catch {
      return; // no connection: it waits
    }
  }
}

/** @param {Slate} slate @param {string} side @param {Told} told @param {string|undefined} of @param {Slates} slates */
function take(slate, side, told, of, slates) {
  const { ok, text, open, differs } = told;
  slate.handed = { side, state: ok ? "done" : "refused", text, open, differs, of };
  slates.keep();
  slates.changed();
}

/** Whether what was handed in counts by now, or the other side has something else. @param {Slates} slates */
export async function askAgain(slates) {
  const slate = slates.open;
  if (!slate?.door || document.hidden || slate.handed?.state !== "done" || !slate.handed.open) return;
  const { side, text, of } = slate.handed;
  try {
    const answer = await fetch(`${slate.door.url}?side=${encodeURIComponent(side)}`);
    const told = answer.ok ? /** @type {Told} */ (await answer.json()) : null;
    if (told && slate.handed.state === "done" && told.text !== text) take(slate, side, told, of, slates);
  } catch {
    // no connection: what was said last stays
  }
}
