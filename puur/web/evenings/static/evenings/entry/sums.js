/**
 * Counting while somebody types: which sheet the fields make, and whether it adds up, by the numbers of the rule book that came with the
 * page. The server counts again and has the last word. Nothing here touches the page.
 */

/** @import { Count, Fields, Pair, Rules, Sheet, StricheRow } from "types/entry" */

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

/** Empty fields for a sheet of this book. @param {Rules} rules @returns {Fields} */
export function blank(rules) {
  const pair = () => ["", ""];
  return {
    way: rules.ways[0],
    deals: Array.from({ length: rules.deals }, pair),
    hand: Array.from({ length: rules.deals }, () => [false, false]),
    estimated: [],
    points: pair(),
    pointsHand: [false, false],
    matches: pair(),
    rows: Object.fromEntries(rules.factors.map(([variant]) => [variant, pair()])),
    match: [0, 0],
    bergpreis: -1,
    victory: -1,
    schneider: false,
  };
}

/** Fields filled in from a sheet that somebody sent. @param {Sheet} sheet @param {Rules} rules @returns {Fields} */
export function fieldsOf(sheet, rules) {
  const fields = blank(rules);
  fields.way = sheet.way;
  switch (sheet.way) {
    case "deals":
      fields.deals = sheet.deals.map((pair) => pair.map(String));
      fields.hand = sheet.deals.map(() => [true, false]);
      fields.estimated = [...(sheet.estimated || [])];
      break;
    case "rows":
      for (const [variant, pair] of Object.entries(sheet.rows)) fields.rows[variant] = pair.map(String);
      break;
    case "striche": {
      const rows = sheet.striche;
      /** @param {keyof StricheRow} name */
      const having = (name) => rows.findIndex((row) => row[name] > 0);
      fields.match = rows.map((row) => (rules.units.match ? row.match / rules.units.match : 0));
      fields.bergpreis = having("bergpreis");
      fields.victory = having("victory");
      fields.schneider = having("schneider") >= 0;
      break;
    }
    case "total":
      fields.points = sheet.points.map(String);
      fields.pointsHand = [true, true];
      fields.matches = (sheet.matches || [0, 0]).map(String);
  }
  return fields;
}

/** The sheet with its sums, also where only its deals or rows were typed. @param {Sheet} sheet @param {Rules} rules @returns {Sheet} */
export const summed = (sheet, rules) =>
  sheet.points ? sheet : /** @type {Sheet} */ ({ ...sheet, points: count(fieldsOf(sheet, rules), rules).points });

/** A whole number, or null for anything else. @param {string} text @returns {number|null} */
export function whole(text) {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : null;
}

/**
 * One side was typed: the other follows, unless somebody has typed it too.
 * @param {string[]} pair @param {boolean[]} hand @param {number} side @param {string} text @param {(own: number) => number|null} other
 */
export function follow(pair, hand, side, text, other) {
  pair[side] = text;
  hand[side] = text.trim() !== "";
  if (hand[1 - side]) return;
  const own = whole(text);
  const left = own === null ? null : other(own);
  pair[1 - side] = left === null ? "" : String(left);
}

/** What the other side has when this one has `own` points of a deal. @param {Rules} rules */
export const restOfDeal = (rules) => (/** @type {number} */ own) => {
  if (rules.bonus && own === rules.total + rules.bonus) return 0;
  return own <= rules.total ? rules.total - own : null;
};

/** @param {Rules} rules @param {Pair<number>} pair */
function dealOk(rules, pair) {
  const found = pair[0] + pair[1];
  return found === rules.total || (rules.bonus > 0 && pair.includes(0) && found === rules.total + rules.bonus);
}

/** What the fields make. @param {Fields} fields @param {Rules} rules @returns {Count} */
export function count(fields, rules) {
  if (fields.way === "striche") return striche(fields, rules);
  if (fields.way === "rows") return rowsCount(fields, rules);
  if (fields.way === "deals") return dealsCount(fields, rules);
  const [one, two] = fields.points.map(whole);
  if (one === null || two === null) return INCOMPLETE;
  /** @param {string} text */
  const number = (text) => whole(text || "0") || 0;
  /** @type {Pair<number>} */
  const matches = rules.matches ? [number(fields.matches[0]), number(fields.matches[1])] : [0, 0];
  const points = /** @type {Pair<number>} */ ([one, two]);
  return settle({ ...INCOMPLETE, points, sheet: { way: "total", points, matches } }, points, matches, rules);
}

