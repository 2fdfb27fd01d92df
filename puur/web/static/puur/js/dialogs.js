/** What opens over the table: menu, slate, last trick, phrases, help, the result of a deal, the end of the game. */

import { h } from "./dom.js";
import { cardImage, modeName, modeSign } from "./cards.js";
import { linkBanner, storeBanner } from "./offers.js";
import { mute, muted, prefs } from "./prefs.js";
import { objection, pending } from "./rulings.js";
import { coiffeurSheet, dealTable, ledger, striche, toLedger } from "./score.js";
import { tafel } from "./slate.js";
import { say } from "./texts.js";

/** @typedef {import("./table.js").PuurTable} Table */

/** @param {Table} t @param {string} name @param {string} title @param {any[]} children @param {string} [extra] */
export function dialog(t, name, title, children, extra = "") {
  return h(
    "dialog",
    {
      key: name,
      class: `sheet-dialog ${extra}`,
      "aria-labelledby": `dialog-${name}`,
      "aria-describedby": name === "result" ? "result-said" : undefined,
      "data-dialog": name,
      created: (/** @type {HTMLDialogElement} */ element) => element.open || element.showModal(),
      oncancel: (/** @type {Event} */ event) => {
        event.preventDefault();
        t.close(name);
      },
      onclose: () => t.close(name), // some browsers close a dialogue without asking
      onclick: (/** @type {any} */ event) => {
        if (event.target === event.currentTarget) t.close(name);
      },
    },
    h(
      "div",
      { class: "dialog-body" },
      h(
        "div",
        { class: "dialog-head" },
        h("h2", { id: `dialog-${name}` }, title),
        h("button", { class: "icon", "aria-label": say("web.close"), onclick: () => t.close(name) }, "×"),
      ),
      linkBanner(t),
      storeBanner(t),
      children,
    ),
  );
}

/** The dialogue that is open now. @param {Table} t */
export function dialogs(t) {
  const found = [];
  if (t.result && !t.dialog) found.push(result(t));
  if (t.dialog === "menu") found.push(menu(t));
  if (t.dialog === "slate") found.push(slate(t));
  if (t.dialog === "trick") found.push(lastTrick(t));
  if (t.dialog === "talk") found.push(talk(t));
  if (t.dialog === "help") found.push(help(t));
  if (t.dialog === "weis") found.push(weisFirst(t));
  if (t.dialog === "claim") found.push(claim(t));
  if (t.dialog === "object") found.push(objection(t));
  if (!t.dialog && !t.result && t.view && t.view.pending) found.push(pending(t));
  return found;
}

/** The slate, whole. @param {Table} t */
export function slateContent(t) {
  const view = t.view;
  const names = [t.teamName(0), t.teamName(1)];
  const own = t.team;
  const facts = [];
  if (view.target) facts.push(say("rules.length.target", { points: view.target }));
  if (view.bergpreis !== null && view.bergpreis !== undefined) facts.push(say("web.bergpreis", { team: names[view.bergpreis] }));
  return h(
    "div",
    { class: "slate-content" },
    view.form === "coiffeur" && view.sheet
      ? coiffeurSheet(view, names, own, t.faces)
      : tafel(view.slate, view.written || view.totals, names, own, toLedger),
    facts.length ? h("p", { class: "hint" }, facts.join(" · ")) : null,
    striche(
      view,
      [0, 1, 2, 3].map((seat) => t.nameOf(seat)),
    ),
    h("h3", null, say("web.slate.deals")),
    ledger(view, names, own),
    fair(t),
  );
}

/** @param {Table} t */
const slate = (t) => dialog(t, "slate", say("web.slate.title"), [slateContent(t)]);

/** @param {Table} t */
function fair(t) {
  const one = t.view.fair;
  if (!one) return null;
  const last = one.deals && one.deals[one.deals.length - 1];
  return h(
    "details",
    { class: "fair" },
    h("summary", null, say("web.fair.title")),
    h("p", null, say("web.fair.text")),
    one.commitment ? h("p", null, say("web.fair.commitment"), " ", h("code", null, one.commitment)) : null,
    last
      ? h(
          "p",
          null,
          h(
            "a",
            { href: `/verify/?code=${t.code}&game=${t.table.game}&deal=${last.deal}`, target: "_blank", rel: "noopener" },
            say("web.fair.verify", { n: last.deal }),
          ),
        )
      : null,
  );
}

