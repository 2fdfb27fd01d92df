// Opens the Jasstafel, the referee and the table against bots without a connection, and says so where another page needs one. The network comes first where there is one;
// nothing of a live game is ever kept. The server puts `const PUUR = {version, pages, files}` in front of this file (puur/web/server/offline.py).
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = `puur-site-${PUUR.version}`;

/** Keep the pages anew: the language or the person has changed. */
async function keepPages() {
  const cache = await caches.open(CACHE);
  await Promise.all(PUUR.pages.map((address) => cache.add(new Request(address, { cache: "no-cache" })).catch(() => {})));
}

const LATER = "puur-solo"; // cards and the mind of the bots: many, so after the rest, and under addresses that name their content

/** What playing without a connection needs beside the scripts: what is missing is fetched, what is outdated goes. */
async function keepMore() {
  try {
    const { keep } = await (await fetch("/solo/kept.json", { cache: "no-cache" })).json();
    const cache = await caches.open(LATER);
    const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    for (const address of keep) if (!kept.has(address)) await cache.add(address);
    for (const address of kept) if (!keep.includes(address)) await cache.delete(address);
  } catch {
    // The line is dead, or the browser has no room: the next page asks again.
  }
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
  if (event.data === "pages") event.waitUntil(keepPages().then(keepMore));
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

/** A card, or the mind of the bots: the kept one, whose address names what it is. @param {Request} request @param {string} path */
async function lasting(request, path) {
  return (await (await caches.open(LATER)).match(path)) || fetch(request);
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
  else if (/^\/referee\/([^/]+\/pack|words)\.json$/.test(address.pathname))
    event.respondWith(screens(event.request, address.pathname));
  else if (files.has(address.pathname)) event.respondWith(file(event.request, address.pathname));
  else if (/^\/solo\/mind-|\/puur\/cards\//.test(address.pathname)) event.respondWith(lasting(event.request, address.pathname));
});
