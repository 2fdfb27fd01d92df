// A game without a connection, for the type checker alone: what the scripts know of a book, how a game is kept, what is sent later.

import type { BookFacts, Card, ClientEvent, Entry, Mode, Pair, Seat, Team } from "./protocol";

/** What decides and counts at the table, from `puur/web/solo_facts.py`. */
export interface Alone {
  /** What each card counts, by mode. */
  values: Record<Mode, Record<Card, number>>;
  /** The rank of the highest trump, which never has to follow. */
  puur: string;
  packets: number[];
  /** Whether the partner of the first speaker leaves the cards on the table until the decision. */
  waits: boolean;
  /** How many have to be named to write. */
  writers: number;
  last_trick: number;
  finish: "thanks" | "automatic" | "deals";
  /** The targets that may be played to, each with the limit of Bergpreis and Schneider; the book's own is `target`. */
  halves: Record<number, number>;
  bergpreis: boolean;
  schneider: boolean;
  /** In which order points count where both are out with the first trick. */
  ausmach: Source[];
  appeal: boolean;
  striche: { match: number; bergpreis: number; victory: number; schneider: number };
  weis: {
    enabled: boolean;
    /** From three cards on. */
    runs: number[];
    /** For each rank what four of it count, and the field of the book that says so. */
    fours: Record<string, [number, string]>;
    steps: ("points" | "cards" | "rank" | "trump" | "order")[];
    kreuzweis: boolean;
    silent_may_add: boolean;
    /** Whether a Weis that can never count is not announced. */
    unneeded: boolean;
  };
  stoeck: { ranks: string; early: boolean; with_weis: boolean };
  /** The provision behind a field. */
  rules: Record<string, string>;
}

export interface SoloBook extends BookFacts {
  deals: number;
  alone: Alone;
}

export type Source = "stoeck" | "weis" | "stich";

/** A Weis: its cards, from the lowest up or in the order of the suits. */
export interface Weis {
  cards: Card[];
  run: boolean;
  points: number;
  /** The field of the book that its value comes from. */
  field: string;
}

export interface Trick {
  leader: Seat;
  cards: Card[];
  winner: Seat;
  points: number;
}

export interface Deal {
  number: number;
  dealer: Seat;
  phase: "bidding" | "playing" | "over";
  dealt: Card[][];
  hands: Card[][];
  first: Seat;
  speaker: Seat;
  pushes: number;
  announcer: Seat | null;
  mode: Mode | null;
  factor: number;
  leader: Seat;
  turn: Seat;
  cards: Card[];
  open: boolean;
  tricks: Trick[];
  points: Pair<number>;
  won: Pair<number>;
  last: Team | null;
  match: Team | null;
  brokenOff: boolean;
  announced: Partial<Record<Seat, Weis>>;
  added: Partial<Record<Seat, Weis[]>>;
  best: Seat | null;
  revealed: Seat[];
  stoeck: Seat | null;
}

/** Everything that a game knows beside its events. */
export interface Standings {
  deals: Deal[];
  entries: Entry[];
  bergpreis: Team | null;
  /** The deal and the trick in which it was won. */
  bergpreisAt: string;
  over: boolean;
  overBy: string;
  winner: Team | null;
  schneider: boolean;
}

/** An event as it is kept and sent: the seats are numbers. */
export type SoloEvent = ClientEvent & { seat?: Seat };

/** What both sides have with the first trick of a deal, by source. */
export type Sources = Record<"base" | Source, Pair<number>>;

/** A game as this browser keeps it. */
export interface Kept {
  id: string;
  book: string;
  target: number;
  names: string[];
  faces: string;
  when: number;
  /** When something happened in it last; an older version did not note it. */
  played?: number;
  events: SoloEvent[];
  /** How many events the server has. */
  sent: number;
  /** How many deals of it can be replayed there. */
  joined: number;
  /** Under which code the server keeps it. */
  code: string;
  /** Why the server does not take it. */
  refused: string;
  over: boolean;
  totals: number[];
  won: boolean | null;
  deals: number;
}

/** The mind of the bots: parts of one file. */
export interface MindParts {
  address: string;
  parts: [name: string, kind: "half" | "tenth", shape: number[]][];
  /** How many numbers are seen of each card, and of all else; where each fact begins. */
  planes: number;
  wide: number;
  at: Record<string, number>;
  /** What the numbers are divided by. */
  scales: { deal: number; near: number; far: number; stated: number; value: number; game: number };
}
