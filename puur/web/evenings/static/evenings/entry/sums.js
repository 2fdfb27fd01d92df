/**
 * Counting while somebody types: which sheet the fields make, and whether it adds up. The server counts again and has the last word.
 * Nothing here touches the page.
 */

/** @typedef {{form: string, deals: number, total: number, bonus: number, matches: boolean, sum: number, split: boolean, estimate: boolean, schreiber: number, factors: Array<[string, number, string]>, units: Record<string, number>}} Rules */
/** @typedef {{way: string, deals: string[][], hand: boolean[][], estimated: number[], points: string[], pointsHand: boolean[], matches: string[], rows: Record<string, string[]>, match: number[], bergpreis: number, victory: number, schneider: boolean}} Fields */
/** @typedef {{ready: boolean, ok: boolean, reason: string, facts: Record<string, any>, points: number[]|null, settled: number[]|null, wrong: number[], sheet: any}} Count */

export const TENS = 16;

/** Empty fields for a sheet of this book. @param {Rules} rules @returns {Fields} */
export function blank(rules) {
  const pair = () => ["", ""];
  return {
    way: { deals: "deals", coiffeur: "rows", striche: "striche" }[rules.form] || "total",
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

/** Fields filled in from a sheet that somebody sent. @param {any} sheet @param {Rules} rules @returns {Fields} */
export function fieldsOf(sheet, rules) {
  const found = blank(rules);
  const text = (/** @type {number} */ one) => String(one);
  found.way = sheet.way;
  if (sheet.way === "deals") {
    found.deals = sheet.deals.map((/** @type {number[]} */ one) => one.map(text));
    found.hand = sheet.deals.map(() => [true, false]);
    found.estimated = [...(sheet.estimated || [])];
  } else if (sheet.way === "rows") {
    for (const [variant, pair] of Object.entries(sheet.rows)) found.rows[variant] = pair.map(text);
  } else if (sheet.way === "striche") {
    const rows = sheet.striche;
    const having = (/** @type {string} */ name) => rows.findIndex((/** @type {any} */ row) => row[name] > 0);
    found.match = rows.map((/** @type {any} */ row) => (rules.units.match ? row.match / rules.units.match : 0));
    found.bergpreis = having("bergpreis");
    found.victory = having("victory");
    found.schneider = having("schneider") >= 0;
  }
  if (sheet.way === "total") {
    found.points = sheet.points.map(text);
    found.pointsHand = [true, true];
    found.matches = (sheet.matches || [0, 0]).map(text);
  }
  return found;
}

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

/** @param {Rules} rules @param {number[]} pair */
function dealOk(rules, pair) {
  const found = pair[0] + pair[1];
  return found === rules.total || (rules.bonus > 0 && pair.includes(0) && found === rules.total + rules.bonus);
}

/** What the fields make. @param {Fields} fields @param {Rules} rules @returns {Count} */
export function count(fields, rules) {
  /** @type {Count} */
  const none = { ready: false, ok: false, reason: "incomplete", facts: {}, points: null, settled: null, wrong: [], sheet: null };
  if (fields.way === "striche") return striche(fields, rules, none);
  if (fields.way === "rows") {
    const points = [0, 0];
    let open = 0;
    /** @type {Record<string, number[]>} */
    const rows = {};
    for (const [variant, factor] of rules.factors) {
      const pair = fields.rows[variant].map(whole);
      for (const side of [0, 1]) {
        const tens = pair[side];
        if (tens === null || tens > TENS) open += 1;
        else {
          points[side] += tens * factor;
          points[1 - side] += (TENS - tens) * factor;
        }
      }
      rows[variant] = /** @type {number[]} */ (pair);
    }
    if (open) return { ...none, points, facts: { n: open } };
    return { ...none, ready: true, ok: true, reason: "", points, sheet: { way: "rows", rows } };
  }
  if (fields.way === "deals") {
    const points = [0, 0];
    const matches = [0, 0];
    const wrong = [];
    let open = 0;
    const deals = fields.deals.map((pair, place) => {
      const both = pair.map(whole);
      if (both[0] === null || both[1] === null) {
        open += 1;
        if (fields.hand[place].some(Boolean)) wrong.push(place + 1);
        return null;
      }
      points[0] += both[0];
      points[1] += both[1];
      if (!dealOk(rules, /** @type {number[]} */ (both))) wrong.push(place + 1);
      else if (both[0] + both[1] !== rules.total) matches[both[0] ? 0 : 1] += 1;
      return both;
    });
    const sheet = { way: "deals", deals, estimated: rules.estimate ? fields.estimated : [] };
    if (open) return { ...none, points, wrong, facts: { n: open } };
    return settle({ ...none, points, wrong, sheet }, matches[0] + matches[1], rules);
  }
  const points = fields.points.map(whole);
  if (points[0] === null || points[1] === null) return none;
  const matches = rules.matches ? fields.matches.map((one) => whole(one || "0") || 0) : [0, 0];
  return settle(
    { ...none, points: /** @type {number[]} */ (points), sheet: { way: "total", points, matches } },
    matches[0] + matches[1],
    rules,
  );
}

/** Against the control sum: right, split by the book, or for an official. @param {Count} found @param {number} matches @param {Rules} rules @returns {Count} */
function settle(found, matches, rules) {
  const points = /** @type {number[]} */ (found.points);
  if (!rules.sum) return { ...found, ready: true, ok: true, reason: "" };
  const expected = rules.sum + matches * rules.bonus;
  const missing = expected - points[0] - points[1];
  if (!missing)
    return {
      ...found,
      ready: true,
      ok: !found.wrong.length || rules.split,
      reason: found.wrong.length ? "deals" : "",
      facts: { deals: found.wrong.join(", ") },
    };
  const facts = { found: points[0] + points[1], expected, n: Math.abs(missing) };
  if (!rules.split || Math.abs(missing) >= rules.total)
    return { ...found, ready: true, ok: false, reason: missing > 0 ? "too-few" : "too-many", facts };
  const own = Math.floor(missing / 2); // the odd point goes against the side of the Schreiber, in both directions
  const changes = rules.schreiber === 0 ? [own, missing - own] : [missing - own, own];
  return { ...found, ready: true, ok: true, reason: "split", facts, settled: [points[0] + changes[0], points[1] + changes[1]] };
}

/** @param {Fields} fields @param {Rules} rules @param {Count} none @returns {Count} */
function striche(fields, rules, none) {
  const rows = [0, 1].map((side) => ({
    match: fields.match[side] * rules.units.match,
    bergpreis: fields.bergpreis === side ? rules.units.bergpreis : 0,
    victory: fields.victory === side ? rules.units.victory : 0,
    schneider: fields.schneider && fields.victory === side ? rules.units.schneider : 0,
  }));
  const points = rows.map((row) => row.match + row.bergpreis + row.victory + row.schneider);
  if (rules.units.victory && fields.victory < 0) return { ...none, points, reason: "no-victory" };
  const doubt = fields.schneider && fields.bergpreis !== fields.victory ? "doubt" : "";
  return { ...none, ready: true, ok: true, reason: doubt, points, sheet: { way: "striche", striche: rows } };
}
