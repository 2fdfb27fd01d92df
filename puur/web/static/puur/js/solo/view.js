/** What the person sees of a game without a server: the view and the table as a server would tell them (docs/protocol.md), never another hand. */

import { strokesOf } from "../count.js";
import { addable, demandable, offered, stoeckEarly } from "./bonus.js";
import { PLAYERS, sideOf } from "./rules.js";
import { YOU } from "./round.js";
import { strength } from "./weise.js";

/** @import { DealResult, GameEvent, Option, Seat, TableFacts, Team, View, WeisSeen } from "types/protocol" */
/** @import { Deal, Kept, SoloEvent, Weis } from "types/solo" */
/** @import { SoloGame } from "./game.js" */

const SIDES = Array.from({ length: PLAYERS }, (_, seat) => sideOf(seat));
const LEVEL = "prinz";

/** The table around the game. @param {SoloGame} game @param {Kept} kept @returns {TableFacts} */
export function tableOf(game, kept) {
  const { book } = game;
  return {
    code: "",
    state: game.now.over ? "over" : "playing",
    game: kept.when,
    host: YOU,
    you_host: false,
    book: book.key,
    title: book.title,
    faces: kept.faces === "french" || kept.faces === "german" ? kept.faces : book.faces,
    playing: "guided",
    timer: 0,
    target: game.target,
    deals: book.deals,
    level: LEVEL,
    levels: [LEVEL],
    unknown: {},
    spectators: false,
    chat: false,
    hints: true,
    shared: false,
    reserved: false,
    share: [],
    again: [],
    ready: [],
    watching: 0,
    seats: kept.names.map((name, seat) => ({
      name,
      bot: seat === YOU ? "" : LEVEL,
      here: true,
      you: seat === YOU,
      away: null,
      stand_in: false,
      plays: seat === YOU ? "" : LEVEL,
    })),
    vote: null,
    deadline: null,
    now: Date.now(),
    phrases: [],
  };
}

/** The game as the person may see it. @param {SoloGame} game @param {Kept} kept @returns {View} */
export function viewOf(game, kept) {
  const { now, book, deal } = game;
  const { written } = game;
  const playing = deal?.phase === "playing";
  const hidden = Boolean(book.alone.waits && deal?.phase === "bidding" && !deal.pushes && deal.first === (YOU + 2) % PLAYERS);
  const trick = deal?.open ? deal.tricks[deal.tricks.length - 1] : null;
  const leader = trick?.leader ?? deal?.leader ?? 0;
  const turn = game.toAct;
  const weis = deal ? offered(game, YOU) : null;
  return {
    seat: YOU,
    target: game.target,
    names: kept.names,
    sides: SIDES,
    own: {},
    number: deal?.number ?? 0,
    phase: deal?.phase ?? null,
    dealer: deal?.dealer ?? 0,
    cut: null,
    hand: hidden || !deal ? [] : deal.hands[YOU],
    legal: game.legal(YOU),
    hand_hidden: hidden,
    cards_left: deal ? deal.hands.map((hand) => hand.length) : SIDES.map(() => 0),
    to_act: turn,
    awaited: turn === null ? [] : [turn],
    idle: [],
    pushes: deal?.pushes ?? 0,
    announcer: deal?.announcer ?? null,
    mode: deal?.mode ?? null,
    variant: "",
    factor: deal?.factor ?? 1,
    trump: deal?.mode ? book.modes[deal.mode].trump : null,
    trick: deal && (playing || deal.open) ? deal.cards.map((card, place) => [(leader + place) % PLAYERS, card]) : [],
    trick_open: Boolean(deal?.open),
    trick_winner: trick?.winner ?? null,
    last_trick: trick && deal ? { number: deal.tricks.length, leader, winner: trick.winner, cards: laid(trick) } : null,
    tricks_won: deal ? deal.won : [0, 0],
    parties: SIDES,
    winners: now.winner === null ? [] : [now.winner],
    points: deal ? deal.points : [0, 0],
    weise: deal ? weiseSeen(game, deal) : [],
    weis_winner: deal?.best ?? null,
    weis_offer: weis && { points: weis.points, cards: weis.cards },
    written,
    result: deal?.phase === "over" ? resultOf(game, deal) : null,
    schneider: now.schneider,
    over_by: now.overBy || null,
    options: deal ? optionsOf(game, deal, weis) : [],
    faults: [],
    effects: null,
    must: [],
    dead: [],
    pending: null,
    objections: [],
    fair: null,
    totals: game.totals,
    slate: written.map((points) => strokesOf(points, book.strokes)),
    entries: now.entries,
    striche: stricheOf(game),
    sheet: null,
    deal_rows: null,
    bergpreis: now.bergpreis,
    over: now.over,
    winner: now.winner,
  };
}

/** @param {{leader: Seat, cards: string[]}} trick @returns {[Seat, string][]} */
const laid = (trick) => trick.cards.map((card, place) => [(trick.leader + place) % PLAYERS, card]);

