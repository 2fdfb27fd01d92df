/** Cards and modes for people: pictures, names, the order in a hand. It knows no rules. */

import { h } from "./dom.js";
import { lang, say } from "./texts.js";

export const SUITS = ["E", "R", "S", "L"];
export const RANKS = "6789BUOKA";
const NATURAL = "6789BUOKA";
const TRUMP = "678BOKA9U";

const base = document.documentElement.dataset.static || "/static/puur/";

/** @param {string} card @param {string} faces @returns {string} the address of the picture of a card */
export function picture(card, faces) {
  const letters = faces === "french" && "UOK".includes(card[1]) ? `.${lang}` : "";
  return `${base}cards/${faces}/${card}${letters}.svg`;
}

export const BACK = `${base}cards/back.svg`;

/** @param {string} suit @param {string} faces */
export const suitPicture = (suit, faces) => `${base}cards/${faces}/${suit}.svg`;

/** @param {string} card @param {string} faces @returns {string} the name of a card as it is spoken */
export function cardName(card, faces) {
  const rank = say(`web.ranks.${faces}`).split(" ")[RANKS.indexOf(card[1])];
  return say("web.card", { suit: say(`play.suit.${faces}.${card[0]}`), rank });
}

/** Fetch all pictures of a deck before they are needed, so that no card appears blank. @param {string} faces */
export function fetchPictures(faces) {
  for (const suit of SUITS) {
    new Image().src = suitPicture(suit, faces);
    for (const rank of RANKS) new Image().src = picture(suit + rank, faces);
  }
}

/** A card as an image. @param {string} card @param {string} faces @param {string} [extra] */
export const cardImage = (card, faces, extra = "") =>
  h("img", {
    class: `card ${extra}`,
    src: picture(card, faces),
    alt: cardName(card, faces),
    width: 100,
    height: 154,
    draggable: "false",
  });

/** A suit symbol as an image that is named by the text beside it. @param {string} suit @param {string} faces */
export const suitImage = (suit, faces) =>
  h("img", { class: "suit", src: suitPicture(suit, faces), alt: "", width: 24, height: 24 });

/** The suit that is trump in a mode, or null. @param {string|null} mode @returns {string|null} */
export function trumpOf(mode) {
  if (!mode) return null;
  if (SUITS.includes(mode)) return mode;
  return mode.startsWith("trio-") ? mode[5] : null;
}

const WAYS = {
  oben: "play.block.oben",
  unten: "play.block.unten",
  t: "play.block.trump",
  o: "play.block.oben",
  u: "play.block.unten",
};

/** @param {string} mode a mode, or a variant of the Coiffeur @param {string} faces @returns {string} */
export function modeName(mode, faces) {
  if (SUITS.includes(mode)) return say(`play.suit.${faces}.${mode}`);
  const [kind, first, order] = mode.split("-");
  const name = say(`play.mode.${kind}`);
  if (kind === "trio" && order)
    return `${name} ${say(`play.suit.${faces}.${first}`)} (${[...order].map((one) => say(WAYS[/** @type {"t"} */ (one)])).join(", ")})`;
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
    { obenabe: "↓", undeufe: "↑", slalom: "⇅", gusti: "5·4", trio: "3·3·3", joker: "★" }[kind] || "·",
  );
}

/** How a trick is decided in a mode: t, o or u. @param {string} mode @param {number} trick from 1 */
export function blockOf(mode, trick) {
  if (SUITS.includes(mode)) return "t";
  const [kind, first, order] = mode.split("-");
  if (kind === "obenabe") return "o";
  if (kind === "undeufe") return "u";
  const one = first === "oben" ? "o" : "u";
  const two = one === "o" ? "u" : "o";
  if (kind === "slalom") return trick % 2 === 1 ? one : two;
  if (kind === "gusti") return trick <= 5 ? one : two;
  if (kind === "trio" && order) return order[Math.min(2, Math.floor((trick - 1) / 3))];
  return "o";
}

/** Whether the way changes from trick to trick. @param {string} mode */
export const unsteady = (mode) => /^(slalom|gusti|trio)-/.test(mode);

/**
 * The cards in the order in which they are held: trumps first, suits of both colours in turn, the strongest on the left.
 * @param {string[]} hand @param {string|null} mode @param {number} trick @returns {string[]}
 */
export function inOrder(hand, mode, trick) {
  const block = mode ? blockOf(mode, trick) : "o";
  const trump = block === "t" ? trumpOf(mode) : null;
  const suits = ["E", "S", "R", "L"].sort((a, b) => Number(b === trump) - Number(a === trump));
  /** @param {string} card */
  const strength = (card) => {
    if (card[0] === trump) return TRUMP.indexOf(card[1]);
    return block === "u" ? 8 - NATURAL.indexOf(card[1]) : NATURAL.indexOf(card[1]);
  };
  return [...hand].sort((a, b) => suits.indexOf(a[0]) - suits.indexOf(b[0]) || strength(b) - strength(a));
}
