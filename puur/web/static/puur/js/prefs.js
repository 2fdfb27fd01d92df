/** What a person prefers on this device. Kept in the browser; a table is told the pace and the faces, nothing else. */

/** @typedef {"on"|"off"} Switch */
/**
 * @typedef {{
 *   theme: "auto"|"light"|"dark", large: boolean, pace: "slow"|"normal"|"fast"|"none", hold: "short"|"tap"|"none",
 *   confirm: "auto"|"on"|"off", faces: ""|"german"|"french", sound: Switch, speak: Switch, vibrate: Switch, title: Switch, alert: Switch, coach: Switch
 * }} Prefs `hold` is how long a complete trick lies there before it goes
 */

/** @type {Prefs} */
const DEFAULTS = {
  theme: "auto",
  large: false,
  pace: "normal",
  hold: "short",
  confirm: "auto",
  faces: "",
  sound: "on",
  speak: "off",
  vibrate: "on",
  title: "on",
  alert: "off",
  coach: "off",
};
const NAME = "puur.prefs";

/** @type {Prefs} */
export const prefs = { ...DEFAULTS, ...read() };

function read() {
  try {
    return JSON.parse(localStorage.getItem(NAME) || "{}");
  } catch {
    return {};
  }
}

/** @param {Partial<Prefs>} changes */
export function prefer(changes) {
  Object.assign(prefs, changes);
  try {
    localStorage.setItem(NAME, JSON.stringify(prefs));
  } catch {
    // Private windows may refuse: then it holds for this page only.
  }
  apply();
}

/** Put the preferences where the style sheets look for them. */
export function apply() {
  document.documentElement.dataset.theme = prefs.theme;
  document.documentElement.dataset.large = String(prefs.large);
}

export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** How long a step of the table is shown, in milliseconds. @param {number} normal @returns {number} */
export function pause(normal) {
  return normal * { slow: 1.7, normal: 1, fast: 0.45, none: 0 }[prefs.pace];
}

/** Whether a first tap only raises a card. */
export function confirming() {
  return prefs.confirm === "on" || (prefs.confirm === "auto" && matchMedia("(pointer: coarse)").matches);
}

const MUTED = "puur.muted";
const MOST_MUTED = 60;

/** @returns {string[]} who is not heard, as `code name`, the newest last */
function mutedList() {
  try {
    return JSON.parse(localStorage.getItem(MUTED) || "[]");
  } catch {
    return [];
  }
}

/** Whether somebody at a table is not heard here. @param {string} code @param {string} name */
export const muted = (code, name) => mutedList().includes(`${code} ${name}`);

/** Hear somebody no more, or again. @param {string} code @param {string} name @param {boolean} off */
export function mute(code, name, off) {
  const kept = mutedList().filter((entry) => entry !== `${code} ${name}`);
  if (off) kept.push(`${code} ${name}`);
  try {
    localStorage.setItem(MUTED, JSON.stringify(kept.slice(-MOST_MUTED)));
  } catch {
    // Private windows may refuse: then everybody is heard.
  }
}
