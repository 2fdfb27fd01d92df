/** What the person is about and has not finished: an open dialogue, a raised card, a card on its way, half an announcement. */

/** @import { Card } from "types/protocol" */

export class Desk {
  constructor() {
    this.dialog = ""; // the one that is open
    this.term = ""; // the word that was asked for
    /** @type {string[]} */
    this.path = []; // what was chosen of an announcement so far
    /** @type {number|null} */
    this.lifted = null; // cards, before cutting
    /** @type {number|null} */
    this.amount = null; // a number, before it is said
    /** @type {Card|""} */
    this.focus = "";
    /** @type {Card|""} */
    this.raised = ""; // by a first tap
    /** @type {Card|""} */
    this.sent = "";
    /** @type {Card|""} */
    this.wanted = ""; // to be played once a Weis is decided
    /** @type {DOMRect|null} */
    this.from = null; // where the card that was sent lay
    /** @type {Set<string>} */
    this.settled = new Set(); // offers that were taken up or declined
    this.asked = 0; // a question in the middle was answered and waits for this event; 0: none
    this.ready = false; // for the next deal
    this.copied = false;
  }

  /** Another deal. */
  afresh() {
    this.path = [];
    this.lifted = null;
    this.amount = null;
    this.ready = false;
  }

  /** The own card lies on the table. */
  played() {
    this.sent = "";
    this.raised = "";
  }

  /** An event is shown; what was asked before it is settled. @param {number} shown */
  reached(shown) {
    if (shown >= this.asked) this.asked = 0;
  }
}
