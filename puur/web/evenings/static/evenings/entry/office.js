/** The form of the office: says while somebody types whether the sum is right, and goes on with Enter. The server counts again. */

import { say } from "./words.js";

for (const form of document.querySelectorAll("form[data-office]")) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input.points")]);
  const both = form.querySelector("[data-sum]");
  const told = /** @type {HTMLElement|null} */ (form.querySelector("[data-sum-says]"));
  const sum = Number(both?.getAttribute("data-sum") || 0);
  const bonus = Number(both?.getAttribute("data-bonus") || 0);
  const value = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement|null} */ (form.querySelector(`[name=${name}]`))?.value.trim() || "";
  const count = () => {
    if (!told || !sum) return;
    const points = [value("points0"), value("points1")];
    const expected = sum + bonus * (Number(value("matches0")) + Number(value("matches1")));
    const known = points.filter((one) => /^\d+$/.test(one)).map(Number);
    told.hidden = !known.length;
    const found = known.reduce((one, two) => one + two, 0);
    if (known.length === 1) told.textContent = say("evening_entry.office.js.follow", { other: expected - found });
    else if (known.length === 2)
      told.textContent =
        found === expected
          ? say("evening_entry.office.js.ok", { found })
          : say("evening_entry.office.js.wrong", { found, expected, n: Math.abs(found - expected) });
    told.className = `message ${known.length < 2 ? "quiet" : found === expected ? "success" : "error"}`;
  };
  form.addEventListener("input", count);
  fields.forEach((field, place) => {
    field.addEventListener("focus", () => field.select());
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      const next = fields.slice(place + 1).find((one) => one.name !== "table");
      if (next) {
        event.preventDefault();
        next.focus();
      }
    });
  });
  const first = /** @type {HTMLInputElement|undefined} */ (fields.find((one) => one.name !== "table"));
  if (form.classList.contains("office-form") && first && !location.hash) first.focus();
  // Another table number: its names, before anything is typed for the wrong one.
  const table = /** @type {HTMLInputElement|null} */ (form.querySelector("[data-names]"));
  table?.addEventListener("change", () => {
    const wanted = table.value.trim();
    if (/^\d+$/.test(wanted))
      location.search = `?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(location.search)), table: wanted })}`;
  });
  count();
}
