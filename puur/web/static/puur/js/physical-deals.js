/** The form for a deal of a game whose sheet has a line for each: the numbers of every side, as far as people know them. */

import { entered } from "./count.js";
import { h } from "./dom.js";
import { say } from "./texts.js";

/** @import { BookFacts, EnteredEvent } from "types/protocol" */
/** @import { Slate } from "./count.js" */
/** @import { Answers, Typed } from "./physical-entry.js" */

/** The columns that are typed: what is written in the end the server works out, where it is not what was made. @param {BookFacts} book */
const typedColumns = ({ columns }) => (columns.length > 1 ? columns.slice(0, -1) : columns);

/** The result that was typed; null while something is missing. @param {Typed} typed @param {BookFacts} book @param {number} sides @returns {EnteredEvent|null} */
export function dealOf(typed, book, sides) {
  const columns = typedColumns(book);
  const numbers = columns.map((column) => Array.from({ length: sides }, (_, side) => typed.numbers[`${column}${side}`] ?? ""));
  if (numbers.flat().some((text) => text === "" || !Number.isInteger(Number(text)))) return null;
  const [points, said] = numbers.map((texts) => texts.map(Number)).reverse();
  return { event: "result-entered", points, ...(said ? { said } : {}) };
}

/** @param {Slate} slate @param {BookFacts} book @param {Typed} typed @param {string[]} names @param {Answers} on */
export function dealForm(slate, book, typed, names, on) {
  return h(
    "form",
    {
      class: "panel entry",
      onsubmit: (event) => {
        event.preventDefault();
        on.write();
      },
    },
    h("h2", null, say("web.deal.n", { n: entered(slate).length + 1 })),
    names.map((name, side) =>
      h(
        "div",
        { key: side, class: "pair typed", role: "group", "aria-label": name },
        h("span", null, name),
        typedColumns(book).map((column) => numberField(book, typed, `${column}${side}`, say(`score.column.${column}`), on)),
      ),
    ),
    h("button", { class: "primary big", "data-act": "write" }, say("web.slate.write")),
  );
}

/** @param {BookFacts} book @param {Typed} typed @param {string} name @param {string} label @param {Answers} on */
function numberField(book, typed, name, label, on) {
  return h(
    "label",
    { key: name },
    h("small", null, label),
    h("input", {
      name,
      type: "number",
      inputmode: "numeric",
      max: book.most_typed,
      value: typed.numbers[name] ?? "",
      oninput: (event) => on.set({ numbers: { ...typed.numbers, [name]: event.target.value } }),
    }),
  );
}
