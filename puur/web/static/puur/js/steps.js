/** Events one after the other: each is shown long enough to be seen before the next one comes. */

import { pause } from "./prefs.js";

/** @import { EventMessage } from "types/protocol" */

const BACKLOG = 14; // more than this waiting: somebody comes back, and has seen enough

export class Steps {
  /**
   * @param {(message: EventMessage) => number} show shows an event and says for how long, in milliseconds at the usual pace
   * @param {() => void} done once everything is shown
   */
  constructor(show, done) {
    this.show = show;
    this.done = done;
    /** @type {EventMessage[]} */
    this.waiting = [];
    this.busy = false;
  }

  /** Whether there is nothing left to show. */
  get empty() {
    return this.waiting.length === 0;
  }

  /** @param {EventMessage} message */
  add(message) {
    this.waiting.push(message);
    this.run();
  }

  /** Forget what waits: the whole state has come. */
  clear() {
    this.waiting = [];
  }

  async run() {
    if (this.busy) return;
    this.busy = true;
    for (let message = this.waiting.shift(); message; message = this.waiting.shift()) {
      const length = this.show(message);
      const wait = this.waiting.length > BACKLOG ? 0 : pause(length);
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    }
    this.busy = false;
    this.done();
  }
}
