/** The result of a deal, and of the game where it is over. */

import { notes } from "./amount.js";
import { modeName, modeSign } from "./cards.js";
import { besideLink, dialog } from "./dialog.js";
import { h } from "./dom.js";
import { dealSum, dealTable } from "./score.js";
import { striche } from "./slate.js";
import { replayAddress, written } from "./table-slate.js";
import { say } from "./texts.js";

/** @import { VNode } from "types/dom" */
/** @import { DealResult, View } from "types/protocol" */
/** @import { LiveTable } from "./live-table.js" */

/** @param {LiveTable} t @param {View} view at the end of the deal */
export function result(t, view) {
  const { state } = t;
  const deal = view.result;
  const title = titleOf(t, view);
  const mine = view.over && state.you !== null;
  return dialog(
    t,
    "result",
    title,
    [
      h("p", { id: "result-said", class: "hidden" }, title, ". ", deal ? said(t, view, deal) : ""),
      shouts(t, view),
      deal?.mode ? announced(t, view, deal, deal.mode) : null,
      deal ? notes(t, view) : null,
      deal && !view.deal_rows ? dealTable(view, deal.deal, state.teamNames, state.team) : null,
      written(t, view),
      view.over ? striche(view, state.seatNames) : null,
      h("div", { class: "dialog-acts" }, acts(t, view)),
      mine ? h("div", { class: "dialog-acts stick" }, state.table.reserved ? confirm(t) : again(t)) : null,
    ],
    view.over ? "end" : "",
  );
}

/** @param {LiveTable} t @param {View} view */
function titleOf(t, view) {
  const { state } = t;
  if (!view.over) return view.result ? say("web.result.title", { n: view.result.deal }) : say("web.result.end");
  if (!view.winners.length) return say("score.tie");
  if (state.you === null) return say("web.end.won", { team: winnersOf(t, view) });
  return say(view.winners.includes(state.team) ? "web.end.victory" : "web.end.defeat");
}

/** Who has won: a side, or several that won together. @param {LiveTable} t @param {View} view */
const winnersOf = (t, view) => view.winners.map((side) => t.state.teamName(side)).join(" + ");

/** The result in one sentence, for those who hear it. @param {LiveTable} t @param {View} view @param {DealResult} deal */
function said(t, view, deal) {
  const own = t.state.team;
  const standing = t.state.standing(view.totals);
  if (standing) return say("web.score.many", { totals: standing });
  return say("web.result.said", {
    us: view.totals[own],
    them: view.totals[1 - own],
    points: dealSum(view.entries, deal.deal, own),
    against: dealSum(view.entries, deal.deal, 1 - own),
  });
}

/** What is worth a word of its own. @param {LiveTable} t @param {View} view */
function shouts(t, view) {
  const { state } = t;
  const deal = view.result;
  /** @type {VNode[]} */
  const lines = [];
  /** @param {string} key @param {string} text */
  const shout = (key, text) => lines.push(h("p", { key, class: "shout" }, text));
  if (deal && deal.match !== null) shout("m", say("web.result.match", { team: state.partyName(deal.match, deal.parties) }));
  if (deal?.claim) {
    const key = deal.claim.right ? "web.result.claim.right" : "web.result.claim.wrong";
    shout("c", say(key, { name: state.nameOf(deal.claim.seat) }));
  }
  if (view.over && view.winners.length && view.over_by) {
    const facts = { team: winnersOf(t, view), by: say(`score.by.${view.over_by}`) };
    lines.push(h("p", { key: "b" }, say("web.end.by", facts)));
  }
  if (view.over && view.schneider && view.winner !== null)
    shout("s", say("web.end.schneider", { team: state.teamName(1 - view.winner) }));
  return lines;
}

/** @param {LiveTable} t @param {View} view @param {DealResult} deal @param {string} mode */
function announced(t, view, deal, mode) {
  return h(
    "p",
    { class: "announced" },
    modeSign(deal.variant || mode, t.faces),
    " ",
    modeName(mode, t.faces),
    view.factor > 1 ? ` ×${view.factor}` : "",
    deal.announcer === null ? "" : ` · ${t.state.nameOf(deal.announcer)}`,
  );
}

/** @param {LiveTable} t @param {View} view */
function acts(t, view) {
  const deal = view.result;
  const replay = deal ? replayAddress(t, deal.deal) : "";
  const next = { class: "primary big", autofocus: true, "data-act": "ready", onclick: () => t.actions.close("result") };
  return [
    view.over ? null : h("button", next, say("web.next")),
    replay ? besideLink(replay, say("web.replay")) : null,
    view.over && t.page.record
      ? h("a", { class: "button secondary", href: t.page.record, download: true }, say("web.end.record"))
      : null,
    view.over && t.page.code && t.state.you !== null ? share(t, t.state.you) : null,
    view.over ? h("a", { class: "button secondary", href: "/" }, say("web.home")) : null,
  ];
}

/** Whether everybody may see the replays. @param {LiveTable} t @param {number} you */
function share(t, you) {
  const { table } = t.state;
  const agreed = table.share.includes(you);
  return h(
    "button",
    {
      class: "secondary",
      "aria-pressed": String(agreed),
      onclick: () => t.line.send({ t: "share", yes: !agreed }),
    },
    say(table.shared ? "web.share.done" : agreed ? "web.share.waiting" : "web.share.ask"),
  );
}

/** @param {LiveTable} t */
function again(t) {
  const { table, you } = t.state;
  const wants = you !== null && table.again.includes(you);
  return h(
    "button",
    { class: "primary big", "data-act": "again", disabled: wants, onclick: () => t.line.send({ t: "again" }) },
    wants ? say("web.end.waiting") : say("web.end.again"),
  );
}

/** What was played for an evening or a club is confirmed on the page of the seat; given deals are compared. @param {LiveTable} t */
function confirm(t) {
  if (t.page.then) return h("a", { class: "button primary big", "data-act": "compare", href: t.page.then }, say("web.end.compare"));
  return h("a", { class: "button primary big", "data-act": "confirm", href: `/t/${t.page.code}/seat/` }, say("web.end.confirm"));
}
