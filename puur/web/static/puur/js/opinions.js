/** What a strong bot thinks of the cards of a deal: asked for on demand, worked out by the server, shown step by step. */

import { cardImage, cardName, modeName } from "./cards.js";
import { h } from "./dom.js";
import { say } from "./texts.js";
import { wordsFor } from "./words.js";

/** @import { GameEvent, Opinion, Replay, ReplayStep, SpokenOpinion } from "types/protocol" */
/** @typedef {{at: number, loss: number, text: string, opinion: Opinion|null}} Mistake a step that cost points, and what is said of it */

const DEAR = 5; // points on average: less is a matter of taste
const LESS = ["fewer", "difference", "tricks"]; // what a game wants little of comes as a negative number
const MOST = 5;
const AROUND = { nameOf: () => "", factor: 1, winner: null, trump: null, weise: [], rival: 0 };
const SOON = ["working", "busy", "nobody"]; // the page asks again by itself

export class Opinions {
  /** @param {string} address @param {() => void} redraw */
  constructor(address, redraw) {
    this.address = address;
    this.redraw = redraw;
    this.state = "";
    this.done = 0;
    this.of = 0;
    /** @type {Record<string, Opinion>} by the number of the step */
    this.cards = {};
    /** @type {SpokenOpinion[]} */
    this.spoken = [];
    this.trying = -1; // the step that somebody wants to try first; -1: none
    this.tried = ""; // the card that was chosen there
  }

  async ask() {
    try {
      const answer = await fetch(this.address);
      if (!answer.ok) throw new Error(String(answer.status));
      Object.assign(this, await answer.json());
    } catch {
      this.state = "error";
    }
    this.redraw();
    if (SOON.includes(this.state)) setTimeout(() => this.ask(), this.state === "working" ? 600 : 3000);
  }

  /**
   * The panel below the replay.
   * @param {Replay} replay @param {ReplayStep} step @param {string} faces @param {(at: number) => void} go
   */
  panel(replay, step, faces, go) {
    return h(
      "section",
      { class: "panel opinion", "data-state": this.state, "aria-labelledby": "opinion-title" },
      h("h2", { id: "opinion-title" }, say("bots.opinion.title")),
      this.body(replay, step, faces, go),
    );
  }

  /** @param {Replay} replay @param {ReplayStep} step @param {string} faces @param {(at: number) => void} go */
  body(replay, step, faces, go) {
    if (this.state === "ready" && this.trying >= 0) return this.attempt(replay, faces, go);
    if (this.state === "ready")
      return [this.timeline(replay, faces, go), this.card(step, faces), this.dearest(replay, faces, go), this.luck(replay)];
    if (SOON.includes(this.state))
      return h("p", { role: "status" }, say(`bots.opinion.${this.state}`, { done: this.done, of: this.of }));
    return [
      h("p", { class: "hint" }, say(this.state === "error" ? "bots.opinion.error" : "bots.opinion.text")),
      h("button", { class: "secondary", onclick: () => this.ask(), "data-act": "opinions" }, say("bots.opinion.ask")),
    ];
  }

  /** @param {ReplayStep} step @param {string} faces */
  card(step, faces) {
    const opinion = this.cards[step.n];
    if (!opinion) return h("p", { class: "hint" }, say("bots.opinion.none"));
    const facts = {
      card: cardName(opinion.card, faces),
      best: cardName(opinion.best, faces),
      pot: opinion.pot,
      loss: opinion.loss,
      gain: opinion.gain,
    };
    const doubt = opinion.doubt ?? 0; // opinions that were kept from before have none
    const plain = pointed(opinion);
    const said = plain || opinion.reason !== "behind" ? [say(`bots.reason.${opinion.reason}`, facts)] : [];
    if (plain && opinion.loss >= 1 && opinion.reason !== "behind") said.push(say("bots.reason.behind", facts));
    if (plain && opinion.gain >= Math.max(1, doubt)) said.push(say("bots.gain", facts));
    if (opinion.loss >= dearOf(opinion) / 5 && opinion.loss < doubt) said.push(say("bots.opinion.unsure", { doubt }));
    if (opinion.unit && opinion.unit !== "points") said.push(say("bots.opinion.own"));
    const [top, low] = [opinion.cards[0]?.[1] ?? 0, opinion.cards[opinion.cards.length - 1]?.[1] ?? 0];
    return [
      h("p", null, said.join(" ")),
      h(
        "ul",
        { class: "opinion-cards" },
        opinion.cards.map(([card, points, error]) =>
          h(
            "li",
            { key: card, class: card === opinion.card ? "now" : "" },
            cardImage(card, faces),
            h("meter", {
              min: Math.min(low, top - 4 * dearOf(opinion)) - dearOf(opinion),
              max: top,
              value: points,
              "aria-hidden": "true",
            }),
            h(
              "span",
              null,
              expectedText(opinion, cardName(card, faces), points, error ?? 0),
              card === opinion.card ? ` (${say("bots.opinion.played")})` : "",
            ),
          ),
        ),
      ),
    ];
  }

