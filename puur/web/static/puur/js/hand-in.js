/**
 * Handing a slate in: to the table of an evening, or to a series of a club. One tap; without a connection it waits in this browser and
 * is sent when there is one. What the server says stays on the slate.
 */

import { h } from "./dom.js";
import { makeId } from "./ids.js";
import { say } from "./texts.js";

/** @import { BookFacts, Score, SlateOp } from "types/protocol" */
/** @import { Slate } from "./count.js" */
/** @import { Slates } from "./slates.js" */
/** @typedef {{url: string, title: string, sides: {side: string, label: string}[], people: string[]}} Door */
/** @typedef {{side: string, state: "waiting"|"done"|"refused", text: string}} Handed */
/** @typedef {{book: string, text: string, facts: BookFacts, names: string[], ops: SlateOp[], door: Door}} Begin */

/** The slate for the door of this page: the one that was begun, or a new one. @param {Slate[]} all @returns {Slate|null} */
export function slateFor(all) {
  const text = document.getElementById("slate-begin")?.textContent;
  const begin = /** @type {Begin|null} */ (text ? JSON.parse(text) : null);
  if (!begin) return null;
  const known = all.find((slate) => slate.door?.url === begin.door.url && slate.handed?.state !== "done");
  if (known) return known;
  const { book, names, ops, door } = begin;
  const own = begin.text ? { text: begin.text, facts: begin.facts } : undefined;
  return { id: makeId(), book, own, names, target: null, ops, sent: [], view: null, when: Date.now(), door };
}

/** What is shown under a slate that belongs somewhere. @param {Slate} slate @param {Score & {local: boolean}} view @param {Slates} slates */
export function handIn(slate, view, slates) {
  const { door, handed } = slate;
  if (!door) return null;
  const open = (view.over || (view.local && slate.ops.length > 0)) && handed?.state !== "done";
  return h(
    "section",
    { class: "panel", "data-door": "" },
    h("p", null, door.title),
    handed ? h("p", { class: `message${handed.state === "refused" ? " error" : ""}`, role: "status" }, wordOf(handed)) : null,
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
      const told = await answer.json();
      slate.handed = { side: handed.side, state: told.ok ? "done" : "refused", text: told.text };
      slates.keep();
      slates.changed();
    } catch {
      return; // no connection: it waits
    }
  }
}
