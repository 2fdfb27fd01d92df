/**
 * The organiser's pages without waiting: forms marked `data-swap` are sent in the background and only what is marked `data-live` is
 * replaced, so that the search, the scroll position and everything typed stay. A refusal stays beside its form. Every page carries the
 * revision that it was made from, and asks now and then whether there is a newer one. Without this script every form works as a plain form.
 */

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const texts = /** @type {HTMLElement|null} */ (document.querySelector("[data-offline]"));

/** An id for a submission, so that sending it again changes nothing. (No crypto.randomUUID: a laptop in a hall has no TLS.) */
const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether somebody has begun to fill in something here. @param {Element} part */
function begun(part) {
  const options = [...part.querySelectorAll("option")];
  if (options.some((option) => option.selected !== option.defaultSelected && !(option.selected && option.index === 0))) return true;
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (part.querySelectorAll("input:not([type=hidden]), textarea"));
  return [...fields].some((field) =>
    field.type === "checkbox" || field.type === "radio"
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue,
  );
}

/** The revision that a page was made from. @param {Document} page */
const revisionOf = (page) => /** @type {HTMLElement|null} */ (page.querySelector("[data-known]"))?.dataset.known || "";
let known = revisionOf(document);

/** Take over what is live from another page, except where somebody is filling in something else. @param {Document} page @param {Element} [sent] */
function take(page, sent) {
  let whole = true;
  for (const part of document.querySelectorAll("[data-live]")) {
    const other = page.getElementById(part.id);
    if (!other) continue;
    if (!(sent && part.contains(sent)) && begun(part)) {
      whole = false;
      continue;
    }
    for (const open of part.querySelectorAll("details[id][open]")) other.querySelector(`#${open.id}`)?.setAttribute("open", "");
    part.replaceWith(document.adoptNode(other));
  }
  const messages = [...page.querySelectorAll("main > .message")];
  if (sent || messages.length) for (const old of main.querySelectorAll(":scope > .message")) old.remove(); // what somebody else does takes nobody's answer away
  main.prepend(...messages.map((message) => document.adoptNode(message)));
  for (const input of document.querySelectorAll("[data-filter]")) filter(/** @type {HTMLInputElement} */ (input));
  if (whole) known = revisionOf(page); // what was left out is looked at again
}

/** @param {HTMLFormElement} form @param {string} text */
function complain(form, text) {
  let place = form.querySelector(":scope > .message");
  if (!place) {
    place = document.createElement("p");
    place.className = "message error";
    place.setAttribute("role", "alert");
    form.append(place);
  }
  place.textContent = text;
}

let turn = 0; // counts what this page has sent: an answer to an older question does not overwrite a newer one

/** @param {HTMLFormElement} form @param {HTMLElement|null} button */
async function send(form, button) {
  const data = new FormData(form);
  if (button instanceof HTMLButtonElement && button.name) data.set(button.name, button.value);
  form.dataset.action ||= fresh();
  data.set("action", form.dataset.action);
  const id = button && button.id;
  if (button) button.setAttribute("aria-busy", "true");
  form.dataset.busy = "yes";
  turn += 1;
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, headers: { "X-Puur-Swap": "1" } });
    if (answer.ok && (answer.headers.get("content-type") || "").startsWith("application/json")) {
      delete form.dataset.action;
      complain(form, (await answer.json()).error);
      return;
    }
    if (!answer.ok) throw new Error(String(answer.status));
    delete form.dataset.action;
    if (new URL(answer.url).pathname !== location.pathname) {
      location.assign(answer.url);
      return;
    }
    form.querySelector(":scope > .message")?.remove();
    take(new DOMParser().parseFromString(await answer.text(), "text/html"), form);
    if (form.isConnected && "reset" in form.dataset) {
      form.reset();
      /** @type {HTMLElement|null} */ (form.querySelector("[data-first]"))?.focus();
    }
    const same = id && document.getElementById(id);
    if (same) same.focus();
  } catch {
    complain(form, texts?.dataset.offline || ""); // the same id goes along with the next try
  } finally {
    if (button) button.removeAttribute("aria-busy");
    delete form.dataset.busy;
    turn += 1;
  }
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!("swap" in form.dataset)) return;
  event.preventDefault();
  if (form.dataset.busy) return;
  send(form, /** @type {HTMLElement|null} */ (event.submitter));
});

