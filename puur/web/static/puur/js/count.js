/** Counting a physical game without the server: plain sums by the factors of the book. The server has the last word. */

import { strokesOf } from "./slate.js";

/** @typedef {{id: string, op: "enter"|"undo", event?: any, of?: string}} Op */
/** @typedef {{id: string, book: string, names: string[], target: number|null, ops: Op[], sent: string[], view: any, when: number}} Slate */

/** The entries that hold: undone ones taken out. @param {Slate} slate @returns {Op[]} */
export function entered(slate) {
  const undone = new Set(slate.ops.filter((op) => op.op === "undo").map((op) => op.of));
  return slate.ops.filter((op) => op.op === "enter" && op.event.event === "result-entered" && !undone.has(op.id));
}

/** What the slate shows: the server's count where it knows everything, otherwise our own. @param {Slate} slate @param {any} book */
export function counted(slate, book) {
  const known = slate.view && slate.ops.every((op) => slate.sent.includes(op.id));
  if (known) return { ...slate.view, form: book.form, local: false };
  const totals = [0, 0];
  /** @type {any[]} */
  const entries = [];
  /** @type {any[]} */
  const rows = Object.entries(book.factors || {}).map(([variant, factor]) => ({ variant, factor, cells: [null, null] }));
  entered(slate).forEach((op, n) => {
    const event = op.event;
    const deal = n + 1;
    if (book.form === "coiffeur") {
      const factor = (book.factors || {})[event.variant] || 1;
      const own = event.announcer % 2;
      const tens = Math.floor((event.points[own] + 10 - 4) / 10);
      const points = own === 0 ? [tens * factor, (16 - tens) * factor] : [(16 - tens) * factor, tens * factor];
      [0, 1].forEach((team) => {
        totals[team] += points[team];
        entries.push({ deal, team, source: "stich", raw: event.points[team], factor, points: points[team], rule: "", trick: 0 });
      });
      const row = rows.find((one) => one.variant === event.variant);
      if (row) row.cells[own] = { deal, points, nuller: false, chooser: own };
      return;
    }
    const factor = (book.factors || {})[event.mode] || 1;
    const bonus = book.times_factor === false ? 1 : factor;
    [0, 1].forEach((team) => {
      /** @type {Array<[string, number, number]>} */
      const parts = [
        ["stich", event.points[team], factor],
        ["weis", event.weis?.[team] || 0, bonus],
        ["stoeck", event.stoeck?.[team] || 0, bonus],
        ["match", event.match === team ? (book.match_bonus ?? 100) : 0, factor],
      ];
      for (const [source, raw, times] of parts) {
        if (!raw && source !== "stich") continue;
        totals[team] += raw * times;
        entries.push({ deal, team, source, raw, factor: times, points: raw * times, rule: "", trick: 0 });
      }
    });
  });
  return {
    totals,
    entries,
    slate: totals.map(strokesOf),
    striche: null,
    sheet: book.form === "coiffeur" ? rows : null,
    form: book.form,
    bergpreis: null,
    over: false,
    winner: null,
    local: true,
  };
}
