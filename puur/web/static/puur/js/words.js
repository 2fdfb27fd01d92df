/** What happened, in words: a sentence for the live region, a bubble at the seat, a notice over the table. And how long it is shown. */

import { cardImage, cardName, modeName, modeSign, rankName } from "./cards.js";
import { h } from "./dom.js";
import { pause } from "./prefs.js";
import { has, say } from "./texts.js";
import { cardsOf, height, spoken } from "./weis.js";

/** @import { VNode } from "types/dom" */
/** @import { GameEvent, Seat, WeisSeen } from "types/protocol" */
/** @import { TableState } from "./state.js" */
/** @typedef {{seat: Seat, text: string, kind: "says"|"weis"|"stoeck"|"talk", sign?: VNode, aloud?: string}} Bubble `aloud` where it is spoken in other words */
/** @typedef {{text: string, kind: "info"|"warn"|"bad", rule: string}} Notice */
/** @typedef {{text: string, bubble?: Bubble, answer?: Bubble, notice?: Notice}} Words */
/**
 * @typedef {{
 *   nameOf: (seat: Seat|undefined|null) => string, factor: number, winner: Seat|null, trump: string|null, weise: WeisSeen[], rival: number
 * }} Around the names, the factor, who has won the trick, the trump suit, the Weise, and the highest value of the other side
 */

const INFO = 4500; // milliseconds
const SERIOUS = 30000; // what was refused or ruled can be read in peace

/** How long the table shows a step before the next one, in milliseconds. @type {Record<string, number>} */
const SHOWN = {
  "card-played": 480,
  announced: 1100,
  pushed: 800,
  "weis-announced": 900,
  "weis-added": 900,
  "weis-asked": 900,
  "weis-demanded": 900,
  "stoeck-shown": 900,
  thanked: 1000,
};
export const HOLD = 1300; // a complete trick
const OWN_CARD = 160;

/** @param {GameEvent} event @param {TableState} state after it */
export function lengthOf(event, state) {
  if (event.event === "card-played" && (state.view.trick_open || state.view.phase === "over")) return HOLD;
  if (event.event === "card-played" && event.seat === state.you) return OWN_CARD;
  return SHOWN[event.event] || 0;
}

/** A sentence of the referee; facts that are not told stay open. @param {string} key */
export const plain = (key) => say(key).replace(/\{\w+\}/g, "–");

/** @param {GameEvent} event @param {Around} around after it @param {string} faces @returns {Words} */
export function wordsFor(event, around, faces) {
  const name = around.nameOf(event.seat);
  switch (event.event) {
    case "card-played": {
      const stand = event.by ? ` (${say("web.said.standin")})` : "";
      const winner = around.winner === null ? "" : ` ${say("web.trick.won", { name: around.nameOf(around.winner) })}`;
      return { text: say("web.said.card", { name, card: cardName(event.card, faces, around.trump) }) + stand + winner };
    }
    case "announced": {
      const mode = modeName(event.mode, faces);
      const { factor } = around;
      return {
        text: say(factor > 1 ? "web.said.announced" : "web.said.announced.plain", { name, mode, factor }),
        bubble: {
          seat: event.seat,
          text: mode + (factor > 1 ? ` ×${factor}` : ""),
          kind: "says",
          sign: modeSign(event.mode, faces),
        },
      };
    }
    case "weis-announced": {
      const { points } = event;
      const short = points === around.rival ? "web.bubble.weis.same" : "web.bubble.weis.higher";
      const number = spoken(points);
      const text = around.rival && points >= around.rival ? say(short, { number }) : number;
      return {
        text: say("web.said.weis", { name, points }),
        bubble: { seat: event.seat, text: capital(text), kind: "weis", aloud: String(points) },
      };
    }
    case "weis-named":
      return said(event.seat, "web.said.named", "web.bubble.named", "weis", { name, rank: rankName(event.rank, faces) });
    case "weis-asked":
    case "weis-demanded":
      return question(event, around, faces);
    case "weis-added": {
      if (!event.points) return said(event.seat, "web.said.more.own", "web.bubble.more.own", "weis", { name });
      const points = event.points.reduce((sum, each) => sum + each, 0);
      return said(event.seat, "web.said.more", "web.bubble.more", "weis", { name, points });
    }
    case "pushed":
      return said(event.seat, "web.said.pushed", "web.bubble.pushed", "says", { name });
    case "stoeck-shown":
      return { text: say("web.said.stoeck", { name }), bubble: stoeck(event.seat, around.trump, faces) };
    case "thanked":
      return said(event.seat, "web.said.thanked", "web.bubble.thanked", "weis", { name });
    case "claimed":
      return said(event.seat, "web.said.claimed", "web.bubble.claimed", "says", { name });
    case "incident-reported": {
      const text = say("web.object.said", { name, offence: say(`referee.offence.${event.offence}`) });
      return { text, notice: { text, kind: "info", rule: "" } };
    }
    case "choice-made": {
      const text = say(event.official ? "web.object.office" : "web.object.chosen", { option: optionName(event.option, faces) });
      return { text, notice: { text, kind: "info", rule: "" } };
    }
    case "ruling-made": {
      const text = plain(`referee.text.${event.text}`);
      return { text, notice: { text, kind: "warn", rule: event.rule } };
    }
    case "cut":
      return { text: say("web.said.cut", { name, n: event.lifted }) };
    case "dealt":
      return { text: say("web.said.dealt", { name }) };
    default:
      return ofGame(event, name, faces);
  }
}

