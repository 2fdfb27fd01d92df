// The messages, views and books that the server sends, as docs/protocol.md describes them. For the type checker alone: no browser
// ever loads this file.

export type Seat = number;
export type Team = number;
/** Two letters, suit then rank. */
export type Card = string;
/** As in the record: a suit, `obenabe`, `slalom-oben`, `trio-E-tuo` … */
export type Mode = string;
export type Faces = "german" | "french";
/** One value for each of the two sides. */
export type Pair<Value> = [Value, Value];

// ---- the table ------------------------------------------------------------------------------------------------------------------

export interface SeatFacts {
  name: string;
  bot: string;
  here: boolean;
  you?: boolean;
  away: number | null;
  stand_in: boolean;
  plays: string;
}

export interface TableFacts {
  code: string;
  state: "lobby" | "playing" | "over";
  game: number;
  host: Seat | null;
  you_host: boolean;
  book: string;
  title: string;
  faces: Faces;
  playing: "guided" | "free";
  timer: number;
  target: number;
  deals: number;
  level: string;
  levels: string[];
  unknown: Record<string, string[]>;
  spectators: boolean;
  chat: boolean;
  hints: boolean;
  shared: boolean;
  reserved: boolean; // seats are given by an evening or a club
  share: Seat[];
  again: Seat[];
  ready: Seat[];
  watching: number;
  seats: SeatFacts[];
  vote: null | { seat: Seat; votes: Record<string, "wait" | "bot">; needed: number };
  deadline: number | null;
  now: number;
  phrases: string[];
}

// ---- the view -------------------------------------------------------------------------------------------------------------------

/** One half of the slate. */
export interface Strokes {
  hundreds: number;
  fifties: number;
  twenties: number;
  remainder: number;
}

/** One number on the slate, and where it came from. */
export interface Entry {
  deal: number;
  team: Team;
  source: string;
  raw: number;
  factor: number;
  points: number;
  rule: string;
  trick: number;
}

/** A row of a sheet that has one for each variant: a cell per side that chose it. */
export interface SheetRow {
  variant: string;
  factor: number;
  cells: Pair<null | { deal: number; points: Pair<number>; nuller: boolean; chooser: Team }>;
}

/** A sheet with a line for each deal: for each side the numbers under the columns, what it writes last; -1: none was said. */
export interface DealRows {
  columns: string[];
  rows: { deal: number; cells: number[][] }[];
}

export interface DealResult {
  deal: number;
  points: number[];
  match: Team | null;
  /** The party of each seat in this deal; `match` and `last` name one of them. */
  parties: number[];
  last: Team | null;
  mode: Mode | null;
  variant: string;
  factor: number;
  announcer: Seat | null;
  claim: null | { seat: Seat; right: boolean };
}

/** What stands on a slate, of a game at a table as of one with real cards. */
export interface Score {
  totals: number[];
  slate: Strokes[];
  entries: Entry[];
  striche: number[] | null;
  sheet: SheetRow[] | null;
  deal_rows: DealRows | null;
  bergpreis: Team | null;
  over: boolean;
  winner: Team | null;
}

interface Offered<Label extends string> {
  event: ClientEvent;
  label: Label;
}
export type Announcement = Offered<"announced"> & { event: { mode: Mode; variant?: string }; factor?: number };
export type WeisOption = Offered<"weis-announced"> & { points: number; cards: Card[] };
export type MoreWeisOption = Offered<"weis-added"> & { points: number; cards: Card[][] };
export type CutOption = Offered<"cut"> & { min: number; max: number };
/** A number is asked for: the event with `field` filled in. Its label is the kind of the event. */
export type AmountOption = Offered<"other"> & { amount: { field: string; min: number; max: number; step: number } };
/** Asking for somebody's Weis, or demanding to see it. */
export type WeisQuestion = Offered<"weis-asked" | "weis-demanded"> & { event: { of: Seat } };
type Each<Label extends string> = Label extends string ? Offered<Label> : never;
export type PlainOption = Each<"pushed" | "stoeck-shown" | "thanked" | "claimed" | "hand-shown" | "conceded" | "other">;
/** Something that the seat may do beside playing a card. */
export type Option = Announcement | WeisOption | MoreWeisOption | WeisQuestion | CutOption | AmountOption | PlainOption;

/** What this seat knows of an announced Weis; `why` once it has won, as far as the seat can tell. */
export interface WeisSeen {
  seat: Seat;
  points: number;
  cards: Card[] | null;
  top: string | null;
  trump: boolean | null;
  laid: boolean;
  why: "points" | "cards" | "rank" | "trump" | "order" | null;
}

export interface Effects {
  bans: { team: Team; suit: string | null; card: Card | null }[];
  must: Seat[];
  barred: Seat[];
  trick_to: Team | null;
  leads_next: Seat | null;
}

export interface Pending {
  offence: string;
  seat: Seat;
  text: string;
  rules: string[];
  choices: { choice: string; by: Seat[]; options: string[] }[];
  /** What the book says if a message is judged a remark. */
  follows: string;
}

