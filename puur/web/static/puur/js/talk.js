/** Talking at the table: phrases for all, free text where the table has it, and whom one does not want to hear. */

import { dialog } from "./dialog.js";
import { h, valueOf } from "./dom.js";
import { mute, muted } from "./prefs.js";
import { say } from "./texts.js";

/** @import { LiveTable } from "./live-table.js" */

/** @param {LiveTable} t */
export function talk(t) {
  const { table, facts } = t.state;
  return dialog(t, "talk", say("web.talk.title"), [
    h(
      "div",
      { class: "phrases" },
      table.phrases.map((phrase) =>
        h("button", { key: phrase, class: "secondary", onclick: () => t.actions.phrase(phrase) }, say(`web.phrase.${phrase}`)),
      ),
    ),
    table.chat ? chatForm(t) : null,
    h(
      "ul",
      { class: "chat-log" },
      facts.chat.slice(-30).map((spoken, n) => h("li", { key: n }, h("b", null, spoken.name), " ", spoken.text)),
    ),
    h("p", { class: "hint" }, say("web.talk.rule")),
    mutes(t),
  ]);
}

/** @param {LiveTable} t */
function chatForm(t) {
  const label = say("web.talk.text");
  return h(
    "form",
    {
      class: "chat-form",
      onsubmit: (event) => {
        event.preventDefault();
        const text = valueOf(event.currentTarget, "text");
        if (text) t.line.send({ t: "chat", text });
        event.currentTarget.reset();
      },
    },
    h("label", { for: "chat-text", class: "hidden" }, label),
    h("input", { id: "chat-text", name: "text", maxlength: 300, autocomplete: "off", placeholder: label }),
    h("button", { class: "primary" }, say("web.talk.send")),
  );
}

/** Whom one does not want to hear; kept on this device. @param {LiveTable} t */
function mutes(t) {
  const { state, page } = t;
  const others = state.table.seats.flatMap((place, seat) => (seat !== state.you && place.name && !place.bot ? [seat] : []));
  if (!others.length) return null;
  return h(
    "ul",
    { class: "mutes", "aria-label": say("web.mute.title") },
    others.map((seat) => {
      const name = state.nameOf(seat);
      const off = muted(page.code, name);
      const flip = () => {
        mute(page.code, name, !off);
        t.draw();
      };
      return h(
        "li",
        { key: seat },
        h("span", null, name),
        h(
          "button",
          {
            class: "secondary",
            "aria-pressed": String(off),
            "data-act": `mute-${seat}`,
            "aria-label": say("web.mute.label", { name }),
            onclick: flip,
          },
          say(off ? "web.mute.off" : "web.mute.on"),
        ),
        state.you === null
          ? null
          : h(
              "a",
              {
                class: "button secondary",
                href: `/company/report/${page.code}/${seat}/`,
                "data-act": `report-${seat}`,
                "aria-label": say("web.report.label", { name }),
              },
              say("web.report"),
            ),
      );
    }),
  );
}
