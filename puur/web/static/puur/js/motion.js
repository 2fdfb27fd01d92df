/** Calm movement: a card comes from where it was, a trick goes to whoever won it. With reduced motion nothing moves. */

import { calm, pause, prefs } from "./prefs.js";

const still = () => calm.matches || prefs.pace === "none";

/** @typedef {"bottom"|"right"|"top"|"left"} Side */

/** The places around the screen in the order of play, from the own one, by the number of players. @type {Record<number, Side[]>} */
export const SIDES = { 2: ["bottom", "top"], 3: ["bottom", "right", "left"], 4: ["bottom", "right", "top", "left"] };

/** @typedef {{element: HTMLElement, from: DOMRect}} Coming a card that appears, and where it was held */
/** @typedef {{element: HTMLElement, here: DOMRect, pile: Element}} Going a card that leaves, where it lay, and its pile */

/** @type {Coming[]} */
let coming = [];
/** @type {Going[]} */
let going = [];
/** @type {WeakMap<Element, DOMRect>} where things lie; forgotten when the felt has another size */
let places = new WeakMap();
/** @type {Element|null} */
let watched = null;
const watch = new ResizeObserver(() => {
  places = new WeakMap();
});

/** Where something lies; measured once, since measuring while the table is drawn would have all of it laid out again. @param {Element} element */
export function placeOf(element) {
  const felt = element.closest(".felt");
  if (felt && felt !== watched) {
    watch.disconnect();
    watch.observe(felt);
    watched = felt;
  }
  const place = places.get(element) ?? element.getBoundingClientRect();
  if (place.width) places.set(element, place);
  return place;
}

/** A card that appears on the table, from where it was held: it flies once everything is drawn. @param {HTMLElement} element @param {DOMRect|null|undefined} from */
export function arrive(element, from) {
  if (!still() && from?.width) coming.push({ element, from });
}

/** A card that leaves the table for the pile of whoever won its trick. @param {HTMLElement} element @param {Element|null} pile */
export function leave(element, pile) {
  if (!still() && element.isConnected && pile) going.push({ element, here: placeOf(element), pile });
}

/** Let fly what has appeared and left while the table was drawn: all is measured first, so that it is laid out once and not for each card. */
export function takeOff() {
  if (!coming.length && !going.length) return;
  const arrivals = coming.map(({ element, from }) => ({ element, from, here: placeOf(element) }));
  const departures = going.map(({ element, here, pile }) => ({ element, here, there: placeOf(pile) }));
  coming = [];
  going = [];
  for (const { element, from, here } of arrivals) {
    const copy = copyOf(element, here);
    element.dataset.onItsWay = ""; // not a class: the next drawing would write those anew while it flies
    const start = `${offset(here, from)} scale(${Math.min(1.4, from.height / here.height)})`;
    const flight = copy.animate([{ transform: start }, { transform: "none" }], {
      duration: 260,
      easing: "cubic-bezier(.2,.7,.2,1)",
    });
    flight.onfinish = flight.oncancel = () => {
      copy.remove();
      delete element.dataset.onItsWay;
    };
  }
  for (const { element, here, there } of departures) {
    const copy = copyOf(element, here);
    const end = `${offset(here, there)} scale(${there.width / here.width})`;
    const flight = copy.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: end, opacity: 0.4 },
      ],
      { duration: 380, easing: "cubic-bezier(.5,0,.7,1)" },
    );
    flight.onfinish = flight.oncancel = () => copy.remove();
  }
}

/** The way from the middle of one place to that of another. @param {DOMRect} from @param {DOMRect} to */
const offset = (from, to) =>
  `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top + to.height / 2 - from.top - from.height / 2}px)`;

/** A copy that flies over everything, so that no edge cuts it. @param {HTMLElement} element @param {DOMRect} here */
function copyOf(element, here) {
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  copy.classList.add("flying");
  delete copy.dataset.onItsWay;
  copy.setAttribute("aria-hidden", "true");
  copy.style.left = `${here.left}px`;
  copy.style.top = `${here.top}px`;
  copy.style.width = `${here.width}px`;
  document.body.append(copy);
  return copy;
}

const PACKET = 70; // milliseconds between two packets that are dealt
const FLIGHT = 260;

/**
 * The pack goes round from the dealer: a packet of backs to each place in turn. With what each own card waits until its packet is there.
 * @param {(Element|null)[]} seats where each seat sits, the first one to get cards first @param {Element|null} dealer
 * @param {number[]} packets cards in each packet @param {number} own the place of the own seat among them @param {string} back
 * @returns {number[]} for each own card its delay in milliseconds; none where nothing moves
 */
export function dealRound(seats, dealer, packets, own, back) {
  if (still() || !dealer) return [];
  const share = pause(1);
  const from = middleOf(dealer);
  const goals = seats.map((seat) => seat && middleOf(seat)); // before anything is added that would have to be laid out
  packets.forEach((cards, round) =>
    goals.forEach((to, turn) => {
      if (!to) return;
      const packet = document.createElement("span");
      packet.className = "packet";
      packet.setAttribute("aria-hidden", "true");
      packet.style.left = `${from.x}px`;
      packet.style.top = `${from.y}px`;
      for (let n = 0; n < Math.min(cards, 3); n += 1) packet.append(Object.assign(new Image(), { src: back, alt: "" }));
      document.body.append(packet);
      const flight = packet.animate(
        [
          { transform: "translate(-50%, -50%) scale(.7)", opacity: 0 },
          { opacity: 1, offset: 0.15 },
          {
            transform: `translate(calc(-50% + ${to.x - from.x}px), calc(-50% + ${to.y - from.y}px)) rotate(${turn * 7 - 10}deg)`,
            opacity: 1,
          },
        ],
        { duration: FLIGHT * share, delay: (round * goals.length + turn) * PACKET * share, easing: "ease-out", fill: "backwards" },
      );
      flight.onfinish = flight.oncancel = () => packet.remove();
    }),
  );
  return packets.flatMap((cards, round) =>
    Array.from({ length: cards }, () => ((round * goals.length + own) * PACKET + FLIGHT) * share),
  );
}

/** How long dealing takes at the usual pace. @param {number} packets in all */
export const dealingTime = (packets) => packets * PACKET + FLIGHT;

/** @param {Element} element */
function middleOf(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** An own card that is dealt. @param {HTMLElement} element @param {number} delay */
export function dealt(element, delay) {
  if (still()) return;
  element.animate(
    [
      { transform: "translateY(60%)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 240, delay, fill: "backwards", easing: "ease-out" },
  );
}