/** A deal that is over, with all that it was made of; `nonce` is what people have added, by seat. */
export interface FairDeal {
  deal: number;
  dealer: Seat;
  commitment: string;
  seed: string;
  nonce: string;
  way: string;
  lifted: number;
  cutter: Seat | null;
  /** how it was dealt, and the cards that were put aside before */
  packets: number[];
  between: number;
  /** Whether the dealer gave himself no cards. */
  dealer_out?: boolean;
  aside: Card[];
}

/** The game as one seat may see it. */
export interface View extends Score {
  seat: Seat | null;
  target: number;
  names: string[];
  /** The side of each seat. */
  sides: Team[];
  /** What only this game shows; lists have an entry for each seat. */
  own: Record<string, unknown>;
  number: number;
  phase: null | "preparing" | "bidding" | "playing" | "over";
  dealer: Seat;
  cut: null | { seat: Seat; min: number; max: number; commitment: string; number: number; bots: Seat[]; given: boolean };
  hand: Card[];
  legal: Card[];
  hand_hidden: boolean;
  cards_left: number[];
  to_act: Seat | null;
  /** Everybody who has to act now. */
  awaited: Seat[];
  /** Seats without a part in this deal. */
  idle: Seat[];
  pushes: number;
  announcer: Seat | null;
  mode: Mode | null;
  variant: string;
  factor: number;
  trump: string | null;
  trick: [Seat, Card][];
  trick_open: boolean;
  trick_winner: Seat | null;
  last_trick: null | { number: number; leader: Seat; winner: Seat; cards: [Seat, Card][] };
  /** by party */
  tricks_won: number[];
  /** the party of each seat in this deal: its side, unless the deal has made others */
  parties: number[];
  /** all sides that have won; none in a draw */
  winners: Team[];
  points: number[];
  weise: WeisSeen[];
  weis_winner: Seat | null;
  weis_offer: null | { points: number; cards: Card[] };
  written: number[];
  result: DealResult | null;
  schneider: boolean;
  over_by: string | null;
  options: Option[];
  faults: { wrong: string; seat: Seat; card: Card }[];
  effects: Effects | null;
  must: Card[];
  dead: Card[];
  pending: Pending | null;
  objections: string[];
  fair: null | { commitment: string | null; packets: number[]; deals: FairDeal[] };
}

// ---- events and messages --------------------------------------------------------------------------------------------------------

interface Happened {
  by?: "timeout" | "bot";
}
/** What happened, as this seat may see it; kinds that no page tells of are left out. */
export type GameEvent = Happened &
  (
    | { event: "card-played"; seat: Seat; card: Card }
    | { event: "announced"; seat: Seat; mode: Mode }
    | { event: "weis-announced"; seat: Seat; points: number }
    | { event: "weis-added"; seat: Seat; points?: number[] }
    | { event: "weis-named"; seat: Seat; rank: string }
    | { event: "weis-asked" | "weis-demanded"; seat: Seat; of: Seat }
    | { event: "incident-reported"; seat: Seat; offence: string }
    | { event: "choice-made"; seat?: Seat; option: string; official?: string }
    | { event: "ruling-made"; seat?: Seat; text: string; rule: string }
    | { event: "cut"; seat: Seat; lifted: number }
    | { event: "pushed" | "stoeck-shown" | "thanked" | "claimed" | "dealt"; seat: Seat }
    | { event: "shuffled"; seat?: Seat }
    | { event: "deal-committed"; commitment: string; bots?: Seat[]; given?: boolean; seat?: Seat }
  );

/** What a client may do in a game; the seat is the server's to know. */
export interface ClientEvent {
  event: string;
  card?: Card;
  [fact: string]: unknown;
}

export interface ActMessage {
  t: "act";
  id: string;
  event: ClientEvent;
  stoeck?: boolean;
}

export type ClientMessage =
  | ActMessage
  | { t: "hello"; since: number; lang: string; kept: number; pace: string; faces: string }
  | { t: "prefer"; pace: string; faces: string }
  | { t: "name"; name: string }
  | { t: "sit" | "kick"; seat: Seat }
  | { t: "bot"; seat: Seat; level: string }
  | { t: "leave" | "start" | "again" | "ping" }
  | { t: "ready" }
  | { t: "contribute"; id: string; commitment: string; nonce: string }
  | { t: "vote"; choice: string }
  | { t: "say"; phrase: string }
  | { t: "chat"; text: string }
  | { t: "hints"; yes: boolean }
  | { t: "hint" }
  | { t: "share"; yes: boolean };

export type SyncMessage = { t: "sync"; n: number; head: string; you: Seat | null; table: TableFacts; view: View | null };
/** With `view` what has changed of it, and the entries of the slate from place `from` on where any are new. */
export type EventMessage = {
  t: "event";
  n: number;
  event: GameEvent;
  view: Partial<View>;
  entries?: { from: number; new: Entry[] };
};
export type Answer =
  | { t: "ok"; id: string; n: number; head?: string }
  | { t: "refused"; id: string; reason: string; rule: string; text: string }
  | { t: "error"; id?: string; code: string; text: string };
