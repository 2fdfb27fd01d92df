/**
 * The beamer: shows one slide after the other, fetches them anew before each round of slides, keeps the old ones while the server is away,
 * and lets the clock of the round run down. Nobody has to touch it; arrow keys turn pages for those who like to.
 */

const seconds = Number(document.body.dataset.seconds || 9);
const slides = /** @type {HTMLElement} */ (document.getElementById("slides"));
const face = /** @type {HTMLElement} */ (document.getElementById("clock"));
const warning = /** @type {HTMLElement} */ (document.getElementById("cut"));
const texts = JSON.parse(document.getElementById("entry-texts")?.textContent || "{}");
let place = 0;
let tag = "";
/** @type {{state: string, left: number, at: number}} */
let clock = { state: "off", left: 0, at: 0 };

/** @param {string} told state, milliseconds left, whole time */
function setClock(told) {
  const [state, left] = told.split(" ");
  clock = { state, left: Number(left), at: performance.now() };
  tick();
}

function tick() {
  face.hidden = clock.state === "off";
  if (face.hidden) return;
  const left = clock.left - (clock.state === "running" ? performance.now() - clock.at : 0);
  const whole = Math.floor(Math.abs(left) / 1000);
  const shown = `${left < 0 ? "+" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  face.textContent = clock.state === "paused" ? `${shown} ${texts["evening_entry.beamer.paused"] || ""}` : shown;
  face.classList.toggle("late", left < 0);
  face.classList.toggle("soon", left >= 0 && left < 5 * 60_000);
}

/** @param {number} to */
function show(to) {
  const all = [...slides.querySelectorAll(".slide")];
  if (!all.length) return;
  place = ((to % all.length) + all.length) % all.length;
  all.forEach((slide, n) => slide.classList.toggle("shown", n === place));
  document.body.dataset.slide = String(place);
}

async function renew() {
  try {
    const answer = await fetch("?part=1", { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    if (answer.status === 200) {
      tag = answer.headers.get("ETag") || "";
      const made = new DOMParser().parseFromString(await answer.text(), "text/html");
      const before = slides.querySelector(".slide.shown");
      slides.replaceChildren(...made.body.childNodes);
      const again = before
        ? [...slides.querySelectorAll(".slide")].findIndex(
            (slide) =>
              slide.getAttribute("data-kind") === before.getAttribute("data-kind") &&
              slide.getAttribute("data-page") === before.getAttribute("data-page"),
          )
        : 0;
      show(again < 0 ? 0 : again);
    } else if (answer.status !== 304) throw new Error(String(answer.status));
    const told = answer.headers.get("X-Clock");
    if (told) setClock(told);
    warning.hidden = true;
  } catch {
    warning.hidden = false; // what is there stays; the next turn tries again
  }
}

async function turn() {
  await renew();
  show(place + 1);
}

setClock(document.body.dataset.clock || "off 0 0");
show(0);
setInterval(tick, 500);
setInterval(turn, seconds * 1000);
addEventListener("online", renew);
addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") show(place + 1);
  if (event.key === "ArrowLeft") show(place - 1);
});