  /** All that cost points and that a player one level above would have found, in the order of the deal. @param {Replay} replay @param {string} faces @returns {Mistake[]} */
  mistakes(replay, faces) {
    return replay.steps.flatMap((step, at) => {
      const opinion = this.cards[step.n];
      const name = replay.names[step.event.seat ?? 0];
      const said = this.spoken
        .filter((each) => each.n === step.n && (each.loss === null || each.loss >= DEAR))
        .map((each) => ({ at, loss: each.loss ?? 0, text: spokenText(each, name, faces), opinion: null }));
      if (!opinion || opinion.loss < Math.max(dearOf(opinion), opinion.doubt ?? 0) || !findable(opinion)) return said;
      const facts = { name, card: cardName(opinion.card, faces), best: cardName(opinion.best, faces), loss: opinion.loss };
      const loss = (opinion.loss * DEAR) / dearOf(opinion); // as large as a mistake of so many points
      return [...said, { at, loss, text: say(pointed(opinion) ? "bots.opinion.cost" : "bots.opinion.cost.other", facts), opinion }];
    });
  }

  /** The deal as a line, each mistake on it as large as what it cost. @param {Replay} replay @param {string} faces @param {(at: number) => void} go */
  timeline(replay, faces, go) {
    const last = Math.max(1, replay.steps.length - 1);
    return h(
      "div",
      { class: "mistakes", role: "group", "aria-label": say("bots.opinion.dear") },
      this.mistakes(replay, faces).map((mistake, n) =>
        h("button", {
          key: n,
          class: "mistake",
          vars: { at: mistake.at / last, size: Math.min(1, mistake.loss / 40) },
          "aria-label": mistake.text,
          title: mistake.text,
          onclick: () => go(mistake.at),
        }),
      ),
    );
  }

  /** The result taken apart: what was played well or badly, and what the cards brought. @param {Replay} replay */
  luck(replay) {
    const end = replay.steps.at(-1)?.points;
    const aimed = Object.values(this.cards).some((each) => each.unit && each.unit !== "points");
    if (!end || end.length !== 2 || !replay.mode || aimed) return null;
    const lost = [0, 0];
    for (const step of replay.steps) {
      const opinion = this.cards[step.n];
      if (opinion) lost[replay.sides[step.event.seat ?? 0]] += opinion.loss;
    }
    const over = Math.round(end[0] - (end[0] + end[1]) / 2);
    const played = Math.round(lost[1] - lost[0]);
    const facts = { team: teamOf(replay, 0), over: signed(over), played: signed(played), luck: signed(over - played) };
    return h("p", { class: "hint luck" }, say("bots.opinion.luck", facts));
  }

  /** A place that went wrong, to be tried before anything is told. @param {Replay} replay @param {string} faces @param {(at: number) => void} go */
  attempt(replay, faces, go) {
    const step = replay.steps[this.trying];
    const opinion = this.cards[step.n];
    const name = replay.names[step.event.seat ?? 0];
    /** @param {string} card */
    const choose = (card) => {
      this.tried = card;
      this.redraw();
    };
    const leave = () => {
      const at = this.trying;
      this.trying = -1;
      this.tried = "";
      go(at);
    };
    const points = new Map(opinion.cards.map(([card, value]) => /** @type {const} */ ([card, value])));
    const behind = this.tried ? (points.get(opinion.best) ?? 0) - (points.get(this.tried) ?? 0) : 0;
    const verdict = this.tried === opinion.best ? "best" : behind < dearOf(opinion) ? "good" : "worse";
    const loss = pointed(opinion) ? Math.round(behind) : behind.toFixed(1);
    return [
      h("p", null, h("strong", null, say("bots.try.ask", { name }))),
      h(
        "div",
        { class: "try-cards" },
        [...points.keys()].sort().map((card) =>
          h(
            "button",
            {
              key: card,
              class: !this.tried ? "" : card === opinion.best ? "right" : card === this.tried ? "wrong" : "other",
              "data-try": card,
              onclick: () => choose(card),
            },
            cardImage(card, faces),
          ),
        ),
      ),
      this.tried
        ? h(
            "p",
            { role: "status", "data-verdict": verdict },
            say(`bots.try.${verdict}`, { best: cardName(opinion.best, faces), loss }),
          )
        : null,
      h("button", { class: "secondary", "data-act": "try-end", onclick: leave }, say(this.tried ? "bots.try.show" : "web.cancel")),
    ];
  }

