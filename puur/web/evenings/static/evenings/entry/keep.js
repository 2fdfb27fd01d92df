/**
 * What a phone keeps of the tables it has opened, and how it gets to the server: written down first, sent after, and sent again with the
 * same id until the server has answered. A closed page, an empty battery or a hall without reception lose nothing.
 */

import { makeId } from "../../puur/js/ids.js";

const PREFIX = "puur.entry.";
const OLD = 14 * 24 * 3600 * 1000;
const PATIENCE = 12_000; // milliseconds until an answer is given up; the same message is sent again

/** @import { EntryState, Kept } from "types/entry" */

/** @type {Map<string, Kept>} what could not be written to the browser's store still holds for this page */
const memory = new Map();

/** An id of this phone, so that an old message of it never takes the place of a newer one. */
export function device() {
  try {
    const known = localStorage.getItem("puur.device");
    if (known) return known;
    const made = makeId();
    localStorage.setItem("puur.device", made);
    return made;
  } catch {
    return session;
  }
}
const session = makeId();

/** @param {string} secret @returns {Kept|null} */
export function read(secret) {
  try {
    const stored = localStorage.getItem(PREFIX + secret);
    if (stored) return JSON.parse(stored);
  } catch {
    // A private window: what memory holds has to do.
  }
  return memory.get(secret) || null;
}

/** Write it down; false if the browser refuses. @param {Kept} kept @returns {boolean} */
export function write(kept) {
  kept.when = Date.now();
  memory.set(kept.secret, kept);
  try {
    localStorage.setItem(PREFIX + kept.secret, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Everything that this phone has not got rid of yet. @returns {Kept[]} */
export function waiting() {
  /** @type {Kept[]} */
  const outboxes = [];
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(PREFIX)) continue;
      const kept = JSON.parse(localStorage.getItem(name) || "null");
      if (kept && kept.outbox) outboxes.push(kept);
      else if (!kept || Date.now() - kept.when > OLD) localStorage.removeItem(name);
    }
  } catch {
    return [...memory.values()].filter((kept) => kept.outbox);
  }
  return outboxes;
}

/** @param {string} address @param {RequestInit} [more] */
async function ask(address, more = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    return await fetch(address, { ...more, signal: stop.signal, credentials: "same-origin" });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Send what waits for a table. "sent", "refused" (the server has a word about it), "later" (no answer: again soon), or "" if nothing waits.
 * @param {string} secret @param {string} base the address before the secret @returns {Promise<string>}
 */
export async function send(secret, base) {
  const message = read(secret)?.outbox;
  if (!message) return "";
  let answer;
  try {
    answer = await ask(`${base}${secret}/send/`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...message, device: device() }),
    });
  } catch {
    return "later";
  }
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408) return "later";
  /** @type {{text?: string, state?: EntryState}} */
  let told;
  try {
    told = await answer.json();
  } catch {
    return "later"; // a portal of the house network, not our server
  }
  const kept = read(secret);
  if (!kept) return "";
  if (kept.outbox?.id === message.id) kept.outbox = null; // something newer may wait by now
  kept.refused = answer.ok ? "" : String(told.text || "");
  if (told.state) kept.state = told.state;
  write(kept);
  return answer.ok ? "sent" : "refused";
}

/** What the server knows of a table; null without an answer, false if nothing is new. @param {string} address @param {string} tag */
export async function look(address, tag) {
  try {
    const answer = await ask(address, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    if (answer.status === 304) return false;
    if (!answer.ok) return null;
    return { state: await answer.json(), tag: answer.headers.get("ETag") || "" };
  } catch {
    return null;
  }
}