/** What may be chosen after a ruling: an option by its name, or a card. @param {string} option @param {string} faces */
export const optionName = (option, faces) =>
  has(`referee.option.${option}`) ? say(`referee.option.${option}`) : cardName(option, faces);

/** @param {string} text */
const capital = (text) => text[0].toLocaleUpperCase() + text.slice(1);

/** Somebody asks for a Weis or demands to see it, and the answer. @param {Extract<GameEvent, {of: Seat}>} event @param {Around} around @param {string} faces @returns {Words} */
function question(event, around, faces) {
  const weis = around.weise.find((each) => each.seat === event.of);
  const shown = weis?.laid ? cardsOf(weis, faces) : "";
  const answer = weis ? shown || height(weis, faces) || spoken(weis.points) : "";
  const key = event.event === "weis-asked" ? "asked" : "demanded";
  const text = say(`web.said.${key}`, { name: around.nameOf(event.seat), other: around.nameOf(event.of), answer });
  return {
    text: text.trim(),
    bubble: { seat: event.seat, text: say(`web.weis.${key}`), kind: "says" },
    answer: answer && !shown ? { seat: event.of, text: capital(answer), kind: "weis" } : undefined,
  };
}

/** König and Ober of trump, with a flourish. @param {Seat} seat @param {string|null} trump @param {string} faces @returns {Bubble} */
function stoeck(seat, trump, faces) {
  const cards = trump ? [`${trump}K`, `${trump}O`] : [];
  const sign = h(
    "span",
    { class: "weis", "aria-hidden": "true" },
    cards.map((card) => cardImage(card, faces, "mini")),
  );
  return { seat, text: say("web.bubble.stoeck"), kind: "stoeck", sign };
}

/** An event that only one game knows: what its words say. @param {object} event @param {string} name @param {string} faces @returns {Words} */
function ofGame(event, name, faces) {
  const { event: kind, seat, ...facts } = /** @type {{event: string, seat?: Seat, [fact: string]: unknown}} */ (event);
  const key = `play.said.${kind}`;
  if (seat === undefined || !has(key)) return { text: "" };
  if (typeof facts.mode === "string") facts.mode = modeName(facts.mode, faces);
  if (typeof facts.card === "string") facts.card = cardName(facts.card, faces);
  if (typeof facts.contract === "string") facts.contract = say(`play.contract.${facts.contract}`);
  const text = say(key, facts);
  return { text: `${name}: ${text}`, bubble: { seat, text, kind: "says" } };
}

/**
 * A sentence, and the short form of it at the seat.
 * @param {Seat} seat
 * @param {string} key
 * @param {string} short
 * @param {Bubble["kind"]} kind
 * @param {Record<string, unknown>} facts
 * @returns {Words}
 */
const said = (seat, key, short, kind, facts) => ({ text: say(key, facts), bubble: { seat, text: say(short, facts), kind } });

/** What the table says to the person: bubbles at the seats, one notice over the table, and the live region. All of it goes by itself. */
export class Voice {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Map<Seat, Bubble>} */
    this.bubbles = new Map();
    /** @type {Notice|null} */
    this.notice = null;
    this.live = "";
    this.speaking = false;
    this.timer = 0;
  }

  /**
   * Say what an event has to say.
   * @param {GameEvent} event @param {Around} around after it @param {string} faces @param {string} more for the live region alone
   * @returns {Words}
   */
  tell(event, around, faces, more) {
    const words = wordsFor(event, around, faces);
    for (const bubble of [words.bubble, words.answer]) if (bubble) this.bubble(bubble);
    if (words.notice?.kind === "info") this.notice = words.notice;
    else if (words.notice) this.say(words.notice.text, words.notice.kind, words.notice.rule);
    this.announce(`${words.text}${more ? ` ${more}` : ""}`.trim());
    return words;
  }

  /** @param {Bubble} bubble @param {number} [time] */
  bubble(bubble, time = 2600) {
    this.bubbles.set(bubble.seat, bubble);
    setTimeout(
      () => {
        if (this.bubbles.get(bubble.seat) !== bubble) return;
        this.bubbles.delete(bubble.seat);
        this.redraw();
      },
      Math.max(1200, pause(time)),
    );
  }

  /** @param {string} text @param {Notice["kind"]} [kind] @param {string} [rule] */
  say(text, kind = "info", rule = "") {
    clearTimeout(this.timer);
    this.notice = { text, kind, rule };
    this.announce(rule ? `${text} ${rule}` : text);
    this.timer = setTimeout(() => this.dismiss(), kind === "info" ? INFO : SERIOUS);
    this.redraw();
  }

  /** Take the notice away. */
  dismiss() {
    clearTimeout(this.timer);
    this.notice = null;
    this.redraw();
  }

  /** Something for the live region; what comes at the same time is said one after the other, so that nothing is lost. @param {string} text */
  announce(text) {
    if (!text) return;
    this.live = this.speaking ? `${this.live} ${text}` : text;
    if (!this.speaking)
      setTimeout(() => {
        this.speaking = false;
      }, 120);
    this.speaking = true;
  }
}
