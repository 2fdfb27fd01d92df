// The Jasszettel of an evening, on the phone: what the server says of a table, and what is sent back. For the type checker alone.

/** Every number of the rule book that the page counts with; `page_rules` in `core/typed.py`. */
export interface Rules {
  /** How it may be typed, the usual way first. */
  ways: Way[];
  /** The side of each seat. */
  sides: number[];
  deals: number;
  /** What all sides make together in a deal, and what a Match adds. */
  total: number;
  bonus: number;
  /** Whether the number of Matches is asked for. */
  matches: boolean;
  /** The control sum of a round; 0: none. */
  sum: number;
  /** The lowest total that a side may have. */
  least: number;
  /** Whether a small difference is split, and which side gets the smaller half. */
  split: boolean;
  schreiber: number;
  estimate: boolean;
  /** Fixed lines: key, factor and name of each, and what a line holds before its factor. */
  lines: [string, number, string][];
  line_sum: number;
  /** What one of each Strich counts. */
  units: StricheRow;
}

export type Way = "deals" | "rows" | "striche" | "total";

export interface StricheRow {
  match: number;
  bergpreis: number;
  victory: number;
  schneider: number;
}

/** A deal, or a fixed line and the side that chose it: for each side its numbers, what is written last. */
export interface Row {
  deal: number;
  cells: number[][];
  name?: string;
  factor?: number;
  chooser?: number | null;
}

/** A sheet as `puur.log.sheets` writes it: what is empty is left out. */
export interface Sheet {
  totals?: number[] | null;
  rows?: Row[];
  matches?: number[];
  striche?: Partial<StricheRow>[] | null;
  estimated?: number[];
}

/** What is typed so far. `hand` says which numbers somebody typed; the last one follows them. */
export interface Fields {
  way: Way;
  deals: string[][];
  hand: boolean[][];
  estimated: number[];
  points: string[];
  pointsHand: boolean[];
  matches: string[];
  rows: Record<string, string[]>;
  match: number[];
  bergpreis: number;
  victory: number;
  schneider: boolean;
}

/** What the fields make, and how it stands to the control sum. */
export interface Count {
  ready: boolean;
  ok: boolean;
  reason: string;
  facts: Record<string, string | number>;
  points: number[] | null;
  settled: number[] | null;
  /** The deals that do not add up, from 1. */
  wrong: number[];
  sheet: Sheet | null;
}

export interface Draft {
  id: string;
  sheet: Sheet;
  call: boolean;
  found: number;
  expected: number;
  settled: number[] | null;
}

export interface Result {
  sheet: Sheet;
  settled: number[] | null;
  rule: string;
  locked: boolean;
}

/** What a phone may know of its table. */
export interface EntryState {
  at: number;
  evening: { code: string; title: string; date: string; venue: string };
  round: number;
  table: number;
  now: number;
  late: boolean;
  phase: "open" | "waiting" | "confirmed" | "closed" | "gone";
  seats: { letter: string; name: string; writes: boolean }[];
  rules: Rules;
  drafts: (Draft | null)[];
  result: Result | null;
}

/** What is said about a sheet; beside it goes who says it and where. */
export interface Said {
  kind?: "enter" | "both" | "confirm";
  sheet?: Sheet | null;
  of?: string;
  call?: boolean;
}
export type Message = Said & { kind: string; id: string; seq: number; side: string; evening: string; round: number; table: number };

/** What a phone keeps of a table. */
export interface Kept {
  secret: string;
  where: { round: number; table: number; title: string };
  side: string;
  fields: Fields | null;
  outbox: Message | null;
  refused: string;
  state: EntryState;
  when: number;
  seq?: number;
}
