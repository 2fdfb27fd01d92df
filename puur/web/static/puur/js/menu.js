/** The menu of a table: where one can go from here, and what this device prefers. */

import { besideLink, dialog } from "./dialog.js";
import { h } from "./dom.js";
import { prefs } from "./prefs.js";
import { say } from "./texts.js";

/** @import { Prefs } from "./prefs.js" */
/** @import { LiveTable } from "./live-table.js" */

/** What can be chosen: the preference, its name, and each value with its text. @type {Array<[keyof Prefs, string, Array<[string, string]>]>} */
const CHOICES = [
  [
    "theme",
    "web.pref.theme",
    [
      ["auto", "web.pref.theme.auto"],
      ["light", "web.pref.theme.light"],
      ["dark", "web.pref.theme.dark"],
    ],
  ],
  [
    "large",
    "web.pref.large",
    [
      ["false", "web.pref.large.no"],
      ["true", "web.pref.large.yes"],
    ],
  ],
  [
    "faces",
    "web.pref.faces",
    [
      ["", "web.pref.faces.table"],
      ["german", "web.faces.german"],
      ["french", "web.faces.french"],
    ],
  ],
  [
    "confirm",
    "web.pref.confirm",
    [
      ["auto", "web.pref.confirm.auto"],
      ["on", "web.yes"],
      ["off", "web.no"],
    ],
  ],
  [
    "pace",
    "web.pref.pace",
    [
      ["slow", "web.pref.pace.slow"],
      ["normal", "web.pref.pace.normal"],
      ["fast", "web.pref.pace.fast"],
      ["none", "web.pref.pace.none"],
    ],
  ],
  [
    "hold",
    "web.pref.hold",
    [
      ["short", "web.pref.hold.short"],
      ["tap", "web.pref.hold.tap"],
      ["none", "web.pref.hold.none"],
    ],
  ],
];

/** What can be switched on and off. @type {Array<[keyof Prefs, string]>} */
const SWITCHES = [
  ["sound", "web.pref.sound"],
  ["speak", "web.pref.speak"],
  ["vibrate", "web.pref.vibrate"],
  ["title", "web.pref.title"],
  ["alert", "web.pref.alert"],
  ["coach", "web.pref.coach"],
];

/** @param {LiveTable} t */
export function menu(t) {
  const { state, actions } = t;
  const view = state.facts.view;
  /** @param {string} name @param {string} text @param {string} [act] */
  const door = (name, text, act) =>
    h("button", { class: "secondary", "data-act": act, onclick: () => actions.open(name) }, say(text));
  const claims = view?.options.some((option) => ["claimed", "conceded", "hand-shown"].includes(option.label));
  return dialog(t, "menu", say("web.menu"), [
    h(
      "div",
      { class: "menu-acts" },
      view ? door("slate", "web.slate.title") : null,
      view?.last_trick ? door("trick", "web.trick.last") : null,
      t.page.code ? door("talk", "web.talk.title") : null,
      actions.mayObject ? door("object", "web.object.title") : null,
      claims ? door("claim", "web.claim.title", "claims") : null,
      door("help", "web.help.title"),
      door("glossary", "web.glossary.title", "glossary"),
      besideLink(`/rules/${state.table.book}/`, say("web.menu.rules")),
      besideLink("/referee/", say("web.nav.referee")),
      h(
        "button",
        { class: "secondary", "data-act": "leave", onclick: () => (actions.isNeeded ? actions.open("leave") : actions.leave()) },
        state.you === null ? say("web.home") : say("web.menu.leave"),
      ),
      t.page.code ? null : h("a", { class: "button secondary", "data-act": "other", href: "?new" }, say("web.solo.other")),
    ),
    h("h3", { key: "senses" }, say("web.pref.senses")),
    h(
      "div",
      { class: "switches" },
      SWITCHES.map(([key, name]) => flip(t, key, name)),
    ),
    h("p", { class: "hint" }, say("web.pref.senses.text")),
    state.table.you_host && !state.table.reserved ? hintSwitch(t) : null,
    CHOICES.map(([key, name, values]) => choice(t, key, name, values)),
    t.page.code ? h("p", { class: "hint" }, say("web.lobby.code"), " ", h("strong", null, t.page.code)) : null,
  ]);
}

/** Whether hints are given at this table; the host decides, and all are told. @param {LiveTable} t */
function hintSwitch(t) {
  const { hints } = t.state.table;
  return h(
    "label",
    { key: "hints", class: "switch" },
    h("input", { type: "checkbox", name: "hints", checked: hints, onchange: () => t.line.send({ t: "hints", yes: !hints }) }),
    h("span", null, say("web.hint.switch")),
  );
}

/** @param {LiveTable} t @param {keyof Prefs} key @param {string} name */
function flip(t, key, name) {
  const on = prefs[key] === "on";
  return h(
    "label",
    { key: name, class: "switch" },
    h("input", { type: "checkbox", name: key, checked: on, onchange: () => t.actions.prefer(key, on ? "off" : "on") }),
    h("span", null, say(name)),
  );
}

/** @param {LiveTable} t @param {keyof Prefs} key @param {string} name @param {Array<[string, string]>} values */
function choice(t, key, name, values) {
  return h(
    "fieldset",
    { key: name, class: "choice" },
    h("legend", null, say(name)),
    values.map(([value, text]) => {
      const checked = String(prefs[key]) === value;
      return h(
        "label",
        { key: value },
        h("input", { type: "radio", name: key, value, checked, onchange: () => t.actions.prefer(key, value) }),
        h("span", null, say(text)),
      );
    }),
  );
}
