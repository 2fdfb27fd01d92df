// Keeps everything that the page has fetched, so that it opens without a connection the next time.
const KEPT = "jass-offline-1";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add("./"))); // the page that asks was fetched before
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    fetch(event.request)
      .then(async (answer) => {
        if (answer.ok) (await caches.open(KEPT)).put(event.request, answer.clone());
        return answer;
      })
      .catch(async () => (await caches.match(event.request)) ?? Response.error()),
  );
});
