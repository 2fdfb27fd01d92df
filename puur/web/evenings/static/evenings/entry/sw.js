// Opens a Jasszettel that this phone has opened before, also without a network. The network comes first, but nobody waits for a
// bad one; results are never kept here (that is the page's own store), and pages of long ago are dropped.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = "puur-entry-1";
const PATIENCE = 3000;
const MOST_PAGES = 12;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  const fresh = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(request, response.clone());
    return response;
  });
  if (!known) return fresh;
  fresh.catch(() => {});
  const slow = new Promise((done) => setTimeout(() => done(known), PATIENCE));
  const first = await Promise.race([fresh.catch(() => known), slow]);
  return first.ok || first.status === 404 ? first : known;
}

async function tidy() {
  const cache = await caches.open(CACHE);
  const pages = (await cache.keys()).filter((page) => new URL(page.url).pathname.startsWith("/evenings/e/"));
  await Promise.all(pages.slice(0, Math.max(0, pages.length - MOST_PAGES)).map((page) => cache.delete(page)));
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  const page = request.mode === "navigate" && /^\/evenings\/e\/[\w-]+\/$/.test(address.pathname);
  if (!page && !address.pathname.startsWith("/static/")) return;
  event.respondWith(answer(request));
  if (page) event.waitUntil(tidy());
});