/** A sheet with a row for each variant, in tens. @param {Fields} fields @param {Rules} rules @returns {Count} */
function rowsCount(fields, rules) {
  /** @type {Pair<number>} */
  const points = [0, 0];
  let open = 0;
  /** @type {Record<string, Pair<number>>} */
  const rows = {};
  for (const [variant, factor] of rules.factors) {
    rows[variant] = [0, 0];
    for (const side of [0, 1]) {
      const tens = whole(fields.rows[variant][side]);
      if (tens === null || tens > rules.tens) open += 1;
      else {
        points[side] += tens * factor;
        points[1 - side] += (rules.tens - tens) * factor;
        rows[variant][side] = tens;
      }
    }
  }
  if (open) return { ...INCOMPLETE, points, facts: { n: open } };
  return { ...INCOMPLETE, ready: true, ok: true, reason: "", points, sheet: { way: "rows", rows } };
}

/** A sheet with a line for each deal. @param {Fields} fields @param {Rules} rules @returns {Count} */
function dealsCount(fields, rules) {
  /** @type {Pair<number>} */
  const points = [0, 0];
  /** @type {Pair<number>} */
  const matches = [0, 0];
  /** @type {Pair<number>[]} */
  const deals = [];
  /** @type {number[]} */
  const wrong = [];
  fields.deals.forEach((pair, place) => {
    const [one, two] = pair.map(whole);
    if (one === null || two === null) {
      if (fields.hand[place].some(Boolean)) wrong.push(place + 1);
      return;
    }
    deals.push([one, two]);
    points[0] += one;
    points[1] += two;
    if (!dealOk(rules, [one, two])) wrong.push(place + 1);
    else if (one + two !== rules.total) matches[one ? 0 : 1] += 1;
  });
  const open = fields.deals.length - deals.length;
  if (open) return { ...INCOMPLETE, points, wrong, facts: { n: open } };
  /** @type {Sheet} */
  const sheet = { way: "deals", deals, estimated: rules.estimate ? fields.estimated : [] };
  return settle({ ...INCOMPLETE, points, wrong, sheet }, points, matches, rules);
}

/** Against the control sum: right, split by the book, or for an official. @param {Count} found @param {Pair<number>} points @param {Pair<number>} matches @param {Rules} rules @returns {Count} */
function settle(found, points, matches, rules) {
  const { wrong } = found;
  if (!rules.sum) return { ...found, ready: true, ok: true, reason: "" };
  const expected = rules.sum + (matches[0] + matches[1]) * rules.bonus;
  const missing = expected - points[0] - points[1];
  if (!missing) {
    const reason = wrong.length ? "deals" : "";
    return { ...found, ready: true, ok: !wrong.length || rules.split, reason, facts: { deals: wrong.join(", ") } };
  }
  const facts = { found: points[0] + points[1], expected, n: Math.abs(missing) };
  if (!rules.split || Math.abs(missing) >= rules.total)
    return { ...found, ready: true, ok: false, reason: missing > 0 ? "too-few" : "too-many", facts };
  const own = Math.floor(missing / 2); // the odd point goes against the side of the Schreiber, in both directions
  const changes = rules.schreiber === 0 ? [own, missing - own] : [missing - own, own];
  return { ...found, ready: true, ok: true, reason: "split", facts, settled: [points[0] + changes[0], points[1] + changes[1]] };
}

/** @param {StricheRow} row */
export const stricheTotal = (row) => row.match + row.bergpreis + row.victory + row.schneider;

/** @param {Fields} fields @param {Rules} rules @returns {Count} */
function striche(fields, rules) {
  const rows = [0, 1].map((side) => ({
    match: fields.match[side] * rules.units.match,
    bergpreis: fields.bergpreis === side ? rules.units.bergpreis : 0,
    victory: fields.victory === side ? rules.units.victory : 0,
    schneider: fields.schneider && fields.victory === side ? rules.units.schneider : 0,
  }));
  /** @type {Pair<number>} */
  const points = [stricheTotal(rows[0]), stricheTotal(rows[1])];
  if (rules.units.victory && fields.victory < 0) return { ...INCOMPLETE, points, reason: "no-victory" };
  const doubt = fields.schneider && fields.bergpreis !== fields.victory ? "doubt" : "";
  return { ...INCOMPLETE, ready: true, ok: true, reason: doubt, points, sheet: { way: "striche", striche: rows } };
}
