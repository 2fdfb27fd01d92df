/** Where the points came from: the entries of the slate with factor and provision, the Coiffeur sheet, Striche. */

import { h } from "./dom.js";
import { modeName, modeSign } from "./cards.js";
import { say } from "./texts.js";

/** @param {string} rule the id of a provision; some values name several */
export function ruleLink(rule) {
  if (!rule) return null;
  return h("a", { class: "rule", href: `/rules/provision/${encodeURIComponent(rule)}/`, target: "_blank", rel: "noopener" }, rule);
}

/** @param {string} source */
const sourceName = (source) => say(`score.source.${source}`);

/** @param {any} entry @param {boolean} coiffeur */
function sum(entry, coiffeur) {
  if (coiffeur) return `${entry.raw} → ${entry.points / entry.factor} × ${entry.factor} = ${entry.points}`;
  return entry.factor === 1 ? String(entry.points) : `${entry.raw} × ${entry.factor} = ${entry.points}`;
}

/**
 * The points of one deal by source, both teams; every figure opens into where it came from.
 * @param {any} view @param {number} deal @param {string[]} names @param {number} own
 */
export function dealTable(view, deal, names, own) {
  const entries = view.entries.filter((/** @type {any} */ one) => one.deal === deal);
  const sources = [...new Set(entries.map((/** @type {any} */ one) => one.source))];
  const teams = [own, 1 - own];
  const coiffeur = view.form === "coiffeur";
  /** @param {number} team @param {string|null} source */
  const of = (team, source) =>
    entries.filter((/** @type {any} */ one) => one.team === team && (source === null || one.source === source));
  /** @param {any[]} list */
  const total = (list) => list.reduce((all, one) => all + one.points, 0);
  return h(
    "table",
    { class: "points" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("td", null),
        teams.map((team) => h("th", { key: team, scope: "col" }, names[team])),
      ),
    ),
    h(
      "tbody",
      null,
      sources.map((source) =>
        h(
          "tr",
          { key: source },
          h("th", { scope: "row" }, sourceName(/** @type {string} */ (source))),
          teams.map((team) =>
            h(
              "td",
              { key: team },
              of(team, /** @type {string} */ (source)).length ? figure(of(team, /** @type {string} */ (source)), coiffeur) : "–",
            ),
          ),
        ),
      ),
    ),
    h(
      "tfoot",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "row" }, say("score.sum")),
        teams.map((team) => h("td", { key: team }, h("strong", null, total(of(team, null))))),
      ),
    ),
  );
}

/** A figure that opens. @param {any[]} entries @param {boolean} coiffeur */
function figure(entries, coiffeur) {
  const points = entries.reduce((all, one) => all + one.points, 0);
  return h(
    "details",
    { class: "figure" },
    h("summary", null, points),
    h(
      "ul",
      null,
      entries.map((one, n) =>
        h(
          "li",
          { key: n },
          sum(one, coiffeur),
          one.trick && one.source !== "match" ? ` (${say("web.trick.n", { n: one.trick })})` : "",
          " ",
          ruleLink(one.rule),
        ),
      ),
    ),
  );
}

/** Open a deal of the ledger beneath and go there. @param {any} event @param {number} deal */
export function toDeal(event, deal) {
  const found = /** @type {HTMLDetailsElement|null} */ (
    event.currentTarget.closest(".slate-content, .dialog-body, puur-slate")?.querySelector(`[data-deal="${deal}"]`)
  );
  if (!found) return;
  found.open = true;
  found.querySelector("summary")?.focus();
  found.scrollIntoView({ block: "nearest" });
}

/** Go to the deals that a sum is made of. @param {any} event */
export function toLedger(event) {
  const first = event.currentTarget.closest(".slate-content, puur-slate")?.querySelector(".ledger summary");
  first?.focus();
  first?.scrollIntoView({ block: "nearest" });
}

/** Every deal so far, the newest first. @param {any} view @param {string[]} names @param {number} own */
export function ledger(view, names, own) {
  const deals = [...new Set(view.entries.map((/** @type {any} */ one) => one.deal))].sort((a, b) => Number(b) - Number(a));
  if (!deals.length) return h("p", { class: "empty" }, say("web.slate.empty"));
  return h(
    "div",
    { class: "ledger" },
    deals.map((deal, n) =>
      h(
        "details",
        { key: String(deal), open: n === 0, "data-deal": deal },
        h(
          "summary",
          null,
          deal ? say("web.deal.n", { n: deal }) : say("web.deal.none"),
          h("span", { class: "sums" }, dealSums(view, Number(deal), own).join(" : ")),
        ),
        dealTable(view, Number(deal), names, own),
      ),
    ),
  );
}

/** @param {any} view @param {number} deal @param {number} own */
function dealSums(view, deal, own) {
  return [own, 1 - own].map((team) =>
    view.entries
      .filter((/** @type {any} */ one) => one.deal === deal && one.team === team)
      .reduce((/** @type {number} */ all, /** @type {any} */ one) => all + one.points, 0),
  );
}

/** Striche of the four players. @param {any} view @param {string[]} players */
export function striche(view, players) {
  if (!view.striche) return null;
  return h(
    "section",
    { class: "striche" },
    h("h3", null, say("score.striche")),
    h(
      "dl",
      null,
      players.map((name, seat) =>
        h(
          "div",
          { key: seat },
          h("dt", null, name),
          h("dd", { "aria-label": String(view.striche[seat]) }, view.striche[seat] ? tally(view.striche[seat]) : "–"),
        ),
      ),
    ),
  );
}

/** @param {number} count */
function tally(count) {
  const text = "|".repeat(Math.min(count, 20));
  return text.replace(/\|{5}/g, "|||| ");
}

/** The Coiffeur sheet. @param {any} view @param {string[]} names @param {number} own @param {string} faces */
export function coiffeurSheet(view, names, own, faces) {
  const teams = [own, 1 - own];
  return h(
    "table",
    { class: "sheet" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, say("score.sheet.variant")),
        h("th", { scope: "col", class: "factor" }, "×"),
        teams.map((team) => h("th", { key: team, scope: "col" }, names[team])),
      ),
    ),
    h(
      "tbody",
      null,
      view.sheet.map((/** @type {any} */ row) =>
        h(
          "tr",
          { key: row.variant },
          h("th", { scope: "row" }, modeSign(row.variant, faces), " ", modeName(row.variant, faces)),
          h("td", { class: "factor" }, row.factor),
          teams.map((team) => {
            const cell = row.cells[team];
            if (!cell) return h("td", { key: team, class: "open" }, h("span", { "aria-label": say("web.sheet.open") }, "·"));
            const label = say("web.sheet.cell", {
              mode: modeName(row.variant, faces),
              us: cell.points[own],
              them: cell.points[1 - own],
              n: cell.deal,
            });
            return h(
              "td",
              { key: team },
              h(
                "button",
                {
                  type: "button",
                  class: "cell",
                  "aria-label": label,
                  onclick: (/** @type {any} */ event) => toDeal(event, cell.deal),
                },
                h("strong", null, cell.points[own]),
                " : ",
                cell.points[1 - own],
                cell.nuller ? h("abbr", { title: say("score.sheet.nuller") }, " N") : "",
              ),
            );
          }),
        ),
      ),
    ),
    h(
      "tfoot",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "row" }, say("score.total")),
        h("td", null),
        h("td", { colspan: 2 }, h("strong", null, `${view.totals[own]} : ${view.totals[1 - own]}`)),
      ),
    ),
  );
}
