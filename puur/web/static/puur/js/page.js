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
const book = /** @type {HTMLSelectElement|null} */ (document.querySelector("form[data-form='table-new'] [name='book']"));
const target = /** @type {HTMLInputElement|null} */ (document.querySelector("form[data-form='table-new'] [name='target']"));
if (book && target) {
  const update = () => {
    const own = book.selectedOptions[0]?.dataset.target || "";
    target.placeholder = own === "0" ? "–" : own;
    target.disabled = own === "0";
  };
  book.addEventListener("change", update);
  update();
}
