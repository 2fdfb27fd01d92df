/** Where the points came from: the entries of the slate with factor and provision, the sheet by rows, Striche. */

import { h } from "./dom.js";
import { modeName, modeSign } from "./cards.js";
import { say } from "./texts.js";

/** @import { Child } from "types/dom" */
/** @import { DealRows, Entry, Score, SheetRow, Team } from "types/protocol" */
/** @typedef {MouseEvent & {currentTarget: HTMLElement}} Click */

/** @param {string} rule the id of a provision; some values name several */
export function ruleLink(rule) {
  if (!rule) return null;
  return h("a", { class: "rule", href: `/rules/provision/${encodeURIComponent(rule)}/`, target: "_blank", rel: "noopener" }, rule);
}

/** @param {string} source */
const sourceName = (source) => say(`score.source.${source}`);

/** How a number came about; where points are rounded before they are multiplied, that too. @param {Entry} entry */
function sum({ raw, factor, points }) {
  if (raw * factor !== points) return `${raw} → ${points / factor} × ${factor} = ${points}`;
  return factor === 1 ? String(points) : `${raw} × ${factor} = ${points}`;
}

/** @param {Entry[]} entries */
const total = (entries) => entries.reduce((points, entry) => points + entry.points, 0);

/** What a side has made in a deal. @param {Entry[]} entries @param {number} deal @param {Team} team */
export const dealSum = (entries, deal, team) => total(entries.filter((entry) => entry.deal === deal && entry.team === team));

/** All sides, the own one first. @param {string[]} names @param {Team} own @returns {Team[]} */
const sidesFrom = (names, own) => names.map((_, n) => (own + n) % names.length);

/**
 * The points of one deal by source, all sides; every figure opens into where it came from.
 * @param {Pick<Score, "entries">} view @param {number} deal @param {string[]} names @param {Team} own
 */
export function dealTable(view, deal, names, own) {
  const entries = view.entries.filter((entry) => entry.deal === deal);
  const sources = [...new Set(entries.map((entry) => entry.source))];
  const teams = sidesFrom(names, own);
  /** @param {Team} team @param {string} source */
  const of = (team, source) => entries.filter((entry) => entry.team === team && entry.source === source);
  return h(
    "table",
    { class: teams.length > 2 ? "points many" : "points" },
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
          h("th", { scope: "row" }, sourceName(source)),
          teams.map((team) => h("td", { key: team }, of(team, source).length ? figure(of(team, source)) : "–")),
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
        teams.map((team) => h("td", { key: team }, h("strong", null, dealSum(entries, deal, team)))),
      ),
    ),
  );
}

/** A figure that opens. @param {Entry[]} entries */
function figure(entries) {
  return h(
    "details",
    { class: "figure" },
    h("summary", null, total(entries)),
    h(
      "ul",
      null,
      entries.map((entry, n) =>
        h(
          "li",
          { key: n },
          sum(entry),
          entry.trick && entry.source !== "match" ? ` (${say("web.trick.n", { n: entry.trick })})` : "",
          " ",
          ruleLink(entry.rule),
        ),
      ),
    ),
  );
}

/** Open a deal of the ledger beneath and go there. @param {Click} event @param {number} deal */
function toDeal(event, deal) {
  const around = event.currentTarget.closest(".slate-content, .dialog-body, puur-slate");
  const details = around?.querySelector(`[data-deal="${deal}"]`);
  if (!(details instanceof HTMLDetailsElement)) return;
  details.open = true;
  details.querySelector("summary")?.focus();
  details.scrollIntoView({ block: "nearest" });
}

/** Go to the deals that a sum is made of. @param {Click} event */
export function toLedger(event) {
  const first = event.currentTarget.closest(".slate-content, puur-slate")?.querySelector(".ledger summary");
  if (!(first instanceof HTMLElement)) return;
  first.focus();
  first.scrollIntoView({ block: "nearest" });
}

/**
 * Every deal so far, the newest first, each with what leads on from it.
 * @param {Pick<Score, "entries">} view @param {string[]} names @param {Team} own @param {(deal: number) => Child} [more]
 */
export function ledger(view, names, own, more = () => null) {
  const deals = [...new Set(view.entries.map((entry) => entry.deal))].sort((a, b) => b - a);
  /** @param {number} deal */
  const sums = (deal) =>
    sidesFrom(names, own)
      .map((team) => dealSum(view.entries, deal, team))
      .join(" : ");
  if (!deals.length) return h("p", { class: "empty" }, say("web.slate.empty"));
  return h(
    "div",
    { class: "ledger" },
    deals.map((deal, n) =>
      h(
        "details",
        { key: deal, open: n === 0, "data-deal": deal },
        h("summary", null, deal ? say("web.deal.n", { n: deal }) : say("web.deal.none"), h("span", { class: "sums" }, sums(deal))),
        dealTable(view, deal, names, own),
        more(deal),
      ),
    ),
  );
}

/**
 * A sheet with a line for each deal; before what a side writes stands where it comes from.
 * @param {Pick<Score, "totals">} view
 * @param {DealRows} sheet
 * @param {string[]} names @param {Team} own
 */
export function dealsSheet(view, { columns, rows }, names, own) {
  const teams = sidesFrom(names, own);
  const before = columns.slice(0, -1);
  /** @param {number} number */
  const known = (number) => (number < 0 ? "–" : number);
  return h(
    "table",
    { class: "sheet deals-sheet" },
    h("caption", null, columns.map((column) => say(`score.column.${column}`)).join(" / ")),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, "#"),
        teams.map((team) => h("th", { key: team, scope: "col" }, names[team])),
      ),
    ),
    h(
      "tbody",
      null,
      rows.map((row) =>
        h(
          "tr",
          { key: row.deal },
          h("th", { scope: "row" }, row.deal),
          teams.map((team) =>
            h(
              "td",
              { key: team },
              before.length ? h("small", null, before.map((_, n) => known(row.cells[team][n])).join(" / ")) : null,
              h("strong", null, row.cells[team][before.length]),
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
        h("th", { scope: "row" }, say("score.total")),
        teams.map((team) => h("td", { key: team }, h("strong", null, view.totals[team]))),
      ),
    ),
  );
}

/** A sheet with a row for each variant. @param {Pick<Score, "totals">} view @param {SheetRow[]} rows @param {string[]} names @param {Team} own @param {string} faces */
export function rowsSheet(view, rows, names, own, faces) {
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
      rows.map((row) =>
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
                  onclick: (event) => toDeal(event, cell.deal),
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
