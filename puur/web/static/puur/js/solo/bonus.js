/** Weise and Stöck as points: who may announce and add what, what is written when. A second reading of `puur/core/bonus.py` and `weis_rules.py`. */

import { PLAYERS, modeOf, sideOf } from "./rules.js";
import { bestOf, further, only, weiseIn } from "./weise.js";

/** @import { Card, Pair, Seat } from "types/protocol" */
/** @import { Deal, Weis } from "types/solo" */
/** @import { SoloGame } from "./game.js" */

/** The number of the trick on the table, or of the last one. @param {Deal} deal */
const trickNumber = (deal) => Math.max(1, deal.tricks.length + (deal.cards.length && !deal.open ? 1 : 0));

/** The Weis that a seat may announce now: with its first card, until it is covered. (JR-WEIS-05, JR-WEIS-06) @param {SoloGame} game @param {Seat} seat @returns {Weis|null} */
export function announceable(game, seat) {
  const { deal } = game;
  if (!deal || !game.book.alone.weis.enabled || deal.phase !== "playing" || game.now.over) return null;
  const [played, leader] = deal.open ? [PLAYERS, deal.tricks[0].leader] : [deal.cards.length, deal.leader];
  const covering = played - ((seat - leader + PLAYERS) % PLAYERS); // cards from the own one on
  if (deal.tricks.length > Number(deal.open) || covering < 0 || covering > 1 || deal.announced[seat]) return null;
  const best = bestOf(game.book, modeOf(deal), weiseIn(game.book, deal.dealt[seat]));
  return best?.points ? best : null;
}

/** The same as it is offered: before the card, and where it can still count. @param {SoloGame} game @param {Seat} seat @returns {Weis|null} */
export function offered(game, seat) {
  const best = game.deal?.turn === seat && !game.deal.tricks.length ? announceable(game, seat) : null;
  return best && game.deal && !unneeded(game, game.deal, seat, best.points) ? best : null;
}

/** Whether a Weis can never count: a higher one was said, and the partner has spoken. @param {SoloGame} game @param {Deal} deal @param {Seat} seat @param {number} points */
function unneeded(game, deal, seat, points) {
  if (!game.book.alone.weis.unneeded) return false;
  const said = Object.entries(deal.announced).map(([teller, weis]) => ({ teller: Number(teller), points: weis?.points ?? 0 }));
  const rival = Math.max(0, ...said.filter(({ teller }) => sideOf(teller) !== sideOf(seat)).map((weis) => weis.points));
  const partner = (seat + 2) % PLAYERS;
  /** @param {Seat} each */
  const place = (each) => (each - deal.leader + PLAYERS) % PLAYERS;
  if (rival <= points || place(partner) > place(seat)) return false;
  return rival > (deal.announced[partner]?.points ?? 0);
}

/** The further Weise that a seat may add now. (JR-WEIS-11, JR-WEIS-12) @param {SoloGame} game @param {Deal} deal @param {Seat} seat @returns {Weis[]} */
export function addable(game, deal, seat) {
  const { enabled, silent_may_add: silent } = game.book.alone.weis;
  if (!enabled || !deal.tricks.length || game.now.over || deal.phase !== "playing" || game.hasPlayed(deal, seat, 2)) return [];
  if (deal.best === null || sideOf(deal.best) !== sideOf(seat) || deal.added[seat]) return [];
  const said = deal.announced[seat];
  if (!said && !silent) return [];
  const most = deal.announced[deal.best]?.points ?? 0;
  return further(game.book, modeOf(deal), deal.dealt[seat], said).filter((weis) => weis.points <= most);
}

/** Write the Weise of the side with the highest one, replacing what stood there. @param {SoloGame} game @param {Deal} deal */
export function bookWeise(game, deal) {
  game.strike(deal, "weis");
  if (deal.best === null) return;
  const team = sideOf(deal.best);
  let raw = 0;
  for (let seat = team; seat < PLAYERS; seat += 2) {
    raw += deal.announced[seat]?.points ?? 0;
    for (const weis of deal.added[seat] ?? []) raw += weis.points;
  }
  const rule = game.book.alone.rules[deal.announced[deal.best]?.field ?? ""] ?? "";
  if (raw) game.write(deal, team, "weis", raw, game.bonus(deal), rule, trickNumber(deal));
}

// ---- Stöck ----------------------------------------------------------------------------------------------------------------------

