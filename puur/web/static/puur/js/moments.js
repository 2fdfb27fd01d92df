/** What deserves a moment of its own on the felt: a Match, the Bergpreis, the end of the Partie, a Schneider. */

import { h } from "./dom.js";
import { say } from "./texts.js";

/** @import { View } from "types/protocol" */
/** @import { LiveTable } from "./live-table.js" */
/** @import { TableState } from "./state.js" */
/** @typedef {{kind: "match"|"bergpreis"|"won"|"lost"|"schneider", title: string, text: string}} Moment */

export const MOMENT = 1500; // milliseconds at the usual pace

/** What has just come about. @param {View|null} before @param {TableState} state after it @returns {Moment[]} */
export function momentsOf(before, state) {
  const { view } = state;
  /** @type {Moment[]} */
  const moments = [];
  const ended = view.phase === "over" && before?.phase !== "over";
  if (ended && view.result && view.result.match !== null)
    moments.push({ kind: "match", title: say("web.moment.match"), text: state.partyName(view.result.match, view.result.parties) });
  if (before && before.bergpreis === null && view.bergpreis !== null)
    moments.push({ kind: "bergpreis", title: say("web.moment.bergpreis"), text: state.teamName(view.bergpreis) });
  if (view.over && !before?.over && view.winner !== null) {
    const own = state.you !== null && view.winner === state.team;
    const title =
      state.you === null
        ? say("web.end.won", { team: state.teamName(view.winner) })
        : say(own ? "web.end.victory" : "web.end.defeat");
    moments.push({
      kind: own || state.you === null ? "won" : "lost",
      title,
      text: state.standing(view.totals) || view.totals.join(" : "),
    });
    if (view.schneider && view.totals.length === 2)
      moments.push({ kind: "schneider", title: say("web.moment.schneider"), text: state.teamName(1 - view.winner) });
  }
  return moments;
}

/** The moment over the felt; a tap ends it. The dialogue after it says the same to those who hear. @param {LiveTable} t */
export function momentOn(t) {
  const { moment } = t;
  if (!moment) return null;
  return h(
    "div",
    {
      key: `moment-${moment.kind}`,
      class: `moment ${moment.kind}`,
      "data-moment": moment.kind,
      "aria-hidden": "true",
      onclick: () => t.skip(),
    },
    h("span", { class: "moment-rays" }),
    h("strong", null, moment.title),
    h("span", { class: "moment-text" }, moment.text),
  );
}
