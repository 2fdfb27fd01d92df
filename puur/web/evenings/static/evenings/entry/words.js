/** Texts of these pages: they come inside the page itself, so that they are there without a connection. */

/** @type {Record<string, string>} */
const texts = JSON.parse(document.getElementById("entry-texts")?.textContent || "{}");

/**
 * The text of a key with its facts filled in; a missing one shows its key, which a test makes impossible.
 * @param {string} key @param {Record<string, unknown>} [facts] @returns {string}
 */
export function say(key, facts = {}) {
  const text = texts[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}
