/** Pages that renew themselves: the part with `data-live="seconds"` is fetched again and only changed where something is new. */

import { say } from "./words.js";

const part = /** @type {HTMLElement|null} */ (document.querySelector("[data-live]"));
const every = Number(part?.dataset.live || 10) * 1000;
let tag = "";
let seen = new Date();
let wait = every;

/** Put the new nodes in the place of the old ones, keeping what is open, open. @param {string} text */
function change(text) {
  if (!part) return;
  const open = new Set([...part.querySelectorAll("details[open]")].map((details) => details.id));
  const made = new DOMParser().parseFromString(text, "text/html");
  for (const details of made.querySelectorAll("details")) if (open.has(details.id)) details.setAttribute("open", "");
  part.replaceChildren(...made.body.childNodes);
}

/** @param {boolean} cut */
function tell(cut) {
  let note = document.getElementById("live-cut");
  if (!cut) {
    note?.remove();
    return;
  }
  if (!note) {
    note = document.createElement("p");
    note.id = "live-cut";
    note.className = "message warning";
    note.setAttribute("role", "status");
    part?.before(note);
  }
  note.textContent = say("evening_entry.live.cut", {
    time: seen.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }),
  });
}

async function look() {
  clearTimeout(timer);
  try {
    const answer = await fetch("?part=1", { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    if (answer.status === 200) {
      tag = answer.headers.get("ETag") || "";
      change(await answer.text());
    } else if (answer.status !== 304) throw new Error(String(answer.status));
    seen = new Date();
    wait = every;
    tell(false);
  } catch {
    wait = Math.min(60_000, wait * 1.5);
    tell(true);
  }
  timer = setTimeout(look, wait);
}

let timer = setTimeout(look, every);
addEventListener("online", look);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