/** What the strongest player would do, with the key and the facts of the sentence that says why. */
export type HintMessage = { t: "hint"; n: number; event: ClientEvent; key: string; facts: Record<string, string | number> };
export type ServerMessage =
  | SyncMessage
  | EventMessage
  | Answer
  | { t: "table"; table: TableFacts; you?: Seat | null }
  | { t: "said"; seat: Seat | null; name: string; phrase: string }
  | { t: "chat"; seat: Seat | null; name: string; text: string }
  | { t: "contributed"; commitment: string }
  | { t: "past"; n: number; head: string; begins: number }
  | HintMessage
  | { t: "pong"; time: number };

// ---- books ----------------------------------------------------------------------------------------------------------------------

/** What a page has to know of a rule book: every number that it counts or draws with. */
export interface BookFacts {
  key: string;
  title: string;
  /** The title, and what game it is where that is not the usual one. */
  label: string;
  target: number;
  /** How many deals a game has; 0 where it does not end by them. */
  deals: number;
  faces: Faces;
  /** How a game is written: strokes on the slate, a sheet with a row for each variant, or one with a line for each deal. */
  sheet: "strokes" | "rows" | "deals";
  /** The side of each seat, for every number of players with whom it is played, the usual one first. */
  seatings: Team[][];
  /** What stands for each side in a line of a sheet by deals, what is written last. */
  columns: string[];
  /** Whether a result cannot be written without what was played. */
  needs_mode: boolean;
  /** What may be announced, or the rows of the sheet, with the factor of each. */
  factors: Record<string, number>;
  /** The mode that stands for a row where the way it was played does not matter. */
  played_as: Record<string, Mode>;
  /** What both sides make together in a deal, before bonus and factor. */
  total: number;
  /** the highest number that is typed for a side */
  most_typed: number;
  match_bonus: number;
  /** What Stöck count, 0 where the book has none, and the modes in which there are any. */
  stoeck: { points: number; modes: Mode[] };
  /** What Weise count, the smallest first; empty where the book has none. */
  weise: number[];
  /** Whether Weis and Stöck are multiplied too. */
  times_factor: boolean;
  /** What a stroke on each bar of the slate is worth. */
  strokes: Omit<Strokes, "remainder">;
  /** For sheets by rows: a whole deal in tens, and the unit digit from which points are rounded up. */
  tens: { whole: number; round_up_from: number };
  /** For each mode its trump, and how each trick is decided: `t` with trump, `o` from the top, `u` from the bottom. */
  modes: Record<Mode, { trump: string | null; blocks: string }>;
  /** How many cards there are. */
  pack: number;
  /** The ranks from the weakest to the strongest, for each way to decide a trick; in `t` those of the trump suit. */
  orders: { t: string; o: string; u: string };
}

// ---- the Jasstafel --------------------------------------------------------------------------------------------------------------

/** The result of a deal with real cards. */
export interface EnteredEvent {
  event: "result-entered";
  points: number[];
  said?: number[];
  mode?: Mode;
  variant?: string;
  announcer?: Seat;
  weis?: Pair<number>;
  stoeck?: Pair<number>;
  match?: Team;
}
export type SlateOp = { id: string; op: "enter"; event: EnteredEvent } | { id: string; op: "undo"; of: string };

/** The answer to an upload. */
export interface SlateAnswer {
  ops: string[];
  refused: { id: string; reason: string; text: string }[];
  view: Score;
}

// ---- the replay -----------------------------------------------------------------------------------------------------------------

export interface ReplayStep {
  n: number;
  event: GameEvent;
  hands: Card[][];
  trick: [Seat, Card][];
  to_act: Seat | null;
  points: number[];
}

export interface Replay {
  deal: number;
  names: string[];
  sides: Team[];
  /** Who plays with whom in this deal, for the points of the steps from the play on. */
  parties: number[];
  faces: Faces;
  dealer: Seat;
  announcer: Seat;
  mode: Mode | null;
  variant: string;
  factor: number;
  steps: ReplayStep[];
  entries: Entry[];
  opinions: string | null;
  unjudged: boolean;
}

/** What a bot thinks of a card that was played. */
export interface Opinion {
  card: Card;
  best: Card;
  reason: string;
  pot: number;
  gain: number;
  loss: number;
  cards: [Card, number, number?][];
  doubt?: number;
  /** What the numbers of the cards are in this game, and from which loss on a card is a mistake; points, and five, where not said. */
  unit?: string;
  dear?: number;
  /** What a player one level above the table would have played; only where the card was dear. */
  above?: Card | null;
}

/** What is to be said of an announcement, or of a Weis that was kept quiet. */
export interface SpokenOpinion {
  n: number;
  seat: Seat;
  kind: "bid" | "weis" | "said";
  loss: number | null;
  /** What would have been better, in a game that judges its own bidding. */
  event?: GameEvent;
  best?: string;
  key?: string;
  facts?: Record<string, string | number>;
  cards?: Card[];
}
