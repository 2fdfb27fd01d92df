/**
 * Counting while somebody types: which sheet the fields make, and whether it adds up, by the numbers of the rule book that came with the
 * page. The server counts again and has the last word. Nothing here touches the page.
 */

/** @import { Count, Fields, Row, Rules, Sheet, StricheRow } from "types/entry" */

/** @type {Count} */
const INCOMPLETE = {
  ready: false,
  ok: false,
  reason: "incomplete",
  facts: {},
  points: null,
  settled: null,
  wrong: [],
  sheet: null,
};

/** As many values as there are sides. @template Value @param {Rules} rules @param {(side: number) => Value} value @returns {Value[]} */
export const bySide = (rules, value) => Array.from({ length: Math.max(...rules.sides) + 1 }, (_, side) => value(side));

/** @param {number[]} numbers */
const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** The sides whose points are typed in a fixed line, whoever chose it first; of the last one they follow. @param {Rules} rules @param {number} chooser */
export const askedOf = (rules, chooser) =>
  [chooser, ...bySide(rules, (side) => side).filter((side) => side !== chooser)].slice(0, -1);

/** Empty fields for a sheet of this book. @param {Rules} rules @returns {Fields} */
export function blank(rules) {
  const empty = () => bySide(rules, () => "");
  const untouched = () => bySide(rules, () => false);
  return {
    way: rules.ways[0],
    deals: Array.from({ length: rules.deals }, empty),
    hand: Array.from({ length: rules.deals }, untouched),
    estimated: [],
    points: empty(),
    pointsHand: untouched(),
    matches: empty(),
    rows: Object.fromEntries(
      rules.lines.map(([variant]) => [variant, bySide(rules, (side) => askedOf(rules, side).map(() => "")).flat()]),
    ),
    match: bySide(rules, () => 0),
    bergpreis: -1,
    victory: -1,
    schneider: false,
  };
}

/** In which way a sheet was typed. @param {Sheet} sheet */
export const wayOf = (sheet) =>
  sheet.striche ? "striche" : !sheet.rows?.length ? "total" : typeof sheet.rows[0].chooser !== "number" ? "deals" : "rows";

/** What each side has written in a row. @param {Row} row */
export const written = (row) => row.cells.map((cell) => cell[cell.length - 1]);

/** Fields filled in from a sheet that somebody sent. @param {Sheet} sheet @param {Rules} rules @returns {Fields} */
export function fieldsOf(sheet, rules) {
  const fields = blank(rules);
  fields.way = wayOf(sheet);
  if (fields.way === "striche") {
    const rows = sheet.striche || [];
    /** @param {keyof StricheRow} name */
    const having = (name) => rows.findIndex((row) => (row[name] || 0) > 0);
    fields.match = rows.map((row) => (rules.units.match ? (row.match || 0) / rules.units.match : 0));
    fields.bergpreis = having("bergpreis");
    fields.victory = having("victory");
    fields.schneider = having("schneider") >= 0;
  } else if (fields.way === "deals") {
    fields.deals = (sheet.rows || []).map((row) => written(row).map(String));
    fields.hand = fields.deals.map(() => bySide(rules, (side) => side === 0));
    fields.estimated = [...(sheet.estimated || [])];
  } else if (fields.way === "rows") {
    for (const row of sheet.rows || []) {
      const asked = askedOf(rules, row.chooser || 0);
      const typed = asked.map((side) => String(written(row)[side] / (row.factor || 1)));
      fields.rows[row.name || ""].splice((row.chooser || 0) * asked.length, asked.length, ...typed);
    }
  } else {
    fields.points = (sheet.totals || []).map(String);
    fields.pointsHand = bySide(rules, () => true);
    fields.matches = bySide(rules, (side) => String(sheet.matches?.[side] || 0));
  }
  return fields;
}

/** The sheet with its sums, also where only its deals or rows were typed. @param {Sheet} sheet @param {Rules} rules @returns {Sheet} */
export const summed = (sheet, rules) =>
  sheet.totals || sheet.striche ? sheet : { ...sheet, totals: count(fieldsOf(sheet, rules), rules).points };

/** A whole number from `least` on, or null for anything else. @param {string} text @param {number} [least] @returns {number|null} */
export function whole(text, least = 0) {
  return /^\s*-?\d{1,6}\s*$/.test(text) && Number(text) >= least ? Number(text) : null;
}

/**
 * One side was typed: the last one that nobody has typed follows.
 * @param {string[]} values @param {boolean[]} hand @param {number} side @param {string} text @param {(known: number) => number|null} rest
 */
export function follow(values, hand, side, text, rest) {
  values[side] = text;
  hand[side] = text.trim() !== "";
  const known = values.filter((_, place) => hand[place]).map((value) => whole(value));
  const left = known.length === values.length - 1 && !known.includes(null) ? rest(sumOf(known.map(Number))) : null;
  values.forEach((_, place) => {
    if (!hand[place]) values[place] = left === null ? "" : String(left);
  });
}

/** What the last side has when the others have `known` points of a deal. @param {Rules} rules */
export const restOfDeal = (rules) => (/** @type {number} */ known) => {
  if (rules.bonus && known === rules.total + rules.bonus) return 0;
  return known <= rules.total ? rules.total - known : null;
};

/** @param {Rules} rules @param {number[]} points */
function dealOk(rules, points) {
  const sum = sumOf(points);
  return sum === rules.total || (rules.bonus > 0 && points.includes(0) && sum === rules.total + rules.bonus);
}

