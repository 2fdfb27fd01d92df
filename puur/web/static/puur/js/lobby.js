/** Before the game: seats, the link to share, bots for free seats, the start. */

import { h } from "./dom.js";
import { levelName, levelText, say } from "./texts.js";

/**
 * @param {any} table @param {number|null} you
 * @param {{code: string, url: string, qr: string, name: string, guest: boolean, levels: string[]}} facts
 * @param {{send: (message: any) => void, copy: () => void, copied: boolean}} on
 */
export function lobby(table, you, facts, on) {
  const host = table.you_host;
  const people = table.seats.filter((/** @type {any} */ one) => one.name && !one.bot).length;
  return h(
    "section",
    { class: "lobby", "aria-labelledby": "lobby-title" },
    h("h1", { id: "lobby-title" }, say("web.lobby.title")),
    h(
      "p",
      { class: "lobby-book" },
      table.title,
      " · ",
      table.playing === "free" ? say("web.playing.free") : say("web.playing.guided"),
      table.target ? ` · ${say("rules.length.target", { points: table.target })}` : "",
    ),
    nameForm(table, you, facts, on),
    h(
      "div",
      { class: "lobby-share panel" },
      h(
        "div",
        { class: "lobby-code" },
        h("span", null, say("web.lobby.code")),
        h("strong", { "data-code": facts.code }, facts.code),
      ),
      h("img", { class: "qr", src: facts.qr, alt: say("web.lobby.qr"), width: 132, height: 132 }),
      h(
        "div",
        { class: "lobby-link" },
        h("input", {
          readonly: true,
          value: facts.url,
          "aria-label": say("web.lobby.link"),
          onfocus: (/** @type {any} */ event) => event.target.select(),
        }),
        h("button", { class: "secondary", onclick: on.copy }, on.copied ? say("web.copied") : say("web.copy")),
      ),
    ),
    h("h2", null, say("web.lobby.seats")),
    h("p", { class: "hint" }, say("web.lobby.partners")),
    h(
      "ol",
      { class: "lobby-seats" },
      [0, 1, 2, 3].map((seat) => seatRow(table, seat, you, facts, on)),
    ),
    host
      ? h(
          "div",
          { class: "lobby-start" },
          h(
            "button",
            { class: "primary big", "data-act": "start", onclick: () => on.send({ t: "start" }) },
            say("web.lobby.start"),
          ),
          people < 4 ? h("p", { class: "hint" }, say("web.lobby.fill", { n: 4 - people })) : null,
        )
      : h("p", { class: "waiting", role: "status" }, say("web.lobby.wait")),
  );
}

/** @param {any} table @param {number|null} you @param {any} facts @param {any} on */
function nameForm(table, you, facts, on) {
  if (!facts.guest) return null;
  const known = you !== null && table.seats[you] ? table.seats[you].name : facts.name;
  /** @param {any} event */
  const submit = (event) => {
    event.preventDefault();
    const name = event.target.elements.name.value.trim();
    if (name) on.send({ t: "name", name });
  };
  return h(
    "form",
    { class: "lobby-name", onsubmit: submit },
    h("label", { for: "lobby-name" }, say("web.name")),
    h("input", {
      id: "lobby-name",
      name: "name",
      maxlength: 24,
      autocomplete: "nickname",
      value: undefined,
      placeholder: known || say("web.name.placeholder"),
    }),
    h("button", { class: "secondary" }, say("web.name.set")),
  );
}

/** @param {any} table @param {number} seat @param {number|null} you @param {any} facts @param {any} on */
function seatRow(table, seat, you, facts, on) {
  const one = table.seats[seat];
  const host = table.you_host;
  const team = seat % 2 === 0 ? "a" : "b";
  const state = one.bot
    ? say("web.bot.level", { level: levelName(one.bot) })
    : !one.name
      ? say("web.seat.free")
      : one.here
        ? ""
        : say("web.seat.away");
  return h(
    "li",
    { key: seat, class: `lobby-seat team-${team} ${seat === you ? "you" : ""}` },
    h(
      "span",
      { class: "lobby-seat-name" },
      h("strong", null, one.bot ? one.name || say("web.bot") : one.name || say("web.seat.n", { n: seat + 1 })),
      seat === you ? h("span", { class: "tag" }, say("play.you")) : null,
      table.host === seat ? h("span", { class: "tag" }, say("web.host")) : null,
      h("small", null, state, one.bot ? h("span", { class: "level-text" }, levelText(one.bot)) : null),
    ),
    h(
      "span",
      { class: "lobby-seat-acts" },
      seat !== you && (!one.name || one.bot)
        ? h(
            "button",
            { class: "secondary", "data-act": `sit-${seat}`, onclick: () => on.send({ t: "sit", seat }) },
            say("web.lobby.sit"),
          )
        : null,
      host && !one.name && !one.bot
        ? h(
            "button",
            { class: "secondary", onclick: () => on.send({ t: "bot", seat, level: table.level || facts.levels[0] }) },
            say("web.lobby.bot"),
          )
        : null,
      host && one.bot ? levelChoice(table, seat, one, on) : null,
      host && one.bot
        ? h("button", { class: "secondary", onclick: () => on.send({ t: "bot", seat, level: "" }) }, say("web.lobby.nobot"))
        : null,
      host && one.name && !one.bot && seat !== you
        ? h("button", { class: "secondary", onclick: () => on.send({ t: "kick", seat }) }, say("web.lobby.kick"))
        : null,
      seat === you ? h("button", { class: "secondary", onclick: () => on.send({ t: "leave" }) }, say("web.lobby.leave")) : null,
    ),
  );
}

/** The level of a bot, with what it can do. @param {any} table @param {number} seat @param {any} one @param {any} on */
function levelChoice(table, seat, one, on) {
  return h(
    "select",
    {
      class: "level",
      "aria-label": say("web.lobby.level", { name: one.name }),
      value: one.bot,
      onchange: (/** @type {any} */ event) => on.send({ t: "bot", seat, level: event.target.value }),
    },
    table.levels.map((/** @type {string} */ level) => h("option", { key: level, value: level }, levelName(level))),
  );
}
