/** Who has reached what, and what still counts when a game ends in the middle of a deal. A second reading of `puur/core/outcome.py`, `finish.py` and `breaking_off.py`. */

import { addable, bookWeise, heldStoeck, holder, pair, uncovered, writeStoeck } from "./bonus.js";
import { PLAYERS, sideOf } from "./rules.js";
import { counted, firstTo, only, totalOf } from "./weise.js";

/** @import { Pair, Team } from "types/protocol" */
/** @import { Deal, Sources, Standings } from "types/solo" */
/** @import { SoloGame } from "./game.js" */

/** @param {Team} team @returns {Team} */
const other = (team) => 1 - team;

/** The side with more points, or null. @param {Pair<number>} totals @returns {Team|null} */
const ahead = ([us, them]) => (us === them ? null : us > them ? 0 : 1);

/** @param {Deal} deal */
const inFirstTrick = (deal) => deal.phase !== "over" && deal.tricks.length === 1;

/** Award the Bergpreis and end the game, as the score says now. @param {SoloGame} game */
export function look(game) {
  const { now, deal, target } = game;
  const { finish, bergpreis } = game.book.alone;
  if (!deal || (now.over && now.overBy !== "target")) return;
  if (!target) {
    if (deal.phase === "over" && now.deals.length >= game.book.deals) end(game, ahead(game.totals), "deals");
    return;
  }
  if (now.over) {
    if (deal.brokenOff) return;
    Object.assign(now, { over: false, overBy: "", winner: null, schneider: false });
  }
  if (bergpreis && now.bergpreis === null && Math.max(...game.totals) >= game.half) {
    now.bergpreis = first(game, deal, game.half);
    now.bergpreisAt = `${deal.number} ${deal.tricks.length}`;
    if (now.bergpreis !== null && game.totals[now.bergpreis] < game.half) writeNeeded(game, deal, now.bergpreis, game.half);
  }
  if (finish !== "automatic" || Math.max(...game.totals) < target) return;
  finishWith(game, /** @type {Team} */ (first(game, deal, target)), "target");
}

/** Who is first at a limit: in the first trick by the order of the book, later whoever needs no trick for it. @param {SoloGame} game @param {Deal} deal @param {number} limit */
function first(game, deal, limit) {
  if (inFirstTrick(deal) && game.book.alone.ausmach.length) return firstTo(limit, standing(game, deal), game.book.alone.ausmach);
  const { totals } = game;
  if (Math.min(...totals) < limit) return totals[0] >= limit ? 0 : 1;
  if (deal.last !== null) return other(deal.last);
  return deal.tricks.length ? other(sideOf(deal.tricks[deal.tricks.length - 1].winner)) : 0;
}

/** What both sides have with the first trick; held Stöck count even before they are shown. @param {SoloGame} game @param {Deal} deal @returns {Sources} */
function standing(game, deal) {
  const base = game.written;
  /** @type {Pair<number>} */
  const weis = [0, 0];
  for (const entry of game.now.entries) {
    if (entry.deal !== deal.number || (entry.source !== "weis" && entry.source !== "stoeck")) continue;
    base[entry.team] -= entry.points;
    if (entry.source === "weis") weis[entry.team] += entry.points;
  }
  const trick = deal.tricks[0];
  if (weis[0] || weis[1]) {
    const team = weis[0] ? 0 : 1;
    for (let seat = team; seat < PLAYERS; seat += 2)
      for (const more of addable(game, deal, seat)) weis[team] += more.points * game.bonus(deal);
  }
  return {
    base,
    weis,
    stoeck: heldStoeck(game, deal, true),
    stich: only(sideOf(trick.winner), trick.points * deal.factor),
  };
}

/**
 * Write what made a side first though it was not said yet: Stöck in hand, then further Weise.
 * @param {SoloGame} game @param {Deal} deal @param {Team} team @param {number} limit
 */
