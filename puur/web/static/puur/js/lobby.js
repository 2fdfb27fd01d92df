/** Before the game: seats, the link to share, bots for free seats, the start. */

import { h, valueOf } from "./dom.js";
import { levelName, levelText, say } from "./texts.js";

/** @import { Seat, SeatFacts } from "types/protocol" */
/** @import { LiveTable } from "./live-table.js" */

/** @param {LiveTable} t */
export function lobby(t) {
  const { page } = t;
  const { table } = t.state;
  const people = table.seats.filter((person) => person.name && !person.bot).length;
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
    nameForm(t),
    table.reserved
      ? null
      : h(
          "div",
          { class: "lobby-share panel" },
          h(
            "div",
            { class: "lobby-code" },
            h("span", null, say("web.lobby.code")),
            h("strong", { "data-code": page.code }, page.code),
          ),
          h("img", { class: "qr", src: page.qr, alt: say("web.lobby.qr"), width: 132, height: 132 }),
          h(
            "div",
            { class: "lobby-link" },
            h("input", {
              readonly: true,
              value: page.url,
              "aria-label": say("web.lobby.link"),
              onfocus: (event) => event.target.select(),
            }),
            h(
              "button",
              { class: "secondary", onclick: () => t.actions.copy() },
              t.desk.copied ? say("web.copied") : say("web.copy"),
            ),
          ),
        ),
    h("h2", null, say("web.lobby.seats")),
    h("p", { class: "hint" }, say("web.lobby.partners")),
    h(
      "ol",
      { class: "lobby-seats" },
      table.seats.map((person, seat) => seatRow(t, seat, person)),
    ),
    table.you_host
      ? h(
          "div",
          { class: "lobby-start" },
          h(
            "button",
            { class: "primary big", "data-act": "start", onclick: () => t.line.send({ t: "start" }) },
            say("web.lobby.start"),
          ),
          people < table.seats.length ? h("p", { class: "hint" }, say("web.lobby.fill", { n: table.seats.length - people })) : null,
        )
      : h("p", { class: "waiting", role: "status" }, say(table.reserved ? "web.lobby.all" : "web.lobby.wait")),
  );
}

/** @param {LiveTable} t */
function nameForm(t) {
  const { table, you } = t.state;
  if (!t.page.guest || table.reserved) return null;
  const known = you === null ? t.page.name : table.seats[you].name;
  return h(
    "form",
    {
      class: "lobby-name",
      onsubmit: (event) => {
        event.preventDefault();
        const name = valueOf(event.currentTarget, "name");
        if (name) t.line.send({ t: "name", name });
      },
    },
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

/** @param {LiveTable} t @param {Seat} seat @param {SeatFacts} person */
function seatRow(t, seat, person) {
  const { table, you } = t.state;
  const host = table.you_host;
  const team = "abcd"[t.book.seatings[0][seat]];
  const choose = !table.reserved;
  const unknown = table.unknown[person.bot];
  let state = "";
  if (person.bot) state = say("web.bot.level", { level: levelName(person.bot) });
  else if (!person.name) state = say("web.seat.free");
  else if (!person.here) state = say("web.seat.away");
  return h(
    "li",
    { key: seat, class: `lobby-seat team-${team} ${seat === you ? "you" : ""}` },
    h(
      "span",
      { class: "lobby-seat-name" },
      h("strong", null, person.bot ? person.name || say("web.bot") : person.name || say("web.seat.n", { n: seat + 1 })),
      seat === you ? h("span", { class: "tag" }, say("play.you")) : null,
      table.host === seat ? h("span", { class: "tag" }, say("web.host")) : null,
      h("small", null, state, person.bot ? h("span", { class: "level-text" }, levelText(person.bot)) : null),
      unknown ? h("small", null, say("bots.other_rules", { level: levelName(person.bot), fields: unknown.join(", ") })) : null,
    ),
    h(
      "span",
      { class: "lobby-seat-acts" },
      choose && seat !== you && (!person.name || person.bot)
        ? h(
            "button",
            { class: "secondary", "data-act": `sit-${seat}`, onclick: () => t.line.send({ t: "sit", seat }) },
            say("web.lobby.sit"),
          )
        : null,
      host && !person.name && !person.bot
        ? h(
            "button",
            { class: "secondary", onclick: () => t.line.send({ t: "bot", seat, level: table.level || t.page.levels[0] }) },
            say("web.lobby.bot"),
          )
        : null,
      host && person.bot ? levelChoice(t, seat, person) : null,
      host && person.bot
        ? h("button", { class: "secondary", onclick: () => t.line.send({ t: "bot", seat, level: "" }) }, say("web.lobby.nobot"))
        : null,
      host && person.name && !person.bot && seat !== you
        ? h("button", { class: "secondary", onclick: () => t.line.send({ t: "kick", seat }) }, say("web.lobby.kick"))
        : null,
      choose && seat === you
        ? h("button", { class: "secondary", onclick: () => t.line.send({ t: "leave" }) }, say("web.lobby.leave"))
        : null,
    ),
  );
}

/** The level of a bot, with what it can do. @param {LiveTable} t @param {Seat} seat @param {SeatFacts} person */
function levelChoice(t, seat, person) {
  return h(
    "select",
    {
      class: "level",
      "aria-label": say("web.lobby.level", { name: person.name }),
      value: person.bot,
      onchange: (event) => t.line.send({ t: "bot", seat, level: event.target.value }),
    },
    t.state.table.levels.map((level) => h("option", { key: level, value: level }, levelName(level))),
  );
}
