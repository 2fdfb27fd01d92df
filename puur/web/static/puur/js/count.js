/** Counting a game with real cards without the server: sums of what was entered, by the numbers of the book. The server has the last word. */

/** @import { BookFacts, EnteredEvent, Entry, Pair, Score, SheetRow, SlateOp, Strokes } from "types/protocol" */
/** @typedef {{id: string, book: string, names: string[], target: number|null, own?: OwnBook, ops: SlateOp[], sent: string[], view: Score|null, when: number,
 *   door?: import("./hand-in.js").Door, handed?: import("./hand-in.js").Handed}} Slate */
/** @typedef {{text: string, facts: BookFacts}} OwnBook a book that is not shipped */
/** @typedef {{id: string, event: EnteredEvent}} Entered */

/** The entries that hold: undone ones taken out. @param {Slate} slate @returns {Entered[]} */
export function entered(slate) {
  const undone = new Set(slate.ops.map((op) => (op.op === "undo" ? op.of : "")));
  return slate.ops.flatMap((op) => (op.op === "enter" && !undone.has(op.id) ? [op] : []));
}

/** What the slate shows: the server's count where it knows everything, otherwise our own. @param {Slate} slate @param {BookFacts} book @returns {Score & {local: boolean}} */
export function counted(slate, book) {
  if (slate.view && slate.ops.every((op) => slate.sent.includes(op.id))) return { ...slate.view, local: false };
  if (book.sheet === "deals") return { ...(slate.view ?? nothing(slate, book)), local: true }; // only the server knows what it costs
  const byRows = book.sheet === "rows";
  const events = entered(slate).map((op) => op.event);
  const entries = events.flatMap((event, n) => (byRows ? rowEntries : strokeEntries)(event, n + 1, book));
  /** @type {Pair<number>} */
  const totals = [0, 0];
  for (const entry of entries) totals[entry.team] += entry.points;
  return {
    totals,
    entries,
    slate: totals.map((points) => strokesOf(points, book.strokes)),
    sheet: byRows ? rowsOf(events, entries, book) : null,
    deal_rows: null,
    striche: null,
    bergpreis: null,
    // So many deals and no more are written without the server too; by points only the server knows.
    over: !byRows && book.deals > 0 && events.filter((event) => event.event === "result-entered").length >= book.deals,
    winner: null,
    local: true,
  };
}

/** A sheet by deals before the first one. @param {Slate} slate @param {BookFacts} book @returns {Score} */
function nothing(slate, book) {
  const totals = sideNames(slate, book).map(() => 0);
  const none = { striche: null, sheet: null, bergpreis: null, over: false, winner: null };
  return { totals, entries: [], slate: [], deal_rows: { columns: book.columns, rows: [] }, ...none };
}

/** The names of the sides. @param {Slate} slate @param {BookFacts} book @returns {string[]} */
export function sideNames(slate, book) {
  const sides = book.seatings.find((seating) => seating.length === slate.names.length) ?? book.seatings[0];
  return [...new Set(sides)].map((side) => slate.names.filter((_, seat) => sides[seat] === side).join(" + "));
}

/**
 * What a deal writes where points are rounded to tens; those who chose are rounded, the others get the rest.
 * @param {EnteredEvent} event
 * @param {number} deal
 * @param {BookFacts} book
 * @returns {Entry[]}
 */
function rowEntries(event, deal, book) {
  const factor = book.factors[event.variant ?? event.mode ?? ""];
  const own = (event.announcer ?? 0) % 2;
  const { whole, round_up_from: from } = book.tens;
  const tens = Math.floor((event.points[own] + 10 - from) / 10);
  return [0, 1].map((team) =>
    entry(deal, team, "stich", event.points[team], factor, (team === own ? tens : whole - tens) * factor),
  );
}

/** What a deal writes on the slate, by source. @param {EnteredEvent} event @param {number} deal @param {BookFacts} book @returns {Entry[]} */
function strokeEntries(event, deal, book) {
  const factor = book.factors[event.mode ?? ""];
  const bonus = book.times_factor ? factor : 1;
  return [0, 1].flatMap((team) => {
    /** @type {Array<[string, number, number]>} */
    const parts = [
      ["stich", event.points[team], factor],
      ["weis", event.weis?.[team] ?? 0, bonus],
      ["stoeck", event.stoeck?.[team] ?? 0, bonus],
      ["match", event.match === team ? book.match_bonus : 0, factor],
    ];
    return parts
      .filter(([source, raw]) => raw || source === "stich")
      .map(([source, raw, times]) => entry(deal, team, source, raw, times, raw * times));
  });
}

/** @param {number} deal @param {number} team @param {string} source @param {number} raw @param {number} factor @param {number} points @returns {Entry} */
const entry = (deal, team, source, raw, factor, points) => ({ deal, team, source, raw, factor, points, rule: "", trick: 0 });

/** The sheet by rows. @param {EnteredEvent[]} events @param {Entry[]} entries @param {BookFacts} book @returns {SheetRow[]} */
function rowsOf(events, entries, book) {
  /** @type {SheetRow[]} */
  const rows = Object.entries(book.factors).map(([variant, factor]) => ({ variant, factor, cells: [null, null] }));
  events.forEach((event, n) => {
    const chooser = (event.announcer ?? 0) % 2;
    const [ours, theirs] = entries.filter((written) => written.deal === n + 1);
    const row = rows.find(({ variant }) => variant === event.variant);
    if (row) row.cells[chooser] = { deal: n + 1, points: [ours.points, theirs.points], nuller: false, chooser };
  });
  return rows;
}

/** A number of points as strokes; a negative one is shown as a remainder alone. @param {number} points @param {BookFacts["strokes"]} worth @returns {Strokes} */
export function strokesOf(points, worth) {
  const strokes = { hundreds: 0, fifties: 0, twenties: 0, remainder: points };
  if (points < 0) return strokes;
  for (const bar of /** @type {const} */ (["hundreds", "fifties", "twenties"])) {
    strokes[bar] = Math.floor(strokes.remainder / worth[bar]);
    strokes.remainder %= worth[bar];
  }
  return strokes;
}