/** What the fields make. @param {Fields} fields @param {Rules} rules @returns {Count} */
export function count(fields, rules) {
  if (fields.way === "striche") return striche(fields, rules);
  if (fields.way === "rows") return rowsCount(fields, rules);
  if (fields.way === "deals") return dealsCount(fields, rules);
  const typed = fields.points.map((text) => whole(text, rules.least));
  if (typed.includes(null)) return INCOMPLETE;
  const totals = typed.map(Number);
  const matches = rules.matches ? fields.matches.map((text) => whole(text || "0") || 0) : [];
  return settle({ ...INCOMPLETE, points: totals, sheet: { totals, matches } }, totals, matches, rules);
}

/**
 * What each side has in a fixed line before its factor, null while a number is missing; and whether it is more than there is.
 * @param {Fields} fields @param {Rules} rules @param {string} name @param {number} chooser @returns {{made: number[]|null, over: boolean}}
 */
export function lineOf(fields, rules, name, chooser) {
  const asked = askedOf(rules, chooser);
  const typed = asked.map((_, place) => whole(fields.rows[name][chooser * asked.length + place]));
  const rest = rules.line_sum - sumOf(typed.map(Number));
  const open = typed.includes(null) || rest < 0;
  return { made: open ? null : bySide(rules, (side) => typed[asked.indexOf(side)] ?? rest), over: rest < 0 };
}

/** A sheet with a row for each fixed line and the side that chose it. @param {Fields} fields @param {Rules} rules @returns {Count} */
function rowsCount(fields, rules) {
  const points = bySide(rules, () => 0);
  let open = 0;
  /** @type {Row[]} */
  const rows = [];
  for (const [name, factor] of rules.lines)
    for (const chooser of points.keys()) {
      const { made: line } = lineOf(fields, rules, name, chooser);
      if (line === null) {
        open += 1;
        continue;
      }
      const cells = line.map((side) => [side * factor]);
      cells.forEach(([made], side) => (points[side] += made));
      rows.push({ deal: 0, cells, name, factor, chooser });
    }
  if (open) return { ...INCOMPLETE, points, facts: { n: open } };
  return { ...INCOMPLETE, ready: true, ok: true, reason: "", points, sheet: { rows } };
}

/** A sheet with a line for each deal. @param {Fields} fields @param {Rules} rules @returns {Count} */
function dealsCount(fields, rules) {
  const points = bySide(rules, () => 0);
  const matches = bySide(rules, () => 0);
  /** @type {Row[]} */
  const rows = [];
  /** @type {number[]} */
  const wrong = [];
  fields.deals.forEach((texts, place) => {
    const typed = texts.map((text) => whole(text));
    if (typed.includes(null)) {
      if (fields.hand[place].some(Boolean)) wrong.push(place + 1);
      return;
    }
    const made = typed.map(Number);
    rows.push({ deal: place + 1, cells: made.map((side) => [side]) });
    made.forEach((side, at) => (points[at] += side));
    if (!dealOk(rules, made)) wrong.push(place + 1);
    else if (sumOf(made) !== rules.total) matches[made.findIndex(Boolean)] += 1;
  });
  const open = fields.deals.length - rows.length;
  if (open) return { ...INCOMPLETE, points, wrong, facts: { n: open } };
  const sheet = { rows, estimated: rules.estimate ? fields.estimated : [] };
  return settle({ ...INCOMPLETE, points, wrong, sheet }, points, matches, rules);
}

/**
 * Against the control sum: right, split by the book, or for an official.
 * @param {Count} counted @param {number[]} points @param {number[]} matches @param {Rules} rules @returns {Count}
 */
function settle(counted, points, matches, rules) {
  const { wrong } = counted;
  if (!rules.sum) return { ...counted, ready: true, ok: true, reason: "" };
  const expected = rules.sum + sumOf(matches) * rules.bonus;
  const missing = expected - sumOf(points);
  const splits = rules.split && points.length === 2;
  if (!missing) {
    const reason = wrong.length ? "deals" : "";
    return { ...counted, ready: true, ok: !wrong.length || splits, reason, facts: { deals: wrong.join(", ") } };
  }
  const facts = { found: sumOf(points), expected, n: Math.abs(missing) };
  if (!splits || Math.abs(missing) >= rules.total)
    return { ...counted, ready: true, ok: false, reason: missing > 0 ? "too-few" : "too-many", facts };
  const own = Math.floor(missing / 2); // the odd point goes against the side of the Schreiber, in both directions
  const settled = points.map((side, place) => side + (place === rules.schreiber ? own : missing - own));
  return { ...counted, ready: true, ok: true, reason: "split", facts, settled };
}

/** @param {Partial<StricheRow>} row */
export const stricheTotal = (row) => (row.match || 0) + (row.bergpreis || 0) + (row.victory || 0) + (row.schneider || 0);

/** @param {Fields} fields @param {Rules} rules @returns {Count} */
function striche(fields, rules) {
  const rows = bySide(rules, (side) => ({
    match: fields.match[side] * rules.units.match,
    bergpreis: fields.bergpreis === side ? rules.units.bergpreis : 0,
    victory: fields.victory === side ? rules.units.victory : 0,
    schneider: fields.schneider && fields.victory === side ? rules.units.schneider : 0,
  }));
  const points = rows.map(stricheTotal);
  if (rules.units.victory && fields.victory < 0) return { ...INCOMPLETE, points, reason: "no-victory" };
  const doubt = fields.schneider && fields.bergpreis !== fields.victory ? "doubt" : "";
  return { ...INCOMPLETE, ready: true, ok: true, reason: doubt, points, sheet: { striche: rows } };
}
