/** Cards and modes for people: pictures, names, the order in a hand. What is stronger is the book's to say. */

/** @import { BookFacts } from "types/protocol" */
/** @typedef {"t"|"o"|"u"} Block how a trick is decided: with trump, from the top, from the bottom */

import { h } from "./dom.js";
import { prefs } from "./prefs.js";
import { lang, say } from "./texts.js";

export const SUITS = ["E", "R", "S", "L"];
export const RANKS = "6789BUOKA";

const base = document.documentElement.dataset.static || "/static/puur/";

/** The faces of this device, or "" for those of the table: where people play in French or Italian they have French cards. */
export const ownFaces = () => prefs.faces || (lang === "fr" || lang === "it" ? "french" : "");

/** @param {string} card @param {string} faces @returns {string} the address of the picture of a card */
export function picture(card, faces) {
  const letters = faces === "french" && "UOK".includes(card[1]) ? `.${lang}` : "";
  return `${base}cards/${faces}/${card}${letters}.svg`;
}

export const BACK = `${base}cards/back.svg`;

/** @param {string} suit @param {string} faces */
const suitPicture = (suit, faces) => `${base}cards/${faces}/${suit}.svg`;

/** @param {string} rank a letter @param {string} faces @returns {string} its name */
export const rankName = (rank, faces) => say(`web.ranks.${faces}`).split(" ")[RANKS.indexOf(rank)];

/** What the two highest trumps are called. @type {Record<string, string>} */
const HIGHEST = { U: "web.card.puur", 9: "web.card.nell" };

/** @param {string} card @param {string} faces @param {string|null} [trump] @returns {string} the name of a card as it is spoken */
export function cardName(card, faces, trump = null) {
  const suit = say(`play.of_suit.${faces}.${card[0]}`);
  const highest = card[0] === trump ? HIGHEST[card[1]] : undefined;
  return highest ? say(highest, { suit }) : say("web.card", { suit, rank: rankName(card[1], faces) });
}

const LATER = 1500; // milliseconds: the own cards come first

/** Fetch all pictures of a deck before they are needed, so that no card appears blank. @param {string} faces */
export function fetchPictures(faces) {
  const all = SUITS.flatMap((suit) => [suitPicture(suit, faces), ...[...RANKS].map((rank) => picture(suit + rank, faces))]);
  const fetchAll = () => all.forEach((address) => (new Image().src = address));
  setTimeout(() => ("requestIdleCallback" in window ? requestIdleCallback(fetchAll, { timeout: 2000 }) : fetchAll()), LATER);
}

/** A card as an image. @param {string} card @param {string} faces @param {string} [extra] @param {string|null} [trump] */
export const cardImage = (card, faces, extra = "", trump = null) =>
  h("img", {
    class: `card ${extra}`,
    src: picture(card, faces),
    alt: cardName(card, faces, trump),
    width: 100,
    height: 154,
    draggable: "false",
  });

/** A suit symbol as an image that is named by the text beside it. @param {string} suit @param {string} faces */
export const suitImage = (suit, faces) =>
  h("img", { class: "suit", src: suitPicture(suit, faces), alt: "", width: 24, height: 24 });

const WAYS = {
  oben: "play.block.oben",
  unten: "play.block.unten",
  t: "play.block.trump",
  o: "play.block.oben",
  u: "play.block.unten",
};

/** @param {string} mode a mode, or a row of a sheet @param {string} faces @returns {string} */
export function modeName(mode, faces) {
  if (SUITS.includes(mode)) return say(`play.suit.${faces}.${mode}`);
  const [kind, first, order] = mode.split("-");
  const name = say(`play.mode.${kind}`);
  if (kind === "trio" && order)
    return `${name} ${say(`play.suit.${faces}.${first}`)} (${[...order].map((block) => say(WAYS[/** @type {Block} */ (block)])).join(", ")})`;
  return first ? `${name} (${say(WAYS[/** @type {"oben"} */ (first)])})` : name;
}

/** A small picture for a mode: the suit, or an arrow that tells the way. @param {string} mode @param {string} faces */
export function modeSign(mode, faces) {
  if (SUITS.includes(mode)) return suitImage(mode, faces);
  const [kind, first] = mode.split("-");
  if (kind === "trio" && first) return suitImage(first, faces);
  return h(
    "span",
    { class: `way way-${kind}`, "aria-hidden": "true" },
    { obenabe: "↓", undeufe: "↑", slalom: "⇅", gusti: "5·4", trio: "3·3·3", hinderobsi: "⇄", joker: "★" }[kind] || "·",
  );
}

/** How a trick is decided in a mode. @param {BookFacts} book @param {string} mode @param {number} trick from 1 @returns {Block} */
export function blockOf(book, mode, trick) {
  const { blocks } = book.modes[mode];
  return /** @type {Block} */ (blocks[Math.min(trick, blocks.length) - 1]);
}

/** Whether the way changes from trick to trick. @param {BookFacts} book @param {string} mode */
export const unsteady = (book, mode) => new Set(book.modes[mode].blocks).size > 1;

/**
 * The cards in the order in which they are held: trumps first, suits of both colours in turn, the strongest on the left.
 * @param {string[]} hand @param {BookFacts} book @param {string|null} mode @param {number} trick @returns {string[]}
 */
export function inOrder(hand, book, mode, trick) {
  const block = mode ? blockOf(book, mode, trick) : "o";
  const trump = mode && block === "t" ? book.modes[mode].trump : null;
  const suits = ["E", "S", "R", "L"].sort((a, b) => Number(b === trump) - Number(a === trump));
  const plain = block === "u" ? book.orders.u : book.orders.o;
  /** @param {string} card */
  const strength = (card) => (card[0] === trump ? book.orders.t : plain).indexOf(card[1]);
  return [...hand].sort((a, b) => suits.indexOf(a[0]) - suits.indexOf(b[0]) || strength(b) - strength(a));
}
