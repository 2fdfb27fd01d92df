/** Every page: preferences of this device, and the service worker that keeps the Jasstafel working without a connection. */

import { apply } from "./prefs.js";

apply();
if ("serviceWorker" in navigator && !navigator.webdriver) {
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  navigator.serviceWorker.ready.then((registration) => freshPages(registration)).catch(() => {});
}

/** The kept pages are in the language of the person who uses this device: after a change they are kept anew. @param {ServiceWorkerRegistration} registration */
function freshPages(registration) {
  const now = `${document.documentElement.lang} ${document.querySelector(".me")?.textContent || ""}`;
  if (localStorage.getItem("puur.kept") === now) return;
  localStorage.setItem("puur.kept", now);
  registration.active?.postMessage("pages");
}

// The target of a book is its own; a book without one (Coiffeur, Passe) has none to choose.
const book = /** @type {HTMLSelectElement|null} */ (document.querySelector("form[data-form] [name='book']"));
const target = /** @type {HTMLInputElement|HTMLSelectElement|null} */ (document.querySelector("form[data-form] [name='target']"));
if (book && target) {
  const update = () => {
    const own = book.selectedOptions[0]?.dataset.target || "";
    target.disabled = own === "0";
    if (target instanceof HTMLInputElement) target.placeholder = own === "0" ? "–" : own;
    else target.options[0].text = own === "0" ? "–" : `${own} (${target.options[0].dataset.own})`;
  };
  book.addEventListener("change", update);
  update();
}
