/** The slate of a table: what is written so far, where it came from, and how to check that the cards were dealt fairly. */

import { besideLink } from "./dialog.js";
import { h } from "./dom.js";
import { dealsSheet, ledger, rowsSheet, toLedger } from "./score.js";
import { striche, tafel } from "./slate.js";
import { say } from "./texts.js";

/** @import { View } from "types/protocol" */
/** @import { LiveTable } from "./live-table.js" */

/** What is written, as the game writes it: a sheet by rows, or strokes. @param {LiveTable} t @param {View} view @param {boolean} [opens] whether a sum leads to its deals */
export function written(t, view, opens = false) {
  const { teamNames, team } = t.state;
  if (view.sheet) return rowsSheet(view, view.sheet, teamNames, team, t.faces);
  if (view.deal_rows) return dealsSheet(view, view.deal_rows, teamNames, team);
  return tafel(view.slate, view.written, teamNames, team, opens ? toLedger : null);
}

/**
 * Where a deal of this Partie can be gone through again, once it is over; "" where it cannot yet, or not by somebody who looks on.
 * @param {LiveTable} t @param {number} deal
 */
export function replayAddress(t, deal) {
  const { table, you } = t.state;
  if (t.page.replay) return t.page.replay(deal);
  return you === null && !table.shared ? "" : `/t/${t.page.code}/deal/${deal}/?game=${table.game}`;
}

/** @param {LiveTable} t @param {number} deal */
function again(t, deal) {
  const { view } = t.state;
  const running = view.number === deal && view.phase !== "over" && !view.over;
  const address = deal && !running ? replayAddress(t, deal) : "";
  return address ? h("p", { class: "to-replay" }, besideLink(address, say("web.replay.judge"))) : null;
}

/** The slate, whole. @param {LiveTable} t */
export function slateContent(t) {
  const { view, teamNames, team, seatNames } = t.state;
  const facts = [];
  if (view.target) facts.push(say("rules.length.target", { points: view.target }));
  if (view.bergpreis !== null) facts.push(say("web.bergpreis", { team: teamNames[view.bergpreis] }));
  return h(
    "div",
    { class: "slate-content" },
    written(t, view, true),
    facts.length ? h("p", { class: "hint" }, facts.join(" · ")) : null,
    striche(view, seatNames),
    h("h3", null, say("web.slate.deals")),
    ledger(view, teamNames, team, (deal) => again(t, deal)),
    fair(t),
  );
}

/** @param {LiveTable} t */
function fair(t) {
  const proof = t.state.view.fair;
  if (!proof) return null;
  const last = proof.deals.at(-1);
  const href = last ? `/verify/?code=${t.page.code}&game=${t.state.table.game}&deal=${last.deal}` : "";
  return h(
    "details",
    { class: "fair" },
    h("summary", null, say("web.fair.title")),
    h("p", null, say("web.fair.text")),
    proof.commitment ? h("p", null, say("web.fair.commitment"), " ", h("code", null, proof.commitment)) : null,
    last ? h("p", null, h("a", { href, target: "_blank", rel: "noopener" }, say("web.fair.verify", { n: last.deal }))) : null,
  );
}
