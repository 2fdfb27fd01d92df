// The referee's pages: with the pack (every screen of the book by its address) a tap needs no connection. No rule is known here; a
// screen is shown as the server wrote it. Without this script every screen is a page of its own.
import { searcher } from "./referee-search.js";

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

/** The search of the page itself, once the words are there. @type {ReturnType<typeof searcher>|null} */
let find = null;

/** What fits the words; until the page has them itself the server is asked. @param {string} query */
async function matching(query) {
  if (find) return find(query, document.documentElement.lang, (place.dataset.foreign ?? "").split(" "));
  try {
    const answer = await fetch(`${place.dataset.search}?q=${encodeURIComponent(query)}`);
    return /** @type {string[]} */ (answer.ok ? (await answer.json()).incidents : []);
  } catch {
    return []; // no connection, and opened for the first time: the list below has everything
  }
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
fetch(place.dataset.words ?? "")
  .then((answer) => answer.json())
  .then((words) => {
    find = searcher(words);
    place.dataset.searches = "yes";
  })
  .catch(() => {});
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
