/** Calm movement: a card comes from where it was, a trick goes to whoever won it. With reduced motion nothing moves. */

import { calm, prefs } from "./prefs.js";

const still = () => calm.matches || prefs.pace === "none";

/** Where the cards of a seat come from or go to, seen from the middle of the table, in card widths. */
const AWAY = { bottom: [0, 2.4], right: [2.6, 0], top: [0, -2], left: [-2.6, 0] };

/** @typedef {"bottom"|"right"|"top"|"left"} Side */

/** A card that appears on the table. @param {HTMLElement} element @param {Side} side @param {DOMRect|null} from */
export function arrive(element, side, from) {
  if (still()) return;
  const here = element.getBoundingClientRect();
  let dx = AWAY[side][0] * here.width;
  let dy = AWAY[side][1] * here.width;
  let scale = 0.8;
  if (from) {
    dx = from.left + from.width / 2 - (here.left + here.width / 2);
    dy = from.top + from.height / 2 - (here.top + here.height / 2);
    scale = from.width / here.width;
  }
  const copy = copyOf(element, here);
  element.classList.add("on-its-way");
  const flight = copy.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: from ? 1 : 0.2 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 260, easing: "cubic-bezier(.2,.7,.2,1)" },
  );
  flight.onfinish = flight.oncancel = () => {
    copy.remove();
    element.classList.remove("on-its-way");
  };
}

/** A card that leaves the table to the winner of its trick. @param {Element} element @param {Side} side */
export function leave(element, side) {
  if (still() || !element.isConnected) return;
  const here = element.getBoundingClientRect();
  const copy = copyOf(element, here);
  const [x, y] = AWAY[side];
  const flight = copy.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${x * here.width}px, ${y * here.width}px) scale(.5)`, opacity: 0 },
    ],
    { duration: 380, easing: "ease-in" },
  );
  flight.onfinish = flight.oncancel = () => copy.remove();
}

/** A copy that flies over everything, so that no edge cuts it. @param {Element} element @param {DOMRect} here */
function copyOf(element, here) {
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  copy.classList.add("flying");
  copy.classList.remove("on-its-way");
  copy.setAttribute("aria-hidden", "true");
  copy.style.left = `${here.left}px`;
  copy.style.top = `${here.top}px`;
  copy.style.width = `${here.width}px`;
  document.body.append(copy);
  return copy;
}

/** Cards that are dealt. @param {HTMLElement} element @param {number} n */
export function dealt(element, n) {
  if (still()) return;
  element.animate(
    [
      { transform: "translateY(60%)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 260, delay: n * 35, fill: "backwards", easing: "ease-out" },
  );
}
