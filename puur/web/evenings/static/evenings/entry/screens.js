/** What the phone shows: the table, what waits to be sent, and the screen that fits how far the result is. */

import { h } from "../../puur/js/dom.js";
import { fieldset, ways } from "./fields.js";
import { heading, seats } from "./heading.js";
import { waiting } from "./keep.js";
import { beside, keysOf, lettersOf, paper, placesOf, score } from "./paper.js";
import { count, summed } from "./sums.js";
import { say } from "./words.js";

/** @import { Child, Props } from "types/dom" */
/** @import { Count, Draft, Result, Rules, Sheet } from "types/entry" */
/** @import { Phone } from "./phone.js" */

/** The whole page. @param {Phone} phone @param {boolean} cold whether it can be opened without a connection @returns {Child[]} */
export function screen(phone, cold) {
  const { state, kept } = phone;
  const others = waiting().filter(({ secret }) => secret !== phone.secret);
  return [
    heading(phone),
    seats(phone),
    h("div", { key: "status", role: "status", class: "status" }, status(phone, cold)),
    phone.full ? h("p", { key: "full", class: "message error" }, say("evening_entry.full")) : null,
    state.late && state.phase === "open"
      ? h("p", { key: "late", class: "message warning" }, say("evening_entry.late", { round: state.round, now: state.now }))
      : null,
    kept.refused ? h("p", { key: "refused", class: "message error", role: "alert" }, kept.refused) : null,
    others.map(({ secret, where }) => h("p", { key: secret, class: "message warning" }, say("evening_entry.others", where))),
    h("div", { key: "main", class: "main" }, main(phone)),
  ];
}

/** What waits to be sent, and whether there is a connection. @param {Phone} phone @param {boolean} cold */
function status(phone, cold) {
  if (phone.kept.outbox) {
    const going = say(phone.cut ? "evening_entry.unsent.cut" : "evening_entry.unsent.going");
    return h(
      "p",
      { key: "unsent", class: "message warning unsent" },
      h("span", null, h("strong", null, say("evening_entry.unsent")), " ", going),
      act("resend", "evening_entry.resend", () => phone.again()),
    );
  }
  if (!phone.cut) return null;
  return h("p", { key: "cut", class: "message" }, say(cold ? "evening_entry.cut" : "evening_entry.cut.open"));
}

/** @param {Phone} phone @returns {Child} */
function main(phone) {
  const { phase, drafts, result, round, now } = phone.state;
  const { outbox } = phone.kept;
  if (phase === "confirmed" && result) return confirmed(phone, result);
  if (phase !== "open")
    return [h("p", { key: phase, class: "message warning" }, say(`evening_entry.phase.${phase}`, { round, now })), leftOver(phone)];
  if (phone.own < 0) return choose(phone);
  if (phone.handing) return handOver(phone);
  if (phone.editing) return form(phone);
  const mine = drafts[phone.own];
  const theirs = drafts.find((draft, side) => draft && side !== phone.own);
  if (outbox) return sent(phone, outbox.sheet || (outbox.of && theirs ? theirs.sheet : null), outbox.kind, Boolean(outbox.call));
  if (mine && theirs) return compare(phone, mine, theirs);
  if (theirs) return check(phone, theirs);
  if (mine) return sent(phone, mine.sheet, "enter", mine.call);
  return form(phone);
}

/** A button. @param {string} name @param {string} key @param {() => void} go @param {string} [look] @param {Record<string, string>} [facts] */
const act = (name, key, go, look = "secondary", facts = {}) =>
  h("button", { type: "button", class: look, "data-act": name, onclick: go }, say(key, facts));

/** @param {Phone} phone */
const back = (phone) => h("button", { type: "button", class: "link", onclick: () => phone.show({}) }, say("evening_entry.back"));

/** @param {Phone} phone @param {number} side */
const namesOf = ({ state }, side) =>
  placesOf(state.rules, side)
    .map((place) => state.seats[place].name)
    .join(", ");

/** The other sides by their letters. @param {Phone} phone */
const othersOf = (phone) =>
  lettersOf(phone.rules)
    .filter((_, side) => side !== phone.own)
    .join(", ");