  /** @param {Replay} replay @param {string} faces @param {(at: number) => void} go */
  dearest(replay, faces, go) {
    const dear = this.mistakes(replay, faces)
      .sort((a, b) => b.loss - a.loss)
      .slice(0, MOST);
    /** @param {number} at */
    const tryFirst = (at) => {
      this.trying = at;
      this.tried = "";
      go(at - 1);
    };
    if (!dear.length) return h("p", { class: "hint" }, say("bots.opinion.clean", { points: DEAR }));
    return [
      h("h3", null, say("bots.opinion.dear")),
      h(
        "ul",
        { class: "opinion-dear" },
        dear.map(({ at, text, opinion }) =>
          h(
            "li",
            { key: `${at} ${text}` },
            h("button", { class: "secondary", onclick: () => go(at) }, text),
            opinion
              ? h("button", { class: "secondary", "data-act": "try", onclick: () => tryFirst(at) }, say("bots.try.first"))
              : null,
          ),
        ),
      ),
    ];
  }
}

/** Whether a player one level above would have done clearly better; where none was asked it counts. @param {Opinion} opinion */
function findable(opinion) {
  if (!opinion.above) return true;
  const points = new Map(opinion.cards.map(([card, value]) => /** @type {const} */ ([card, value])));
  return (points.get(opinion.above) ?? 0) - (points.get(opinion.card) ?? 0) >= dearOf(opinion) / 2;
}

/** From which loss on a card is a mistake in its game. @param {Opinion} opinion */
const dearOf = (opinion) => opinion.dear ?? DEAR;

/** Whether a loss is in points. @param {Opinion} opinion */
const pointed = (opinion) => dearOf(opinion) === DEAR;

/** What a card is expected to bring, in what the game wants. @param {Opinion} opinion @param {string} card @param {number} points @param {number} error */
function expectedText(opinion, card, points, error) {
  const { unit } = opinion;
  if (!unit || unit === "points") return say(error ? "bots.expected_about" : "bots.expected", { card, points, error });
  const shown = LESS.includes(unit) ? Math.abs(points) : points;
  const text = say(`bots.worth.${unit}`, { card, points: shown });
  return error ? `${text} ± ${error}` : text;
}

/** @param {SpokenOpinion} spoken @param {string} name @param {string} faces */
function spokenText(spoken, name, faces) {
  if (spoken.kind === "weis") {
    const cards = (spoken.cards ?? []).map((card) => cardName(card, faces)).join(", ");
    return say("bots.opinion.weis", { name, points: spoken.loss, cards });
  }
  if (spoken.event) {
    const why = say(spoken.key ?? "", spoken.facts);
    return say("bots.opinion.said", { name, best: wordOf(spoken.event, faces), why });
  }
  const best = spoken.best === "push" ? say("play.bid.push") : modeName(spoken.best ?? "", faces);
  const why = spoken.key ? say(spoken.key, spoken.facts) : "";
  return say(spoken.loss === null ? "bots.opinion.bid" : "bots.opinion.bid.cost", { name, best, loss: spoken.loss, why });
}

/** What somebody says in a bidding, as they say it; a number alone is told, also where it was secret. @param {GameEvent} event @param {string} faces */
function wordOf(event, faces) {
  const { points, mode } = /** @type {{points?: number, mode?: string}} */ (event);
  if (points !== undefined && mode === undefined) return String(points);
  const words = wordsFor(event, AROUND, faces);
  return (words.bubble?.text ?? words.text).replace(/\.$/, "");
}

/** @param {Replay} replay @param {number} side */
const teamOf = (replay, side) => replay.names.filter((_, seat) => replay.sides[seat] === side).join(" + ");

/** @param {number} number */
const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));
