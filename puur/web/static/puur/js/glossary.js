/** The words of players, explained: each term that stands in a sentence opens what it means. */

import { dialog } from "./dialog.js";
import { h } from "./dom.js";
import { say } from "./texts.js";

/** @import { Child } from "types/dom" */
/** @import { LiveTable } from "./live-table.js" */

const TERMS =
  "trump puur nell bock trick follow smear discard show push weis stoeck match obenabe undeufe deal game bergpreis schneider thanks".split(
    " ",
  );

/** The forms in which a term stands in sentences. @param {string} term @returns {string[]} */
const formsOf = (term) => say(`glossary.word.${term}`).split("|");

/** A sentence in which each term opens its meaning. @param {LiveTable} t @param {string} text @returns {Child[]} */
export function withTerms(t, text) {
  /** @type {Map<string, string>} */
  const terms = new Map(
    TERMS.flatMap((term) => formsOf(term).map((form) => /** @type {[string, string]} */ ([form.toLowerCase(), term]))),
  );
  const forms = [...terms.keys()].sort((a, b) => b.length - a.length).map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const spoken = new RegExp(`(?<![\\p{L}])(${forms.join("|")})(?![\\p{L}])`, "giu");
  return text.split(spoken).map((part, n) => {
    const term = n % 2 ? terms.get(part.toLowerCase()) : undefined;
    return term ? h("button", { key: n, class: "term", onclick: () => t.actions.explain(term) }, part) : part;
  });
}

/** All terms, the one that was asked for first. @param {LiveTable} t */
export function glossary(t) {
  const first = t.desk.term;
  const terms = first ? [first, ...TERMS.filter((term) => term !== first)] : TERMS;
  return dialog(t, "glossary", say("web.glossary.title"), [
    h(
      "dl",
      { class: "glossary" },
      terms.map((term) =>
        h(
          "div",
          { key: term, class: term === first ? "asked" : "" },
          h("dt", null, formsOf(term)[0]),
          h("dd", null, say(`glossary.text.${term}`)),
        ),
      ),
    ),
  ]);
}