/** The seat that was dealt the Stöck. @param {SoloGame} game @param {Deal} deal @returns {Seat|null} */
export function holder(game, deal) {
  const both = pair(game, deal);
  if (!both.length) return null;
  const seat = deal.dealt.findIndex((hand) => both.every((card) => hand.includes(card)));
  return seat < 0 ? null : seat;
}

/** The two cards; none without a trump suit, or where the book has no Stöck. @param {SoloGame} game @param {Deal} deal @returns {Card[]} */
export function pair(game, deal) {
  const trump = deal.mode ? game.book.modes[deal.mode].trump : null;
  if (!trump || !game.book.stoeck.points) return [];
  return [...game.book.alone.stoeck.ranks].map((rank) => trump + rank);
}

/** Whether a seat has just played the second card of its Stöck. @param {SoloGame} game @param {Seat} seat */
export function stoeckDue(game, seat) {
  const { deal } = game;
  if (!deal || deal.stoeck !== null || holder(game, deal) !== seat) return false;
  return pair(game, deal).every((card) => !deal.hands[seat].includes(card)) && uncovered(game, deal, seat);
}

/** Whether the seat's last card is one of the pair and nobody has covered it. @param {SoloGame} game @param {Deal} deal @param {Seat} seat */
export function uncovered(game, deal, seat) {
  const last = deal.cards[deal.cards.length - 1];
  if (!last || !pair(game, deal).includes(last)) return false;
  const leader = deal.open ? deal.tricks[deal.tricks.length - 1].leader : deal.leader;
  return (leader + deal.cards.length - 1) % PLAYERS === seat;
}

/** Whether Stöck would bring a side to a limit. @param {SoloGame} game @param {Deal} deal @param {Seat} seat @param {number} limit */
const brings = (game, deal, seat, limit) => game.totals[sideOf(seat)] + game.book.stoeck.points * game.bonus(deal) >= limit;

/** Whether Stöck finish the game before their second card is played. (JR-STOE-08) @param {SoloGame} game @param {Seat} seat */
export function stoeckEarly(game, seat) {
  const { deal } = game;
  if (!deal || deal.phase !== "playing" || game.now.over || deal.stoeck !== null || !game.target) return false;
  return game.book.alone.stoeck.early && holder(game, deal) === seat && brings(game, deal, seat, game.target);
}

/**
 * Whether Stöck may be shown now: with their second card, where they are enough, or with a Weis that has told of them. (JR-STOE-02, 04, 08)
 * @param {SoloGame} game @param {Seat} seat
 */
export function mayShow(game, seat) {
  const { deal, book, now } = game;
  if (stoeckDue(game, seat) || stoeckEarly(game, seat)) return true;
  if (!deal || deal.phase !== "playing" || now.over || deal.stoeck !== null || holder(game, deal) !== seat) return false;
  const { early, with_weis: known } = book.alone.stoeck;
  if (early && game.target && book.alone.bergpreis && now.bergpreis === null && brings(game, deal, seat, game.half)) return true;
  const told = [deal.announced[seat], ...(deal.added[seat] ?? [])];
  const valid = deal.best !== null && sideOf(deal.best) === sideOf(seat);
  return known && valid && told.some((weis) => pair(game, deal).every((card) => weis?.cards.includes(card)));
}

/** Write the Stöck of a seat. @param {SoloGame} game @param {Deal} deal @param {Seat} seat */
export function writeStoeck(game, deal, seat) {
  deal.stoeck = seat;
  const rule = game.book.alone.rules["stoeck.points"];
  game.write(deal, sideOf(seat), "stoeck", game.book.stoeck.points, game.bonus(deal), rule, trickNumber(deal));
}

/** What held Stöck are worth to each side. @param {SoloGame} game @param {Deal} deal @param {boolean} shown whether those count that were shown @returns {Pair<number>} */
export function heldStoeck(game, deal, shown) {
  const seat = holder(game, deal);
  if (seat === null || (!shown && deal.stoeck !== null)) return [0, 0];
  return only(sideOf(seat), game.book.stoeck.points * game.bonus(deal));
}

/** Whether the Weis of a seat can be demanded to be seen: it is valid, and nobody has led to the second trick. (JR-WEIS-18) @param {SoloGame} game @param {Seat} of */
export function demandable(game, of) {
  const { deal } = game;
  if (!deal?.announced[of] || deal.phase !== "playing" || game.now.over || deal.revealed.includes(of)) return false;
  const begun = deal.tricks.length !== 1 || !deal.open;
  return !begun && deal.best !== null && sideOf(deal.best) === sideOf(of);
}
