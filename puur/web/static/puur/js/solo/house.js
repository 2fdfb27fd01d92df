/**
 * The other end of the line, in the browser itself: answers a table as the server would, plays the bots, and has everything kept before it
 * is shown. The table above it is the very same as online (`live-table.js`).
 */

import { makeId } from "../ids.js";
import { advice } from "./advice.js";
import { Refused, SoloGame } from "./game.js";
import { YOU, chance, consequence, decision, opening } from "./round.js";
import { tableOf, toldOf, viewOf } from "./view.js";

/** @import { Answer, ClientEvent, ClientMessage, ServerMessage } from "types/protocol" */
/** @import { Kept, SoloBook, SoloEvent } from "types/solo" */
/** @import { LinkState, Waiting } from "../connection.js" */
/** @import { Bot } from "./round.js" */
/** @import { Keep } from "./keep.js" */
/** @typedef {{message: (message: ServerMessage) => void, changed: () => void}} Handlers */

export class House {
  /**
   * @param {SoloBook} book @param {Bot} bot @param {Kept} kept @param {Keep} keep @param {Handlers} handlers @param {() => Kept} another
   *   `another`: the next game with the same people
   */
  constructor(book, bot, kept, keep, handlers, another) {
    this.book = book;
    this.bot = bot;
    this.kept = kept;
    this.keep = keep;
    this.handlers = handlers;
    this.another = another;
    this.game = SoloGame.replay(book, kept.target, kept.events);
    // What a line to a server has; this one is never down, late or full.
    this.state = /** @type {LinkState} */ ("open");
    this.code = 0;
    this.retry = 0;
    this.late = false;
    this.card = "";
    /** @type {Map<string, Waiting>} */
    this.pending = new Map();
  }

  now() {}

  /** Show how it stands, and go on. */
  connect() {
    const { game, kept } = this;
    this.handlers.message({
      t: "sync",
      n: game.events.length,
      head: "",
      you: YOU,
      table: tableOf(game, kept),
      view: viewOf(game, kept),
    });
    this.play(game.deal ? [] : opening(game, chance));
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (this.elsewhere()) return;
    if (message.t === "hint" && this.game.toAct === YOU && !this.game.now.over)
      this.handlers.message({ t: "hint", n: this.game.events.length, ...advice(this.game, YOU, this.bot) });
    if (message.t === "ready" && this.game.deal?.phase === "over" && !this.game.now.over) this.play(opening(this.game, chance));
    if (message.t === "again" && this.game.now.over) {
      this.kept = this.another();
      this.game = new SoloGame(this.book, this.kept.target);
      this.connect();
    }
  }

  /** @param {ClientEvent} event @returns {Promise<Answer>} */
  act(event) {
    const id = makeId();
    /** @type {Answer} */
    let answer = { t: "refused", id, reason: "", rule: "", text: "" };
    if (!this.elsewhere()) {
      try {
        this.play([{ ...event, seat: YOU }]);
        answer = { t: "ok", id, n: this.game.events.length };
      } catch (problem) {
        if (!(problem instanceof Refused)) throw problem; // only what is offered is asked for: then nothing has changed
      }
      this.handlers.changed();
    }
    return Promise.resolve(answer);
  }

  /** Another tab has played on: what it has kept is shown here, and nothing is played twice. */
  elsewhere() {
    const stored = this.keep.stored(this.kept.id);
    if (!stored || stored.events.length === this.game.events.length) return false;
    this.kept = stored;
    this.game = SoloGame.replay(this.book, stored.target, stored.events);
    this.connect();
    return true;
  }

  /** Do these, then all that follows until the person has to act; keep it, then show it. @param {SoloEvent[]} events */
  play(events) {
    const { game, kept } = this;
    /** @type {ServerMessage[]} */
    const told = [];
    /** @param {SoloEvent} event */
    const go = (event) => {
      game.submit(event);
      told.push({ t: "event", n: game.events.length, event: toldOf(game, event), view: viewOf(game, kept) });
    };
    for (const event of events) go(event);
    for (let next = this.next(); next; next = this.next()) go(next);
    if (!told.length) return;
    this.keep.save(kept, game);
    for (const message of told) this.handlers.message(message);
    if (game.now.over) this.handlers.message({ t: "table", table: tableOf(game, kept) });
    this.keep.join();
  }

  /** What comes next without the person. @returns {SoloEvent|null} */
  next() {
    const { game } = this;
    const follows = consequence(game);
    if (follows || game.toAct === null || game.toAct === YOU) return follows;
    return decision(game, game.toAct, this.bot);
  }
}