/** @param {Table} t */
function lastTrick(t) {
  const one = t.view.last_trick;
  if (!one) return dialog(t, "trick", say("web.trick.last"), [h("p", { class: "empty" }, say("web.trick.none"))]);
  return dialog(t, "trick", say("web.trick.n", { n: one.number }), [
    h(
      "ul",
      { class: "last-trick" },
      one.cards.map((/** @type {[number, string]} */ [seat, card]) =>
        h("li", { key: card, class: seat === one.winner ? "wins" : "" }, cardImage(card, t.faces), h("span", null, t.nameOf(seat))),
      ),
    ),
    h("p", { class: "hint" }, say("web.trick.won", { name: t.nameOf(one.winner) })),
  ]);
}

/** @param {Table} t */
function talk(t) {
  return dialog(t, "talk", say("web.talk.title"), [
    h(
      "div",
      { class: "phrases" },
      (t.table.phrases || []).map((/** @type {string} */ phrase) =>
        h("button", { key: phrase, class: "secondary", onclick: () => t.phrase(phrase) }, say(`web.phrase.${phrase}`)),
      ),
    ),
    t.table.chat
      ? h(
          "form",
          {
            class: "chat-form",
            onsubmit: (/** @type {any} */ event) => {
              event.preventDefault();
              const field = event.target.elements.text;
              if (field.value.trim()) t.line.send({ t: "chat", text: field.value.trim() });
              field.value = "";
            },
          },
          h("label", { for: "chat-text", class: "hidden" }, say("web.talk.text")),
          h("input", { id: "chat-text", name: "text", maxlength: 300, autocomplete: "off", placeholder: say("web.talk.text") }),
          h("button", { class: "primary" }, say("web.talk.send")),
        )
      : null,
    h(
      "ul",
      { class: "chat-log" },
      t.chat.slice(-30).map((one, n) => h("li", { key: n }, h("b", null, one.name), " ", one.text)),
    ),
    h("p", { class: "hint" }, say("web.talk.rule")),
    mutes(t),
  ]);
}

/** Whom one does not want to hear; kept on this device. @param {Table} t */
function mutes(t) {
  const others = [0, 1, 2, 3].filter((seat) => seat !== t.you && t.table.seats[seat].name && !t.table.seats[seat].bot);
  if (!others.length) return null;
  return h(
    "ul",
    { class: "mutes", "aria-label": say("web.mute.title") },
    others.map((seat) => {
      const off = muted(t.code, t.nameOf(seat));
      const flip = () => {
        mute(t.code, t.nameOf(seat), !off);
        t.draw();
      };
      return h(
        "li",
        { key: seat },
        h("span", null, t.nameOf(seat)),
        h(
          "button",
          {
            class: "secondary",
            "aria-pressed": String(off),
            "data-act": `mute-${seat}`,
            "aria-label": say("web.mute.label", { name: t.nameOf(seat) }),
            onclick: flip,
          },
          say(off ? "web.mute.off" : "web.mute.on"),
        ),
      );
    }),
  );
}

/** @param {Table} t */
function help(t) {
  const keys = ["arrows", "enter", "digits", "slate", "last", "talk", "menu", "help"];
  return dialog(t, "help", say("web.help.title"), [
    h("p", null, say("web.help.text")),
    h(
      "dl",
      { class: "keys" },
      keys.map((key) =>
        h("div", { key }, h("dt", null, h("kbd", null, say(`web.key.${key}`))), h("dd", null, say(`web.key.${key}.text`))),
      ),
    ),
    h(
      "p",
      null,
      h(
        "a",
        { href: `/rules/${t.table.book}/`, target: "_blank", rel: "noopener" },
        say("web.help.book", { title: t.table.title }),
      ),
    ),
  ]);
}

/** A Weis that has not been decided yet, and a card is about to be played. @param {Table} t */
function weisFirst(t) {
  const offered = t.view.weis_offer || { points: 0, cards: [] };
  return dialog(t, "weis", say("web.weis.offer", { points: offered.points }), [
    h(
      "div",
      { class: "weise" },
      h(
        "span",
        { class: "weis" },
        offered.cards.map((/** @type {string} */ card) => cardImage(card, t.faces, "mini")),
      ),
    ),
    h("p", null, say("web.weis.before")),
    h(
      "div",
      { class: "dialog-acts" },
      h("button", { class: "primary", "data-act": "weis-and-play", onclick: () => t.playWith(true) }, say("web.weis.play.yes")),
      h("button", { class: "secondary", "data-act": "play-without", onclick: () => t.playWith(false) }, say("web.weis.play.no")),
    ),
  ]);
}

