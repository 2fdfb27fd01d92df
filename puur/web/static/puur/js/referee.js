// The referee's pages: with the pack (every screen of the book by its address) a tap needs no connection. No rule is known here; a
// screen is shown as the server wrote it. Without this script every screen is a page of its own.

const place = /** @type {HTMLElement} */ (document.getElementById("referee"));
// Without a connection the service worker answers with the first screen, whatever address was asked for.
const base = location.pathname.match(/^\/referee\/[^/]+\//)?.[0] ?? place.dataset.base ?? "/referee/";
const KEPT = "puur.referee.recent";
const MOST = 5;
// At the table of an evening or a club each screen knows the table and comes from the server; without a connection those of the book do.
const everywhere = place.dataset.public ?? "";
const own = base === everywhere || base !== place.dataset.base;
/** @type {Record<string, string>} */
let pack = {};

/** @param {string} text */
const plain = (text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** Three signs each, so that a slip costs little. @param {string} text */
function threes(text) {
  const padded = ` ${plain(text)} `;
  return new Set(Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3)));
}

/** @returns {string[]} */
function recent() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

/** The list entry of an incident, wherever it stands. @param {string} key */
const entry = (key) => place.querySelector(`li[data-incident="${CSS.escape(key)}"]`);

/** @param {Element} list @param {string[]} keys */
function fill(list, keys) {
  list.replaceChildren(...keys.flatMap((key) => entry(key)?.cloneNode(true) ?? []));
}

/** What resembles the words, where no server can be asked. @param {string} query */
function near(query) {
  const asked = threes(query);
  const scored = [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("details li[data-incident]"))].map((item) => {
    const known = threes(item.dataset.words ?? "");
    return { key: item.dataset.incident ?? "", score: [...asked].filter((three) => known.has(three)).length / asked.size };
  });
  return scored
    .filter((item) => item.score > 0.4)
    .sort((one, other) => other.score - one.score)
    .slice(0, 8)
    .map((item) => item.key);
}

/** @param {string} query */
async function matching(query) {
  try {
    const answer = await fetch(`${place.dataset.search}?q=${encodeURIComponent(query)}`);
    if (answer.ok) return /** @type {string[]} */ ((await answer.json()).incidents);
  } catch {
    // no connection: the words that the page has will do
  }
  return near(query);
}

let waiting = 0;
/** @param {HTMLInputElement} field */
async function search(field) {
  const mine = ++waiting;
  const query = field.value.trim();
  const keys = query ? await matching(query) : [];
  const [results, none, first] = ["ref-results", "ref-none", "ref-first"].map((id) => document.getElementById(id));
  if (mine !== waiting || !results || !none || !first) return;
  fill(results, keys);
  results.hidden = !keys.length;
  none.hidden = !query || keys.length > 0;
  first.hidden = keys.length > 0;
}

/** What a screen needs once it is there. */
function ready() {
  const asked = /** @type {HTMLElement|null} */ (place.querySelector(".ref-back"))?.dataset.incident;
  if (asked) localStorage.setItem(KEPT, JSON.stringify([asked, ...recent().filter((key) => key !== asked)].slice(0, MOST)));
  const before = document.getElementById("ref-recent");
  const list = before?.querySelector("ul");
  if (!before || !list) return;
  fill(list, recent());
  before.hidden = !list.children.length;
}

/** @param {string} address */
function show(address) {
  const screen = pack[own ? address : address.replace(base, everywhere)];
  if (!screen || !(own || !navigator.onLine)) return false;
  place.replaceChildren(...new DOMParser().parseFromString(screen, "text/html").body.childNodes);
  ready();
  scrollTo(0, 0);
  return true;
}

/** @param {HTMLElement} button */
async function share(button) {
  const url = new URL(button.dataset.share ?? "", location.href).href;
  if (navigator.share) await navigator.share({ title: button.dataset.title, url }).catch(() => {});
  else {
    await navigator.clipboard?.writeText(url);
    button.textContent = place.dataset.copied ?? "";
  }
}

place.addEventListener("click", (event) => {
  const tapped = /** @type {Element} */ (event.target);
  const link = tapped.closest("a");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && show(link.pathname + link.search)) {
    event.preventDefault();
    history.pushState(null, "", link.href);
  }
  const button = /** @type {HTMLElement|null} */ (tapped.closest("[data-share]"));
  if (button) void share(button);
  if (tapped.closest("[data-print]")) {
    for (const folded of place.querySelectorAll("details")) folded.open = true;
    print();
  }
});
place.addEventListener("input", (event) => {
  if (event.target instanceof HTMLInputElement) void search(event.target);
});
place.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = place.querySelector("input");
  if (field) void search(field);
});
addEventListener("popstate", () => show(location.pathname + location.search));

ready();
if (own || everywhere)
  fetch(`${own ? base : everywhere}pack.json`)
    .then((answer) => answer.json())
    .then((screens) => {
      pack = screens;
      place.dataset.whole = "yes";
      // What the service worker has shown instead of this address.
      if (place.dataset.here !== location.pathname + location.search) show(location.pathname + location.search);
    })
    .catch(() => {});