/** What the person may do beside playing a card. @param {SoloGame} game @param {Deal} deal @param {Weis|null} weis @returns {Option[]} */
function optionsOf(game, deal, weis) {
  const { factors } = game.book;
  /** @type {Option[]} */
  const options = [];
  if (deal.phase === "bidding" && deal.speaker === YOU && !game.now.over) {
    for (const [mode, factor] of Object.entries(factors))
      options.push({ event: { event: "announced", mode }, label: "announced", factor });
    if (!deal.pushes) options.push({ event: { event: "pushed" }, label: "pushed" });
  }
  if (weis) {
    const { points, cards } = weis;
    options.push({ event: { event: "weis-announced", points }, label: "weis-announced", points, cards });
  }
  const more = addable(game, deal, YOU);
  if (more.length) {
    const weise = more.map(({ cards }) => cards.join("-"));
    const points = more.reduce((sum, each) => sum + each.points, 0);
    options.push({ event: { event: "weis-added", weise }, label: "weis-added", points, cards: more.map(({ cards }) => cards) });
  }
  if (stoeckEarly(game, YOU)) options.push({ event: { event: "stoeck-shown" }, label: "stoeck-shown" });
  for (let of = 1; of < PLAYERS; of += 1)
    if (demandable(game, of)) options.push({ event: { event: "weis-demanded", of }, label: "weis-demanded" });
  return options;
}

/** What the person knows of the Weise. @param {SoloGame} game @param {Deal} deal @returns {WeisSeen[]} */
function weiseSeen(game, deal) {
  return Object.entries(deal.announced).flatMap(([teller, weis]) => {
    const seat = Number(teller);
    if (!weis) return [];
    const known = seat === YOU || deal.revealed.includes(seat);
    const why = deal.best === seat ? whyHigher(game, deal, seat, weis) : null;
    const shown = { cards: known ? weis.cards : null, top: null, trump: null, laid: deal.revealed.includes(seat), why };
    return [{ seat, points: weis.points, ...shown }];
  });
}

/**
 * What makes the winning Weis higher than the others' best, as far as the person can tell.
 * @param {SoloGame} game @param {Deal} deal @param {Seat} best @param {Weis} weis @returns {WeisSeen["why"]}
 */
function whyHigher(game, deal, best, weis) {
  const { book } = game;
  const rivals = Object.entries(deal.announced).flatMap(([seat, said]) =>
    said && sideOf(Number(seat)) !== sideOf(best) ? [{ seat: Number(seat), said }] : [],
  );
  const level = rivals.filter(({ said }) => said.points === weis.points);
  if (!level.length) return rivals.length ? "points" : null;
  const seen = [best, ...level.map(({ seat }) => seat)];
  if (!seen.every((seat) => seat === YOU || deal.revealed.includes(seat)) || !deal.mode) return null;
  const mode = deal.mode;
  const first = deal.tricks[0].leader;
  /** @param {Seat} seat @param {Weis} said */
  const key = (seat, said) => strength(book, mode, said, (seat - first + PLAYERS) % PLAYERS);
  const own = key(best, weis);
  const theirs = key(level[0].seat, level[0].said);
  return book.alone.weis.steps.find((_, place) => own[place] !== theirs[place]) ?? null;
}

/** How a deal ended. @param {SoloGame} game @param {Deal} deal @returns {DealResult} */
function resultOf(game, deal) {
  const written = game.now.entries.filter((entry) => entry.deal === deal.number);
  /** @param {Team} team */
  const made = (team) => written.reduce((sum, entry) => sum + (entry.team === team ? entry.points : 0), 0);
  const { number, match, last, mode, factor, announcer } = deal;
  return {
    deal: number,
    points: [made(0), made(1)],
    parties: SIDES,
    match,
    last,
    mode,
    variant: "",
    factor,
    announcer,
    claim: null,
  };
}

/** The Striche of each seat; null where the book has none. @param {SoloGame} game */
function stricheOf(game) {
  const rules = game.book.alone.striche;
  const { now } = game;
  if (!rules.match && !rules.victory && !rules.bergpreis) return null;
  return SIDES.map((side) => {
    const won = now.over && now.winner === side;
    const matches = now.deals.filter((deal) => deal.phase === "over" && deal.match === side).length;
    const more = (now.bergpreis === side ? rules.bergpreis : 0) + (won ? rules.victory : 0);
    return rules.match * matches + more + (won && now.schneider ? rules.schneider : 0);
  });
}

/** An event as the table tells of it: nobody hears the cards of the others. @param {SoloGame} game after it @param {SoloEvent} event @returns {GameEvent} */
export function toldOf(game, event) {
  if (event.event === "hands-recorded") return { event: "dealt", seat: game.deal?.dealer ?? 0 };
  if (event.event === "weis-added" && event.seat !== YOU) {
    const points = (game.deal?.added[event.seat ?? 0] ?? []).map((weis) => weis.points);
    return { event: "weis-added", seat: event.seat ?? 0, points };
  }
  return /** @type {GameEvent} */ (/** @type {unknown} */ (event));
}
