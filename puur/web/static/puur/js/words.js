/** What happened, in words: a sentence for the live region, a bubble at the seat, a notice over the table. And how long it is shown. */

import { cardName, modeName, modeSign } from "./cards.js";
import { pause } from "./prefs.js";
import { has, say } from "./texts.js";

/** @import { VNode } from "types/dom" */
/** @import { GameEvent, Seat } from "types/protocol" */
/** @import { TableState } from "./state.js" */
/** @typedef {{seat: Seat, text: string, kind: "says"|"weis"|"talk", sign?: VNode}} Bubble */
/** @typedef {{text: string, kind: "info"|"warn"|"bad", rule: string}} Notice */
/** @typedef {{text: string, bubble?: Bubble, notice?: Notice}} Words */
/** @typedef {{nameOf: (seat: Seat|undefined|null) => string, factor: number, winner: Seat|null}} Around the names, the factor, who has won the trick */

const INFO = 4500; // milliseconds
const SERIOUS = 30000; // what was refused or ruled can be read in peace

/** How long the table shows a step before the next one, in milliseconds. @type {Record<string, number>} */
const SHOWN = {
  "card-played": 480,
  announced: 1100,
  pushed: 800,
  "weis-announced": 900,
  "weis-added": 900,
  "stoeck-shown": 900,
  thanked: 1000,
  dealt: 300,
};
const COMPLETE = 1300;
const OWN_CARD = 160;

/** @param {GameEvent} event @param {TableState} state after it */
export function lengthOf(event, state) {
  if (event.event === "card-played" && state.view.trick_open) return COMPLETE;
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
      return { text: say("web.said.card", { name, card: cardName(event.card, faces) }) + stand + winner };
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
    case "weis-announced":
      return said(event.seat, "web.said.weis", "web.bubble.weis", "weis", { name, points: event.points });
    case "weis-added": {
      const points = event.points ? event.points.reduce((sum, each) => sum + each, 0) : "";
      return said(event.seat, "web.said.more", "web.bubble.weis", "weis", { name, points });
    }
    case "pushed":
      return said(event.seat, "web.said.pushed", "web.bubble.pushed", "says", { name });
    case "stoeck-shown":
      return said(event.seat, "web.said.stoeck", "web.bubble.stoeck", "weis", { name });
    case "thanked":
      return said(event.seat, "web.said.thanked", "web.bubble.thanked", "weis", { name });
    case "claimed":
      return said(event.seat, "web.said.claimed", "web.bubble.claimed", "says", { name });
    case "incident-reported": {
      const text = say("web.object.said", { name, offence: say(`referee.offence.${event.offence}`) });
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
      return ofGame(event, name);
  }
}

/** An event that only one game knows: what its words say. @param {object} event @param {string} name @returns {Words} */
function ofGame(event, name) {
  const { event: kind, seat, ...facts } = /** @type {{event: string, seat?: Seat, [fact: string]: unknown}} */ (event);
  const key = `play.said.${kind}`;
  if (seat === undefined || !has(key)) return { text: "" };
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

  /** Say what an event has to say. @param {GameEvent} event @param {Around} around after it @param {string} faces @param {string} more for the live region alone */
  tell(event, around, faces, more) {
    const words = wordsFor(event, around, faces);
    if (words.bubble) this.bubble(words.bubble);
    if (words.notice?.kind === "info") this.notice = words.notice;
    else if (words.notice) this.say(words.notice.text, words.notice.kind, words.notice.rule);
    this.announce(`${words.text}${more ? ` ${more}` : ""}`.trim());
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
