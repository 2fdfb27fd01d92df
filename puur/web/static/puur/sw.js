// Keeps what the Jasstafel needs, so that it opens without a connection. Pages and files come from the network where there is one;
// nothing of a live game is ever kept.
const CACHE = "puur-1";
const FILES = [
  "/slate/",
  "/static/puur/css/base.css",
  "/static/puur/css/slate.css",
  "/static/puur/css/physical.css",
  "/static/puur/js/early.js",
  "/static/puur/js/page.js",
  "/static/puur/js/prefs.js",
  "/static/puur/js/physical.js",
  "/static/puur/js/cards.js",
  "/static/puur/js/count.js",
  "/static/puur/js/dom.js",
  "/static/puur/js/score.js",
  "/static/puur/js/slate.js",
  "/static/puur/js/socket.js",
  "/static/puur/js/texts.js",
  "/static/puur/icons/puur.svg",
  ...["german", "french"].flatMap((faces) => [..."ERSL"].map((suit) => `/static/puur/cards/${faces}/${suit}.svg`)),
  ...["de", "fr", "it", "en"].map((lang) => `/texts/${lang}.json`),
];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => Promise.all(FILES.map((file) => cache.add(file).catch(() => {})))).then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin) return;
  const kept = address.pathname === "/slate/" || address.pathname.startsWith("/static/puur/") || address.pathname.startsWith("/texts/");
  if (!kept) return;
  event.respondWith(
    fetch(event.request)
      .then((answer) => {
        if (answer.ok) {
          const copy = answer.clone();
          caches.open(CACHE).then((cache) => cache.put(event.request, copy));
        }
        return answer;
      })
      .catch(() => caches.match(event.request, { ignoreSearch: true }).then((found) => found || Response.error())),
  );
});