/** Search while typing: rows that do not hold every word are hidden. @param {HTMLInputElement} input */
function filter(input) {
  const list = document.querySelector(input.dataset.filter || "");
  if (!list) return;
  const fold = (/** @type {string} */ text) =>
    text
      .normalize("NFD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase();
  const words = fold(input.value).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-text]"))) {
    row.hidden = !words.every((word) => fold(row.dataset.text || "").includes(word));
    if (!row.hidden) shown += 1;
  }
  const none = /** @type {HTMLElement|null} */ (document.querySelector("[data-none]"));
  if (none) none.hidden = shown > 0;
}

document.addEventListener("input", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.dataset && "filter" in input.dataset) filter(input);
});
document.addEventListener("keydown", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (event.key !== "Enter" || !input.dataset || !("filter" in input.dataset)) return;
  event.preventDefault();
  const rows = [...document.querySelectorAll(`${input.dataset.filter} [data-text]`)].filter(
    (row) => !(/** @type {HTMLElement} */ (row).hidden),
  );
  if (rows.length === 1) /** @type {HTMLElement|null} */ (rows[0].querySelector("button"))?.focus();
});

let asked = 0; // counts the questions: only the answer to the last one is shown

// A form that only asks: what would the checker say after this swap?
document.addEventListener("change", async (event) => {
  const form = /** @type {HTMLElement} */ (event.target).closest("form[data-ask]");
  if (!(form instanceof HTMLFormElement)) return;
  const query = new URLSearchParams();
  for (const name of (form.dataset.ask || "").split(" ")) query.set(name, String(new FormData(form).get(name) || ""));
  const question = (asked += 1);
  try {
    const answer = await fetch(`${location.pathname}?${query}`);
    const other = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(form.dataset.answer || "");
    if (question !== asked) return;
    const place = document.getElementById(form.dataset.answer || "");
    if (place && other && answer.ok) place.replaceChildren(...[...other.childNodes].map((node) => document.adoptNode(node)));
  } catch {
    /* offline: the swap itself is checked again anyway */
  }
});

// On a phone the tabs are wider than the screen: the present one is in view.
const tab = /** @type {HTMLElement|null} */ (document.querySelector(".ev-tabs [aria-current]"));
if (tab?.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.clientWidth / 2 + tab.offsetWidth / 2;

// Copy a link.
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-copy]");
  if (!(button instanceof HTMLElement)) return;
  const input = /** @type {HTMLInputElement|null} */ (document.getElementById(button.dataset.copy || ""));
  if (!input) return;
  input.select();
  if (navigator.clipboard) navigator.clipboard.writeText(input.value).catch(() => {});
  else document.execCommand("copy");
  button.textContent = button.dataset.copied || button.textContent;
});

// Has anything happened elsewhere? Not while somebody is typing in what would be replaced.
const watched = /** @type {HTMLElement|null} */ (document.querySelector("[data-revision]"));
if (watched && document.querySelector("[data-live]")) {
  const look = async () => {
    if (document.hidden) return;
    const before = turn;
    try {
      const answer = await fetch(watched.dataset.revision || "");
      if (!answer.ok) return;
      const { revision } = await answer.json();
      const typing =
        document.activeElement?.closest("[data-live] form") &&
        document.activeElement.matches("input:not([type=hidden]), select, textarea");
      if (revision === known || typing || document.querySelector("[data-busy]")) return;
      const page = await fetch(location.href);
      const text = await page.text();
      if (before !== turn) return;
      if (page.ok) take(new DOMParser().parseFromString(text, "text/html"));
    } catch {
      /* the next time */
    }
  };
  look();
  setInterval(look, 4000);
}
