/** What is asked and offered beside the cards: cutting, Weis, Stöck, thanks, votes, and the state of the connection. */

import { h } from "./dom.js";
import { BACK, cardImage, cardName } from "./cards.js";
import { ruleLink } from "./score.js";
import { say } from "./texts.js";

/** @typedef {import("./table.js").PuurTable} Table */

/** Cutting the pack. @param {Table} t @param {{min: number, max: number, commitment?: string}} cut */
export function cutPanel(t, cut) {
  const lifted = t.lifted ?? Math.floor((cut.min + cut.max) / 2);
  return h(
    "form",
    {
      key: "cut",
      class: "bid cut",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        t.cut(lifted);
      },
    },
    h("h2", null, say("web.cut.title")),
    h(
      "div",
      { class: "cut-pack", "aria-hidden": "true", vars: { lifted, rest: 36 - lifted } },
      h("div", { class: "cut-rest" }, h("img", { src: BACK, alt: "" })),
      h("div", { class: "cut-lifted" }, h("img", { src: BACK, alt: "" })),
    ),
    h("label", { for: "cut-range" }, say("web.cut.count", { n: lifted })),
    h("input", {
      id: "cut-range",
      type: "range",
      min: cut.min,
      max: cut.max,
      value: String(lifted),
      oninput: (/** @type {any} */ event) => t.lift(Number(event.target.value)),
    }),
    h("button", { class: "primary big", "data-act": "cut" }, say("web.cut.do")),
    cut.commitment
      ? h(
          "p",
          { class: "hint seal" },
          say("web.cut.seal"),
          " ",
          h("code", { title: cut.commitment }, cut.commitment.slice(0, 12), "…"),
        )
      : null,
  );
}

/** Offers above the hand: at most one is a question, the others are buttons. @param {Table} t */
export function offers(t) {
  const found = [];
  for (const option of t.offers()) {
    if (option.label === "weis-announced")
      found.push(
        offer(t, option, say("web.weis.offer", { points: option.points }), [option.cards], say("web.weis.yes"), say("web.weis.no")),
      );
    else if (option.label === "weis-added")
      found.push(
        offer(t, option, say("web.weis.more", { points: option.points }), option.cards, say("web.weis.yes"), say("web.weis.no")),
      );
    else if (option.label === "stoeck-shown")
      found.push(offer(t, option, say("web.stoeck.offer"), [], say("web.stoeck.show"), say("web.stoeck.later")));
    else if (option.label === "thanked")
      found.push(
        offer(
          t,
          option,
          say("web.thanks.offer", { points: t.view.totals[t.team] }),
          [],
          say("web.thanks.do"),
          say("web.thanks.later"),
        ),
      );
  }
  return found;
}

/** @param {Table} t @param {any} option @param {string} text @param {string[][]} weise @param {string} yes @param {string} no */
function offer(t, option, text, weise, yes, no) {
  return h(
    "section",
    { key: option.label, class: "offer", "aria-label": text },
    h("p", null, text),
    weise.length
      ? h(
          "div",
          { class: "weise" },
          weise.map((cards, n) =>
            h(
              "span",
              { key: n, class: "weis", role: "img", "aria-label": cards.map((card) => cardName(card, t.faces)).join(", ") },
              cards.map((card) => cardImage(card, t.faces, "mini")),
            ),
          ),
        )
      : null,
    h(
      "div",
      { class: "offer-acts" },
      h("button", { class: "primary", "data-act": option.label, onclick: () => t.accept(option) }, yes),
      h("button", { class: "secondary", "data-act": `no-${option.label}`, onclick: () => t.withhold(option) }, no),
    ),
  );
}

/** A line that says whose turn it is. @param {Table} t */
export function prompt(t) {
  const view = t.view;
  let text = "";
  const name = view.to_act === null || view.to_act === undefined ? "" : t.nameOf(view.to_act);
  const mine = t.myTurn;
  if (view.over) text = "";
  else if (view.cut) text = mine ? say("web.prompt.cut.you") : say("web.prompt.cut", { name });
  else if (view.phase === "bidding")
    text = mine ? say("web.prompt.bid.you") : view.pushes ? say("web.prompt.pushed", { name }) : say("web.prompt.bid", { name });
  else if (view.phase === "playing")
    text = mine
      ? say(view.trick.length && !view.trick_open ? "web.prompt.play.you" : "web.prompt.lead.you")
      : say("web.prompt.play", { name });
  else if (view.phase === "over") text = t.ready ? say("web.prompt.ready") : "";
  return h("p", { class: `prompt ${mine ? "you" : ""}` }, text);
}

/** The connection is down: since when it is tried again. Also shown inside dialogues, which cover the table. @param {Table} t */
export function linkBanner(t) {
  if (t.link !== "waiting" && !(t.link === "connecting" && t.table)) return null;
  const left = Math.max(0, Math.ceil((t.retry - Date.now()) / 1000));
  const key = t.line && t.line.pending.size ? "pending" : t.link;
  return h(
    "div",
    { key: "link", class: "banner warn", role: "alert", "data-banner": "link" },
    h("span", null, say(`web.link.${key}`, { n: left })),
    h("button", { class: "secondary", type: "button", onclick: () => t.line.now() }, say("web.link.now")),
  );
}

/** The server is there and can not store, or does not answer: nothing is confirmed, and it goes on by itself. @param {Table} t */
export function storeBanner(t) {
  const late = t.line && t.line.late;
  if (t.link !== "open" || !(t.unstored || late)) return null;
  const mine = t.line && t.line.pending.size > 0;
  return h(
    "div",
    { key: "store", class: "banner warn", role: "alert", "data-banner": "store" },
    h("span", null, say(mine ? "web.unstored.mine" : "web.unstored")),
  );
}

/** Banners over the table: connection, storage, a missing player, a vote. @param {Table} t */
export function banners(t) {
  const found = [linkBanner(t), storeBanner(t)];
  if (t.link === "closed") {
    const text = { 4401: "web.link.private", 4404: "web.link.gone" }[t.closed] || "web.link.closed";
    found.push(
      h(
        "div",
        { key: "closed", class: "banner bad", role: "alert" },
        h("span", null, say(text)),
        h("a", { class: "button secondary", href: "/" }, say("web.home")),
      ),
    );
  }
  const vote = t.table && t.table.vote;
  if (vote) {
    const mine = t.you !== null ? vote.votes[t.you] : null;
    const counted = Object.keys(vote.votes).length;
    found.push(
      h(
        "div",
        { key: "vote", class: "banner", role: "alertdialog", "aria-label": say("web.vote.title", { name: t.nameOf(vote.seat) }) },
        h(
          "span",
          null,
          say("web.vote.title", { name: t.nameOf(vote.seat) }),
          " ",
          h("small", null, say("web.vote.count", { n: counted, needed: vote.needed })),
        ),
        t.you === null || t.you === vote.seat
          ? null
          : h(
              "span",
              { class: "banner-acts" },
              ["wait", "bot"].map((choice) =>
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
              ),
            ),
      ),
    );
  }
  if (t.toast) {
    found.push(
      h(
        "div",
        { key: "toast", class: `banner ${t.toast.kind}` },
        h("span", null, t.toast.text, " ", t.toast.rule ? ruleLink(t.toast.rule) : null),
        h("button", { class: "icon", "aria-label": say("web.close"), onclick: () => t.say(null) }, "×"),
      ),
    );
  }
  return h("div", { class: "banners" }, found);
}