/** Whose draft it is, by its letters. @param {Phone} phone @param {Draft} draft */
const sideOf = (phone, draft) => lettersOf(phone.rules)[phone.state.drafts.indexOf(draft)];

/** Which side this phone belongs to. @param {Phone} phone */
function choose(phone) {
  return h(
    "section",
    { key: "choose", class: "panel" },
    h("h2", null, say("evening_entry.side")),
    h("p", null, say("evening_entry.side.help")),
    keysOf(phone.rules).map((key, side) =>
      h(
        "button",
        {
          key: side,
          class: "secondary big side-choice",
          "data-act": `side-${key}`,
          onclick: () => phone.sit(key),
        },
        h("b", null, lettersOf(phone.rules)[side]),
        h("span", null, namesOf(phone, side)),
      ),
    ),
    h("p", { class: "hint" }, say("evening_entry.wrong.names")),
  );
}

/** @param {Phone} phone */
function form(phone) {
  const { fields, rules } = phone;
  const [usual] = rules.ways;
  const counted = count(fields, rules);
  const changed = () => phone.typed();
  /** @type {Props["onsubmit"]} */
  const onsubmit = (event) => {
    event.preventDefault();
    const now = count(phone.fields, rules);
    if (now.ready && now.ok) phone.post({ sheet: now.sheet });
  };
  return h(
    "form",
    { key: "form", class: "panel", novalidate: true, onsubmit },
    h("h2", null, say(`evening_entry.form.${usual}`)),
    ways(fields, rules, changed),
    fieldset(fields, rules, counted, changed),
    verdict(counted, rules),
    h("button", { class: "primary big", "data-act": "send", disabled: !counted.ready || !counted.ok }, say("evening_entry.send")),
    counted.ready && !counted.ok ? act("call", "evening_entry.call", () => phone.post({ sheet: counted.sheet, call: true })) : null,
    phone.editing ? back(phone) : null,
    aside(phone),
  );
}

/** Whether the sheet adds up, in words. @param {Count} counted @param {Rules} rules */
function verdict(counted, rules) {
  const { ready, ok, reason, settled, points, sheet } = counted;
  if (!reason && (sheet?.striche || !rules.sum)) return null; // there is nothing to add up
  if (reason === "incomplete" && !points?.some(Boolean)) return null;
  const facts = { n: 0, ...counted.facts, ...(settled ? { one: settled[0], two: settled[1] } : {}) };
  const key = reason || "ok";
  const tone = !ready ? "quiet" : !ok ? "error" : reason ? "warning" : "success";
  return h(
    "p",
    { key: "verdict", class: `message ${tone}`, "data-verdict": key, role: "status" },
    say(`evening_entry.verdict.${key}`, facts),
  );
}

/** @param {Phone} phone */
const aside = (phone) =>
  h(
    "p",
    { class: "hint aside" },
    say("evening_entry.side.own", { side: lettersOf(phone.rules)[phone.own] }),
    " ",
    act("side", "evening_entry.side.change", () => phone.sit(""), "link"),
  );

/** What was sent, and that the other side has to look at it. @param {Phone} phone @param {Sheet|null|undefined} sheet @param {string} kind @param {boolean} call */
function sent(phone, sheet, kind, call) {
  const alone = kind === "enter";
  const side = othersOf(phone);
  return h(
    "section",
    { key: "sent", class: "panel" },
    h("h2", null, say(call ? "evening_entry.sent.call" : alone ? "evening_entry.sent" : "evening_entry.sent.both")),
    alone ? h("p", null, say(call ? "evening_entry.sent.call.help" : "evening_entry.sent.help", { side })) : null,
    sheet ? paper(summed(sheet, phone.rules), phone.rules) : null,
    alone && !call ? act("hand", "evening_entry.hand", () => phone.show({ handing: true }), "primary big", { side }) : null,
    act("edit", "evening_entry.edit", () => phone.edit(sheet)),
    aside(phone),
  );
}