/** @param {Table} t */
function claim(t) {
  const options = t.view.options.filter((/** @type {any} */ one) => one.label === "claimed" || one.label === "conceded");
  return dialog(t, "claim", say("web.claim.title"), [
    h("p", null, say("web.claim.text")),
    h(
      "div",
      { class: "dialog-acts" },
      options.map((/** @type {any} */ one) =>
        h(
          "button",
          { key: one.label, class: "primary", "data-act": one.label, onclick: () => t.accept(one) },
          say(`web.claim.${one.label}`),
        ),
      ),
      h("button", { class: "secondary", onclick: () => t.close("claim") }, say("web.cancel")),
    ),
  ]);
}

/** @param {Table} t */
function menu(t) {
  /** @param {string} name @param {Array<[string, string]>} values @param {string} key */
  const choice = (name, values, key) =>
    h(
      "fieldset",
      { key: name, class: "choice" },
      h("legend", null, say(name)),
      values.map(([value, text]) =>
        h(
          "label",
          { key: value },
          h("input", {
            type: "radio",
            name: key,
            value,
            checked: String(/** @type {any} */ (prefs)[key]) === value,
            onchange: () => t.prefer(key, value),
          }),
          h("span", null, say(text)),
        ),
      ),
    );
  const claims =
    t.view &&
    t.view.options &&
    t.view.options.some((/** @type {any} */ one) => one.label === "claimed" || one.label === "conceded");
  return dialog(t, "menu", say("web.menu"), [
    h(
      "div",
      { class: "menu-acts" },
      t.view ? h("button", { class: "secondary", onclick: () => t.open("slate") }, say("web.slate.title")) : null,
      t.view && t.view.last_trick
        ? h("button", { class: "secondary", onclick: () => t.open("trick") }, say("web.trick.last"))
        : null,
      h("button", { class: "secondary", onclick: () => t.open("talk") }, say("web.talk.title")),
      t.mayObject ? h("button", { class: "secondary", onclick: () => t.open("object") }, say("web.object.title")) : null,
      claims
        ? h("button", { class: "secondary", "data-act": "claims", onclick: () => t.open("claim") }, say("web.claim.title"))
        : null,
      h("button", { class: "secondary", onclick: () => t.open("help") }, say("web.help.title")),
      h(
        "a",
        { class: "button secondary", href: `/rules/${t.table.book}/`, target: "_blank", rel: "noopener" },
        say("web.menu.rules"),
      ),
      h("a", { class: "button secondary", href: "/referee/", target: "_blank", rel: "noopener" }, say("web.nav.referee")),
      h("button", { class: "secondary", onclick: () => t.leave() }, t.you === null ? say("web.home") : say("web.menu.leave")),
    ),
    choice(
      "web.pref.theme",
      [
        ["auto", "web.pref.theme.auto"],
        ["light", "web.pref.theme.light"],
        ["dark", "web.pref.theme.dark"],
      ],
      "theme",
    ),
    choice(
      "web.pref.large",
      [
        ["false", "web.pref.large.no"],
        ["true", "web.pref.large.yes"],
      ],
      "large",
    ),
    choice(
      "web.pref.faces",
      [
        ["", "web.pref.faces.table"],
        ["german", "web.faces.german"],
        ["french", "web.faces.french"],
      ],
      "faces",
    ),
    choice(
      "web.pref.confirm",
      [
        ["auto", "web.pref.confirm.auto"],
        ["on", "web.yes"],
        ["off", "web.no"],
      ],
      "confirm",
    ),
    choice(
      "web.pref.pace",
      [
        ["slow", "web.pref.pace.slow"],
        ["normal", "web.pref.pace.normal"],
        ["fast", "web.pref.pace.fast"],
        ["none", "web.pref.pace.none"],
      ],
      "pace",
    ),
    h("p", { class: "hint" }, say("web.lobby.code"), " ", h("strong", null, t.code)),
  ]);
}

