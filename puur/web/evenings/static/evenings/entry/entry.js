/** <puur-entry>: the Jasszettel on a phone. What it knows and does is `phone.js`, how it looks `screens.js`. */

import { patch } from "../../puur/js/dom.js";
import { Phone } from "./phone.js";
import { screen } from "./screens.js";

class PuurEntry extends HTMLElement {
  connectedCallback() {
    const { secret = "", base = "" } = this.dataset;
    const fresh = JSON.parse(document.getElementById("entry-state")?.textContent || "null");
    const phone = new Phone(secret, base, fresh, () => patch(this, ...screen(phone, this.dataset.cold === "yes")));
    phone.draw();
    phone.again();
  }
}

customElements.define("puur-entry", PuurEntry);

// Keep the page for a cold start without a network. Browsers allow that on https and on this machine alone.
const entry = /** @type {HTMLElement|null} */ (document.querySelector("puur-entry"));
if (entry && "serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker
    .register(`${entry.dataset.base}sw.js`, { scope: entry.dataset.base })
    .then(async () => {
      if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
      const cache = await caches.open("puur-entry-1");
      // Whatever this page has loaded, the modules that modules import included.
      const loaded = performance.getEntriesByType("resource").map((resource) => resource.name);
      const files = loaded.filter((address) => address.startsWith(`${location.origin}/static/`));
      await cache.addAll([...new Set([location.href, ...files])]);
      await navigator.serviceWorker.ready;
      entry.dataset.cold = "yes";
    })
    .catch(() => {});
}
