/** Banners over the table: the state of the connection and of the storage, a vote about a missing player, a notice. */

import { h } from "./dom.js";
import { SOFT } from "./fairness.js";
import { ruleLink } from "./score.js";
import { say } from "./texts.js";

/** @import { LiveTable } from "./live-table.js" */

/** Why a door is closed for good. @type {Record<number, string>} */
const CLOSED = { 4401: "web.link.private", 4404: "web.link.gone" };

/** The connection is down: since when it is tried again. Also shown inside dialogues, which cover the table. @param {LiveTable} t */
export function linkBanner(t) {
  if (t.line.state !== "waiting" && !(t.line.state === "connecting" && t.state.loaded)) return null;
  const left = Math.max(0, Math.ceil((t.line.retry - Date.now()) / 1000));
  const key = t.line.pending.size ? "pending" : t.line.state;
  return h(
    "div",
    { key: "link", class: "banner warn", role: "alert", "data-banner": "link" },
    h("span", null, say(`web.link.${key}`, { n: left })),
    h("button", { class: "secondary", type: "button", onclick: () => t.line.now() }, say("web.link.now")),
  );
}

/** The server is there and cannot store, or does not answer: nothing is confirmed, and it goes on by itself. @param {LiveTable} t */
export function storeBanner(t) {
  const late = t.line.late;
  if (t.line.state !== "open" || !(t.state.facts.unstored || late)) return null;
  const mine = t.line.pending.size > 0;
  return h(
    "div",
    { key: "store", class: "banner warn", role: "alert", "data-banner": "store" },
    h("span", null, say(mine ? "web.unstored.mine" : "web.unstored")),
  );
}

/** Banners over the table: connection, storage, a missing player, a vote. @param {LiveTable} t */
export const banners = (t) =>
  h("div", { class: "banners" }, alarmBanner(t), linkBanner(t), storeBanner(t), closedBanner(t), voteBanner(t), noticeBanner(t));

/** The dealing was not what the server had promised: it stays; only what may be harmless can be closed. @param {LiveTable} t */
function alarmBanner(t) {
  const alarm = t.witness.standing;
  if (!alarm) return null;
  const soft = SOFT.has(alarm.why);
  const title =
    alarm.why === "given" ? "given.title" : soft ? "soft" : alarm.why === "lost" || alarm.why === "changed" ? "log" : "title";
  const close = () => {
    t.witness.close();
    t.draw();
  };
  return h(
    "div",
    { key: "alarm", class: alarm.why === "given" ? "banner" : "banner bad", role: "alert", "data-banner": "alarm" },
    h("span", null, h("strong", null, say(`web.alarm.${title}`)), " ", say(`web.alarm.${alarm.why}`, { n: alarm.n })),
    h("a", { class: "button secondary", href: t.page.record }, say("web.alarm.record")),
    soft ? h("button", { class: "secondary", type: "button", onclick: close }, say(`web.alarm.${alarm.why}.known`)) : null,
  );
}

/** @param {LiveTable} t */
function closedBanner(t) {
  if (t.line.state !== "closed") return null;
  return h(
    "div",
    { key: "closed", class: "banner bad", role: "alert" },
    h("span", null, say(CLOSED[t.line.code] || "web.link.closed")),
    h("a", { class: "button secondary", href: "/" }, say("web.home")),
  );
}

/** @param {LiveTable} t */
function voteBanner(t) {
  const { you } = t.state;
  const vote = t.state.facts.table?.vote;
  if (!vote) return null;
  const title = say("web.vote.title", { name: t.state.nameOf(vote.seat) });
  const count = say("web.vote.count", { n: Object.keys(vote.votes).length, needed: vote.needed });
  const mine = you === null ? null : vote.votes[you];
  const choices = ["wait", "bot"].map((choice) =>
    h(
      "button",
      {
        key: choice,
        class: mine === choice ? "primary" : "secondary",
        "aria-pressed": String(mine === choice),
        "data-act": `vote-${choice}`,
        onclick: () => t.line.send({ t: "vote", choice }),
      },
      say(`web.vote.${choice}`),
    ),
  );
  return h(
    "div",
    { key: "vote", class: "banner", role: "alertdialog", "aria-label": title },
    h("span", null, title, " ", h("small", null, count)),
    you === null || you === vote.seat ? null : h("span", { class: "banner-acts" }, choices),
  );
}

/** @param {LiveTable} t */
function noticeBanner(t) {
  const { notice } = t.voice;
  if (!notice) return null;
  return h(
    "div",
    { key: "toast", class: `banner ${notice.kind}` },
    h("span", null, notice.text, " ", ruleLink(notice.rule)),
    h("button", { class: "icon", "aria-label": say("web.close"), onclick: () => t.voice.dismiss() }, "×"),
  );
}