/** The result of a deal, and of the game where it is over. @param {Table} t */
function result(t) {
  const view = t.result;
  const names = [t.teamName(0), t.teamName(1)];
  const own = t.team;
  const one = view.result;
  const over = view.over;
  const won = view.winner;
  let title = one ? say("web.result.title", { n: one.deal }) : say("web.result.end");
  if (over)
    title =
      won === null
        ? say("score.tie")
        : t.you === null
          ? say("web.end.won", { team: names[won] })
          : say(won === own ? "web.end.victory" : "web.end.defeat");
  const lines = [];
  if (one && one.match !== null && one.match !== undefined)
    lines.push(h("p", { key: "m", class: "shout" }, say("web.result.match", { team: names[one.match] })));
  if (one && one.claim)
    lines.push(
      h(
        "p",
        { key: "c", class: "shout" },
        say(one.claim.right ? "web.result.claim.right" : "web.result.claim.wrong", { name: t.nameOf(one.claim.seat) }),
      ),
    );
  if (over && won !== null && view.over_by)
    lines.push(h("p", { key: "b" }, say("web.end.by", { team: names[won], by: say(`score.by.${view.over_by}`) })));
  if (over && view.schneider) lines.push(h("p", { key: "s", class: "shout" }, say("web.end.schneider", { team: names[1 - won] })));
  const said = one
    ? say("web.result.said", {
        us: view.totals[own],
        them: view.totals[1 - own],
        points: sumOf(view, one.deal, own),
        against: sumOf(view, one.deal, 1 - own),
      })
    : "";
  return dialog(
    t,
    "result",
    title,
    [
      h("p", { id: "result-said", class: "hidden" }, title, ". ", said),
      lines,
      one && one.mode
        ? h(
            "p",
            { class: "announced" },
            modeSign(one.variant || one.mode, t.faces),
            " ",
            modeName(one.mode, t.faces),
            view.factor > 1 ? ` ×${view.factor}` : "",
            " · ",
            t.nameOf(one.announcer),
          )
        : null,
      one ? dealTable(view, one.deal, names, own) : null,
      view.form === "coiffeur" && view.sheet
        ? coiffeurSheet(view, names, own, t.faces)
        : tafel(view.slate, view.written || view.totals, names, own),
      over
        ? striche(
            view,
            [0, 1, 2, 3].map((seat) => t.nameOf(seat)),
          )
        : null,
      h(
        "div",
        { class: "dialog-acts" },
        over
          ? null
          : h(
              "button",
              { class: "primary big", autofocus: true, "data-act": "ready", onclick: () => t.close("result") },
              say("web.next"),
            ),
        one
          ? h(
              "a",
              {
                class: "button secondary",
                href: `/t/${t.code}/deal/${one.deal}/?game=${t.table.game}`,
                target: "_blank",
                rel: "noopener",
              },
              say("web.replay"),
            )
          : null,
        over ? h("a", { class: "button secondary", href: t.facts.record, download: true }, say("web.end.record")) : null,
        over && t.you !== null
          ? h(
              "button",
              {
                class: "secondary",
                "aria-pressed": String((t.table.share || []).includes(t.you)),
                onclick: () => t.line.send({ t: "share", yes: !(t.table.share || []).includes(t.you) }),
              },
              t.table.shared
                ? say("web.share.done")
                : (t.table.share || []).includes(t.you)
                  ? say("web.share.waiting")
                  : say("web.share.ask"),
            )
          : null,
        over ? h("a", { class: "button secondary", href: "/" }, say("web.home")) : null,
      ),
      over && t.you !== null ? h("div", { class: "dialog-acts stick" }, again(t)) : null,
    ],
    over ? "end" : "",
  );
}

/** @param {any} view @param {number} deal @param {number} team */
const sumOf = (view, deal, team) =>
  view.entries
    .filter((/** @type {any} */ one) => one.deal === deal && one.team === team)
    .reduce((/** @type {number} */ all, /** @type {any} */ one) => all + one.points, 0);

/** @param {Table} t */
function again(t) {
  const wants = (t.table.again || []).includes(t.you);
  return h(
    "button",
    { class: "primary big", "data-act": "again", disabled: wants, onclick: () => t.line.send({ t: "again" }) },
    wants ? say("web.end.waiting") : say("web.end.again"),
  );
}