/** The other side looks at this phone and says yes. @param {Phone} phone */
function handOver(phone) {
  const { kept, state, own } = phone;
  const others = [...lettersOf(phone.rules).keys()].filter((side) => side !== own);
  const sheet = kept.outbox?.sheet || state.drafts[own]?.sheet;
  if (!sheet) return form(phone);
  const disagree = () => {
    phone.sit(keysOf(phone.rules)[others[0]]);
    phone.edit(sheet);
  };
  return h(
    "section",
    { key: "hand", class: "panel handed" },
    h("h2", null, say("evening_entry.handed", { names: others.map((side) => namesOf(phone, side)).join(", ") })),
    h("p", null, say("evening_entry.handed.help")),
    paper(summed(sheet, phone.rules), phone.rules),
    act("agree", "evening_entry.agree", () => phone.post({ kind: "both", sheet }), "primary big"),
    act("disagree", "evening_entry.disagree", disagree),
    back(phone),
  );
}

/** What the other side has sent. @param {Phone} phone @param {Draft} theirs */
function check(phone, theirs) {
  const { found, expected, settled } = theirs;
  const split = settled && { n: Math.abs(expected - found), found, expected, one: settled[0], two: settled[1] };
  const agree = () => phone.post({ kind: "confirm", of: theirs.id, sheet: theirs.sheet });
  return h(
    "section",
    { key: "check", class: "panel" },
    h("h2", null, say("evening_entry.check", { side: sideOf(phone, theirs) })),
    paper(theirs.sheet, phone.rules),
    split ? h("p", { class: "message warning" }, say("evening_entry.verdict.split", split)) : null,
    theirs.call
      ? h("p", { class: "message warning" }, say("evening_entry.called"))
      : act("agree", "evening_entry.agree", agree, "primary big"),
    act("disagree", "evening_entry.disagree", () => phone.edit(theirs.sheet)),
    aside(phone),
  );
}

/** Both have sent something, and it is not the same. @param {Phone} phone @param {Draft} mine @param {Draft} theirs */
function compare(phone, mine, theirs) {
  const side = sideOf(phone, theirs);
  const heads = [say("evening_entry.ours", { side: lettersOf(phone.rules)[phone.own] }), side];
  const accept = () => phone.post({ kind: "confirm", of: theirs.id, sheet: theirs.sheet });
  return h(
    "section",
    { key: "compare", class: "panel" },
    h("h2", null, say("evening_entry.compare")),
    h("p", null, say("evening_entry.compare.help")),
    beside([mine.sheet, theirs.sheet], heads, phone.rules),
    theirs.call ? null : act("accept", "evening_entry.accept", accept, "primary", { side }),
    act("edit", "evening_entry.edit.ours", () => phone.edit(mine.sheet)),
    aside(phone),
  );
}

/** @param {Phone} phone @param {Result} result */
function confirmed(phone, result) {
  const { settled, sheet } = result;
  const points = settled || score(sheet);
  const written = sheet.totals && { one: sheet.totals[0], two: sheet.totals[1] };
  const parts = lettersOf(phone.rules).flatMap((letters, side) => [
    ...(side ? [h("span", { key: `colon${side}`, "aria-hidden": "true" }, ":")] : []),
    h("span", { key: letters }, h("small", null, letters), points[side]),
  ]);
  return [
    h(
      "section",
      { key: "done", class: "panel done" },
      h("p", { class: "message success" }, say("evening_entry.done")),
      h("p", { class: "score", "data-score": points.join(":") }, parts),
      settled && written
        ? h(
            "p",
            { class: "hint" },
            say("evening_entry.done.split", written),
            result.rule ? h("span", { class: "rule" }, ` ${result.rule}`) : null,
          )
        : null,
      result.locked ? h("p", null, say("evening_entry.done.visa")) : null,
      h("p", { class: "hint" }, say("evening_entry.done.wrong")),
    ),
    leftOver(phone),
  ];
}

/** What this phone still holds that did not become the result: never thrown away in silence. @param {Phone} phone */
function leftOver(phone) {
  const { kept, rules, state } = phone;
  const sheet = kept.outbox?.sheet || (kept.fields ? count(kept.fields, rules).sheet : null);
  if (!sheet) return null;
  const full = summed(sheet, rules);
  if (state.result && String(score(full)) === String(score(state.result.sheet))) return null;
  return h(
    "details",
    { key: "rest", class: "panel", open: Boolean(kept.refused) },
    h("summary", null, say("evening_entry.kept")),
    h("p", null, say("evening_entry.kept.help")),
    paper(full, rules),
  );
}
