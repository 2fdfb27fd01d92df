/** Deals that are still being picked: shows how far that is, and opens the page of the set once they are there. */

const EVERY = 2000; // milliseconds between two looks, while the page is seen

async function look() {
  const place = document.getElementById("picking");
  if (document.hidden || !place) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return; // without a connection, or the server is just being started: it is asked again
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("picking");
  if (!fresh) location.reload();
  else place.replaceChildren(...fresh.childNodes);
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
