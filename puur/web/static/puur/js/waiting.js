/** What waits for somebody with an account, on every page: invitations to a table, and people who would like to be friends. */

const EVERY = 30_000; // milliseconds between two looks, while the page is seen

/** @typedef {{ text: string, url: string, go: string }} Waiting */

const place = document.getElementById("waiting");

/** @param {HTMLElement} list */
async function look(list) {
  if (document.hidden) return;
  const answer = await fetch(list.dataset.src ?? "").catch(() => null);
  if (!answer?.ok || answer.redirected) return; // without a connection, or signed out meanwhile
  /** @type {Waiting[]} */
  const said = (await answer.json()).said;
  list.replaceChildren(...said.map(line));
  list.hidden = !said.length;
}

/** @param {Waiting} waiting */
function line({ text, url, go }) {
  const [row, words, link] = ["li", "span", "a"].map((tag) => document.createElement(tag));
  words.textContent = text;
  link.textContent = go;
  link.className = "button secondary";
  link.setAttribute("href", url);
  row.append(words, " ", link);
  return row;
}

if (place && location.pathname !== place.dataset.home) {
  look(place);
  setInterval(() => look(place), EVERY);
  document.addEventListener("visibilitychange", () => look(place));
}
