/** The form of the office: says while somebody types whether the sum is right, and goes on with Enter. The server counts again. */

import { say } from "./words.js";

for (const form of document.querySelectorAll("form[data-office]")) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input.points")]);
  const both = form.querySelector("[data-sum]");
  const told = /** @type {HTMLElement|null} */ (form.querySelector("[data-sum-says]"));
  const sum = Number(both?.getAttribute("data-sum") || 0);
  const bonus = Number(both?.getAttribute("data-bonus") || 0);
  const values = (/** @type {string} */ name) =>
    fields.filter((field) => field.name.startsWith(name)).map((field) => field.value.trim());
  const added = (/** @type {number[]} */ numbers) => numbers.reduce((whole, number) => whole + number, 0);
  const count = () => {
    if (!told || !sum) return;
    const points = values("points");
    const expected = sum + bonus * added(values("matches").map(Number));
    const known = points.filter((text) => /^\d+$/.test(text)).map(Number);
    told.hidden = known.length < points.length - 1 || !known.length;
    const total = added(known);
    if (known.length === points.length - 1) told.textContent = say("evening_entry.office.js.follow", { other: expected - total });
    else if (known.length === points.length)
      told.textContent =
        total === expected
          ? say("evening_entry.office.js.ok", { found: total })
          : say("evening_entry.office.js.wrong", { found: total, expected, n: Math.abs(total - expected) });
    told.className = `message ${known.length < points.length ? "quiet" : total === expected ? "success" : "error"}`;
  };
  form.addEventListener("input", count);
  fields.forEach((field, place) => {
    field.addEventListener("focus", () => field.select());
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      const next = fields.slice(place + 1).find((other) => other.name !== "table");
      if (next) {
        event.preventDefault();
        next.focus();
      }
    });
  });
  const first = /** @type {HTMLInputElement|undefined} */ (fields.find((field) => field.name !== "table"));
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
