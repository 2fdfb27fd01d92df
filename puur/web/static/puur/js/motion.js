/** Calm movement: a card comes from where it was, a trick goes to whoever won it. With reduced motion nothing moves. */

import { calm, pause, prefs } from "./prefs.js";

const still = () => calm.matches || prefs.pace === "none";

/** @typedef {"bottom"|"right"|"top"|"left"} Side */

/** The places around the screen in the order of play, from the own one, by the number of players. @type {Record<number, Side[]>} */
export const SIDES = { 2: ["bottom", "top"], 3: ["bottom", "right", "left"], 4: ["bottom", "right", "top", "left"] };

/** A card that appears on the table, from where it was held. @param {HTMLElement} element @param {DOMRect|null|undefined} from */
export function arrive(element, from) {
  if (still() || !from?.width) return;
  const here = element.getBoundingClientRect();
  const dx = from.left + from.width / 2 - (here.left + here.width / 2);
  const dy = from.top + from.height / 2 - (here.top + here.height / 2);
  const scale = Math.min(1.4, from.height / here.height);
  const copy = copyOf(element, here);
  element.dataset.onItsWay = ""; // not a class: the next drawing would write those anew while it flies
  const flight = copy.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: 1 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 260, easing: "cubic-bezier(.2,.7,.2,1)" },
  );
  flight.onfinish = flight.oncancel = () => {
    copy.remove();
    delete element.dataset.onItsWay;
  };
}

/** A card that leaves the table for the pile of whoever won its trick. @param {Element} element @param {Element|null} pile */
export function leave(element, pile) {
  if (still() || !element.isConnected || !pile) return;
  const here = element.getBoundingClientRect();
  const there = pile.getBoundingClientRect();
  const copy = copyOf(element, here);
  const dx = there.left + there.width / 2 - (here.left + here.width / 2);
  const dy = there.top + there.height / 2 - (here.top + here.height / 2);
  const flight = copy.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${dx}px, ${dy}px) scale(${there.width / here.width})`, opacity: 0.4 },
    ],
    { duration: 380, easing: "cubic-bezier(.5,0,.7,1)" },
  );
  flight.onfinish = flight.oncancel = () => copy.remove();
}

/** A copy that flies over everything, so that no edge cuts it. @param {Element} element @param {DOMRect} here */
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
 * @param {(Element|null)[]} places where each seat sits, the first one to get cards first @param {Element|null} dealer
 * @param {number[]} packets cards in each packet @param {number} own the place of the own seat among them @param {string} back
 * @returns {number[]} for each own card its delay in milliseconds; none where nothing moves
 */
export function dealRound(places, dealer, packets, own, back) {
  if (still() || !dealer) return [];
  const share = pause(1);
  const from = middleOf(dealer);
  packets.forEach((cards, round) =>
    places.forEach((place, turn) => {
      if (!place) return;
      const to = middleOf(place);
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
        { duration: FLIGHT * share, delay: (round * places.length + turn) * PACKET * share, easing: "ease-out", fill: "backwards" },
      );
      flight.onfinish = flight.oncancel = () => packet.remove();
    }),
  );
  return packets.flatMap((cards, round) =>
    Array.from({ length: cards }, () => ((round * places.length + own) * PACKET + FLIGHT) * share),
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
