/** Texts in the language of the page: one JSON file from the server, and `say` to fill in the facts. */

const root = document.documentElement;

/** @type {Record<string, string>} */
let texts = {};

/** Load the texts; to be awaited before anything is drawn. */
export async function loadTexts() {
  const address = root.dataset.texts;
  if (!address || Object.keys(texts).length) return;
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await fetch(address);
      texts = await answer.json();
      return;
    } catch (error) {
      if (tries >= 4) throw error;
      await new Promise((done) => setTimeout(done, 500 * (tries + 1))); // a network that changes takes a moment
    }
  }
}

export const lang = root.lang || "de";

let asked = false;

/** The page has only the texts that it always needs: fetch the others, and tell it when they are there. */
async function loadMore() {
  if (asked || !root.dataset.more) return;
  asked = true;
  try {
    const answer = await fetch(root.dataset.more);
    texts = { ...(await answer.json()), ...texts };
    document.dispatchEvent(new Event("puur-texts"));
  } catch {
    asked = false;
  }
}

/** @param {string} key @returns {boolean} */
export const has = (key) => key in texts;

/** What a level of the bots can do, without its name. @param {string} level @returns {string} */
export const levelText = (level) => (texts[`bots.level.${level}`] || "").replace(/^[^:]*?\s?:\s/, "");

/** What a level of the bots is called. @param {string} level @returns {string} */
export const levelName = (level) => texts[`bots.name.${level}`] || level;

/**
 * The text of a key with its facts filled in; a missing one shows its key, which a test makes impossible.
 * @param {string} key @param {Record<string, unknown>} [facts] @returns {string}
 */
export function say(key, facts = {}) {
  const text = texts[key];
  if (text === undefined) {
    loadMore();
    return key;
  }
  const counted = text.replace(/\{(\w+):([^{}|]*)\|([^{}|]*)\}/g, (_, name, single, plural) =>
    ["1", lang === "fr" && "0"].includes(String(facts[name])) ? single : plural,
  );
  return counted.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}
