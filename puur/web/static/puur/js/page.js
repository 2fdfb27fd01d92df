/** Every page: preferences of this device, and the service worker that keeps the Jasstafel and the table against bots working without a connection. */

import { apply } from "./prefs.js";

apply();
if ("serviceWorker" in navigator && !navigator.webdriver) {
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  const tell = (/** @type {boolean} */ anew) =>
    navigator.serviceWorker.ready.then((worker) => freshPages(worker, anew)).catch(() => {});
  tell(false);
  navigator.serviceWorker.addEventListener("controllerchange", () => tell(true)); // of another version, which has kept less
}

/**
 * What is kept is in the language of the person who uses this device, and of this version: after a change it is kept anew.
 * @param {ServiceWorkerRegistration} registration @param {boolean} anew
 */
function freshPages(registration, anew) {
  const { lang, dataset } = document.documentElement;
  const before = localStorage.getItem("puur.kept") || "";
  const me = document.querySelector(".me")?.textContent ?? before.split("\n")[1] ?? ""; // a table does not say who is there
  const now = [lang, me, dataset.static].join("\n");
  if (!anew && before === now) return;
  localStorage.setItem("puur.kept", now);
  registration.active?.postMessage("pages");
}

// The target of a book is its own; a book without one (Coiffeur, Passe) has none to choose, and one with a small target none of the
// thousands of a list.
const book = /** @type {HTMLSelectElement|null} */ (document.querySelector("form[data-form] [name='book']"));
const target = /** @type {HTMLInputElement|HTMLSelectElement|null} */ (document.querySelector("form[data-form] [name='target']"));
if (book && target) {
  const update = () => {
    const own = book.selectedOptions[0]?.dataset.target || "";
    target.disabled = own === "0" || (target instanceof HTMLSelectElement && Number(own) < 250);
    if (target instanceof HTMLInputElement) target.placeholder = own === "0" ? "–" : own;
    else target.options[0].text = own === "0" ? "–" : `${own} (${target.options[0].dataset.own})`;
  };
  book.addEventListener("change", update);
  update();
}