function writeNeeded(game, deal, team, limit) {
  const held = holder(game, deal);
  if (held !== null && sideOf(held) === team && deal.stoeck === null) writeStoeck(game, deal, held);
  if (game.totals[team] >= limit) return;
  for (let seat = team; seat < PLAYERS; seat += 2) {
    const weise = addable(game, deal, seat);
    if (weise.length) deal.added[seat] = weise;
  }
  bookWeise(game, deal);
}

/** The side that the order of finishing puts first. @param {SoloGame} game @param {Deal} deal */
export const byOrder = (game, deal) => /** @type {Team} */ (firstTo(game.target, standing(game, deal), game.book.alone.ausmach));

/** Whether the order of finishing may be asked for: both are out with the first trick, and the book waits for a word. (JR-AUSM-01) @param {SoloGame} game */
export function orderOpen(game) {
  const { deal, target } = game;
  const { finish, ausmach, appeal } = game.book.alone;
  if (!deal?.open || !inFirstTrick(deal) || game.now.over || finish !== "thanks" || !ausmach.length || !appeal) return false;
  const now = standing(game, deal);
  const both = Math.min(totalOf(now, 0), totalOf(now, 1)) >= target && Math.max(...now.base) < target;
  return both && target > 0 && Math.max(...game.totals) >= target;
}

/** End the game in the middle of a deal: what counts is written, the rest of it is void. @param {SoloGame} game @param {Team} team @param {string} by */
export function finishWith(game, team, by) {
  game.beforeEnd = JSON.stringify(game.now);
  if (game.deal?.phase === "playing") breakOff(game, game.deal, team);
  end(game, team, by);
}

/** What of a deal that is not played to its end still counts. @param {SoloGame} game @param {Deal} deal @param {Team} team that wins */
function breakOff(game, deal, team) {
  const { ausmach, rules } = game.book.alone;
  let keepsTrick = true;
  if (inFirstTrick(deal) && ausmach.length) {
    const now = standing(game, deal);
    if (totalOf(now, team) >= game.target) {
      const seat = holder(game, deal);
      if (now.stoeck[team] && seat !== null && deal.stoeck === null) writeStoeck(game, deal, seat);
      if (game.totals[team] < game.target) writeNeeded(game, deal, team, game.target);
      const kept = counted(game.target, now, ausmach, team);
      for (const source of /** @type {const} */ (["weis", "stoeck"]))
        if (now[source][other(team)] && !kept.has(source)) game.strike(deal, source);
      keepsTrick = kept.has("stich");
    }
  }
  deal.brokenOff = true;
  deal.phase = "over";
  for (const each of [0, 1])
    if (deal.points[each] && (each === team || keepsTrick))
      game.write(deal, each, "stich", deal.points[each], deal.factor, rules["ending.finish"], deal.tricks.length);
}

/** Close the game. @param {SoloGame} game @param {Team|null} team that has won @param {string} by */
function end(game, team, by) {
  const { now, deal } = game;
  Object.assign(now, { over: true, overBy: by, winner: team });
  if (team === null || !game.target || !game.book.alone.schneider || !deal) return;
  const lost = game.totals[other(team)] + (stoeckOpen(game, deal) ? heldStoeck(game, deal, false)[other(team)] : 0);
  now.schneider = lost < game.half;
}

/** Whether Stöck that nobody has shown may still be. @param {SoloGame} game @param {Deal} deal */
function stoeckOpen(game, deal) {
  const seat = holder(game, deal);
  if (seat === null) return false;
  return pair(game, deal).some((card) => deal.hands[seat].includes(card)) || uncovered(game, deal, seat);
}

/** Stöck said with the card that ended the game: what that trick decided is open again. (JR-STOE-02, UB-WEIS-03) @param {SoloGame} game */
export function hear(game) {
  if (game.now.over && game.beforeEnd) game.now = /** @type {Standings} */ (JSON.parse(game.beforeEnd));
  const { now, deal } = game;
  if (deal?.open && now.bergpreisAt === `${deal.number} ${deal.tricks.length}`) {
    now.bergpreis = null;
    now.bergpreisAt = "";
  }
}
