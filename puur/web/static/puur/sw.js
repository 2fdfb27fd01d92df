// Opens the Jasstafel and the referee without a connection, and says so where another page needs one. The network comes first where there is one;
// nothing of a live game is ever kept. The server puts `const PUUR = {version, pages, files}` in front of this file (puur/web/server/offline.py).
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = `puur-site-${PUUR.version}`;

/** Keep the pages anew: the language or the person has changed. */
async function keepPages() {
  const cache = await caches.open(CACHE);
  await Promise.all(PUUR.pages.map((address) => cache.add(new Request(address, { cache: "no-cache" })).catch(() => {})));
}

worker.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      await cache.addAll(PUUR.files.map((address) => new Request(address, { cache: "no-cache" }))); // all of one version, or none
      await keepPages();
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => /^puur-(site-|1$)/.test(name) && name !== CACHE);
      await Promise.all(old.map((name) => caches.delete(name)));
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener("message", (event) => {
  if (event.data === "pages") event.waitUntil(keepPages());
});

/** The page itself; without a connection the kept one, or the one that says so. @param {Request} request @param {string} path */
async function page(request, path) {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(CACHE);
    const wanted = path.startsWith("/referee/") ? "/referee/" : path; // one page shows every screen of the referee
    const kept = (await cache.match(PUUR.pages.includes(wanted) ? wanted : "/offline/")) || (await cache.match("/offline/"));
    if (kept) return kept;
    throw error;
  }
}

/** A file; without a connection the kept one. @param {Request} request @param {string} path */
async function file(request, path) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(path);
    if (kept) return kept;
    throw error;
  }
}

/** All screens of a book at the referee: kept from the last time. @param {Request} request @param {string} path */
async function screens(request, path) {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(path, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match(path);
    if (kept) return kept;
    throw error;
  }
}

const files = new Set(PUUR.files);

worker.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request, address.pathname));
  else if (/^\/referee\/[^/]+\/pack\.json$/.test(address.pathname)) event.respondWith(screens(event.request, address.pathname));
  else if (files.has(address.pathname)) event.respondWith(file(event.request, address.pathname));
});
